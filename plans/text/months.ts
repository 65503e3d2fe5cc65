// The months and the days of the week as English names them.

const spelledBy = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  return (...day: readonly [number, number, number]) => format.format(Date.UTC(...day))
}
const monthName = spelledBy({ month: 'long' })
const weekdayName = spelledBy({ weekday: 'long' })

/** `January` to `December`. */
export const monthNames = Array.from({ length: 12 }, (_, month) => monthName(2001, month, 1))

/** `Monday` to `Sunday`; 1 January 2001 was a Monday. */
export const weekdayNames = Array.from({ length: 7 }, (_, day) => weekdayName(2001, 0, day + 1))

/** For each month the source of a pattern that takes its name or its first three letters or more. */
export const monthPatterns: readonly string[] = monthNames.map(abbreviated)

/** The source of a pattern for the name of any month, whole or abbreviated; it captures nothing. */
export const anyMonth = `(?:${monthPatterns.join('|')})`

/** The same for the days of the week. */
export const anyWeekday = `(?:${weekdayNames.map(abbreviated).join('|')})`

/** The number of the month, 1 to 12, that a word names, whole or abbreviated (`Sept.`); else `undefined`. */
export function monthNumber(word: string): number | undefined {
  return numbers.get(word.replace(/\.$/, '').toLowerCase())
}

// --- internal ---

const numbers = new Map(
  monthNames.flatMap((name, month) =>
    [...name.slice(2)].map(
      (_, more) => [name.slice(0, more + 3).toLowerCase(), month + 1] as const,
    ),
  ),
)

function abbreviated(name: string): string {
  const rest = [...name.slice(3)].reduceRight((after, letter) => `(?:${letter}${after})?`, '')
  return `${name.slice(0, 3)}${rest}\\.?`
}
