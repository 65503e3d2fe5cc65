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
import { dimension, isCount, plain } from '../expressions/units.ts'
import { parseDate } from '../text/dates.ts'
import { type Cursor, take, takeBelief, takeText } from './cursor.ts'

export type Literal =
  | { readonly type: 'number'; readonly value: number; readonly unit?: string }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'date'; readonly value: string }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'belief'; readonly name: string }

/** Reads a literal. In a list a comma ends it, so `1,234` is two numbers there. */
export function readLiteral(cursor: Cursor, inList = false): Literal | undefined {
  const name = takeBelief(cursor)
  if (name !== undefined) return { type: 'belief', name }
  const text = takeText(cursor)
  if (text !== undefined) return { type: 'text', value: text }
  const boolean = take(cursor, /(?:true|false)\b/iy)?.[0]
  if (boolean) return { type: 'boolean', value: boolean.toLowerCase() === 'true' }
  const date = take(
    cursor,
    /\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)?(?![\w-])/y,
  )?.[0]
  if (date !== undefined)
    return parseDate(date) === undefined ? undefined : { type: 'date', value: date }
  const digits = take(cursor, inList ? itemNumber : number)?.[0]
  const read = digits === undefined ? undefined : parseQuantity(digits.trim())
  if (typeof read?.value !== 'number') return undefined
  return { type: 'number', value: read.value, ...(read.unit !== undefined && { unit: read.unit }) }
}

/** The inverse of `readLiteral`. */
export function printLiteral(literal: Literal): string {
  switch (literal.type) {
    case 'number':
      return literal.unit === undefined ? `${literal.value}` : `${literal.value} ${literal.unit}`
    case 'text':
      return JSON.stringify(literal.value)
    case 'date':
      return literal.value
    case 'boolean':
      return String(literal.value)
    case 'belief':
      return `ground_belief(${literal.name})`
  }
}

/** How a quantity is shown in a reason, at most 80 characters. */
export function showQuantity(quantity: Quantity): string {
  const read = typeof quantity.value === 'number' ? toAmount(quantity) : undefined
  const value = Array.isArray(quantity.value)
    ? `[${quantity.value.slice(0, 10).join(', ')}${quantity.value.length > 10 ? ', ...' : ''}]`
    : typeof quantity.value === 'string'
      ? JSON.stringify(quantity.value)
      : String(quantity.value)
  const text = read ? printAmount(read) : quantity.unit ? `${value} ${quantity.unit}` : value
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/**
 * How two quantities compare: a number below zero, zero or above, or a sentence why they do not.
 * Numbers compare after conversion (equal up to 1e-9); where one side has no unit, or counts things,
 * the numbers are compared as they are, save that a measure is not compared with a belief that lacks
 * its unit (`seen` is the belief, `wanted` what the condition asks).
 */
export function compareQuantities(seen: Quantity, wanted: Quantity): number | string {
  const left = toAmount(seen)
  const right = toAmount(wanted)
  if (left && right) {
    if (dimension(left.unit) === dimension(right.unit))
      return sameQuantity(seen, wanted, 1e-9) ? 0 : order(left, right)
    const counted = isCount(right.unit) && left.unit.parts.length === 0
    if (right.unit.parts.length === 0 || counted) {
      const bare = [left.number, right.number].map(value => amount(value, plain))
      return order(bare[0] as typeof left, bare[1] as typeof left)
    }
    return left.unit.parts.length === 0
      ? `has no unit, expected ${wanted.unit}`
      : `is in ${seen.unit}, which does not convert to ${wanted.unit}`
  }
  if (typeof seen.value === 'boolean' || typeof wanted.value === 'boolean')
    return compareBooleans(seen, wanted)
  if (typeof seen.value !== 'string' || typeof wanted.value !== 'string')
    return `cannot be compared with ${showQuantity(wanted)}`
  const dates = [parseDate(seen.value), parseDate(wanted.value)]
  if (dates[0] !== undefined && dates[1] !== undefined) return dates[0] - dates[1]
  const [a, b] = [fold(seen.value), fold(wanted.value)]
  return a === b ? 0 : a < b ? -1 : 1
}

// --- internal ---

const tail = String.raw`(?:[^"',()?;&<>=!]|\([^()]{0,40}\)){0,60}?(?=\s*(?:\band\b|[),;]|&&|$))`
const start = String.raw`[-+−]?\s?(?:US\$|[$€£¥₹])?\s?`
const number = new RegExp(String.raw`${start}(?:\d{1,3}(?:,\d{3})+|[\d.])${tail}`, 'y')
const itemNumber = new RegExp(
  String.raw`${start}[\d.]${tail.replace('[),;]', String.raw`\bor\b|[),;\]]`)}`,
  'y',
)

function compareBooleans(seen: Quantity, wanted: Quantity): number | string {
  const read = (value: Quantity['value']) => {
    const text = fold(String(value))
    return text === 'true' || (text === 'false' ? false : undefined)
  }
  const [a, b] = [read(seen.value), read(wanted.value)]
  if (a === undefined || b === undefined) return `cannot be compared with ${showQuantity(wanted)}`
  return Number(a) - Number(b)
}
