// What the text of one table cell means: a number in some spelling, a date, nothing, or text.
import { monthNumber } from '../../plans/text/months.ts'

/** What stands before the decimals of a number. */
export type DecimalMark = '.' | ','
/** Whether the day or the month comes first in a date of numbers. */
export type DayOrder = 'day-first' | 'month-first'

const blanks = new Set(['', 'na', 'n/a', '#n/a', 'nan', 'null', 'none', '-', '–', '—', '?', '.'])

/** True for an empty cell. */
export function isEmpty(cell: string): boolean {
  return cell === '' || (!isInk(cell.charCodeAt(0)) && cell.trim() === '')
}

/** True for what people write into a column of numbers or dates where a value is missing: `n/a`, `-`. */
export function isMissing(cell: string): boolean {
  const size = cell.length
  if (size > longestBlank && isInk(cell.charCodeAt(0)) && isInk(cell.charCodeAt(size - 1)))
    return false
  return blanks.has(cell.trim().toLowerCase())
}

const longestBlank = Math.max(...[...blanks].map(blank => blank.length))

/** True for the visible characters of ASCII. */
function isInk(code: number): boolean {
  return code > 32 && code < 127
}

/** False for a cell that is surely no number, date or code: it has no digit, or is a long text. */
export function mayBeValue(cell: string): boolean {
  const size = cell.length
  const first = cell.charCodeAt(0)
  if (size > 60 && isInk(first) && !isDigit(first) && isInk(cell.charCodeAt(size - 1))) return false
  for (let at = 0; at < size; at++) if (isDigit(cell.charCodeAt(at))) return true
  return false
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** How a number of plain digits is spelled: with which mark, which may also group thousands. */
export type PlainNumber = 'integer' | '.' | ',' | '. or grouping' | ', or grouping'

/** The spelling of `-12`, `0.50`, `1,234`; `undefined` for any other cell, which may be a number too. */
export function plainNumber(cell: string): PlainNumber | undefined {
  const size = cell.length
  const first = cell.charCodeAt(0) === 45 ? 1 : 0
  const leading = cell.charCodeAt(first)
  if (size > 30 || !isDigit(leading)) return undefined
  let at = first + 1
  while (at < size && isDigit(cell.charCodeAt(at))) at += 1
  const whole = at - first
  if (whole > 15 || (leading === 48 && whole > 1)) return undefined
  if (at === size) return leading === 48 && first === 1 ? undefined : 'integer'
  const mark = cell.charCodeAt(at)
  const rest = size - at - 1
  if ((mark !== 46 && mark !== 44) || rest === 0) return undefined
  for (at += 1; at < size; at++) if (!isDigit(cell.charCodeAt(at))) return undefined
  const grouping = rest === 3 && whole <= 3 && leading !== 48
  if (mark === 46) return grouping ? '. or grouping' : '.'
  return grouping ? ', or grouping' : ','
}

const money = 'US\\$|[$€£¥₹]|USD|EUR|GBP|CHF|JPY'
const shape = new RegExp(
  `^(\\()?([-+−])?(${money})?\\s?([-+−])?([\\d.,'’ ]*\\d[\\d.,]*(?:e[-+]?\\d{1,3})?)\\s?(${money}|%)?(\\))?$`,
  'i',
)
const plain = /^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i
const grouped = /^\d{1,3}(?:([,'’ ])\d{3}(?:\1\d{3})*)(?:\.\d+)?$/

/** A number as written in a cell; `mark` is its currency or `%`, when it has one. */
export interface Amount {
  readonly value: number
  readonly mark?: string
}

/**
 * Reads `1,234.50`, `$12`, `12 %` (12, not 0.12), `1 234`, `(1,234.50)` (negative), `1.5e3`; with
 * decimal mark `,` also `1.234,50`. Codes such as `007` and integers of more than 15 digits are text:
 * as numbers they would lose digits. Returns `undefined` for anything else.
 */
export function parseAmount(cell: string, decimal: DecimalMark = '.'): Amount | undefined {
  const value = plainValue(cell, decimal)
  if (value !== undefined) return { value }
  const text = cell.replace(/[\u00a0\u202f\u2009]/g, ' ').trim()
  const parts = text.length < 60 ? shape.exec(text) : null
  if (!parts) return undefined
  const [, opening, before, left, after, body, right, closing] = parts
  if ((opening === undefined) !== (closing === undefined)) return undefined
  if ((before && after) || (left && right)) return undefined
  const point = decimal === '.' ? body! : swapped(body!)
  const digits = plain.test(point) ? point : grouped.test(point) ? point.replace(/[,'’ ]/g, '') : ''
  if (digits === '' || /^0\d/.test(digits) || /^\d{16,}$/.test(digits)) return undefined
  const size = Number(digits)
  if (!Number.isFinite(size)) return undefined
  const negative = opening !== undefined || (before ?? after ?? '+') !== '+'
  const mark = right ?? left
  return { value: negative && size !== 0 ? -size : size, ...(mark !== undefined && { mark }) }
}

/** The value of `parseAmount`, for callers that do not need the mark. */
export function parseNumber(cell: string, decimal: DecimalMark = '.'): number | undefined {
  return plainValue(cell, decimal) ?? parseAmount(cell, decimal)?.value
}

/** Most numbers are spelled plainly, and most tables are long. */
function plainValue(cell: string, decimal: DecimalMark): number | undefined {
  const spelled = plainNumber(cell)
  if (spelled === undefined) return undefined
  if (spelled === 'integer') return Number(cell)
  // adding 0 makes -0 an ordinary 0
  if (spelled[0] === decimal) return Number(decimal === '.' ? cell : cell.replace(',', '.')) + 0
  return spelled.length > 1 ? Number(cell.replace(spelled[0]!, '')) : undefined
}

/** True for digits that name something and are not an amount: `007`, a 16-digit card number. */
export function isCode(cell: string): boolean {
  return /^\s*(?:0\d+|\d{16,})\s*$/.test(cell)
}

function swapped(text: string): string {
  return text.replace(/[.,]/g, mark => (mark === '.' ? ',' : '.'))
}

const isoDate =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[-+]\d{2}:?\d{2})?)?$/
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/
const dayNamed = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i
const monthNamed = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i

/**
 * A date as ISO text (`2024-03-31`, with its time if it has one), or `undefined`. `03/04/2024` is a
 * date only when `order` says which of the two is the day, or one of them is above 12.
 */
export function parseDate(cell: string, order?: DayOrder): string | undefined {
  if (isIsoDay(cell)) return cell
  const text = cell.trim()
  if (text.length < 8 || text.length > 35 || !/\d/.test(text)) return undefined
  const iso = isoDate.exec(text)
  if (iso) {
    const day = calendarDay(iso[1]!, iso[2]!, iso[3]!)
    return day && iso[4] ? `${day}T${iso[4]}${iso[5] ?? ''}` : day
  }
  const dots = dotted.exec(text)
  if (dots) return calendarDay(dots[3]!, dots[2]!, dots[1]!)
  const slashes = slashed.exec(text)
  if (slashes) {
    const known = order ?? provenOrder(text)
    if (known === undefined) return undefined
    const [day, month] = known === 'day-first' ? [1, 2] : [2, 1]
    return calendarDay(slashes[3]!, slashes[month]!, slashes[day]!)
  }
  const named = dayNamed.exec(text)
  if (named) return calendarDay(named[3]!, monthOf(named[2]!), named[1]!)
  const american = monthNamed.exec(text)
  return american ? calendarDay(american[3]!, monthOf(american[1]!), american[2]!) : undefined
}

/** True for a day of the calendar as `2024-03-31`. */
export function isIsoDay(cell: string): boolean {
  if (cell.length !== 10 || cell.charCodeAt(4) !== 45 || cell.charCodeAt(7) !== 45) return false
  const [year, month, day] = [digitsAt(cell, 0, 4), digitsAt(cell, 5, 7), digitsAt(cell, 8, 10)]
  return month > 0 && month < 13 && day > 0 && day <= daysOf(year, month)
}

/** A number of digits, `NaN` when there is anything else. */
function digitsAt(cell: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) {
    const code = cell.charCodeAt(at)
    if (!isDigit(code)) return Number.NaN
    value = value * 10 + code - 48
  }
  return value
}

/** Which order `31/03/2024` or `03/31/2024` proves; `undefined` when it proves none. */
export function provenOrder(cell: string): DayOrder | undefined {
  const parts = slashed.exec(cell.trim())
  if (!parts) return undefined
  const [first, second] = [Number(parts[1]), Number(parts[2])]
  if (first > 12 && second <= 12) return 'day-first'
  return second > 12 && first <= 12 ? 'month-first' : undefined
}

/** True for `03/04/2024` and its like, whose meaning depends on the rest of the column. */
export function isSlashDate(cell: string): boolean {
  return slashed.test(cell.trim())
}

const monthOf = (name: string) => String(monthNumber(name) ?? 0)

function calendarDay(year: string, month: string, day: string): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (m < 1 || m > 12 || d < 1 || d > daysOf(y, m)) return undefined
  return `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}
