// What an expression gives: quantities, texts, booleans, and lists of them.
import { type Amount, printAmount } from './amount.ts'
import { ExpressionError, shorten } from './exact.ts'
import { toAmount } from './quantity.ts'

/** One result: a quantity, a text or a boolean. */
export type Scalar = Amount | string | boolean

/** What an expression or a part of it gives. */
export type Datum = Scalar | readonly Scalar[]

export const isList = (value: Datum): value is readonly Scalar[] => Array.isArray(value)

/** The items of a list; one value is no list. */
export function itemsOf(value: Datum, what: string): readonly Scalar[] {
  if (isList(value)) return value
  throw new ExpressionError(`${what} takes a list, not ${printDatum(value)}`)
}

/** The number that `value` is, also as a text; a refusal names the `subject`. */
export function numberIn(value: Datum, subject = 'there is'): Amount {
  if (typeof value === 'object' && 'number' in value) return value
  const found = typeof value === 'string' ? toAmount({ value }) : undefined
  if (found) return found
  const what = isList(value)
    ? 'a list'
    : typeof value === 'boolean'
      ? `the boolean ${value}`
      : `the text "${shorten(value)}"`
  const isTime = typeof value === 'string' && /^\d{1,2}:\d\d$/.test(value)
  const hint = isTime ? `; clock("${value}") is a time of day as a duration` : ''
  throw new ExpressionError(`${subject} ${what} where a number is needed${hint}`)
}

/** A value as it was written, or as people read it. */
export function printDatum(value: Datum): string {
  if (isList(value)) return `[${value.map(printDatum).join(', ')}]`
  return typeof value === 'object' ? (value.said ?? printAmount(value)) : String(value)
}
