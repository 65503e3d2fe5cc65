// Functions of lists, texts and dates as they are.
import { parseDate, readDate } from '../../text/dates.ts'
import { amount, plainNumber } from '../amount.ts'
import { type Datum, isList, itemsOf, numberIn, printDatum, type Scalar } from '../datum.ts'
import { ExpressionError, fromNumber, printExact, settle, toDecimals, toNumber } from '../exact.ts'
import { fold } from '../quantity.ts'
import { dimension, factorOf, offsetOf } from '../units.ts'
import { type Functions, whole } from './operation.ts'

/** What takes lists, texts and dates. */
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
  date: whole([1, 2], spellDate),
  year: whole(1, (d: Datum) => datePart(d, 'YYYY')),
  month: whole(1, (d: Datum) => datePart(d, 'M')),
  day: whole(1, (d: Datum) => datePart(d, 'D')),
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

/** A date in a spelling such as `MMMM YYYY`; without one as ISO writes it. */
function spellDate(value: Datum, spelling?: Datum): string {
  if (typeof value === 'object' && 'number' in value && spelling !== undefined) {
    const month = toNumber(value.number)
    const only = /^M{1,4}$/.test(String(spelling))
    if (only && Number.isInteger(month) && month >= 1 && month <= 12)
      return parts[spelling as string]!(new Date(Date.UTC(2000, month - 1)))
  }
  const { date, hasDay } = dateOf(value)
  if (spelling === undefined) return date.toISOString().slice(0, hasDay ? 10 : 7)
  const pattern = textOf(spelling, 'the spelling of a date')
  if (!hasDay && /D|d{3,4}/.test(pattern))
    throw new ExpressionError(`${printDatum(value)} is a month and has no day`)
  return pattern.replaceAll(/YYYY|YY|M{1,4}|DD?|d{3,4}/g, part => parts[part]!(date))
}

/** The year, month or day of a date. */
function datePart(value: Datum, part: 'YYYY' | 'M' | 'D'): Scalar {
  const { date, hasDay } = dateOf(value)
  if (part === 'D' && !hasDay)
    throw new ExpressionError(`${printDatum(value)} is a month and has no day`)
  return count(Number(parts[part]!(date)))
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

function dateOf(value: Datum): { readonly date: Date; readonly hasDay: boolean } {
  const text = printDatum(value)
  const at = parseDate(text)
  if (at === undefined) throw new ExpressionError(`"${text.slice(0, 60)}" is no date`)
  return { date: new Date(at), hasDay: readDate(text)?.day !== undefined }
}

const shown = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(date)

/** What a part of a date's spelling stands for. */
const parts: Readonly<Record<string, (date: Date) => string>> = {
  YYYY: shown({ year: 'numeric' }),
  YY: shown({ year: '2-digit' }),
  MMMM: shown({ month: 'long' }),
  MMM: shown({ month: 'short' }),
  MM: shown({ month: '2-digit' }),
  M: shown({ month: 'numeric' }),
  DD: shown({ day: '2-digit' }),
  D: shown({ day: 'numeric' }),
  dddd: shown({ weekday: 'long' }),
  ddd: shown({ weekday: 'short' }),
}
