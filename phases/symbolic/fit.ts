// Which conditions are worth a program: what code can see from the words alone, before any model is
// asked.

import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { stopWords } from '../../plans/text/words.ts'

/**
 * Whether logic may decide `condition` over `beliefs`. False only where the words show that it cannot:
 * nothing in them counts, compares, orders or asks what is known, and they name no belief and no value,
 * or praise a quality of a text. Whatever is in doubt is true.
 */
export function mayBeLogic(condition: string, beliefs: readonly NamedQuantity[]): boolean {
  const words = new Set(wordsOf(condition))
  if (/[\d<>=≤≥≠%]/.test(condition)) return true
  if (signs.some(sign => sign.split(' ').every(word => words.has(word)))) return true
  const named = beliefs.filter(({ name, value }) =>
    [...wordsOf(name), ...wordsOf(String(value).slice(0, 2_000))].some(
      word => words.has(word) && !stopWords.has(word),
    ),
  )
  const praises = qualities.some(quality => words.has(quality))
  return praises ? named.some(({ value }) => typeof value !== 'string') : named.length > 0
}

// --- internal ---

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

const list = (text: string) => text.trim().split(/\s*,\s*/)

/** Words of counting, comparing, ordering, time and presence; of several in one entry all must be there. */
const signs = list(`
at least, at most, more, less, fewer, greater, larger, smaller, bigger, higher, lower, longer, shorter,
cheaper, above, below, over, under, within, between, exceed, exceeds, exceeding, equal, equals, equal to,
same, identical, evenly, equally, different, differ, differs, match, matches, sum, sums, total of, add up, adds up, mean,
average, median, maximum, minimum, most of, count, counted, number of, twice, half, double, triple, third,
every, each, all, none, no, any, either, neither, only, exactly, not, never, nothing, if, unless, whenever,
before, after, earlier, later, since, until, days, day, week, weeks, month, months, year, years, date,
weekday, weekend, overdue, expired, deadline, first, last, oldest, newest, youngest, nearest, sorted,
ordered, ascending, descending, alphabetical, alphabetically, contain, contains, include, includes,
member, among, one of, empty, unique, distinct, duplicate, duplicates, even, odd, multiple,
divisible, remainder, precede, precedes, succeeds, positive, negative, zero, one, two, three, four, five, six, seven, eight, nine, ten, dozen,
percent, ratio, starts with, begins with, ends with, known, unknown, believed, missing, absent, present,
given, found, determined, established, exists, exist, recorded, integer, whole, numeric, true, false,
unit, units, afford, affordable, enough, sufficient, suffices, fits, covers, leap, prime, ancestor,
parent, reachable, connected, follows, implies, consistent, agree, agrees, add, adds, limit`)

/** What only a reader can say of a text or of a piece of work. */
const qualities = list(`
well, clear, clearly, concise, coherent, fluent, polite, friendly, helpful, useful, relevant, readable,
convincing, persuasive, plausible, reasonable, sensible, appropriate, suitable, accurate, accurately,
faithful, faithfully, neutral, balanced, professional, natural, elegant, interesting, engaging, thorough,
understandable, meaningful, respectful, biased, unbiased, tone, style, quality, good, better, nice,
satisfactory, adequate, adequately, trustworthy, reliable, credible, insightful, logical, comprehensive,
easy, simple, tactful, misleading, sense, gist, justified`)
