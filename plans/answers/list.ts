// Lists in answers: their items however they are separated, and the order a question wants.

import { compareQuantities } from '../conditions/literal.ts'
import { dimensionOf, parseQuantity, type Quantity } from '../expressions/expression.ts'
import type { Value } from '../plan.ts'
import { toNumber } from '../text/evidence.ts'
import { readDate } from './date.ts'
import { tidy, unstopped } from './tidy.ts'

/**
 * The items of a list, or of a text that lists them: one a line (with or without bullets), separated
 * by semicolons, else by commas, the last of several perhaps by `and`. Numbers in texts are numbers.
 */
export function itemsOf(value: Value): readonly (number | string)[] {
  const texts = Array.isArray(value) ? value : split(String(value))
  return texts
    .map(item => (typeof item === 'number' ? item : (toNumber(item) ?? tidy(item))))
    .filter(item => item !== '')
}

/** The items in the order asked for: quantities and dates by size when all of them are, else as words. */
export function ordered<Item extends number | string>(
  items: readonly Item[],
  order: 'ascending' | 'descending' | 'alphabetical' | 'as-found' | undefined,
): readonly Item[] {
  switch (order) {
    case 'ascending':
      return items.toSorted(bySize(items))
    case 'descending':
      return items.toSorted((a, b) => bySize(items)(b, a))
    case 'alphabetical':
      return items.toSorted(byWords)
    case 'as-found':
    case undefined:
      return items
  }
}

// --- internal ---

function split(text: string): readonly string[] {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length > 1) return lines.map(line => unstopped(line.replace(bullet, '').trim()))
  const whole = unstopped(text.trim().replace(/^\[(.*)\]$|^\{(.*)\}$/s, '$1$2'))
  if (whole.includes(';')) return whole.split(';')
  // "1,234, 5,678" is two numbers
  const pieces = whole.split(/,\s/.test(whole) ? /,\s+/ : ',')
  if (pieces.length < 2) return pieces
  const last = pieces.at(-1)!
  const joined = /^(?:and|&)\s+(.+)$/is.exec(last) ?? /^(.+?)\s+(?:and|&)\s+(.+)$/is.exec(last)
  return joined ? [...pieces.slice(0, -1), ...joined.slice(1)] : pieces
}

const bullet = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/

type Compare = (a: number | string, b: number | string) => number

const byWords: Compare = (a, b) => String(a).localeCompare(String(b), 'en', { numeric: true })

function bySize(items: readonly (number | string)[]): Compare {
  const sizes = datesOf(items) ?? quantitiesOf(items)
  if (!sizes) return byWords
  const of = new Map(items.map((item, index) => [item, sizes[index]!]))
  return (a, b) => {
    const [one, other] = [of.get(a)!, of.get(b)!]
    const order =
      isPlain(one) && isPlain(other) ? one.value - other.value : compareQuantities(one, other)
    return (typeof order === 'number' ? order : 0) || byWords(a, b)
  }
}

const isPlain = (size: Quantity): size is Quantity & { readonly value: number } =>
  typeof size.value === 'number' && size.unit === undefined

/** The items as days, when all of them are dates of one precision. */
function datesOf(items: readonly (number | string)[]): readonly Quantity[] | undefined {
  const dates = items.flatMap(item => (typeof item === 'string' ? (readDate(item) ?? []) : []))
  const digits = dates.map(({ year, month = '', day = '' }) => year + month + day)
  const alike = digits.every(each => each.length === digits[0]!.length)
  return dates.length === items.length && alike
    ? digits.map(each => ({ value: Number(each) }))
    : undefined
}

/** The items as quantities, when all of them are and they measure the same. */
function quantitiesOf(items: readonly (number | string)[]): readonly Quantity[] | undefined {
  const read = items.flatMap(item =>
    typeof item === 'number' ? { value: item } : (parseQuantity(item) ?? []),
  )
  const measures = new Set(read.map(({ unit }) => dimensionOf(unit ?? '') ?? '1'))
  return read.length === items.length && measures.size <= 1 ? read : undefined
}
