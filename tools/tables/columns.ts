// What a column of a table holds, found out from its cells as written: numbers and how they are
// spelled, dates, text.
import {
  type DayOrder,
  type DecimalMark,
  isEmpty,
  otherMark,
  parseDate,
  parseNumber,
} from './cells.ts'
import { shapesOf } from './shapes.ts'
import { distinctLimit, newTally, type Tally } from './tally.ts'

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

/**
 * What the columns hold of which `tallies` were taken, named by `names` (`column_3` where there is
 * none, made unique). A column is read with a decimal comma when more of its cells prove it (`1,5`) than
 * prove a point, or when neither is proved in the table and `usual` is the comma. `certain` is the mark of a
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
export function uniqueNames(names: readonly string[], width = names.length): string[] {
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
  if (most > 0 && counts.code === 0 && numbers >= most && !areNames(tally, decimal)) {
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

/** Whole numbers of which every fiftieth at least has a letter before it are names, and none of them is left out. */
const areNames = ({ counts, after }: Tally, decimal: DecimalMark) =>
  after[decimal] === 0 && counts['code of letter'] * 50 >= Math.max(counts.filled, 1)

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
