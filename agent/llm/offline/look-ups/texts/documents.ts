// What a tool returned, as sentences: each with the words it may refer back to (heading, title, the
// sentences before it).
import { anyMonth, anyWeekday } from '../../../../../plans/text/months.ts'
import { contentTerms, isVerbForm } from '../../stems.ts'
import { itemsOf, rowReader } from './rows.ts'

export interface Sentence {
  /** Line breaks made spaces, without marks of emphasis; a row of a table as `label: value`. */
  readonly text: string
  /** As it stands. */
  readonly quote: string
  /** Title, heading and file name. */
  readonly about: string
  /** The file or the passage it stands in; absent where it stands alone. */
  readonly within?: string
  /** Of the sentences before it in its paragraph the first, which says what it is about, and the last two. */
  readonly before: string
  /** Label of the tool result it stands in. */
  readonly call?: string
}

/** The sentences of the result of `read_file` for the text or PDF file `name`. */
export function fileSentences(content: string, name: string): readonly Sentence[] {
  const lines = content
    .split('\n')
    .filter(
      line =>
        !/^(\[c\d+\]|--- page \d+ ---|\[.*(left|left out).*use .*\]|.*: \d+ pages?; here (is|are) pages? .*|.*, lines \d+ to \d+ of \d+:)$/.test(
          line,
        ),
    )
  const file = name.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ')
  return sentencesOf(lines, file)
}

/** The sentences of the passages that `web_search` returned. */
export function passageSentences(content: string): readonly Sentence[] {
  return content
    .split(/\n\n(?=\[\d+\] )/)
    .slice(1)
    .flatMap(passage => {
      const [head = '', ...lines] = passage.split('\n')
      return sentencesOf(lines, head.replace(/^\[\d+\] /, '').replace(/ \([^()]*\)$/, ''))
    })
}

/** The sentences of a paragraph, of which the abbreviations in them end none. */
export function inSentences(text: string): readonly string[] {
  const sentences: string[] = []
  let from = 0
  for (const { index, 0: end } of text.matchAll(/[.?!]["”')]*(?=\s+["“'(]?[\p{Lu}\d])/gu)) {
    const sentence = text.slice(from, index + end.length)
    if (abbreviations.test(sentence)) continue
    sentences.push(sentence.trim())
    from = index + end.length
  }
  return [...sentences, text.slice(from).trim()].filter(
    sentence => sentence !== '' && sentence.length <= longest,
  )
}

// --- internal ---

function sentencesOf(lines: readonly string[], title: string): readonly Sentence[] {
  const widest = Math.max(0, ...lines.map(line => line.length))
  const rowsOf = rowReader(lines)
  const sentences: Sentence[] = []
  let about = title
  let heading = ''
  /** The kind of heading that stands right above. */
  let below: 'marked' | 'plain' | undefined
  /** The last line that is not empty. */
  let above = ''
  let paragraph: string[] = []
  const state = (said: string, quote: string, more: Partial<Sentence> = {}) => {
    const text = said.replace(emphasis, '')
    sentences.push({
      text,
      quote,
      about: `${about} ${heading}`,
      within: title,
      before: '',
      ...more,
    })
  }
  const sign = (writer: string, line: string) =>
    state(`It was written and signed by ${writer}`, line, { about: `${about} ${letter}` })
  /** `only` is the line that a section consists of, if it is one. */
  const flush = (only = '') => {
    const found = inSentences(paragraph.join(' '))
    const isValue = below && paragraph.length === 1 && isPhrase(only)
    if (isValue) state(`${heading}: ${only}`, `${heading} ${only}`)
    else
      for (const { text, quote, more, begins } of statedIn(found, below ? heading : ''))
        state(text, quote, { about: `${about} ${heading} ${begins}`, before: more })
    if (paragraph.length > 0) below = undefined
    paragraph = []
  }
  lines.forEach((raw, at) => {
    const line = raw.trim()
    const last = above
    if (line !== '') above = line
    const writer = at < 10 ? /^(?:From|Author|Written by):\s+(.*)$/.exec(line)?.[1] : undefined
    if (writer) sign(writer, line)
    const named = sentences.length < 20 ? subject.exec(line)?.[1] : undefined
    if (named) about = `${about} ${named}`
    const rows = rowsOf(line)
    if (rows) {
      flush()
      for (const row of rows) state(row, line)
      return
    }
    const marked = /^(#{1,6})\s+(.*)$/.exec(line)
    const next = lines[at + 1]?.trim() ?? ''
    const first =
      sentences.length === 0 && paragraph.length === 0 && heading === '' && about === title
    // right below a heading that is marked as one stands what it is of
    const isLow = below === 'marked' && !line.endsWith('?')
    if (marked || (!isLow && isHeading(line, next, paragraph, widest, first))) {
      flush(last)
      const words = marked?.[2] ?? line
      if (marked?.[1] === '#' || (first && !marked)) {
        about = `${title} ${words} ${marked ? '' : belowTitle(lines.slice(at + 1))}`
        heading = ''
      } else heading = words
      below = heading === '' ? undefined : marked ? 'marked' : 'plain'
    } else if (line === '' || beginsAnew(line, paragraph)) {
      flush(line === '' ? last : '')
      if (line !== '') paragraph.push(line.replace(counter, ''))
      if (line.length < 0.75 * widest && labelled.test(line) && !/[.,;]$/.test(line)) flush()
    } else if (farewell.test(last)) sign(line, line)
    else paragraph.push(line)
  })
  flush(above)
  return sentences
}

/** `9 June, room 4` below `Next meeting`: no sentence, and no item of a list. */
const isPhrase = (line: string) =>
  line !== '' &&
  line.length < 100 &&
  !/[.?!:;,]$/.test(line) &&
  !counter.test(line) &&
  !labelled.test(line)

/** What the sentences of a paragraph state, each with those before it; of a diary under `heading` with its day. */
function statedIn(found: readonly string[], heading: string) {
  // a paragraph may begin with its heading: `Library. Opening hours are ...`
  const first = found.length > 1 && /^(?:\S+\s+){0,3}\S+\.\W*$/.test(found[0]!) ? found[0]! : ''
  const day = dayIn(heading)
  return found.flatMap((quote, at) => {
    const before = [...found.slice(0, Math.min(1, at)), ...found.slice(Math.max(1, at - 2), at)]
    const others = { more: before.join(' '), begins: at > 0 ? first : '' }
    const stated = [quote, ...itemsOf(quote)].map(text => ({ text, quote, ...others }))
    if (!isOfDay(quote, day)) return stated
    const entry = `${heading} ${found.slice(0, at + 1).join(' ')}`
    return [...stated, { text: `On ${day}, ${quote}`, quote: entry, ...others }]
  })
}

/** What says of itself what or whom it is about. */
const subject = /^(?:(?:Full )?[Nn]ame|Subject|Re|Regarding):\s+(.*)$/

/** What stands right below a title, up to the first empty line, where it is no sentence: `Safety notice for Solvane`. */
function belowTitle(lines: readonly string[]): string {
  const end = lines.findIndex(line => line.trim() === '')
  const block = end < 0 || end > 3 ? [] : lines.slice(0, end)
  return block.some(line => /[.?!;,:]\s*$/.test(line) || labelled.test(line)) ? '' : block.join(' ')
}

const dayIn = (heading: string) =>
  new RegExp(
    `^(?:${anyWeekday},? )?(\\d{1,2}\\.? ${anyMonth}(?: \\d{4})?)\\W*(?:$|[:–] )`,
    'u',
  ).exec(heading)?.[1] ?? ''

/** An entry of a diary tells what happened on its day, unless a sentence speaks of another time. */
const isOfDay = (text: string, day: string) =>
  day !== '' && contentTerms(text).some(term => isVerbForm(term.text)) && !otherTime.test(text)

const otherTime = new RegExp(
  `\\b(?:${anyWeekday}|${anyMonth}|\\d{4}|yesterday|tomorrow|ago|later|earlier|before|since|next|last|then|will|would|had (?!to)|said|remember\\p{Ll}*|recall\\p{Ll}*|once|when|shall|may|might)\\b`,
  'iu',
)

const emphasis = /\*\*|__|(?<![\p{L}\d])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\d])/gu

/** What one may call what has a writer. */
const letter = 'letter memo mail email message note document'

/** What a letter closes with, above the name of who wrote it. */
const farewell =
  /^(?:yours(?: (?:sincerely|faithfully|truly))?|sincerely(?: yours)?|(?:(?:with )?(?:kind|best|warm)(?:est)? )?(?:regards|wishes)|love|cheers),?$/i

/** `- `, `2) `, and `2.3 ` before a sentence. */
const counter = /^(?:[-*•]|\d{1,2}[.)]|(?:\d{1,2}\.)+\d{1,2}(?=\s+\p{Lu}))\s+/u

/** Whether a line goes on with nothing above it: it is marked or labelled, or stands behind one that counts or ends in a value. */
const beginsAnew = (line: string, paragraph: readonly string[]) =>
  counter.test(line) ||
  isLabelled(line, paragraph) ||
  isCounted(line, paragraph) ||
  (valued.test(paragraph.at(-1) ?? '') && /^[\p{Lu}\d]/u.test(line))

/** `Total: 282.50 EUR`, `Hosting 37.39 EUR`. */
const valued =
  /^[^:]{1,40}:\s+\p{Sc}?\d\S*(?:\s\S+){0,2}(?<![.,;])$|\s(?:\d+[.,]\d\d\s?(?:\p{Sc}|EUR|GBP|USD|CHF)|\p{Sc}\s?\d+[.,]\d\d)$/u

/** `Weight: 12 kg`, on a line of its own. */
function isLabelled(line: string, paragraph: readonly string[]): boolean {
  const before = paragraph.at(-1) ?? '.'
  const isLabel = (text: string) => labelled.test(text.replace(emphasis, ''))
  return isLabel(line) && (/[.?!]$/.test(before) || isLabel(before))
}

const labelled = /^[\p{Lu}\d][^.:,;]{0,39}:\s+\S/u

/** The line behind `2 unwaxed lemons`, a list without marks. */
const isCounted = (line: string, paragraph: readonly string[]) =>
  /^[\d½¼¾][^.?!;]*$/u.test(paragraph.at(-1) ?? '') && /^[\p{Lu}\d½¼¾]/u.test(line)

/** A short line that is no sentence and does not go on. */
function isHeading(
  line: string,
  next: string,
  paragraph: readonly string[],
  widest: number,
  first: boolean,
): boolean {
  // a question, and what answers it below
  if (/^\W*\p{Lu}[^.?!]{5,90}\?\W*$/u.test(line) && paragraph.length === 0 && next !== '')
    return true
  if (line === '' || /[.?!;,*_]$/.test(line) || line.length > 90) return false
  if (paragraph.length > 0 && !/[.?!]$/.test(paragraph.at(-1)!)) return false
  if (labelled.test(line) && !first) return false
  if (first) return next === '' || /^\p{Lu}/u.test(next)
  return line.length < 0.6 * widest && /^\p{Lu}/u.test(next || 'A') && !/^[-*•]/.test(line)
}

/** What is longer is no sentence, and would take long to read. */
const longest = 700

const abbreviations =
  /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|approx|ca|c|Cllr|Capt|Sgt|Lt|Gen|Col|Jr|Sr|Inc|Ltd|Co|e\.g|i\.e|etc|(?:part|item|order|serial|ref) no)|(?<![°\d-])\b\p{Lu})\.$/u
