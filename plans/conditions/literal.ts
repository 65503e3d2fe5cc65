// What a belief is compared with: a number with or without a unit, a text, a date, a boolean, or
// another belief.
import { amount, order, printAmount } from '../expressions/amount.ts'
import {
  fold,
  parseQuantity,
  type Quantity,
  sameQuantity,
  toAmount,
} from '../expressions/quantity.ts'
import { dimension, isCount } from '../expressions/units.ts'
import { textOrder } from '../given.ts'
import { parseDate } from '../text/dates.ts'
import { type Cursor, take, takeBelief, takeText } from './cursor.ts'

export type Literal = Quantity | { readonly belief: string }

/** Reads a literal. In a list a comma ends it, so `1,234` is two numbers there. */
export function readLiteral(cursor: Cursor, inList = false): Literal | undefined {
  const belief = takeBelief(cursor)
  if (belief !== undefined) return { belief }
  const text = takeText(cursor)
  if (text !== undefined) return { value: text }
  const boolean = take(cursor, /(?:true|false)\b/iy)?.[0]
  if (boolean) return { value: boolean.toLowerCase() === 'true' }
  const date = take(
    cursor,
    /\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)?(?![\w-])/y,
  )?.[0]
  if (date !== undefined) return parseDate(date) === undefined ? undefined : { value: date }
  const digits = take(cursor, inList ? itemNumber : number)?.[0]
  return digits === undefined ? undefined : parseQuantity(digits)
}

/** How a literal is shown in a reason. */
export const printLiteral = (literal: Literal): string =>
  'belief' in literal ? `ground_belief(${literal.belief})` : showQuantity(literal)

/** How a quantity is shown in a reason, at most 80 characters. */
export function showQuantity(quantity: Quantity): string {
  const read = typeof quantity.value === 'number' ? toAmount(quantity) : undefined
  const value = Array.isArray(quantity.value)
    ? `[${quantity.value.slice(0, 10).join(', ')}${quantity.value.length > 10 ? ', ...' : ''}]`
    : JSON.stringify(quantity.value)
  const text = read ? printAmount(read) : quantity.unit ? `${value} ${quantity.unit}` : value
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/**
 * How two quantities compare: a number below zero, zero or above, or a sentence why they do not.
 * Numbers compare after conversion (equal up to 1e-9); where one side has no unit, or counts things,
 * the numbers are compared as they are, save that a measure is not compared with a belief that lacks
 * its unit (`seen` is the belief, `wanted` what the condition asks). Lists are equal item by item or not comparable.
 */
export function compareQuantities(seen: Quantity, wanted: Quantity): number | string {
  const alien = `cannot be compared with ${showQuantity(wanted)}`
  const { value: one } = seen
  const { value: other } = wanted
  if (Array.isArray(one) && Array.isArray(other)) {
    const isSame = (item: number | string, at: number) =>
      compareQuantities({ ...seen, value: item }, { ...wanted, value: other[at]! }) === 0
    const same = one.length === other.length && one.every(isSame)
    return same ? 0 : `differs from ${showQuantity(wanted)}`
  }
  const [left, right] = [toAmount(seen), toAmount(wanted)]
  if (left && right) {
    if (dimension(left.unit) === dimension(right.unit))
      return sameQuantity(seen, wanted, 1e-9) ? 0 : order(left, right)
    const bare = left.unit.parts.length === 0
    if (right.unit.parts.length === 0 || (bare && isCount(right.unit)))
      return order(amount(left.number), amount(right.number))
    return bare
      ? `has no unit, expected ${wanted.unit}`
      : `is in ${seen.unit}, which does not convert to ${wanted.unit}`
  }
  if (typeof one === 'boolean' || typeof other === 'boolean') {
    const [a, b] = [one, other].map(value => ['false', 'true'].indexOf(fold(String(value))))
    return a! < 0 || b! < 0 ? alien : a! - b!
  }
  if (typeof one !== 'string' || typeof other !== 'string') return alien
  const days = [parseDate(one), parseDate(other)]
  if (days[0] !== undefined && days[1] !== undefined) return days[0] - days[1]
  return textOrder(fold(one), fold(other))
}

// --- internal ---

const tail = String.raw`(?:[^"',()?;&<>=!]|\([^()]{0,40}\)){0,60}?(?=\s*(?:\band\b|[),;]|&&|$))`
const start = String.raw`[-+−]?\s?(?:US\$|[$€£¥₹])?\s?`
const number = new RegExp(String.raw`${start}(?:\d{1,3}(?:,\d{3})+|[\d.])${tail}`, 'y')
const itemNumber = new RegExp(
  String.raw`${start}[\d.]${tail.replace('[),;]', String.raw`\bor\b|[),;\]]`)}`,
  'y',
)
