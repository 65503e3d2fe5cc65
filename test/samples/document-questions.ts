// Questions about one text or PDF file that states the answer in one sentence among others.
import PdfDocument from 'pdfkit'
import type { Random } from './random.ts'
import { type Fact, firstNames, lastNames, monthNames, type Subject, subjects } from './subjects.ts'

/** What a document says, sentence by sentence, and the question one of them answers. */
export interface Document {
  readonly title: string
  readonly sentences: readonly string[]
  readonly question: string
  readonly answer: string
  /** The sentence without which the document has no answer. */
  readonly needed: string
}

export const endings = ['txt', 'md', 'pdf'] as const
export type Ending = (typeof endings)[number]

/** A document of six to ten sentences in random order. */
export function randomDocument(random: Random): Document {
  const subject: Subject = random.pick(subjects)
  const facts = random.sample(subject.facts, random.int(5, 8))
  const values = valuesOf(facts, random)
  const said = facts.map((fact, at) => fact.sentence.replace('{}', values[at]!))
  const asked = random.int(0, facts.length - 1)
  return {
    title: random.pick(subject.titles),
    sentences: random.sample([...said, ...subject.asides], said.length + subject.asides.length),
    question: random.pick(facts[asked]!.asks),
    answer: values[asked]!.replace(/(?<=\d),(?=\d)/, ''),
    needed: said[asked]!,
  }
}

/** The document as a file with this ending. */
export async function documentBytes(
  { title, sentences }: Pick<Document, 'title' | 'sentences'>,
  ending: Ending,
): Promise<Buffer> {
  const paragraphs = [0, 3, 6, 9].map(from => sentences.slice(from, from + 3).join(' '))
  const body = paragraphs.filter(paragraph => paragraph !== '')
  switch (ending) {
    case 'txt':
      return Buffer.from(`${[title, ...body].join('\n\n')}\n`)
    case 'md':
      return Buffer.from(`${[`# ${title}`, ...body].join('\n\n')}\n`)
    case 'pdf':
      return pdf(title, body)
  }
}

// --- internal ---

/** One value for each fact, no two alike. */
function valuesOf(facts: readonly Fact[], random: Random): readonly string[] {
  const values: string[] = []
  for (const fact of facts) {
    let value = gapValue(fact, random)
    while (values.includes(value)) value = gapValue(fact, random)
    values.push(value)
  }
  return values
}

function gapValue({ value }: Fact, random: Random): string {
  if (value === 'person') return `${random.pick(firstNames)} ${random.pick(lastNames)}`
  if (value === 'date')
    return `${random.int(1, 28)} ${random.pick(monthNames)} ${random.int(1890, 2026)}`
  const { low, high, decimals = 0 } = value
  const number = random.int(low, high) / 10 ** decimals
  return number >= 10_000 || (number >= 1000 && random.int(0, 1) === 1)
    ? number.toLocaleString('en-US')
    : number.toFixed(decimals)
}

function pdf(title: string, paragraphs: readonly string[]): Promise<Buffer> {
  const document = new PdfDocument({ size: 'A5', info: { CreationDate: new Date(0) } })
  const chunks: Buffer[] = []
  document.on('data', chunk => chunks.push(chunk))
  const ended = new Promise<Buffer>(resolve => {
    document.on('end', () => resolve(Buffer.concat(chunks)))
  })
  document.fontSize(16).text(title).moveDown().fontSize(10)
  for (const paragraph of paragraphs) document.text(paragraph).moveDown()
  document.end()
  return ended
}
