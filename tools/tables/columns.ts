// What a column of a table holds, found out from its cells as written: numbers and how they are
// spelled, dates, text.
import {
  type DayOrder,
  type DecimalMark,
  isCode,
  isEmpty,
  isIsoDay,
  isMissing,
  isSlashDate,
  otherMark,
  parseAmount,
  parseDate,
  parseNumber,
  provenOrder,
} from './cells.ts'
import { countShape, shapesOf } from './shapes.ts'

/** What a column holds; see `concludeColumns`. */
export interface Column {
  /** As in the file, made unique; `column_3` where the file names none. */
  readonly name: string
  readonly type: 'number' | 'date' | 'text' | 'empty'
  /** How numbers and dates of this column are spelled. */
  readonly decimal: DecimalMark
  readonly order?: DayOrder
  /** True when some dates have a time. */
  readonly timed?: true
  /** True when some numbers are written with more than digits and a decimal mark: `$1,200`. */
  readonly marked?: true
  /** Digits before and after the decimal mark, at most; only where every number is written in digits. */
  readonly digits?: { readonly before: number; readonly after: number }
  /** Of the numbers, those that have the other decimal mark. */
  readonly mixed?: number
  /** From `Distance (km)` or from cells that all end in `%`; only for numbers. */
  readonly unit?: string
  /** Cells with something in them. */
  readonly filled: number
  /** Filled cells of a number or date column that are neither, such as `n/a`; they count as empty. */
  readonly odd: number
  /** Up to three cells as written that are neither numbers nor dates, where some are odd. */
  readonly oddities?: readonly string[]
  /** Of a text column most of whose cells have digits in more than one shape: the shapes, the usual first. */
  readonly shapes?: readonly (readonly [string, number])[]
  /** The smallest and the largest number or date, where they are all spelled in the plainest way. */
  readonly range?: readonly [number, number] | readonly [string, string]
  /** True when several cells hold the largest number, of more than 40 different ones. */
  readonly tied?: true
  /** The distinct cells in order of appearance as written, when there are at most 40. */
  readonly distinct?: readonly string[]
  /** Up to three different cells as written. */
  readonly examples: readonly string[]
}

/** A typed cell: number, ISO date or text as written; `null` when empty. */
export type Cell = number | string | null

const distinctLimit = 40

const facts = [
  ...(['filled', 'missing', 'code'] as const),
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

/**
 * What the columns hold of which `tallies` were taken, named by `names` (`column_3` where there is
 * none, made unique). A column is read with a decimal comma when its spelling proves it (`1,5`), or
 * when nothing in the table proves a decimal point and `usual` is the comma. `certain` is the mark of a
 * table whose numbers were never spelled by a person.
 */
export function concludeColumns(
  names: readonly string[],
  tallies: readonly Tally[],
  usual: DecimalMark,
  certain?: DecimalMark,
): Column[] {
  const proofs = (mark: DecimalMark, of: readonly Tally[]) =>
    of.reduce((sum, { counts }) => sum + counts[`proven ${mark}`], 0)
  const markOf = (of: readonly Tally[], otherwise: DecimalMark): DecimalMark => {
    const more = proofs('.', of) - proofs(',', of)
    return more === 0 ? otherwise : more > 0 ? '.' : ','
  }
  const fallback = markOf(tallies, usual)
  return uniqueNames(names, Math.max(names.length, tallies.length)).map((name, at) => {
    const tally = tallies[at] ?? newTally()
    return conclude(name, tally, certain ?? markOf([tally], fallback))
  })
}

/** Where a column begins and ends, when both are numbers or both are dates. */
export function rangeOf(least: unknown, most: unknown): Pick<Column, 'range'> {
  if (typeof least === 'number' && typeof most === 'number') return { range: [least, most] }
  return typeof least === 'string' && typeof most === 'string' ? { range: [least, most] } : {}
}

/** What a cell of `column` means. */
export function typed(cell: string, column: Column): Cell {
  if (isEmpty(cell)) return null
  switch (column.type) {
    case 'number':
      return parseNumber(cell, column.decimal) ?? null
    case 'date':
      return parseDate(cell, column.order) ?? null
    case 'text':
      return cell.trim()
    case 'empty':
      return null
  }
}

/** One name for each of `width` columns: as given, made unique, `column_3` where there is none. */
export function uniqueNames(names: readonly string[], width: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const wanted = names[at]?.replace(/\s+/g, ' ').trim() || `column_${at + 1}`
    return takeName(wanted, taken)
  })
}

/** The name itself, or with the first number behind it that is free; it is then among those `taken`, in lower case. */
export function takeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted}_${n}`
  taken.add(name.toLowerCase())
  return name
}

// --- internal ---

function conclude(name: string, tally: Tally, decimal: DecimalMark): Column {
  const { counts, ranges } = tally
  const numbers = counts.number
  const order = slashOrder(counts)
  const dates = counts.date + (order ? counts['slash date'] : 0)
  const most = (counts.filled - counts.missing) * 0.8
  const distinct = tally.distinct.size <= distinctLimit ? [...tally.distinct] : undefined
  const column = {
    name,
    decimal,
    filled: counts.filled,
    odd: 0,
    ...(distinct && { distinct }),
    examples: [...tally.distinct].slice(0, 3),
  }
  if (most > 0 && dates >= most && dates >= numbers) {
    const { least, most } = (counts['ISO day'] === dates && ranges.day) || {}
    return {
      ...column,
      type: 'date',
      ...(order && { order }),
      ...(counts.moment > 0 && { timed: true }),
      ...rangeOf(least, most),
      ...oddIn(tally, counts.filled - dates),
    }
  }
  if (most > 0 && counts.code === 0 && numbers >= most) {
    const isPlain = counts[`plain ${decimal}`] === numbers
    const { least, most, tied } = (isPlain && ranges[decimal]) || {}
    const after = tally.after[decimal]
    const unit = unitOf(name, tally, numbers)
    const mixed = counts[`proven ${otherMark(decimal)}`]
    return {
      ...column,
      type: 'number',
      ...(!isPlain && { marked: true }),
      ...(mixed > 0 && { mixed }),
      ...(Number.isFinite(after) && { digits: { before: tally.longest, after } }),
      ...(unit !== undefined && { unit }),
      ...rangeOf(least, most),
      ...(tied && !distinct && { tied }),
      ...oddIn(tally, counts.filled - numbers),
    }
  }
  const shapes = shapesOf(tally.shapes, counts.filled)
  const type = counts.filled === 0 ? 'empty' : 'text'
  return { ...column, type, ...(shapes && { shapes }) }
}

function oddIn({ words }: Tally, odd: number): Pick<Column, 'odd' | 'oddities'> {
  return { odd, ...(odd > 0 && words.size > 0 && { oddities: [...words] }) }
}

/** A column of slash dates is read only when its cells agree on where the day stands. */
function slashOrder(counts: Tally['counts']): DayOrder | undefined {
  if (counts['day-first'] > 0 && counts['month-first'] === 0) return 'day-first'
  return counts['month-first'] > 0 && counts['day-first'] === 0 ? 'month-first' : undefined
}

function unitOf(name: string, { marks }: Tally, numbers: number): string | undefined {
  if (marks.get('%') === numbers) return '%'
  return /[([]\s*([%°a-zµ][\w%°µ·²³^/*]*)\s*[)\]]\s*$/iu.exec(name)?.[1]
}
