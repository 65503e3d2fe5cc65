// Whether the numbers of a value were said at all, in whatever spelling.
import type { Value } from '../plan.ts'
import { dateOccurs, sameNumber } from './evidence.ts'
import { monthNumber } from './months.ts'
import { digitNumbers, foreignNumbers, spokenNumbers } from './numerals.ts'
import { asPattern } from './words.ts'

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
    ...quartersIn(text).flatMap(quarter => [3 * quarter - 2, 3 * quarter]),
    ...spansIn(text),
    // of a quantile
    ...[...text.matchAll(/(\d+)(?:st|nd|rd|th) percentile/gi)].map(
      ([, rank]) => Number(rank) / 100,
    ),
    ...[...digitNumbers(text)].flatMap(({ values }) => values),
    ...[...foreignNumbers(text), ...spokenNumbers(text)].map(({ value }) => Math.abs(value)),
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
