// Dates in answers: printed as ISO does or as a question spells it out.
import type { CalendarDate } from '../text/dates.ts'
import { anyMonth, anyWeekday } from '../text/months.ts'

/**
 * Whether a text speaks of nothing but a time in the calendar that is less or more than one date, such
 * as `7 May`, `spring 1969`, `44 BC`, `5 to 7 June 2026`.
 */
export function isVagueDate(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
  const years = words.filter(word => /^\d{3,4}s?$/.test(word))
  const named = words.filter(word => vague.test(word))
  const days = words.filter(word => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word))
  const whole = years.length === 1 && days.length + named.length === 2 && days.length > 0
  if (whole || (named.length === 0 && (years.length === 0 || days.length > 0))) return false
  return words.every(word => vague.test(word) || filler.test(word))
}

/**
 * The date in a spelling such as `MM/DD/YY` or `DD.MM.YYYY`, else as ISO writes it. `undefined` when
 * the spelling needs more than the date says.
 */
export function printDate(
  { year, month, day }: CalendarDate,
  spelling?: string,
): string | undefined {
  if (spelling === undefined) return [year, month, day].filter(part => part !== undefined).join('-')
  const parts: Readonly<Record<string, string | undefined>> = {
    YYYY: year,
    YY: year.slice(-2),
    MM: month,
    M: month?.replace(/^0/, ''),
    DD: day,
    D: day?.replace(/^0/, ''),
  }
  const known = spelling.match(/[YMD]+/g)?.every(part => parts[part] !== undefined)
  return known ? spelling.replace(/[YMD]+/g, part => parts[part]!) : undefined
}

/** The spelling of a date that a note shows, in capital letters. */
export function datePattern(note: string): string | undefined {
  const found = /\b(?:[DM]{1,2}|YYYY|YY)(?:[./-](?:[DM]{1,2}|YYYY|YY)){1,2}\b/i.exec(note)?.[0]
  const pattern = found?.toUpperCase()
  const parts = pattern?.split(/[./-]/).map(part => part[0]) ?? []
  return new Set(parts).size === parts.length ? pattern : undefined
}

// --- internal ---

const vague = new RegExp(
  `^(?:${anyMonth}|bc|bce|ad|ce|century|centuries|spring|summer|autumn|fall|winter)$`,
  'i',
)
const filler = new RegExp(
  `^(?:\\d{1,4}(?:st|nd|rd|th|s)?|${anyWeekday}|the|of|in|on|early|mid|late|about|around|circa|ca|to|and|between|from|until)$`,
  'i',
)
