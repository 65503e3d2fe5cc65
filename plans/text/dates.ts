// Calendar dates in texts, in any spelling that leaves no doubt.
import { anyWeekday, monthNumber } from './months.ts'

/** A day, a month or a year of the calendar. */
export interface CalendarDate {
  readonly year: string
  readonly month?: string | undefined
  readonly day?: string | undefined
}

/**
 * Milliseconds since the epoch of `2024-05-01`, `2024-05`, `2024-05-01T10:30Z`, and of a date with its month in
 * words as `readDate` takes it (the first day of a month; UTC where no zone is given); `undefined` for any
 * other text and for a day that no calendar has.
 */
export function parseDate(text: string): number | undefined {
  if (text.length > 40) return undefined
  const [, year, month = '', day = '01', time = '00:00', second = '00', zone = 'Z'] =
    iso.exec(text.trim()) ?? []
  if (year !== undefined) {
    if (!isDay({ year, month, day })) return undefined
    const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
    const at = Date.parse(`${year}-${month}-${day}T${time.padStart(5, '0')}:${second}${offset}`)
    return Number.isNaN(at) ? undefined : at
  }
  const named = /\p{L}{3}/u.test(text) && !text.includes(':') ? readDate(text) : undefined
  return named?.month === undefined
    ? undefined
    : Date.parse(`${named.year}-${named.month}-${named.day ?? '01'}`)
}

/**
 * The date a text consists of: `2026-06-05`, `2026/6/5`, `5.6.2026`, `13/06/2026`, `20260605`,
 * `Friday, 5 June 2026`, `June 5th, 2026`, `the 5th of June 2026`, `June 2026`, `2026`; a time behind
 * it is left out. `undefined` for anything else, for a day that no calendar has, and for
 * `05/06/2026`, which is two days.
 */
export function readDate(text: string): CalendarDate | undefined {
  const plain = text
    .trim()
    .replace(weekday, '')
    .replace(/^(?:on )?the /i, '')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b(?: of)?/i, '$1')
    .replace(/\.$/, '')
  for (const spelling of spellings) {
    const { year, month, day } = spelling.exec(plain)?.groups ?? {}
    const number = /\p{L}/u.test(month ?? '') ? monthNumber(month!)?.toString() : month
    if (year === undefined || (month !== undefined && number === undefined)) continue
    const found = { year, month: number?.padStart(2, '0'), day: day?.padStart(2, '0') }
    return isDay(found) ? found : undefined
  }
  return undefined
}

// --- internal ---

const iso =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{1,2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/

const weekday = new RegExp(`^(?:on )?${anyWeekday},? (?:the )?`, 'i')

const [y, m, d] = [
  String.raw`(?<year>\d{4})`,
  String.raw`(?<month>\d{1,2})`,
  String.raw`(?<day>\d{1,2})`,
]
const name = String.raw`(?<month>[a-z]{3,9})\.?`
/** Twice the same, or over twelve, so that it cannot be the month. */
const surely = String.raw`(?=(\d{1,2})[/-]\1[/-]|1[3-9]|[23]\d)`

const spellings = [
  String.raw`${y}([-/.])${m}\2${d}`,
  String.raw`${y}-(?<month>\d{2})`,
  String.raw`${y}(?<month>\d{2})(?<day>\d{2})`,
  String.raw`${d}\.\s?${m}\.\s?${y}`,
  `${surely}${d}[/-]${m}[/-]${y}`,
  String.raw`${m}[/-](?=1[3-9]|[23]\d)${d}[/-]${y}`,
  String.raw`${d}[\s-]+${name},?[\s-]+${y}`,
  String.raw`${name}\s+${d},?\s+${y}`,
  String.raw`${y},?\s+${name}\s+${d}`,
  String.raw`${name},?\s+(?:of\s+)?${y}`,
  y,
].map(pattern => new RegExp(String.raw`^${pattern}(?:[T ,]+\d{1,2}:\d{2}.*)?$`, 'i'))

function isDay({ year, month = '01', day = '01' }: CalendarDate): boolean {
  // what no month has would be a day of the next one
  return Number(year) >= 100 && new Date(`${year}-${month}-${day}`).getUTCDate() === Number(day)
}
