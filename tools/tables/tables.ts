// Tables in files, delimited text and the sheets of workbooks alike: which there are, what their
// columns hold, and their rows.

import { isWorkbook } from '../files/kinds.ts'
import { locate } from '../files/locate.ts'
import { readWorkbook } from '../files/reader.ts'
import { locateText } from '../files/text.ts'
import { foldName, nearest } from '../nearest.ts'
import type { Workbook, WorkbookRequest } from '../workbooks/workbook.ts'
import { type Column, concludeColumns, newTally, type Tally, tallyCell, typed } from './columns.ts'
import { sniff } from './dialect.ts'
import { isQuoteError } from './records.ts'
import { type AnySource, recordsOf, type Source, sheetSource } from './source.ts'
import { profileApart, profileTypedApart } from './sql/apart.ts'
import type { ProfileLarge } from './sql/large.ts'
import { type ProfileTyped, typedFormat } from './typed.ts'

export type { Cell, Column } from './columns.ts'
export { typed }

/** A table in delimited text or in a sheet. */
export type Table = TableOf<Source>

/** A table of any kind: also one with types of its own. */
export type AnyTable = TableOf<AnySource>

/** What a table holds; see `readRows` for the rows themselves. */
export interface TableOf<From extends AnySource> {
  /** Name of the file, without folders. */
  readonly name: string
  /** Name of the sheet, when the file is a workbook. */
  readonly sheet?: string
  readonly source: From
  readonly columns: readonly Column[]
  /** Data rows, without the header. */
  readonly rows: number
  /** The label of a last row that holds the sums of the others (`Total`); it is not among the rows. */
  readonly total?: string
  /** Rows with fewer and with more cells than there are columns. */
  readonly short: number
  readonly long: number
}

/** A way to read a workbook, as `readWorkbook` does. */
export type OpenWorkbook = (request: WorkbookRequest, signal?: AbortSignal) => Promise<Workbook>

/** How files are read that are parsed apart: in another process, unless this is one already. */
export interface Readers {
  readonly workbook: OpenWorkbook
  readonly large: ProfileLarge
  readonly typed: ProfileTyped
}

const apart: Readers = { workbook: readWorkbook, large: profileApart, typed: profileTypedApart }

/**
 * Reads the outlines of all tables in the file at `path`, which must lie inside `roots`: one for
 * delimited text, one for each sheet of a workbook with something in it. Throws one sentence when the
 * file cannot be read, is not a table, or is empty. `readers` replaces ways of reading.
 */
export async function readTables(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
  readers: Readers = apart,
): Promise<readonly Table[]> {
  const file = await locate(path, roots)
  if (!(await isWorkbook(file))) return [await readDelimited(path, roots, readers, signal)]
  return tablesOf(await readers.workbook(file, signal), signal)
}

/** As `readTables`, and the one table of a file of JSON, JSON lines or Parquet as well. */
export async function readAnyTables(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
  readers: Readers = apart,
): Promise<readonly AnyTable[]> {
  const format = typedFormat(path)
  if (format === undefined) return readTables(path, roots, signal, readers)
  const { path: real, name } = await locate(path, roots)
  const found = await readers.typed({ path: real, name, format }, signal)
  return [{ name, ...found, short: 0, long: 0 }]
}

/** The tables of a workbook that has been read. Throws when it holds none. */
export async function tablesOf(book: Workbook, signal?: AbortSignal): Promise<readonly Table[]> {
  const tables: Table[] = []
  for (const sheet of book.sheets) {
    const source = sheetSource(sheet)
    if (source) tables.push(await profile(book.name, source, signal))
  }
  if (tables.length === 0) throw new Error(`${book.name} is empty: no sheet has anything in it.`)
  return tables
}

/** The one table of a file; throws as `readTables` and `chooseTable` do. */
export async function readTable(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<Table> {
  return chooseTable(await readTables(path, roots, signal), undefined)
}

/**
 * The table that is meant: in `sheet` when it is named, else the only one, else the only one that has
 * all of `columns`. Throws one sentence that lists the sheets when there is no such one.
 */
export function chooseTable<Found extends AnyTable>(
  tables: readonly Found[],
  sheet: string | undefined,
  columns: readonly string[] = [],
): Found {
  const file = tables[0]!.name
  const names = tables.flatMap(table => table.sheet ?? [])
  if (sheet !== undefined) {
    if (names.length === 0) throw new Error(`${file} is not a workbook and has no sheets.`)
    const found =
      tables.find(table => table.sheet === sheet) ??
      tables.find(table => foldName(table.sheet ?? '') === foldName(sheet))
    if (found) return found
    const near = nearest(sheet, names)
    const help =
      near.length > 0 ? `did you mean ${listed(near)}?` : `its sheets are ${listed(names)}.`
    throw new Error(`${file} has no sheet "${sheet}"; ${help}`)
  }
  if (tables.length === 1) return tables[0]!
  const fitting = columns.length === 0 ? [] : tables.filter(table => hasAll(table, columns))
  if (fitting.length === 1) return fitting[0]!
  const which =
    fitting.length > 1
      ? `the columns named are in ${listed(fitting.flatMap(table => table.sheet ?? []))}`
      : `its sheets are ${tables.map(sheetAndColumns).join('; ')}`
  throw new Error(`${file} has ${tables.length} sheets: say which with "sheet"; ${which}.`)
}

/** The data rows as written, one array of cells each; at least as many cells as the header has. */
export async function* readRows(table: AnyTable, signal?: AbortSignal): AsyncGenerator<string[]> {
  for await (const rows of readRowBatches(table, signal)) yield* rows
}

/** The rows of `readRows`, many at a time: to await each one of a million takes longer than to read it. */
export async function* readRowBatches(
  table: AnyTable,
  signal?: AbortSignal,
): AsyncGenerator<string[][]> {
  const width = table.columns.length
  const { source } = table
  let skip = source.kind === 'typed' ? 0 : source.above + (source.header ? 1 : 0)
  let left = table.rows
  for await (const records of recordsOf(source, signal)) {
    const rows = records.slice(skip, skip + left)
    skip -= Math.min(skip, records.length)
    left -= rows.length
    for (const row of rows) while (row.length < width) row.push('')
    if (rows.length > 0) yield rows
    if (left === 0) return
  }
}

/** The table with its row of sums among the rows, for a reader who wants to see all of them. */
export function withTotal(table: Table): Table {
  const { total, ...rest } = table
  return total === undefined ? table : { ...rest, rows: table.rows + 1 }
}

// --- internal ---

function listed(names: readonly string[]): string {
  return names.map(name => `"${name}"`).join(', ')
}

function sheetAndColumns({ sheet, columns }: AnyTable): string {
  const few = columns.slice(0, 8).map(column => column.name)
  return `"${sheet}" (${few.join(', ')}${columns.length > few.length ? ', …' : ''})`
}

function hasAll(table: AnyTable, wanted: readonly string[]): boolean {
  const names = new Set(table.columns.map(column => foldName(column.name)))
  return wanted.every(name => names.has(foldName(name)))
}

async function readDelimited(
  path: string,
  roots: readonly string[],
  readers: Readers,
  signal?: AbortSignal,
): Promise<Table> {
  const file = await locateText(path, roots)
  const dialect = await sniff(file.path, file.encoding, file.name, signal)
  const source = { ...dialect, kind: 'delimited' } as const
  const found = await readers.large({ dialect, size: file.size }, signal)
  if (found && totalLabel(found.last) === undefined) {
    const { columns, rows, seen } = found
    return { name: file.name, source: { ...source, seen }, columns, rows, short: 0, long: 0 }
  }
  try {
    return await profile(file.name, source, signal)
  } catch (error) {
    if (!isQuoteError(error)) throw error
    return await profile(file.name, { ...source, quotes: false }, signal)
  }
}

const mostColumns = 20_000

async function profile(name: string, source: Source, signal?: AbortSignal): Promise<Table> {
  const tallies: Tally[] = []
  const widths = new Map<number, number>()
  const isSheet = source.kind === 'sheet'
  const usualMark = !isSheet && source.delimiter === ';' ? ',' : '.'
  let skip = source.above
  let names: string[] | undefined = source.header ? undefined : []
  let rows = 0
  const count = (record: readonly string[]) => {
    rows += 1
    widths.set(record.length, (widths.get(record.length) ?? 0) + 1)
    while (tallies.length < record.length) tallies.push(newTally())
    for (let at = 0; at < record.length; at++) tallyCell(tallies[at]!, record[at]!)
  }
  const outline = (): Table => {
    const width = Math.max(names?.length ?? 0, tallies.length)
    if (width > mostColumns)
      throw new Error(
        `${name} has ${width} columns, more than the ${mostColumns} that can be read.`,
      )
    const usual = names?.length || width
    return {
      name,
      ...(isSheet && { sheet: source.sheet }),
      source,
      columns: concludeColumns(names ?? [], tallies, usualMark, isSheet ? '.' : undefined),
      rows,
      short: countWhere(widths, size => size < usual),
      long: countWhere(widths, size => size > usual),
    }
  }
  let last: string[] | undefined
  for await (const records of recordsOf(source, signal))
    for (const record of records) {
      if (skip > 0) skip -= 1
      else if (names === undefined) names = record
      else {
        if (last) count(last)
        last = record
      }
    }
  if (!last) return outline()
  const label = totalLabel(last)
  if (label !== undefined && rows > 0) {
    const table = outline()
    if (await holdsSums(last, table, signal)) return { ...table, total: label }
  }
  count(last)
  return outline()
}

/** What a last row calls itself, when that is a word for a sum. */
function totalLabel(record: readonly string[]): string | undefined {
  const label = record.find(cell => cell.trim() !== '')?.trim()
  const known = /^(?:(?:grand|overall) )?(?:total|sum)s?:?$|^(?:gesamt(?:summe)?|summe):?$/i
  return label !== undefined && known.test(label) ? label : undefined
}

/** True when a number in `record` is the sum of its column; beside sums a last row may hold means. */
async function holdsSums(
  record: readonly string[],
  table: Table,
  signal?: AbortSignal,
): Promise<boolean> {
  const sums = table.columns.flatMap((column, at) => {
    const claimed = column.type === 'number' ? typed(record[at] ?? '', column) : null
    return typeof claimed === 'number' ? [{ column, at, claimed, sum: { value: 0 } }] : []
  })
  for await (const rows of readRowBatches(table, signal))
    for (const row of rows)
      for (const { column, at, sum } of sums) {
        const value = typed(row[at]!, column)
        if (typeof value === 'number') sum.value += value
      }
  return sums.some(
    ({ claimed, sum: { value } }) =>
      claimed !== 0 && Math.abs(value - claimed) <= 1e-9 * Math.abs(value),
  )
}

function countWhere(widths: ReadonlyMap<number, number>, test: (size: number) => boolean): number {
  let sum = 0
  for (const [size, count] of widths) if (test(size)) sum += count
  return sum
}
