// Whether the numbers of a value were said at all, in whatever spelling.
import type { Value } from '../plan.ts'
import { dateOccurs } from './evidence.ts'
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
  const tokens = news.flatMap(item =>
    typeof item === 'number'
      ? [[Math.abs(item)]]
      : [...digitNumbers(item)].map(({ values }) => values),
  )
  if (tokens.length === 0) return []
  const said = saidIn(text)
  const stands = (number: number) =>
    said.some(other => Math.abs(other - number) <= 1e-9 * Math.max(1, Math.abs(number)))
  return tokens.filter(values => !values.some(stands)).map(([first]) => first!)
}

// --- internal ---

/** A text as it stands, whatever its digits mean; "M 6" is no part of "M 67". */
function isQuoted(item: number | string, text: string): boolean {
  const wanted = asPattern(String(item))
  return typeof item === 'string' && new RegExp(`(?<!\\d)${wanted}(?!\\d)`, 'iu').test(text)
}

function saidIn(text: string): readonly number[] {
  const months = [...text.matchAll(/\p{L}{3,}/gu)].flatMap(([word]) => monthNumber(word) ?? [])
  return [
    0,
    ...months,
    ...[...digitNumbers(text)].flatMap(({ values }) => values),
    ...[...foreignNumbers(text), ...spokenNumbers(text)].map(({ value }) => Math.abs(value)),
  ]
}
