// Calendar dates as beliefs hold them: a text in one of a few unambiguous spellings.

import { anyMonth, monthNumber } from './months.ts'

const monthWord = `(${anyMonth})`
const iso =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/
const dayFirst = new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)? ${monthWord},? (\d{4})$`, 'i')
const monthFirst = new RegExp(
  String.raw`^${monthWord} (?:(\d{1,2})(?:st|nd|rd|th)?,? )?(\d{4})$`,
  'i',
)

/**
 * Milliseconds since the epoch of `2024-05-01`, `2024-05`, `2024-05-01T10:30Z`, `1 May 2024`,
 * `May 1, 2024` or `May 2024` (the first day; UTC where no zone is given); `undefined` for any other
 * text and for a day that no calendar has.
 */
export function parseDate(text: string): number | undefined {
  if (text.length > 40) return undefined
  const trimmed = text.trim()
  const found = iso.exec(trimmed)
  if (found) {
    const [, year, month, day = '01', hour = '00', minute = '00', second = '00', zone = 'Z'] = found
    if (!isDay(Number(year), Number(month), Number(day))) return undefined
    const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
    return Number.isNaN(at) ? undefined : at
  }
  const first = dayFirst.exec(trimmed)
  if (first) return fromWords(first[3]!, first[2]!, first[1])
  const second = monthFirst.exec(trimmed)
  return second ? fromWords(second[3]!, second[1]!, second[2]) : undefined
}

// --- internal ---

function fromWords(year: string, word: string, day = '1'): number | undefined {
  const month = monthNumber(word)!
  return isDay(Number(year), month, Number(day))
    ? Date.UTC(Number(year), month - 1, Number(day))
    : undefined
}

function isDay(year: number, month: number, day: number): boolean {
  // of a month that there is none of `Date.parse` makes nothing
  return year >= 100 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
