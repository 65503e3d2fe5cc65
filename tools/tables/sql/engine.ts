// One query over the tables of files, in a temporary database that can only be read. Sums and means are
// exact for decimals: 0.1 + 0.2 is 0.3.
import { foldName, nearest } from '../../nearest.ts'
import {
  type AnyTable,
  type Cell,
  chooseTable,
  type OpenWorkbook,
  readAnyTables,
} from '../tables.ts'
import { allowOnlyReading, fill, functionsOf, openKept, textOf } from './database.ts'
import { placeFor } from './kept.ts'
import { countOf, oddNotes, rowNotes, whyNothing } from './notes.ts'
import { type Compiled, compileQuery, type Loaded, suggestion, type TableQuery } from './query.ts'
import { nameOfRows, type Relation, relationsOf } from './relations.ts'
import { type Database, hasFiles, type Statement, type Stored } from './sqlite.ts'
import { statistics } from './statistics.ts'

/** What to run: a structured query over one table of the first file, or one SELECT over all. Plain data. */
export interface TableRequest {
  readonly files: readonly string[]
  readonly roots: readonly string[]
  /** The sheet of the first file that is meant. */
  readonly sheet?: string
  readonly query: TableQuery
  readonly sql?: string
  /** At most this many rows are returned. */
  readonly rows: number
  /** A folder in which the database may be kept for the next query. */
  readonly keep?: string
}

/** What came of it. Plain data, so that it can cross a process boundary. */
export interface TableAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** True when there were more rows than asked for. */
  readonly more: boolean
  /** Rows that met the conditions, and rows in the file; for structured queries. */
  readonly matched?: number
  readonly of: number
  /** The sheet that was computed over; for structured queries. */
  readonly sheet?: string
  readonly unit?: string
  /** What the reader of the result should know: ragged rows, cells left out, why nothing matched. */
  readonly notes: readonly string[]
}

/** Loads the files, calls `loaded`, runs the query. Throws one sentence on anything wrong with it. */
export async function runTable(
  request: TableRequest,
  loaded?: () => void,
  signal?: AbortSignal,
  open?: OpenWorkbook,
): Promise<TableAnswer> {
  const place = hasFiles ? await placeFor(request) : undefined
  const kept = place && (await openKept(place))
  const sheets = kept?.sheets ?? relationsOf(await tablesOf(request, signal, open))
  let db = kept?.db
  try {
    const first = sheets[0]!
    // a query that does not fit its table is refused before the rows are loaded
    const query = request.sql ?? compileQuery(request.query, first.columns)
    const used = request.sql === undefined ? usedColumns(request.query, first) : undefined
    db ??= await fill(sheets, used, place, signal)
    allowOnlyReading(db)
    loaded?.()
    return typeof query === 'string'
      ? free(db, query, request.rows, sheets)
      : structured(db, query, request, first)
  } finally {
    db?.close()
  }
}

// --- internal ---

/** The tables that are loaded, the one that is `t` first. */
async function tablesOf(
  { files, roots, sheet, query, sql }: TableRequest,
  signal?: AbortSignal,
  open?: OpenWorkbook,
): Promise<AnyTable[]> {
  const [tables = [], ...others] = await each(files, file =>
    readAnyTables(file, roots, signal, open),
  )
  if (sql === undefined) return [chooseTable(tables, sheet, namedColumns(query))]
  const main = sheet === undefined ? tables[0]! : chooseTable(tables, sheet)
  return [main, ...tables.filter(table => table !== main), ...others.flat()]
}

/** One after the other: two large files at once would need twice the memory. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}

function structured(
  db: Database,
  compiled: Compiled,
  request: TableRequest,
  sheet: Relation,
): TableAnswer {
  const result = collect(db.prepare(compiled.sql), compiled.params, request.rows)
  const matched = countOf(db, compiled.counting, compiled.params)
  const used = usedColumns(request.query, sheet)
  return {
    ...result,
    matched,
    of: sheet.table.rows,
    ...(sheet.table.sheet !== undefined && { sheet: sheet.table.sheet }),
    ...(compiled.unit !== undefined && { unit: compiled.unit }),
    notes: [
      ...(matched === 0 ? whyNothing(db, compiled.conditions) : []),
      ...oddNotes(sheet.columns, used),
      ...rowNotes(sheet.table),
    ],
  }
}

function free(db: Database, sql: string, rows: number, sheets: readonly Relation[]): TableAnswer {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*$|\/\*[\s\S]*?\*\//gm, ' ')
  if (/;\s*\S/.test(bare)) throw new Error('Only one SELECT can be run at a time.')
  try {
    return {
      ...collect(db.prepare(sql), [], rows),
      of: sheets[0]!.table.rows,
      notes: sheets.flatMap(sheet => [...oddNotes(sheet.columns), ...rowNotes(sheet.table)]),
    }
  } catch (error) {
    throw new Error(explained((error as Error).message, sheets, db))
  }
}

function explained(message: string, sheets: readonly Relation[], db: Database): string {
  if (/not authorized|prohibited|authorization/.test(message))
    return `This SQL was refused (${message}): one SELECT over the tables is allowed, without ATTACH, PRAGMA, changes, random, the current time, printf or format.`
  if (/\bfunction\b|^quantile\(/.test(message)) {
    const name = /no such function: (\w+)/.exec(message)?.[1]
    const near = name === undefined ? [] : nearest(name, functionsOf(db))
    const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
    return `SQLite says: ${message}.${meant} Beside SQLite's own functions there are ${statistics}.`
  }
  const unknown = /no such column: (?:\w+\.)?"?([^"]+)"?/.exec(message)?.[1]
  const names = sheets.flatMap(sheet => sheet.columns.map(each => each.column.name))
  const help =
    unknown === undefined
      ? sheets.map(sheet => `${tableNames(sheet)}: ${columnList(sheet)}`).join('; ')
      : suggestion(unknown, names)
  return `SQLite says: ${message}. ${unknown === undefined ? `The tables are ${help}` : help} Names with spaces are written in double quotes, text in single quotes.`
}

function tableNames(sheet: Relation): string {
  const rows = nameOfRows(sheet)
  const others = sheet.names.filter(name => name !== rows)
  return others.length > 0 ? `${rows} (= ${others.join(', ')})` : rows
}

function columnList(sheet: Relation): string {
  return `${sheet.columns.map(each => `"${each.column.name}"`).join(', ')}.`
}

function collect(
  statement: Statement,
  params: readonly Cell[],
  most: number,
): Pick<TableAnswer, 'columns' | 'rows' | 'more'> {
  const columns = statement.columns()
  const rows: Cell[][] = []
  for (const row of statement.rows(...params)) {
    if (rows.length === most) return { columns, rows, more: true }
    rows.push(row.map(plainCell))
  }
  return { columns, rows, more: false }
}

function plainCell(cell: Stored): Cell {
  if (cell === null) return null
  if (typeof cell === 'number') return rounded(cell)
  return typeof cell === 'string' ? cell : textOf(cell)
}

function usedColumns(query: TableQuery, sheet: Relation): ReadonlySet<string> {
  const whole = query.select === undefined && !query.aggregate && query.groupBy === undefined
  const names = [
    ...(query.where ?? []).map(each => each.column),
    ...(query.select ?? (whole ? sheet.columns.map(nameOf) : [])),
    ...[query.groupBy, query.orderBy, query.aggregate?.column].filter(each => each !== undefined),
  ]
  return new Set(names.map(foldName))
}

/** The columns of the file that a query names; what it selects or orders by after grouping may be an aggregate. */
function namedColumns(query: TableQuery): string[] {
  const { where = [], groupBy, aggregate, select = [], orderBy } = query
  const grouped = groupBy !== undefined || aggregate !== undefined
  return [
    ...where.map(each => each.column),
    ...(grouped ? [groupBy, aggregate?.column] : [...select, orderBy]),
  ].filter(name => name !== undefined)
}

function nameOf(loaded: Loaded): string {
  return loaded.column.name
}

/** Fifteen significant digits: what a double holds of a decimal without showing its binary tail. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15))
}
