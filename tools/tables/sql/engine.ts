// One query over the tables of files, in a temporary database that can only be read. Sums and means are
// exact for decimals: 0.1 + 0.2 is 0.3.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldName, nearest } from '../../nearest.ts'
import {
  type AnyTable,
  type Cell,
  type Column,
  chooseTable,
  type Readers,
  readAnyTables,
} from '../tables.ts'
import type { TableQuery } from './asked.ts'
import { accept } from './dialect.ts'
import { type Database, openDuckDB, type Result } from './duckdb.ts'
import { statistics, tooLarge } from './macros.ts'
import { countOf, notThere, oddNotes, rowNotes, whyNothing } from './notes.ts'
import { type Compiled, compileQuery, type Loaded, suggestion } from './query.ts'
import {
  addNames,
  load,
  nameOfRows,
  ownRows,
  type Relation,
  type Rows,
  relationsOf,
  spell,
} from './relations.ts'
import { Refused } from './rewrite.ts'

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
  /** Bytes of memory the process may hold. */
  readonly memory?: number
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
  /** What was asked for and is in no row: then the result is no value. Empty for structured queries. */
  readonly absent?: readonly string[]
  /** What the reader of the result should know: ragged rows, cells left out, why nothing matched. */
  readonly notes: readonly string[]
}

/** Loads the files, calls `loaded`, runs the query. Throws one sentence on anything wrong with it. */
export async function runTable(
  request: TableRequest,
  loaded?: () => void,
  signal?: AbortSignal,
  readers?: Readers,
): Promise<TableAnswer> {
  const sheets = relationsOf(await tablesOf(request, signal, readers))
  const first = sheets[0]!
  // a query that does not fit its table is refused before the rows are loaded
  const query = request.sql ?? compileQuery(request.query, first.columns)
  const made: string[] = []
  const db = await openDuckDB({
    ...(request.memory !== undefined && { memory: request.memory }),
    threads: sheets.some(ownRows) ? availableParallelism() : 1,
  })
  try {
    for (const sheet of sheets) {
      const isRead = await load(db, sheet, await rowsOf(sheet, made, signal))
      if (!isRead) await removed(made.splice(0))
    }
    for (const sheet of sheets) await addNames(db, sheet)
    await db.lock()
    loaded?.()
    return typeof query === 'string'
      ? await free(db, query, request.rows, sheets)
      : await structured(db, query, request, first)
  } catch (error) {
    const { message } = error as Error
    if (sheets.some(isGuessed) && unforeseen.test(message)) throw new Unforeseen(message)
    throw /Out of Memory/.test(message) ? new Error(tooLarge) : error
  } finally {
    db.close()
    await removed(made)
  }
}

/** Thrown when a cell of a large file is not spelled as the first ones: all of it is to be looked at. */
export class Unforeseen extends Error {}

// --- internal ---

const unforeseen = /^(?:Invalid Input|Conversion|Out of Range) Error/

function isGuessed({ table: { source } }: Relation): boolean {
  return source.kind === 'delimited' && source.seen === 'first'
}

/** The tables that are loaded, the one that is `t` first. */
async function tablesOf(
  { files, roots, sheet, query, sql }: TableRequest,
  signal?: AbortSignal,
  readers?: Readers,
): Promise<AnyTable[]> {
  const found: (readonly AnyTable[])[] = []
  // one after the other: two large files at once would need twice the memory
  for (const file of files) found.push(await readAnyTables(file, roots, signal, readers))
  const [tables = [], ...others] = found
  if (sql === undefined) return [chooseTable(tables, sheet, namedColumns(query))]
  const main = sheet === undefined ? tables[0]! : chooseTable(tables, sheet)
  return [main, ...tables.filter(table => table !== main), ...others.flat()]
}

/** Where the rows of a sheet can be read: in its own file, or in one `made` for it. */
async function rowsOf(sheet: Relation, made: string[], signal?: AbortSignal): Promise<Rows> {
  const own = ownRows(sheet)
  if (own) return own
  const path = join(tmpdir(), `${randomUUID()}.part`)
  made.push(path)
  return spell(sheet, path, signal)
}

async function removed(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true })
}

async function structured(
  db: Database,
  compiled: Compiled,
  request: TableRequest,
  sheet: Relation,
): Promise<TableAnswer> {
  const result = await db.rows(compiled.sql, compiled.params, request.rows)
  const matched = await countOf(db, compiled.counting, compiled.params)
  const used = usedColumns(request.query, sheet)
  const filters = compiled.conditions.length > 0
  const rows = filters ? sheet.table.rows : matched
  return {
    ...result,
    matched,
    of: isGuessed(sheet) && filters ? await countOf(db, 'SELECT count(*) FROM t', []) : rows,
    ...(sheet.table.sheet !== undefined && { sheet: sheet.table.sheet }),
    ...(compiled.unit !== undefined && { unit: compiled.unit }),
    notes: [
      ...(matched === 0 ? await whyNothing(db, compiled.conditions) : []),
      ...oddNotes(sheet.columns, used),
      ...rowNotes(sheet.table),
    ],
  }
}

async function free(
  db: Database,
  sql: string,
  rows: number,
  sheets: readonly Relation[],
): Promise<TableAnswer> {
  try {
    const accepted = await accept(db, sql, knownOf(sheets))
    const [first, ...others] = sheets
    const result = await db.rows(accepted, [], rows)
    const columns = others.length > 0 ? [] : first!.columns.map(each => each.column)
    return {
      ...readable(result),
      of: first!.table.rows,
      absent: await notThere(db, accepted, result, columns),
      notes: sheets.flatMap(sheet => [...oddNotes(sheet.columns), ...rowNotes(sheet.table)]),
    }
  } catch (error) {
    const { message } = error as Error
    if (sheets.some(isGuessed) && unforeseen.test(message)) throw new Unforeseen(message)
    if (error instanceof Refused)
      throw new Error(
        `This SQL was refused (${error.message}): one SELECT over the tables is allowed, without other files, changes, random numbers or the current time.`,
      )
    throw new Error(await explained(message, sheets, db))
  }
}

function knownOf(sheets: readonly Relation[]) {
  const columns = sheets.flatMap(sheet => sheet.columns.map(each => each.column))
  const names = (of: readonly Column[]) => new Set(of.map(each => each.name.toLowerCase()))
  return {
    tables: sheets.flatMap(sheet => [nameOfRows(sheet), ...sheet.names]),
    columns: names(columns),
    moments: names(columns.filter(each => each.timed)),
  }
}

/** Columns under the names that people use for them. */
function readable(result: Result): Result {
  return {
    ...result,
    columns: result.columns.map(name => name.replaceAll('count_star()', 'count(*)')),
  }
}

/** DuckDB's first words on an error; below them stand the statement and every function of such a name. */
async function explained(
  message: string,
  sheets: readonly Relation[],
  db: Database,
): Promise<string> {
  const said = firstWords(message)
  if (/Out of Memory|longer than 0x/.test(message)) return tooLarge
  const unknown = /column "([^"]+)" not found|does not have a column named "([^"]+)"/.exec(message)
  if (unknown) {
    const names = sheets.flatMap(sheet => sheet.columns.map(each => each.column.name))
    const name = unknown[1] ?? unknown[2]!
    return `There is no column "${name}". ${suggestion(name, names)} Names with spaces are written in double quotes, text in single quotes.`
  }
  const missing = /Function with name (\w+) does not exist/i.exec(message)?.[1]
  if (missing !== undefined) {
    const functions = await db.rows('SELECT DISTINCT function_name FROM duckdb_functions()')
    const near = nearest(missing, functions.rows.flat().map(String))
    const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
    return `There is no function ${missing}.${meant} Beside DuckDB's own there are ${statistics}.`
  }
  if (/QUANTILE/.test(said)) return 'quantile(x, p) takes a p from 0 to 1.'
  if (/\bfunction\b/i.test(said))
    return `DuckDB says: ${said} Beside DuckDB's own functions there are ${statistics}.`
  const help = sheets.map(sheet => `${tableNames(sheet)}: ${columnList(sheet)}`).join('; ')
  return `DuckDB says: ${said} The tables are ${help} Names with spaces are written in double quotes, text in single quotes.`
}

function firstWords(message: string): string {
  const [said = ''] = message.split(/\n\s*\n|\n\s*(?:LINE \d|Candidate)/)
  const flat = said
    .replace(/^(?:\w+ )?Error: /, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
  return /[.!?]$/.test(flat) ? flat : `${flat}.`
}

function tableNames(sheet: Relation): string {
  const rows = nameOfRows(sheet)
  const others = sheet.names.filter(name => name !== rows)
  return others.length > 0 ? `${rows} (= ${others.join(', ')})` : rows
}

function columnList(sheet: Relation): string {
  return `${sheet.columns.map(each => `"${each.column.name}"`).join(', ')}.`
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
