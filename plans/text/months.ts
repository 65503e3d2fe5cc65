// The months and the days of the week as English names them.

/** `January` to `December`. */
export const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** `Monday` to `Sunday`. */
export const weekdayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

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
