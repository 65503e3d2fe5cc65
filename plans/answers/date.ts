// Dates in answers: read in any spelling that leaves no doubt, printed as ISO does or as a question
// spells it out.
import { parseDate } from '../text/dates.ts'
import { anyMonth, anyWeekday, monthNumber } from '../text/months.ts'

/** A day, a month or a year of the calendar. */
interface CalendarDate {
  readonly year: string
  readonly month?: string
  readonly day?: string
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
    const found = spelling(plain)
    if (found) return exists(found) ? found : undefined
  }
  return undefined
}

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
    M: month && trimmed(month),
    DD: day,
    D: day && trimmed(day),
  }
  const wanted = spelling.match(/[YMD]+/g) ?? []
  if (wanted.some(part => parts[part] === undefined)) return undefined
  return spelling.replace(/[YMD]+/g, part => parts[part] ?? part)
}

/** The spelling of a date that a note shows, in capital letters. */
export function datePattern(note: string): string | undefined {
  const found = /\b(?:[DM]{1,2}|YYYY|YY)(?:[./-](?:[DM]{1,2}|YYYY|YY)){1,2}\b/i.exec(note)?.[0]
  const pattern = found?.toUpperCase()
  const parts = pattern?.split(/[./-]/).map(part => part[0]) ?? []
  return new Set(parts).size === parts.length ? pattern : undefined
}

// --- internal ---

const weekday = new RegExp(`^(?:on )?${anyWeekday},? (?:the )?`, 'i')
const vague = new RegExp(
  `^(?:${anyMonth}|bc|bce|ad|ce|century|centuries|spring|summer|autumn|fall|winter)$`,
  'i',
)
const filler = new RegExp(
  `^(?:\\d{1,4}(?:st|nd|rd|th|s)?|${anyWeekday}|the|of|in|on|early|mid|late|about|around|circa|ca|to|and|between|from|until)$`,
  'i',
)

type Spelling = (text: string) => CalendarDate | undefined

const inWords = String.raw`([a-z]{3,9})\.?`
const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?$`

const spelled = (
  pattern: string,
  [year, month, day]: readonly [number, number?, number?],
): Spelling => {
  const compiled = new RegExp(`^${pattern}${time}`, 'i')
  return text => {
    const found = compiled.exec(text)
    if (!found) return undefined
    const monthText = month === undefined ? undefined : toMonth(found[month] ?? '')
    if (month !== undefined && monthText === undefined) return undefined
    return {
      year: (found[year] ?? '').padStart(4, '0'),
      ...(monthText !== undefined && { month: monthText }),
      ...(day !== undefined && { day: (found[day] ?? '').padStart(2, '0') }),
    }
  }
}

const spellings: readonly Spelling[] = [
  spelled(String.raw`(\d{4})([-/.])(\d{1,2})\2(\d{1,2})`, [1, 3, 4]),
  spelled(String.raw`(\d{4})-(\d{2})`, [1, 2]),
  spelled(String.raw`(\d{4})(\d{2})(\d{2})`, [1, 2, 3]),
  spelled(String.raw`(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})`, [3, 2, 1]),
  text => withSlashes(text),
  spelled(String.raw`(\d{1,2})[\s-]+${inWords},?[\s-]+(\d{4})`, [3, 2, 1]),
  spelled(String.raw`${inWords}\s+(\d{1,2}),?\s+(\d{4})`, [3, 1, 2]),
  spelled(String.raw`(\d{4}),?\s+${inWords}\s+(\d{1,2})`, [1, 2, 3]),
  spelled(String.raw`${inWords},?\s+(?:of\s+)?(\d{4})`, [2, 1]),
  spelled(String.raw`(\d{4})`, [1]),
]

/** Some write the day first and some the month: only one of the two may be possible. */
function withSlashes(text: string): CalendarDate | undefined {
  const [, first = '', second = '', year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? []
  if (year === undefined) return undefined
  const dayFirst = Number(first) > 12 || first === second
  if (!dayFirst && Number(second) <= 12) return undefined
  const [day, month] = dayFirst ? [first, second] : [second, first]
  return { year, month: month.padStart(2, '0'), day: day.padStart(2, '0') }
}

function toMonth(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text.padStart(2, '0')
  return monthNumber(text)?.toString().padStart(2, '0')
}

function exists({ year, month = '01', day = '01' }: CalendarDate): boolean {
  return parseDate(`${year}-${month}-${day}`) !== undefined
}

const trimmed = (part: string) => part.replace(/^0/, '')
