// Years, parts of them and days as questions write them.
import { anyMonth, monthNumber } from '../../../../../plans/text/months.ts'
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

// --- internal ---

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
