// Lists in answers: their items however they are separated, and the order a question wants.

import { unify } from '../expressions/amount.ts'
import { toNumber as toDouble } from '../expressions/exact.ts'
import { toAmount } from '../expressions/quantity.ts'
import { dimension } from '../expressions/units.ts'
import type { AnswerForm, Value } from '../plan.ts'
import { readDate } from '../text/dates.ts'
import { toNumber } from '../text/evidence.ts'
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

/**
 * The items in the order asked for: by their alphabet, or by size when all of them are quantities or
 * dates. Names in the order of a size stay as they were found: what they are ordered by is not in them.
 */
export function ordered<Item extends number | string>(
  items: readonly Item[],
  order: AnswerForm['order'],
): readonly Item[] {
  if (order === undefined || order === 'as-found') return items
  if (order === 'alphabetical') return items.toSorted(byWords)
  const sizes = sizesOf(items)
  if (!sizes) return items
  const sizeOf = new Map(items.map((item, at) => [item, sizes[at]!]))
  const sign = order === 'descending' ? -1 : 1
  return items.toSorted((a, b) => sign * (sizeOf.get(a)! - sizeOf.get(b)!))
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

const byWords = (a: number | string, b: number | string) =>
  String(a).localeCompare(String(b), 'en', { numeric: true })

/** Numbers, days or amounts, when all of the items are such. */
function sizesOf(items: readonly (number | string)[]): readonly number[] | undefined {
  const numbers = items.filter(item => typeof item === 'number')
  return numbers.length === items.length ? numbers : (daysOf(items) ?? amountsOf(items))
}

/** The items as days, when all of them are dates: as exact as the least exact of them. */
function daysOf(items: readonly (number | string)[]): readonly number[] | undefined {
  const days = items.map(item => {
    const { year, month = '', day = '' } = readDate(String(item)) ?? {}
    return year === undefined ? '' : year + month + day
  })
  const length = Math.min(...days.map(each => each.length))
  return length > 0 ? days.map(each => Number(each.slice(0, length))) : undefined
}

/** The items as numbers of one unit, when all of them are quantities and they measure the same. */
function amountsOf(items: readonly (number | string)[]): readonly number[] | undefined {
  const read = items.flatMap(value => toAmount({ value }) ?? [])
  const measures = new Set(read.map(({ unit }) => dimension(unit)))
  return read.length === items.length && measures.size <= 1
    ? unify(read).map(each => toDouble(each.number))
    : undefined
}
