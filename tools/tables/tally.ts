// What is counted about a column of a table while its cells pass by.
import {
  type DecimalMark,
  isCode,
  isCodeOfLetter,
  isEmpty,
  isIsoDay,
  isMissing,
  isSlashDate,
  parseAmount,
  parseDate,
  provenOrder,
} from './cells.ts'
import { countShape } from './shapes.ts'

/** So many different cells are kept. */
export const distinctLimit = 40

const facts = [
  ...(['filled', 'missing', 'code', 'code of letter'] as const),
  // dates of which the order is sure, those of them with a time, and those that ISO writes
  ...(['date', 'moment', 'ISO day'] as const),
  // `03/04/2024` and its like, and those that prove an order
  ...(['slash date', 'day-first', 'month-first'] as const),
  // numbers; by decimal mark, those of digits and that mark alone, and those that are none with the other
  ...(['number', 'plain .', 'proven .', 'plain ,', 'proven ,'] as const),
] as const

/** What is counted about one column while its cells pass by. */
export type Tally = ReturnType<typeof newTally>

/** A column of which nothing has been seen. */
export function newTally() {
  return {
    /** Of how many cells each is true. */
    counts: Object.fromEntries(facts.map(fact => [fact, 0])) as Record<
      (typeof facts)[number],
      number
    >,
    /** The most characters of a number, and the most digits behind its mark when that is the one or the other. */
    longest: 0,
    after: { '.': 0, ',': 0 },
    /** Of plain numbers and of ISO days, whether several are the largest too. */
    ranges: {} as Partial<Record<DecimalMark | 'day', Range>>,
    marks: new Map<string, number>(),
    /** How often cells with digits have which shape: `9/9/9`, `a 9, 9`. */
    shapes: new Map<string, number>(),
    distinct: new Set<string>(),
    /** Some cells that are neither numbers nor dates. */
    words: new Set<string>(),
  }
}

interface Range {
  least: number | string
  most: number | string
  tied: boolean
}

/** Counts one more cell of a column; one that may be a sum of others is not the largest. */
export function tallyCell(tally: Tally, cell: string, isSum = false): void {
  if (isEmpty(cell)) return
  const { counts, distinct, words } = tally
  counts.filled += 1
  if (distinct.size <= distinctLimit && !distinct.has(cell)) addDistinct(distinct, cell)
  if (isMissing(cell)) counts.missing += 1
  const isValue = /\d/.test(cell) && !isLongText(tally) && tallyValue(tally, cell.trim(), isSum)
  if (!isValue && words.size < 3) addDistinct(words, cell)
}

/** True for a column that has been text for so long that it stays text. */
export function isLongText({ counts }: Tally): boolean {
  const values = counts.number + counts.date + counts['slash date']
  return counts.filled > 2000 && values === 0
}

function addDistinct(distinct: Set<string>, cell: string): void {
  const text = cell.trim().slice(0, 200)
  // a part of a string keeps all of it in memory
  if (!distinct.has(text)) distinct.add(Buffer.from(text, 'utf16le').toString('utf16le'))
}

/** False for what is neither number nor date. `0.5` and `1,234.50` prove the point, `1,5` the comma; `1.234` may be either. */
function tallyValue(tally: Tally, cell: string, isSum: boolean): boolean {
  const { counts, after, marks } = tally
  const [point, comma] = [parseAmount(cell, '.'), parseAmount(cell, ',')]
  const amount = point ?? comma
  if (amount) {
    counts.number += 1
    tally.longest = Math.max(tally.longest, cell.length)
  }
  for (const [mark, own, other] of [
    ['.', point, comma],
    [',', comma, point],
  ] as const) {
    if (own && !other) counts[`proven ${mark}`] += 1
    if (own?.plain) {
      counts[`plain ${mark}`] += 1
      if (!isSum) extend(tally, mark, own.value)
    }
    after[mark] = Math.max(after[mark], (own ?? other)?.after ?? 0)
  }
  if (amount?.plain || comma?.plain) return true
  if (amount?.mark !== undefined) marks.set(amount.mark, (marks.get(amount.mark) ?? 0) + 1)
  if (isCode(cell)) counts.code += 1
  if (!amount && isCodeOfLetter(cell)) counts['code of letter'] += 1
  countShape(tally.shapes, counts.filled, cell)
  const isDate = (!amount || /[-/.]/.test(cell)) && tallyDate(tally, cell)
  return isDate || amount !== undefined
}

function tallyDate(tally: Tally, cell: string): boolean {
  const { counts } = tally
  if (isSlashDate(cell)) {
    counts['slash date'] += 1
    const order = provenOrder(cell)
    if (order) counts[order] += 1
    return true
  }
  const date = parseDate(cell)
  if (date === undefined) return false
  counts.date += 1
  if (date.length > 10) counts.moment += 1
  if (isIsoDay(cell)) {
    counts['ISO day'] += 1
    extend(tally, 'day', cell)
  }
  return true
}

function extend({ ranges }: Tally, of: DecimalMark | 'day', value: number | string): void {
  const range = ranges[of]
  if (!range) ranges[of] = { least: value, most: value, tied: false }
  else {
    range.tied = value === range.most || (range.tied && value < range.most)
    if (value < range.least) range.least = value
    if (value > range.most) range.most = value
  }
}
