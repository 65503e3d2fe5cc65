// Years, parts of them and days as questions write them.
import { anyMonth, monthNames, monthNumber } from '../../../../../plans/text/months.ts'
import type { Period } from '../query.ts'

/** The period that is told from there on, and how many characters tell it. */
export function periodFrom(
  text: string,
  from: number,
): { readonly period: Period; readonly length: number } | undefined {
  const [said, which, unit] = relative.exec(text.slice(from)) ?? []
  // "in the last month" is of the dates that are there
  if (said !== undefined && !(/^last/i.test(said) && /\bthe $/i.test(text.slice(0, from)))) {
    const [first = ''] = said.toLowerCase().split(' ')
    const told = fromToday[first] ?? first
    const period = { relative: which ? `${told} ${unit!.toLowerCase()}` : told }
    return { period, length: said.length }
  }
  for (const [pattern, parts] of periods) {
    const found = pattern.exec(text.slice(from))
    if (!found) continue
    const { year, month, quarter, day } = Object.fromEntries(
      parts.map((part, index) => [part, found[index + 1]]),
    )
    const period = {
      year,
      month: month ? (monthNumber(month) ?? Number(month)) : undefined,
      quarter: quarter ? Number(quarter) || quarters.indexOf(quarter) + 1 : undefined,
      day: day?.padStart(2, '0'),
    }
    return { period, length: found[0].length }
  }
  return undefined
}

/** Months with their capitals, as most who ask do not write them; `may` and `march` are verbs but behind a preposition. */
export const withMonths = (text: string) =>
  text.replace(month, said => said[0]!.toUpperCase() + said.slice(1))

/** A pattern of dates in words: `February`, `March 2024`, `3 April`. */
export const inWords = (pattern: string) =>
  pattern.replace(
    /^(?:(\d{4})|%)-(\d\d)(?:-(\d\d)?%)?$/,
    (_, year: string | undefined, month: string, day: string | undefined) =>
      [day && Number(day), monthNames[Number(month) - 1], year].filter(Boolean).join(' '),
  )

/** Names of columns that tell when somebody came. */
export const begins =
  /\b(?:since|start\w*|join\w*|hired?|hiring|beg[aiu]n\w*|entry|entered|employed|appointed|from)\b/i

/** And those that tell it of nothing but somebody. */
export const comes = /\b(?:birth\w*|born|dob|join\w*|employed)\b/i

// --- internal ---

const verbs = ['March', 'May', 'August']
const before =
  'in|of|for|since|until|till|per|from|during|before|after|between|\\d{1,2}(?:st|nd|rd|th)?'
const [plain, any] = [
  monthNames
    .filter(each => !verbs.includes(each))
    .join('|')
    .toLowerCase(),
  anyMonth.toLowerCase(),
] as const
const month = new RegExp(`\\b(?:${plain})\\b|(?<=\\b(?:${before}) )${any}(?![\\p{L}\\d])`, 'gu')

const quarters = ['first', 'second', 'third', 'fourth']
const year = '((?:19|20)\\d\\d)(?!\\w)'
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const periods: readonly (readonly [pattern: RegExp, parts: readonly (keyof Period)[]])[] = [
  [/^(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)/, ['year', 'month', 'day']],
  [new RegExp(`^${day}(?: of)? (${anyMonth})(?:,? ${year})?(?!\\w)`), ['day', 'month', 'year']],
  [new RegExp(`^(${anyMonth}) ${day}(?:,? ${year})?(?!\\w)`), ['month', 'day', 'year']],
  [new RegExp(`^(${anyMonth})(?: (?:of )?${year})?(?!\\w)`), ['month', 'year']],
  [new RegExp(`^Q([1-4])(?: (?:of )?${year})?(?!\\w)`), ['quarter', 'year']],
  [new RegExp(`^(${quarters.join('|')}) quarter(?: (?:of )?${year})?(?!\\w)`), ['quarter', 'year']],
  [new RegExp(`^${year}`), ['year']],
]

const fromToday: Readonly<Record<string, string>> = {
  today: 'this day',
  yesterday: 'last day',
  tomorrow: 'next day',
  current: 'this',
  previous: 'last',
}
const relative =
  /^(?:(this|current|last|previous|next) (day|week|month|quarter|year)|today|yesterday|tomorrow)\b/i
