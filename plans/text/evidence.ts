// Whether words and values stand where somebody says they stand: the part of provenance that needs
// no model. Numbers are compared as numbers, words without regard to case and spacing.
import type { Value } from '../plan.ts'
import { parseDate } from './dates.ts'
import { monthPatternAbroad, monthsAbroad, numbersAbroad } from './languages.ts'
import { monthNumber, monthPatterns } from './months.ts'
import { digitNumbers, foreignNumbers, spokenNumbers } from './numerals.ts'
import { plainMarks } from './quotes.ts'
import { asPattern } from './words.ts'

/** True when `quote` occurs in `text`, white space and typographic marks aside. Empty quotes do not. */
export function quoteOccurs(quote: string, text: string): boolean {
  const wanted = plain(quote)
  return wanted !== '' && plain(text).includes(wanted)
}

/**
 * True when `value` stands in `text`: a number as a whole number token in any spelling (1,234.50 or
 * 1234.5), a list when each of its items does, anything else as words.
 */
export function valueOccurs(value: Value, text: string): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(item => valueOccurs(item, text))
  if (typeof value === 'boolean') return false
  const number = typeof value === 'number' ? value : toNumber(String(value))
  if (number === undefined) return quoteOccurs(String(value), text)
  return numbersIn(text).some(found => sameNumber(found, number))
}

/**
 * True when the day or month `value` (`2026-06-05`, `5 June 2026`, `2026-06`) stands in `quote` in any spelling, such
 * as `5 June`, `June 5th, 2026` or `5.6.2026`; the year that the quote leaves out of a day must stand in `context`,
 * what it was taken from.
 */
export function dateOccurs(value: Value, quote: string, context: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(dayOf(String(value))) ?? []
  const english = monthPatterns[Number(month) - 1]
  if (year === undefined || english === undefined) return false
  const name = `(?:${english}|(?:${monthPatternAbroad(Number(month))})\\.?)`
  const m = `(?:0?${Number(month)})`
  if (day === undefined) {
    const figures = `${year}[-./]${m}(?![-./]?\\d)|${m}[-./]${year}`
    return alone(`${name}(?: of| de|,)? ${year}|${figures}`).test(plain(quote))
  }
  const [d, y] = [`(?:0?${Number(day)})`, `(?:${year}|${year.slice(2)})`]
  // which of the two comes first, the text does not say
  const figures = `${year}([-./])${m}\\1${d}|${d}([-./])${m}\\2${y}|${m}/${d}/${y}`
  if (new RegExp(`(?<!\\d)(?:${figures})(?!\\d)`).test(quote)) return true
  const nth = `${d}(?:st|nd|rd|th|er|[.°o])?`
  // "25 and 26 December": days may share their month
  const more = '(?:(?:,| and| or| to|, and|[-–]) ?\\d{1,2}(?:st|nd|rd|th)?){0,9}'
  const spelled = `(?:${nth}${more}(?: of| de)? ${name}|${name} ${nth})(?![\\p{L}\\d])(?:(?:,| de)? (\\d{4}))?`
  const stands = new RegExp(`(?<!\\d)${year}(?!\\d)`)
  return [...plain(quote).matchAll(alone(spelled))].some(([, said]) =>
    said === undefined ? stands.test(context) : said === year,
  )
}

/** What is no part of a longer word or number. */
const alone = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'giu')

/** The day that a text is, as `2026-06-05`; the text itself when it is none. */
function dayOf(text: string): string {
  const words = /\p{L}/u.test(text) && /(?<!\d)\d{1,2}(?!\d)/.test(text)
  const at = words ? parseDate(text) : undefined
  return at === undefined ? text : new Date(at).toISOString().slice(0, 10)
}

/** The number that a text is, thousands separators and spaces aside; `undefined` when it is more than a number. */
export function toNumber(text: string): number | undefined {
  const token = text.trim()
  if (!/^[-+]?(?=\.?\d)(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[-+]?\d+)?$/i.test(token)) return undefined
  return Number(token.replaceAll(',', ''))
}

/** Whether two numbers are one, up to what binary fractions are off by. */
export function sameNumber(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.abs(b)
}

/** Every number token of a text, in order. `S1` and `2026-05-15` hold none; `(1,234)` holds one. */
export function numbersIn(text: string): readonly number[] {
  return numberTokens(text).map(token => token.value)
}

/** The number tokens of a text with the places they stand at, in order. */
export function numberTokens(
  text: string,
): readonly { readonly value: number; readonly start: number; readonly end: number }[] {
  const tokens = apart(text).matchAll(
    /(?<![\p{L}\d_.,-]|\d[:/])[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?(?![\d_]|[:/-]\d|[.,]\d)/giu,
  )
  return [...tokens].map(({ 0: token, index }) => ({
    value: Number(token.replaceAll(',', '').replace('−', '-')),
    start: index,
    end: index + token.length,
  }))
}

/** The cells of rows that commas part: `49,506,0,1` is four numbers, `Ben,12` holds one, `1,234,567` is one. */
function apart(text: string): string {
  return text
    .replace(/(?<=[^\d\s,]),(?=[-+]?\d)/g, ' ')
    .replace(/\d+(?:\.\d+)?(?:,(?:[-+]?\d+(?:\.\d+)?)?)+,[-+]?\d+(?:\.\d+)?/g, run =>
      /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(run) ? run : run.replaceAll(',', ' '),
    )
}

function plain(text: string): string {
  return plainMarks(text.normalize('NFKC')).replace(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * The numbers in `value`, signs and zeros aside, that stand nowhere in `text`: not in digits, words,
 * percents, fractions or ranks, and not as a month or a part of a date that is named there.
 */
export function numbersOutOfNowhere(value: Value, text: string): readonly number[] {
  const items = [value].flat().filter(item => typeof item !== 'boolean')
  const news = items.filter(item => !isQuoted(item, text) && !dateOccurs(item, text, text))
  if (news.length === 0) return []
  const said = saidIn(text)
  const stands = (number: number) => said.some(other => sameNumber(other, number))
  const tokens = news.flatMap(item => {
    if (typeof item === 'number') return [[Math.abs(item)]]
    if (periodsBoundedBy(item).some(period => period.every(stands))) return []
    return [...digitNumbers(item)].map(({ values }) => values)
  })
  return tokens.filter(values => !values.some(stands)).map(([first]) => first!)
}

// --- internal ---

/** A text as it stands, whatever its digits mean; "M 6" is no part of "M 67". */
function isQuoted(item: number | string, text: string): boolean {
  const wanted = asPattern(String(item))
  return typeof item === 'string' && new RegExp(`(?<!\\d)${wanted}(?!\\d)`, 'iu').test(text)
}

/**
 * The years, or years and months, that begin or end with this day or ended the day before: whoever says
 * "April 2023" has said 2023-04-01, 2023-04-30 and, for what comes before it, 2023-05-01.
 */
function periodsBoundedBy(text: string): readonly (readonly number[])[] {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return []
  const [before, day, after] = [-1, 0, 1].map(days => {
    const date = new Date(Date.parse(text) + days * 86_400_000)
    return [date.getUTCFullYear(), date.getUTCMonth() + 1] as const
  })
  const [begins, ends] = [before, after].map(each => each![1] !== day![1])
  const months = begins ? [before!, day!] : ends ? [day!] : []
  // what begins or ends with a year is named by the year
  const isYear = [before, after].some(each => each![0] !== day![0])
  return isYear ? months.map(([year]) => [year]) : months
}

function saidIn(text: string): readonly number[] {
  const months = [...text.matchAll(/\p{L}{3,}/gu)].flatMap(([word]) => monthNumber(word) ?? [])
  return [
    0,
    ...months,
    ...monthsAbroad(text),
    ...quartersIn(text).flatMap(quarter => [3 * quarter - 2, 3 * quarter]),
    ...spansIn(text),
    // `three dozen` are three of twelve
    ...[...text.matchAll(/(?:(\p{L}+) )?dozens?(?!\p{L})/giu)].flatMap(([, count = '']) => [
      12,
      ...[...spokenNumbers(count)].map(({ value }) => value),
    ]),
    // of a quantile
    ...[...text.matchAll(/(\d+)(?:st|nd|rd|th) percentile/gi)].map(
      ([, rank]) => Number(rank) / 100,
    ),
    ...[...digitNumbers(text)].flatMap(({ values }) => values),
    ...[...foreignNumbers(text), ...spokenNumbers(text), ...numbersAbroad(text)].map(({ value }) =>
      Math.abs(value),
    ),
  ]
}

/** How many of the next smaller unit a span of time is: `a week` is 7 days, `half an hour` 30 minutes. */
function spansIn(text: string): readonly number[] {
  return [...text.matchAll(span)].map(([, half, many = '', unit]) => {
    const [count = 1] = [...spokenNumbers(many)].map(({ value }) => value)
    return (half ? 0.5 : Number(many) || count) * smaller[unit!.toLowerCase()]!
  })
}

const smaller: Readonly<Record<string, number>> = {
  year: 12,
  fortnight: 14,
  week: 7,
  day: 24,
  hour: 60,
  minute: 60,
}

const span = new RegExp(
  `(?<![\\p{L}\\d.])(?:(half an? )|(\\d+(?:\\.\\d+)?|\\p{L}+)[ -])?(${Object.keys(smaller).join('|')})s?(?!\\p{L})`,
  'giu',
)

/** The quarters of a year that are named: `Q2`, `quarter 2`, `the second quarter`. */
function quartersIn(text: string): readonly number[] {
  const ranks = ['first', 'second', 'third', 'fourth']
  const named = /\b(?:q|quarter )([1-4])\b|\b(first|second|third|fourth) quarter\b/gi
  return [...text.matchAll(named)].map(([, digit, rank]) =>
    digit ? Number(digit) : ranks.indexOf(rank!.toLowerCase()) + 1,
  )
}
