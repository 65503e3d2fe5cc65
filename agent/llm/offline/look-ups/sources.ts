// Which sentence of a message is the question, and which attached file it is about.
import type { PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { stem } from '../stems.ts'
import { tokens } from '../words.ts'
import { inSentences } from './texts/documents.ts'

/** The one sentence that asks; sentences about the form of the answer or about the file are passed over. */
export function questionIn(
  message: string,
  files: readonly string[],
): { readonly question: string } | { readonly obstacle: string } {
  // `@letter.txt What does it cost?` attaches the file and asks
  const text = files.reduce(
    (rest, name) => rest.replaceAll(`@"${name}"`, '').replaceAll(`@${name}`, ''),
    message,
  )
  const sentences = text
    .split(/\n+/)
    .flatMap(inSentences)
    .filter(each => /\p{L}/u.test(each))
  const asking = sentences.filter(each => each.endsWith('?'))
  const [question = sentences.length === 1 ? sentences[0] : undefined, another] = asking
  if (question === undefined) return { obstacle: 'no sentence of the message asks something' }
  if (another !== undefined) return { obstacle: 'more than one thing is asked' }
  const other = sentences.find(
    each => each !== question && !isForm(each) && !isPointer(each, files),
  )
  return other === undefined ? { question } : { obstacle: `"${other}" is more than a look-up` }
}

/** The attached document to read: the only one, or the one named; `undefined` when none is attached. */
export function fileNameIn(
  question: string,
  files: PerceiveReads['files'],
): string | undefined | { readonly obstacle: string } {
  const documents = files.filter(({ columns }) => !columns)
  if (files.length === 0) return undefined
  const [only, another] = documents
  if (only && !another) return only.name
  const words = new Set(tokens(question).map(({ word }) => stem(word)))
  const named = documents.filter(({ name }) => {
    if (question.toLowerCase().includes(name.toLowerCase())) return true
    const parts = name
      .replace(/\.\w+$/, '')
      .split(/[\s_-]+/)
      .filter(part => part.length > 2)
    return parts.length > 0 && parts.every(part => words.has(stem(part)))
  })
  if (named.length === 1) return named[0]!.name
  return {
    obstacle:
      documents.length === 0
        ? 'no document is attached'
        : 'several documents are attached, and the question names not one of them',
  }
}

/** What is only supposed, no document states and nobody has learned. */
export const hypothesis =
  /^(?:if|suppose|supposing|imagine|assum\w+)\b|,\s*if\b|\bwould\b.*\bif\b|\bif\b.*\bwould\b/i

// --- internal ---

const isForm = (sentence: string) =>
  /^(please\s+)?(answer|give|round|express|state|write|use|report|only|just|reply|no)\b/i.test(
    sentence,
  ) && !/\?$/.test(sentence)

const isPointer = (sentence: string, files: readonly string[]) =>
  /\b(attached|attachment|enclosed|file|document)\b/i.test(sentence) ||
  files.some(name => sentence.toLowerCase().includes(name.toLowerCase()))
