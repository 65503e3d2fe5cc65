// Dates in expressions: spelled, taken apart, subtracted, compared, and moved by a duration.
import { parseDate, readDate } from '../../text/dates.ts'
import { type Amount, add, amount, convert, printAmount, subtract } from '../amount.ts'
import { type Datum, numberIn, printDatum, type Scalar } from '../datum.ts'
import { type Exact, ExpressionError, fromNumber, settle, shorten, toNumber } from '../exact.ts'
import { toAmount } from '../quantity.ts'
import { dimension, factorOf, parseUnit, type Unit } from '../units.ts'
import { each, type Functions, integer, type Operation, whole } from './operation.ts'

/** What takes dates. */
export const dateFunctions: Functions = {
  date: whole([1, 3], spellDate),
  year: whole(1, (d: Datum) => datePart(d, 'YYYY')),
  month: whole(1, (d: Datum) => datePart(d, 'M')),
  day: whole(1, (d: Datum) => datePart(d, 'D')),
  months_between: whole(2, (from: Datum, to: Datum) => since(from, to, 1, month)),
  years_between: whole(2, (from: Datum, to: Datum) => since(from, to, 12, year)),
}

/** What is written between numbers, dates and durations. */
export const dateOperators: Readonly<Record<'+' | '-', Operation>> = {
  '+': { ...each(2, add), ofDates: plus },
  '-': { ...each(2, subtract), ofDates: minus },
}

/** The order of two days or of two months, however they are spelled; `undefined` for anything else. */
export function orderOfDates(a: Datum, b: Datum): number | undefined {
  const [one, other] = [dateIn(a), dateIn(b)]
  return one && one.hasDay === other?.hasDay ? one.date.getTime() - other.date.getTime() : undefined
}

/** The latest of dates, or with -1 the earliest; `undefined` where anything else is among them. */
export function lastOf(items: readonly Scalar[], sign: 1 | -1): Scalar | undefined {
  if (items.length === 0 || !items.every(dateIn)) return undefined
  return items.reduce((best, each) => {
    const order = orderOfDates(each, best)
    if (order === undefined)
      throw new ExpressionError(
        `${printDatum(each)} and ${printDatum(best)} are a day and a month; give days alone or months alone`,
      )
    return sign * order > 0 ? each : best
  })
}

/** The days from one date to another. */
export const daysBetween = whole(2, (from: Datum, to: Datum) => between(dateOf(to), dateOf(from)))

/** The date that a value is; anything else is refused. */
export function dateOf(value: Datum): Dated {
  const found = dateIn(value)
  if (found) return found
  throw new ExpressionError(`"${shorten(printDatum(value))}" is no date`)
}

// --- internal ---

interface Dated {
  readonly date: Date
  /** A month has none. */
  readonly hasDay: boolean
  readonly hasTime: boolean
  readonly text: string
}

const [day, month, year] = ['days', 'months', 'years'].map(name => parseUnit(name)!) as [
  Unit,
  Unit,
  Unit,
]
const msPerDay = 86_400_000

function dateIn(value: Datum): Dated | undefined {
  const text = typeof value === 'object' && 'said' in value ? value.said : value
  const at = typeof text === 'string' ? parseDate(text) : undefined
  if (typeof text !== 'string' || at === undefined) return undefined
  const hasDay = readDate(text)?.day !== undefined
  return { date: new Date(at), hasDay, hasTime: text.includes(':'), text }
}

/** A date and a duration, in either order; or two texts, of which one is neither a date nor a number. */
function plus(a: Scalar, b: Scalar): Scalar | undefined {
  const texts = [a, b].filter(each => typeof each === 'string')
  if (texts.length === 2 && texts.some(each => !dateIn(each) && !toAmount({ value: each })))
    return texts.join('')
  const [one, other] = [dateIn(a), dateIn(b)]
  if (one && other)
    throw new ExpressionError(
      `${one.text} and ${other.text} are dates: one is subtracted from the other, or moved by a duration`,
    )
  if (one) return moved(one, numberIn(b), 1)
  return other && moved(other, numberIn(a), 1)
}

/** A date less another, in days, or less a duration. */
function minus(a: Scalar, b: Scalar): Scalar | undefined {
  const [one, other] = [dateIn(a), dateIn(b)]
  if (one && other) return between(one, other)
  if (other)
    throw new ExpressionError(`${other.text} is a date and is taken from no ${printDatum(a)}`)
  return one && moved(one, numberIn(b), -1)
}

function between(later: Dated, earlier: Dated): Amount {
  const month = [later, earlier].find(({ hasDay }) => !hasDay)
  if (month) throw new ExpressionError(`${month.text} is a month and has no day`)
  const days = fromNumber(later.date.getTime() - earlier.date.getTime()).div(msPerDay)
  return amount(days, day)
}

/** Months and years keep the day, or take the last one that the month has: 31 January and a month is 28 February. */
function moved(from: Dated, by: Amount, sign: 1 | -1): string {
  const steps = `a date is moved by a duration such as 30 days or 18 months, not by ${printAmount(by)}`
  if (dimension(by.unit) !== dimension(day)) throw new ExpressionError(steps)
  const months = inWhole(by, month)
  if (months !== undefined && factorOf(by.unit).compare(factorOf(month)) >= 0)
    return spelled(from, inMonths(from.date, sign * months))
  const isExact = inWhole(by, day) !== undefined || from.hasTime || isOfClock(by.unit)
  if (!from.hasDay || !isExact) throw new ExpressionError(steps)
  const at = from.date.getTime() + sign * Math.round(toNumber(inDays(by)) * msPerDay)
  return spelled({ ...from, hasTime: from.hasTime || at % msPerDay !== 0 }, new Date(at))
}

const inDays = (by: Amount): Exact => convert(by, day).number

const isOfClock = (unit: Unit) => factorOf(unit).compare(factorOf(day)) < 0

function inWhole(by: Amount, unit: Unit): number | undefined {
  const number = settle(convert(by, unit).number)
  return number.d === 1n ? toNumber(number) : undefined
}

function inMonths(from: Date, months: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const to = new Date(from)
  to.setUTCFullYear(year, month, Math.min(from.getUTCDate(), last))
  return to
}

function spelled({ hasDay, hasTime, text }: Dated, date: Date): string {
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0)
    throw new ExpressionError(`the date is too far from ${text}`)
  const iso = date.toISOString()
  return hasTime ? iso.replace(/(:00)?\.000Z$/, '') : iso.slice(0, hasDay ? 10 : 7)
}

/** How many whole steps of so many months lie between two dates; below zero when the second is earlier. */
function since(from: Datum, to: Datum, months: number, unit: Unit): Amount {
  const [begin, end] = [dateOf(from).date, dateOf(to).date]
  const [early, late, sign] = begin <= end ? [begin, end, 1] : [end, begin, -1]
  const apart =
    (late.getUTCFullYear() - early.getUTCFullYear()) * 12 + late.getUTCMonth() - early.getUTCMonth()
  const full = inMonths(early, apart) > late ? apart - 1 : apart
  return amount(fromNumber(sign * Math.floor(full / months)), unit)
}

/** A date in a spelling such as `MMMM YYYY`; without one as ISO writes it. */
function spellDate(value: Datum, spelling?: Datum, day?: Datum): string {
  if (isNumber(value) && spelling !== undefined && (day !== undefined || isNumber(spelling)))
    return spellDate(madeOf([value, spelling, ...(day === undefined ? [] : [day])]))
  if (isNumber(value) && spelling !== undefined) {
    const month = toNumber(value.number)
    const only = /^M{1,4}$/.test(String(spelling))
    if (only && Number.isInteger(month) && month >= 1 && month <= 12)
      return parts[spelling as string]!(new Date(Date.UTC(2000, month - 1)))
  }
  const { date, hasDay } = dateOf(value)
  if (spelling === undefined) return date.toISOString().slice(0, hasDay ? 10 : 7)
  if (typeof spelling !== 'string')
    throw new ExpressionError('the spelling of a date is a text in quotes')
  if (!hasDay && /D|d{3,4}/.test(spelling))
    throw new ExpressionError(`${printDatum(value)} is a month and has no day`)
  return spelling.replaceAll(/YYYY|YY|M{1,4}|DD?|d{3,4}|HH|mm/g, part => parts[part]!(date))
}

const isNumber = (value: Datum): value is Amount => typeof value === 'object' && 'number' in value

/** The day of a year, a month and a day, or the month of the first two, as text. */
const madeOf = (numbers: readonly Datum[]): string =>
  numbers
    .map((each, at) => String(integer(numberIn(each), 'date')).padStart(at === 0 ? 4 : 2, '0'))
    .join('-')

/** The year, month or day of a date. */
function datePart(value: Datum, part: 'YYYY' | 'M' | 'D'): Scalar {
  const { date, hasDay } = dateOf(value)
  if (part === 'D' && !hasDay)
    throw new ExpressionError(`${printDatum(value)} is a month and has no day`)
  return amount(fromNumber(Number(parts[part]!(date))))
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
  HH: date => date.toISOString().slice(11, 13),
  mm: date => date.toISOString().slice(14, 16),
  dddd: shown({ weekday: 'long' }),
  ddd: shown({ weekday: 'short' }),
}
