// What the text of one table cell means: a number in some spelling, a date, nothing, or text.

export type DecimalMark = '.' | ','
export type DayOrder = 'day-first' | 'month-first'

const blanks = new Set(['', 'na', 'n/a', '#n/a', 'nan', 'null', 'none', '-', '–', '—', '?', '.'])

/** True for an empty cell. */
export function isEmpty(cell: string): boolean {
  return cell === '' || cell.trim() === ''
}

/** True for what people write into a column of numbers or dates where a value is missing: `n/a`, `-`. */
export function isMissing(cell: string): boolean {
  return blanks.has(cell.trim().toLowerCase())
}

const money = 'US\\$|[$€£¥₹]|USD|EUR|GBP|CHF|JPY'
const shape = new RegExp(
  `^(\\()?([-+−])?(${money})?\\s?([-+−])?([\\d.,'’ ]*\\d[\\d.,]*(?:e[-+]?\\d{1,3})?)\\s?(${money}|%)?(\\))?$`,
  'i',
)
const plain = /^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i
const simple = /^(?:0|-?[1-9]\d{0,14})$/
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
  // most numbers are spelled plainly, and most tables are long
  if (simple.test(cell)) return { value: Number(cell) }
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
  return parseAmount(cell, decimal)?.value
}

/** True for digits that name something and are not an amount: `007`, a 16-digit card number. */
export function isCode(cell: string): boolean {
  return /^\s*(?:0\d+|\d{16,})\s*$/.test(cell)
}

function swapped(text: string): string {
  return text.replace(/[.,]/g, mark => (mark === '.' ? ',' : '.'))
}

const months = [
  ['january', 'jan'],
  ['february', 'feb'],
  ['march', 'mar'],
  ['april', 'apr'],
  ['may', 'may'],
  ['june', 'jun'],
  ['july', 'jul'],
  ['august', 'aug'],
  ['september', 'sep', 'sept'],
  ['october', 'oct'],
  ['november', 'nov'],
  ['december', 'dec'],
] as const

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
  if (named) return calendarDay(named[3]!, monthNumber(named[2]!), named[1]!)
  const american = monthNamed.exec(text)
  return american ? calendarDay(american[3]!, monthNumber(american[1]!), american[2]!) : undefined
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

function monthNumber(name: string): string {
  const lower = name.toLowerCase()
  return String(months.findIndex(names => (names as readonly string[]).includes(lower)) + 1)
}

function calendarDay(year: string, month: string, day: string): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (m < 1 || m > 12 || d < 1 || d > daysOf(y, m)) return undefined
  return `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}
