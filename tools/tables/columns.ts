// What a column of a table holds, found out from its cells as written: numbers and how they are
// spelled, dates, text.
import {
  type Amount,
  type DayOrder,
  type DecimalMark,
  isCode,
  isEmpty,
  isIsoDay,
  isMissing,
  isSlashDate,
  mayBeValue,
  type PlainNumber,
  parseAmount,
  parseDate,
  parseNumber,
  plainNumber,
  provenOrder,
} from './cells.ts'
import { addShape, countShape, shapesOf } from './shapes.ts'

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
  /** From `Distance (km)` or from cells that all end in `%`; only for numbers. */
  readonly unit?: string
  /** Cells with something in them. */
  readonly filled: number
  /** Filled cells of a number or date column that are neither, such as `n/a`; they count as empty. */
  readonly odd: number
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

/** What is counted about one column while its cells pass by. */
export type Tally = ReturnType<typeof newTally>

/** A column of which nothing has been seen. */
export function newTally() {
  const kinds = { filled: 0, missing: 0, codes: 0, dates: 0, slashDates: 0 }
  /** Those of the dates with a time, and those that prove an order. */
  const dates = { moments: 0, dayFirst: 0, monthFirst: 0 }
  /** By decimal mark; those of digits and a mark alone; those that can have no other mark. */
  const numbers = { point: 0, comma: 0, plainPoint: 0, plainComma: 0 }
  const proven = { provenPoint: 0, provenComma: 0 }
  /** The most digits, and the most after the mark when it is a point and when it is a comma. */
  const digits = { before: 0, afterPoint: 0, afterComma: 0 }
  type Bound = number | string | undefined
  return {
    ...kinds,
    ...dates,
    ...numbers,
    ...proven,
    ...digits,
    /** Of numbers with nothing but digits and a point, and of ISO dates: how many, the least and the largest. */
    sure: 0,
    least: undefined as Bound,
    most: undefined as Bound,
    mostAgain: false,
    marks: new Map<string, number>(),
    /** How often cells with digits have which shape: `9/9/9`, `a 9, 9`. */
    shapes: new Map<string, number>(),
    distinct: new Set<string>(),
  }
}

/** Counts one more cell of a column. */
export function tallyCell(tally: Tally, cell: string): void {
  if (isEmpty(cell)) return
  tally.filled += 1
  if (tally.distinct.size <= distinctLimit) addDistinct(tally.distinct, cell)
  if (isMissing(cell)) {
    tally.missing += 1
    return
  }
  // a column that has been text for so long stays text
  if (tally.filled > 2000 && tally.point + tally.comma + tally.dates + tally.slashDates === 0)
    return
  const spelled = plainNumber(cell)
  if (spelled !== undefined) tallyPlain(tally, spelled, cell)
  else if (isIsoDay(cell)) {
    tally.dates += 1
    tallyRange(tally, cell)
    addShape(tally, '9-9-9')
  } else if (mayBeValue(cell)) tallyValue(tally, cell)
}

function tallyRange(tally: Tally, value: number | string): void {
  tally.sure += 1
  const { least = value, most = value } = tally
  tally.least = value < least ? value : least
  tally.mostAgain = value === tally.most || (tally.mostAgain && value < most)
  tally.most = value > most ? value : most
}

function addDistinct(distinct: Set<string>, cell: string): void {
  const text = cell.trim().slice(0, 200)
  // a part of a string keeps all of it in memory
  if (!distinct.has(text)) distinct.add(Buffer.from(text, 'utf16le').toString('utf16le'))
}

/** `0.5` proves the point, `1,5` the comma; `1.234` may be either. */
function tallyPlain(tally: Tally, spelled: PlainNumber, cell: string): void {
  if (cell.length > tally.before) tally.before = cell.length
  if (spelled !== 'integer') {
    const after = cell.length - cell.indexOf(spelled[0]!) - 1
    if (spelled[0] === '.') tally.afterPoint = Math.max(tally.afterPoint, after)
    else tally.afterComma = Math.max(tally.afterComma, after)
  }
  if (spelled === 'integer' || spelled === '.') tallyRange(tally, Number(cell))
  if (spelled !== ',') tally.point += 1
  if (spelled !== '.') tally.comma += 1
  if (!spelled.startsWith(',')) tally.plainPoint += 1
  if (!spelled.startsWith('.')) tally.plainComma += 1
  if (spelled === '.') tally.provenPoint += 1
  if (spelled === ',') tally.provenComma += 1
}

function tallyValue(tally: Tally, cell: string): void {
  countShape(tally, cell)
  if (isCode(cell)) tally.codes += 1
  const amount = tallyAmount(tally, cell)
  if (amount && !/[-/.]/.test(cell)) return
  tallyDate(tally, cell)
}

function tallyDate(tally: Tally, cell: string): void {
  if (isSlashDate(cell)) {
    tally.slashDates += 1
    const order = provenOrder(cell)
    if (order === 'day-first') tally.dayFirst += 1
    if (order === 'month-first') tally.monthFirst += 1
    return
  }
  const date = parseDate(cell)
  if (date === undefined) return
  tally.dates += 1
  if (date.length > 10) tally.moments += 1
}

/** Counts a cell under both decimal marks; `1,5` and `1.234,50` prove the comma, `0.5` the point. */
function tallyAmount(tally: Tally, cell: string): Amount | undefined {
  const point = parseAmount(cell, '.')
  const comma = /[.,]/.test(cell) ? parseAmount(cell, ',') : point
  if (point) {
    tally.point += 1
    tally.afterPoint = Math.max(tally.afterPoint, digitsAfter(point.value))
  }
  if (comma) {
    tally.comma += 1
    tally.afterComma = Math.max(tally.afterComma, digitsAfter(comma.value))
  }
  if (point || comma) tally.before = Math.max(tally.before, cell.length)
  if (point && !comma) tally.provenPoint += 1
  if (comma && !point) tally.provenComma += 1
  const mark = (point ?? comma)?.mark
  if (mark !== undefined) tally.marks.set(mark, (tally.marks.get(mark) ?? 0) + 1)
  return point ?? comma
}

/** Infinite for a number that is not written in digits alone. */
function digitsAfter(value: number): number {
  const written = String(value)
  if (written.includes('e')) return Number.POSITIVE_INFINITY
  return written.includes('.') ? written.length - written.indexOf('.') - 1 : 0
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
  const proven = { '.': 0, ',': 0 }
  for (const tally of tallies) {
    proven['.'] += tally.provenPoint
    proven[','] += tally.provenComma
  }
  const fallback = proven['.'] === proven[','] ? usual : proven['.'] > proven[','] ? '.' : ','
  const titles = uniqueNames(names, Math.max(names.length, tallies.length))
  return titles.map((title, at) => {
    const tally = tallies[at] ?? newTally()
    return conclude(title, tally, certain ?? markOf(tally, fallback))
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
  const seen = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const wanted = names[at]?.replace(/\s+/g, ' ').trim() || `column_${at + 1}`
    let name = wanted
    for (let n = 2; seen.has(name.toLowerCase()); n++) name = `${wanted}_${n}`
    seen.add(name.toLowerCase())
    return name
  })
}

// --- internal ---

function markOf({ provenPoint, provenComma }: Tally, fallback: DecimalMark): DecimalMark {
  return provenPoint === provenComma ? fallback : provenPoint > provenComma ? '.' : ','
}

function conclude(name: string, tally: Tally, decimal: DecimalMark): Column {
  const numbers = decimal === '.' ? tally.point : tally.comma
  const order = slashOrder(tally)
  const dates = tally.dates + (order ? tally.slashDates : 0)
  const meant = tally.filled - tally.missing
  const type =
    meant === 0
      ? tally.filled === 0
        ? 'empty'
        : 'text'
      : dates >= meant * 0.8 && dates >= numbers
        ? 'date'
        : tally.codes === 0 && numbers >= meant * 0.8
          ? 'number'
          : 'text'
  const after = decimal === '.' ? tally.afterPoint : tally.afterComma
  const written = type === 'number' && Number.isFinite(after)
  const marked =
    type === 'number' && numbers > (decimal === '.' ? tally.plainPoint : tally.plainComma)
  const unit = type === 'number' ? unitOf(name, tally, numbers) : undefined
  const isPlain = tally.sure === (type === 'number' ? numbers : type === 'date' ? dates : 0)
  const distinct = tally.distinct.size <= distinctLimit ? [...tally.distinct] : undefined
  return {
    name,
    type,
    decimal,
    ...(order && type === 'date' && { order }),
    ...(type === 'date' && tally.moments > 0 && { timed: true as const }),
    ...(marked && { marked: true as const }),
    ...(written && { digits: { before: tally.before, after } }),
    ...(unit !== undefined && { unit }),
    ...(type === 'text' && shapesOf(tally)),
    ...(isPlain && rangeOf(tally.least, tally.most)),
    ...(isPlain && type === 'number' && tally.mostAgain && !distinct && { tied: true as const }),
    filled: tally.filled,
    odd: type === 'number' ? tally.filled - numbers : type === 'date' ? tally.filled - dates : 0,
    ...(distinct && { distinct }),
    examples: [...tally.distinct].slice(0, 3),
  }
}

/** A column of slash dates is read only when its cells agree on where the day stands. */
function slashOrder(tally: Tally): DayOrder | undefined {
  if (tally.dayFirst > 0 && tally.monthFirst === 0) return 'day-first'
  return tally.monthFirst > 0 && tally.dayFirst === 0 ? 'month-first' : undefined
}

function unitOf(name: string, tally: Tally, numbers: number): string | undefined {
  if (tally.marks.get('%') === numbers) return '%'
  return /[([]\s*([%°a-zµ][\w%°µ·²³^/*]*)\s*[)\]]\s*$/iu.exec(name)?.[1]
}
