// The literals of a question: the names, numbers, addresses and quotations that belong to this one
// question and that no plan may hold.

import { isKnownUnit } from './expressions/units.ts'
import type { Value } from './plan.ts'
import { capitalsNouns } from './text/languages.ts'
import { anyMonth } from './text/months.ts'
import { digitNumbers, type NumberToken, withoutNumbering, wordNumbers } from './text/numerals.ts'
import type { Span } from './text/passages.ts'
import { singular, stopWords } from './text/words.ts'

/** Something the question says literally. */
export interface Literal {
  /** As the question spells it. */
  readonly text: string
  /** For a number: every value its spelling may stand for. For words: `undefined`. */
  readonly values?: readonly number[]
  /** The role it is the value of, when it is a given belief, or a part of it. */
  readonly role?: string
  readonly isPart?: true
  /** What is or stands in the head of a column, which is most often an ordinary word with a capital. */
  readonly isHeader?: true
  /** A name from a question before: what is spelled otherwise is a word like others. */
  readonly isEarlier?: true
}

export interface Question {
  readonly text: string
  /** What is believed before the plan starts, by role. */
  readonly given: Readonly<Record<string, Value>>
  /** Roles whose values were not given by this question but by one before: they may look like any number or word, and count as names only. */
  readonly earlier?: ReadonlySet<string>
  readonly answer?: string
  /** Names that the intention fixes, such as its open parameters. */
  readonly names?: readonly string[]
  /** The heads of the columns of its tables. */
  readonly headers?: readonly string[]
}

/**
 * All literals of a question: numbers, quoted strings, URLs, e-mail addresses, paths and file names,
 * codes such as GPT-4, capitalised names, given values that are more than one plain lower-case word,
 * and the answer. Function words, units, file formats and words that the question also uses as
 * ordinary ones, in lower case, are never literals, the answer excepted.
 */
export function literals(question: Question): readonly Literal[] {
  const { text, given, earlier, answer, headers = [] } = question
  const found = new Map<string, Literal>()
  const unquoted = ADDRESSES.reduce((rest, each) => rest.replace(each, ' '), text)
  const ordinary = new Set((unquoted.match(PLAIN_WORD) ?? []).map(singular))
  const add = (literal: Literal) => {
    // a sheet called "Prices" is no name where the question itself speaks of a price
    const plain = /^\p{L}+$/u.test(literal.text) && literal.text !== answer
    if (plain && ordinary.has(singular(literal.text.toLowerCase()))) return
    const key = literal.values ? `#${literal.values.join()}` : wordsOf(literal.text).join(' ')
    if (!literal.values && !tells(wordsOf(literal.text))) return
    if (!found.has(key)) found.set(key, literal)
  }
  for (const [role, value] of Object.entries(given)) {
    const isNew = earlier?.has(role) !== true
    for (const item of [value].flat()) {
      const isOwn = isNew || (item === value && !isSmall(item))
      if (typeof item === 'number' && isOwn)
        add({ text: String(item), values: [Math.abs(item)], role })
      if (typeof item !== 'string') continue
      const isHeader = headers.includes(item)
      if (!isNew) {
        if (!isHeader && /[\p{Lu}\d]/u.test(item)) add({ text: item, role, isEarlier: true })
        continue
      }
      const of = { role, ...(isHeader && { isHeader: true as const }) }
      if (/[\p{Lu}\d/\\]|\S\s+\S/u.test(item)) add({ text: item, ...of })
      for (const literal of inText(item))
        add({ ...literal, ...of, ...(literal.text !== item && { isPart: true as const }) })
    }
  }
  for (const literal of inText(text)) add(literal)
  if (answer !== undefined) {
    add({ text: answer })
    for (const literal of inText(answer)) add(literal)
  }
  return [...found.values()]
}

/**
 * The numbers of a text in every spelling, signs aside. Number words up to ten are not among them,
 * since any prose has them ("divide the two values").
 */
export function numbersOf(text: string): readonly NumberToken[] {
  return [...digitNumbers(text), ...wordNumbers(text, 10)]
}

/** The words of a text in lower case; anything but letters and digits separates them. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

// --- internal ---

/** A count, as any plan may hold one. */
const isSmall = (value: Value) => Number.isInteger(value) && Math.abs(Number(value)) <= 100

const PLAIN_WORD = /(?<![\p{L}\p{N}_])\p{Ll}{2,}(?![\p{L}\p{N}_])/gu

/** What follows a number that only says how an answer is written or a test is made: two decimals, 2-sided. */
const ofForm =
  '(?= ?-?(?:decimals?|significant (?:digits|figures)|digits? after|(?:Nachkomma|Dezimal)stellen|d[ée]cimales?|decimali|decimalen)\\b|-(?:sided|tailed|way)\\b)'

const PARTS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\d)(\d{4})-\d{2}-\d{2}(?!\d)/g, '$1'],
  [/(?<!\d)\d{1,2}(?::\d{2}){1,2}(?!\d)/g, ''],
  [new RegExp(`(?<!\\d)\\d{1,2}(?:st|nd|rd|th)?(?= (?:of )?${anyMonth}\\b)`, 'gi'), ''],
  [new RegExp(`(?<=\\b${anyMonth} )\\d{1,2}(?:st|nd|rd|th)?(?!\\d)`, 'gi'), ''],
  [new RegExp(`(?<!\\d)\\d{1,2}${ofForm}`, 'giu'), ''],
]

/** The parts of a date or a time are no numbers of the question; both are found whole. */
const withoutParts = (text: string) =>
  PARTS.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), withoutNumbering(text))

function* inText(text: string): Generator<Literal> {
  yield* digitNumbers(withoutParts(text))
  // a small number word of the question may not come back as a digit
  for (const number of wordNumbers(text, 1))
    if (!isScale(text, number) && !saysForm(text, number)) yield number
  for (const pattern of ADDRESSES)
    for (const match of text.matchAll(pattern)) yield { text: match[1] ?? match[0] }
  yield* names(text)
}

/** `in thousand EUR` says in what a number is told, and is none. */
const isScale = (text: string, { start, end }: Span): boolean =>
  /^(?:hundred|thousand|million|billion)s?$/i.test(text.slice(start, end)) &&
  !/\b(?:an?|one)\s+$/i.test(text.slice(0, start))

const saysForm = (text: string, { end }: Span) =>
  new RegExp(`^${ofForm}`, 'iu').test(text.slice(end, end + 30))

const ADDRESSES: readonly RegExp[] = [
  // quotations; an apostrophe inside a word opens none
  /"([^"\n]{2,300})"/gu,
  /“([^”\n]{2,300})”/gu,
  /«([^»\n]{2,300})»/gu,
  /`([^`\n]{2,300})`/gu,
  /(?<![\p{L}\p{N}])['‘]([^'’\n]{2,300})['’](?![\p{L}\p{N}])/gu,
  // addresses, and the host of one by itself
  /\b[a-z][a-z+.-]*:\/\/[^\s<>"'”)\]]+/giu,
  /\b[a-z][a-z+.-]*:\/\/([^\s/:<>"'”)\]]+)/giu,
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  // paths, and file or host names
  /(?:[\p{L}\p{N}_.~-]+)?(?:[/\\][\p{L}\p{N}_.-]*\p{L}[\p{L}\p{N}_.-]*){2,}/gu,
  /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}[\p{L}\p{N}]{1,5}(?![\p{L}\p{N}])/gu,
  // times, dates and codes: digits joined with letters or with one another
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}:/.-]*\p{N})[\p{L}\p{N}]+(?:[:/.-][\p{L}\p{N}]+)+/gu,
  /(?<![\p{L}\p{N}])(?=\p{L}*\p{N})(?=\p{N}*\p{L})[\p{L}\p{N}]{3,}/gu,
]

/** Whether words are more than function words, one letter, or one number (which is compared as a number). */
function tells(words: readonly string[]): boolean {
  if (words.length === 1 && /^\p{N}+$/u.test(words[0]!)) return false
  return words.some(word => word.length > 1 && !COMMON.has(word))
}

/** Capitalised words, save those that only begin a sentence. */
function* names(text: string): Generator<Literal> {
  const words = [...text.matchAll(/\p{L}[\p{L}\p{M}\p{N}]*/gu)].map(({ 0: word, index }) => ({
    word,
    capital: /\p{Lu}/u.test(word),
    starts: startsSentence(text.slice(Math.max(0, index - 40), index)),
    next: text.slice(index + word.length),
  }))
  const capitals = words.filter(({ capital }) => capital)
  // where every noun has a capital it says nothing; what is believed is a literal all the same
  if (capitalsNouns(text)) return
  // in a headline capitals say nothing
  if (words.length >= 6 && capitals.length > 0.8 * words.length) return
  const inside = new Set(capitals.filter(({ starts }) => !starts).map(({ word }) => word))
  for (const { word, starts, next } of capitals) {
    const lower = word.toLowerCase()
    const inRun = /^[ -]\p{Lu}/u.test(next) && !OPENERS.has(lower)
    const inner = /^.+\p{Lu}/u.test(word)
    if (starts && !inside.has(word) && !inRun && !inner) continue
    if (word.length > 1 && !COMMON.has(lower) && !isKnownUnit(word)) yield { text: word }
  }
}

/** Whether a word after `before` begins a sentence or a line, also behind files named ahead of it; the point of `Dr.` or `J.` ends none. */
function startsSentence(before: string): boolean {
  const text = before
    .replace(/(?:\S+\.\p{L}[\p{L}\p{N}]{1,5}\s+)+$/u, '')
    .replace(/[\s"“‘'«([*•–-]+$/u, gap => (gap.includes('\n') ? '\n' : ''))
  return (
    text === '' ||
    text.endsWith('\n') ||
    (/[.?!…]$/u.test(text) && !/\b\p{Lu}\p{L}{0,3}\.$/u.test(text))
  )
}

/** Function words, question words, file formats and names of methods: capitalised or quoted they are still no names. */
const COMMON = new Set([
  ...stopWords,
  ...`above according across against around below down even further hence instead last least less let
  like near never new next none now often old once otherwise please still therefore today together
  toward use used using via whatever whenever wherever yes yet csv doc docx excel html jpeg jpg json
  md mp3 mp4 pdf png ppt pptx sql srt tsv txt vcard vcf gpx kml geojson jsonl ndjson parquet ini rtf odt eml bib mt940 mt942 camt url xls xlsx xml yaml zip dd hh mm ss yy yyyy pm utc gmt cet
  cest bash css excel ical icalendar ics javascript js latex markdown powerpoint python svg toml typescript
  pearson spearman kendall gini euclidean welch whitney shapiro wilk kolmogorov smirnov anova
  poisson gaussian bayes bayesian`.split(/\s+/),
])

/** Verbs that begin a question or an order; with a name after them they are not part of the name. */
const OPENERS = new Set(
  `add answer apply ask assume calculate check choose compare compute consider convert count create
  decide define derive describe determine divide estimate evaluate examine explain express extract
  fetch figure find get give given identify imagine list locate look make measure multiply name open
  order pick predict prove provide rank read report return round say search select show simplify
  solve sort state subtract suppose sum take tell think translate try verify work write`.split(
    /\s+/,
  ),
)
