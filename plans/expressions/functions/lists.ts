// Functions of lists and texts as they are.
import { amount, plainNumber } from '../amount.ts'
import { type Datum, isList, itemsOf, numberIn, printDatum, type Scalar } from '../datum.ts'
import { ExpressionError, fromNumber, printExact, settle, toDecimals, toNumber } from '../exact.ts'
import { fold } from '../quantity.ts'
import { dimension, factorOf, offsetOf } from '../units.ts'
import { type Functions, whole } from './operation.ts'

/** What takes lists and texts. */
export const listFunctions: Functions = {
  count: whole([0, Infinity], (...list: Datum[]) => count(list.flat().length)),
  length: whole(1, length),
  fixed: whole(2, fixed),
  item: whole(2, item),
  slice: whole(3, slice),
  index: whole(2, place),
  contains: whole(2, (list: Datum, x: Datum) => {
    const key = keyOf(x)
    return itemsOf(list, 'contains').some(each => keyOf(each) === key)
  }),
  filter: undefined,
  intersect: whole(2, (a: Datum, b: Datum) => selected(a, b, true, 'intersect')),
  union: whole(2, (a: Datum, b: Datum) => unique([...itemsOf(a, 'union'), ...itemsOf(b, 'union')])),
  except: whole(2, (a: Datum, b: Datum) => selected(a, b, false, 'except')),
  unique: whole(1, unique),
  join: whole(2, join),
  if: undefined,
}

// --- internal ---

/** What two values have in common exactly when they are the same: 1 km is 1000 m, text has no case. */
function keyOf(value: Datum): string {
  if (isList(value)) return printDatum(value.map(keyOf))
  if (typeof value === 'string') return `"${fold(value)}`
  if (typeof value === 'boolean') return String(value)
  const base = value.number.mul(factorOf(value.unit)).add(offsetOf(value.unit) ?? 0)
  return `${dimension(value.unit)} ${base.toFraction()}`
}

/** The item at a place: the first is 1, the last -1. */
function item(list: Datum, place: Datum): Scalar {
  const items = itemsOf(list, 'item')
  const at = wholeOf(place, 'the place of an item')
  const found = at === 0 ? undefined : items.at(at > 0 ? at - 1 : at)
  if (found !== undefined) return found
  throw new ExpressionError(
    at === 0
      ? 'items are counted from 1 (the last is -1); there is no item 0'
      : `there is no item ${at}: the list has ${items.length}`,
  )
}

/** The items from one place to another, both included. */
function slice(list: Datum, from: Datum, to: Datum): Datum {
  const items = itemsOf(list, 'slice')
  const place = (at: number) => (at < 0 ? items.length + at + 1 : at)
  const [first, last] = [from, to].map(each => place(wholeOf(each, 'the place of an item')))
  return items.slice(Math.max(0, first! - 1), Math.max(0, last!))
}

/** The items of the first list that are, or are not, in the second; in the order of the first, each once. */
function selected(first: Datum, second: Datum, kept: boolean, what: string): Datum {
  const known = new Set(itemsOf(second, what).map(keyOf))
  return unique(itemsOf(first, what).filter(each => known.has(keyOf(each)) === kept))
}

/** Each item once, in the order of first appearance. */
function unique(list: Datum): readonly Scalar[] {
  const known = new Map<string, Scalar>()
  for (const each of itemsOf(list, 'unique'))
    if (!known.has(keyOf(each))) known.set(keyOf(each), each)
  return [...known.values()]
}

/** The place of the first item that is `wanted`. */
function place(list: Datum, wanted: Datum): Scalar {
  const key = keyOf(wanted)
  const at = itemsOf(list, 'index').findIndex(each => keyOf(each) === key)
  if (at < 0) throw new ExpressionError(`${printDatum(wanted)} is not in the list`)
  return count(at + 1)
}

/** The items of a list as one text. */
function join(list: Datum, between: Datum): string {
  return itemsOf(list, 'join').map(printDatum).join(textOf(between, 'what join puts between items'))
}

/** How many items a list has, or how many characters a text. */
function length(value: Datum): Scalar {
  return count(isList(value) ? value.length : [...printDatum(value)].length)
}

/** The number with so many decimals, as text: 2.5 is "2.50". */
function fixed(value: Datum, decimals: Datum): string {
  const { number } = numberIn(value)
  const places = wholeOf(decimals, 'the number of decimals')
  if (places < 0 || places > 30) throw new ExpressionError('fixed takes 0 to 30 decimals')
  return toDecimals(number, places)
}

const count = (value: number) => amount(fromNumber(value))

function wholeOf(value: Datum, what: string): number {
  const number = settle(plainNumber(numberIn(value), what))
  if (number.d !== 1n)
    throw new ExpressionError(`${what} is a whole number, not ${printExact(number)}`)
  return toNumber(number)
}

function textOf(value: Datum, what: string): string {
  if (typeof value === 'string') return value
  throw new ExpressionError(`${what} is a text in quotes`)
}
