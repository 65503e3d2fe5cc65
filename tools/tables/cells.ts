// What the text of one table cell means: a number in some spelling, a date, nothing, or text.
import { monthAbroad } from '../../plans/text/languages.ts'
import { monthNumber } from '../../plans/text/months.ts'

/** What stands before the decimals of a number. */
export type DecimalMark = '.' | ','
/** Whether the day or the month comes first in a date of numbers. */
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

/** True for digits that name something and are not an amount: `007`, a 16-digit card number. */
export function isCode(cell: string): boolean {
  return /^\s*(?:0\d+|\d{16,})\s*$/.test(cell)
}

/** True for what names something and may stand among whole numbers that do so too: `N3` among bus lines. */
export function isCodeOfLetter(cell: string): boolean {
  return /^\s*\p{Lu}{1,3}-?\d+\p{L}?\s*$/u.test(cell)
}

/** A number as written in a cell. */
export interface Amount {
  readonly value: number
  /** Digits behind the decimal mark; infinite when it is not written in digits alone. */
  readonly after: number
  /** True when there is nothing but digits, a decimal mark and a minus. */
  readonly plain: boolean
  /** Its currency or `%`, when it has one. */
  readonly mark?: string
}

const money = 'US\\$|[$€£¥₹]|USD|EUR|GBP|CHF|JPY'
const shape = new RegExp(
  `^(\\()?([-+−])?(${money})?\\s?([-+−])?([\\d.,'’ ]*\\d[\\d.,]*(?:e[-+]?\\d{1,3})?)\\s?(${money}|%)?(\\))?$`,
  'i',
)
const plain = /^-?(?:0|[1-9]\d{0,14})(?:([.,])(\d+))?$/
const general = /^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i
const grouped = /^\d{1,3}(?:([,'’ ])\d{3}(?:\1\d{3})*)(?:\.\d+)?$/

/**
 * Reads `1,234.50`, `$12`, `12 %` (12, not 0.12), `1 234`, `(1,234.50)` (negative), `1.5e3`; with
 * decimal mark `,` also `1.234,50`. Codes such as `007` and integers of more than 15 digits are text:
 * as numbers they would lose digits. Returns `undefined` for anything else.
 */
export function parseAmount(cell: string, decimal: DecimalMark = '.'): Amount | undefined {
  const simple = plain.exec(cell)
  if (simple && (simple[1] ?? decimal) === decimal) {
    // adding 0 makes -0 an ordinary 0
    const value = Number(decimal === '.' ? cell : cell.replace(',', '.')) + 0
    return { value, after: simple[2]?.length ?? 0, plain: true }
  }
  const text = cell.replace(/[\u00a0\u202f\u2009]/g, ' ').trim()
  const parts = text.length < 60 ? shape.exec(text) : null
  if (!parts) return undefined
  const [, opening, before, left, after, body, right, closing] = parts
  if ((opening === undefined) !== (closing === undefined)) return undefined
  if ((before && after) || (left && right)) return undefined
  const point = body!.replace(/[.,]/g, mark => (mark === decimal ? '.' : ','))
  const digits = general.test(point)
    ? point
    : grouped.test(point)
      ? point.replace(/[,'’ ]/g, '')
      : ''
  if (digits === '' || /^0\d/.test(digits) || /^\d{16,}$/.test(digits)) return undefined
  const size = Number(digits)
  if (!Number.isFinite(size)) return undefined
  const written = String(size)
  const negative = opening !== undefined || (before ?? after ?? '+') !== '+'
  const mark = right ?? left
  return {
    value: negative && size !== 0 ? -size : size,
    after: written.includes('e') ? Number.POSITIVE_INFINITY : (written.split('.')[1] ?? '').length,
    plain: false,
    ...(mark !== undefined && { mark }),
  }
}

/** The value of `parseAmount`; what is no number with this mark but with the other one is that: `17,8`. */
export function parseNumber(cell: string, decimal: DecimalMark = '.'): number | undefined {
  return (parseAmount(cell, decimal) ?? parseAmount(cell, otherMark(decimal)))?.value
}

/** The one for the other. */
export function otherMark(decimal: DecimalMark): DecimalMark {
  return decimal === '.' ? ',' : '.'
}

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}$/
/** `y`, `m` and `d` are digits, `name` is that of a month. */
const forms = [
  /^(?<y>\d{4})[-/](?<m>\d{1,2})[-/](?<d>\d{1,2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(?<zone>Z|[-+]\d{2}:?\d{2})?)?$/,
  /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
  /^(?<d>\d{1,2})[ -](?<name>[a-z]{3,9})\.?,?[ -](?<y>\d{4})$/i,
  /^(?<name>[a-z]{3,9})\.? (?<d>\d{1,2}),? (?<y>\d{4})$/i,
  // 2 de enero de 2026, 1er juillet 2026, 3. März 2026
  /^(?<d>\d{1,2})(?:\.|er|º)?(?: de)? (?<name>\p{L}{3,12})\.?(?: de)? (?<y>\d{4})$/u,
] as const
const ordered = {
  'day-first': /^(?<d>\d{1,2})[/-](?<m>\d{1,2})[/-](?<y>\d{4})$/,
  'month-first': /^(?<m>\d{1,2})[/-](?<d>\d{1,2})[/-](?<y>\d{4})$/,
} as const

/**
 * A date as ISO text (`2024-03-31`, with its time if it has one), or `undefined`. `03/04/2024` is a
 * date only when `order` says which of the two is the day, or one of them is above 12.
 */
export function parseDate(cell: string, order?: DayOrder): string | undefined {
  const text = cell.trim()
  if (text.length < 8 || text.length > 35 || !/\d/.test(text)) return undefined
  const known = slashed.test(text) ? (order ?? provenOrder(text)) : undefined
  for (const form of known ? [ordered[known]] : forms) {
    const { y, m, d, name = '', time, zone = '' } = form.exec(text)?.groups ?? {}
    if (y === undefined || d === undefined) continue
    const day = calendarDay(y, m ?? String(monthNumber(name) ?? monthAbroad(name) ?? 0), d)
    return day && time ? `${day}T${time}${zone}` : day
  }
  return undefined
}

/** True for a day of the calendar as `2024-03-31`. */
export function isIsoDay(cell: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(cell) && parseDate(cell) !== undefined
}

/** Which order `31/03/2024` or `03/31/2024` proves; `undefined` when it proves none. */
export function provenOrder(cell: string): DayOrder | undefined {
  const [, first, second] = (slashed.exec(cell.trim()) ?? []).map(Number)
  if (first === undefined || second === undefined) return undefined
  if (first > 12 && second <= 12) return 'day-first'
  return second > 12 && first <= 12 ? 'month-first' : undefined
}

/** True for `03/04/2024` and its like, whose meaning depends on the rest of the column. */
export function isSlashDate(cell: string): boolean {
  return slashed.test(cell.trim())
}

function calendarDay(year: string, month: string, day: string): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (m < 1 || m > 12 || d < 1 || d > new Date(Date.UTC(y, m, 0)).getUTCDate()) return undefined
  return `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}
