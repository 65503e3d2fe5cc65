// Tables in SQLite: loads delimited files into a private temporary database that can only be read,
// and runs one query over it. Sums and means are exact for decimals: 0.1 + 0.2 is 0.3.
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import { addAggregates } from './aggregates.ts'
import { type Cell, readRows, readTable, type Table, typed } from './delimited.ts'
import { foldName, foldText } from './nearest.ts'
import { countOf, oddNotes, raggedNotes, whyNothing } from './table-notes.ts'
import {
  type Compiled,
  compileQuery,
  type Loaded,
  quoteName,
  suggestion,
  type TableQuery,
} from './table-query.ts'

/** What to run: a structured query over the first file, or one SELECT over all. Plain data. */
export interface TableRequest {
  readonly files: readonly string[]
  readonly roots: readonly string[]
  readonly query: TableQuery
  readonly sql?: string
  /** At most this many rows are returned. */
  readonly rows: number
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
  readonly unit?: string
  /** What the reader of the result should know: ragged rows, cells left out, why nothing matched. */
  readonly notes: readonly string[]
}

/** Loads the files, calls `loaded`, runs the query. Throws one sentence on anything wrong with it. */
export async function runTable(
  request: TableRequest,
  loaded?: () => void,
  signal?: AbortSignal,
): Promise<TableAnswer> {
  const sheets: Sheet[] = []
  for (const file of request.files)
    sheets.push(sheetOf(await readTable(file, request.roots, signal), sheets))
  const first = sheets[0]!
  // a query that does not fit its table is refused before the rows are loaded
  const query = request.sql ?? compileQuery(request.query, first.columns)
  const db = openDatabase()
  try {
    for (const sheet of sheets) await load(db, sheet, signal)
    if (first.sqlName !== 't')
      db.exec(`CREATE VIEW ${quoteName(first.sqlName)} AS SELECT * FROM ${mainTable}`)
    db.setAuthorizer(onlyReading)
    loaded?.()
    return typeof query === 'string'
      ? free(db, query, request.rows, sheets)
      : structured(db, query, request, first)
  } finally {
    db.close()
  }
}

// --- internal ---

const mainTable = 't'

/** A file as tables of the database: the first is `t`, every one has a name made from its file name. */
interface Sheet {
  readonly table: Table
  readonly first: boolean
  readonly sqlName: string
  readonly columns: readonly Loaded[]
}

function openDatabase(): DatabaseSync {
  // an empty name is a private file that SQLite removes: memory stays bounded for large tables
  const db = new DatabaseSync('', { allowExtension: false })
  db.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-32768')
  db.function('fold', { deterministic: true }, value =>
    value === null ? null : foldText(plain(value)),
  )
  addAggregates(db)
  return db
}

const forbidden = new Set(
  'load_extension random randomblob zeroblob printf format fts3_tokenizer current_date current_time current_timestamp'.split(
    ' ',
  ),
)

/** Lets a statement select, read, recurse and call harmless functions, and nothing else. */
function onlyReading(action: number, _first: string | null, second: string | null): number {
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_READ:
    case constants.SQLITE_RECURSIVE:
      return constants.SQLITE_OK
    case constants.SQLITE_FUNCTION:
      return forbidden.has(second?.toLowerCase() ?? '')
        ? constants.SQLITE_DENY
        : constants.SQLITE_OK
    default:
      return constants.SQLITE_DENY
  }
}

function sheetOf(table: Table, before: readonly Sheet[]): Sheet {
  const first = before.length === 0
  return { table, first, sqlName: sqlNameOf(table.name, before), columns: withOddColumns(table) }
}

async function load(db: DatabaseSync, sheet: Sheet, signal?: AbortSignal): Promise<void> {
  const { table, columns } = sheet
  const target = quoteName(sheet.first ? mainTable : sheet.sqlName)
  const odd = columns.flatMap((each, at) =>
    each.odd === undefined ? [] : [{ at, name: each.odd }],
  )
  const declared = [
    ...columns.map(
      ({ column }) => `${quoteName(column.name)} ${column.type === 'number' ? 'REAL' : 'TEXT'}`,
    ),
    ...odd.map(each => `${quoteName(each.name)} TEXT`),
  ]
  db.exec(`CREATE TABLE ${target} (${declared.join(', ')})`)
  const insert = db.prepare(`INSERT INTO ${target} VALUES (${declared.map(() => '?').join(', ')})`)
  db.exec('BEGIN')
  for await (const row of readRows(table, signal)) {
    const cells = columns.map((each, at) => typed(row[at]!, each.column))
    const left = odd.map(({ at }) => (cells[at] === null ? row[at]!.trim() || null : null))
    insert.run(...cells, ...left)
  }
  db.exec('COMMIT')
}

function sqlNameOf(file: string, before: readonly Sheet[]): string {
  const stem = file.replace(/\.[^.]*$/, '').toLowerCase()
  const words = stem.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '')
  const wanted = /^\d|^sqlite_|^$/.test(words) ? `t_${words}` : words
  let name = wanted
  for (
    let n = 2;
    (name === mainTable && before.length > 0) || before.some(s => s.sqlName === name);
    n++
  )
    name = `${wanted}_${n}`
  return name
}

/** Cells that a number or date column cannot read are kept beside it, as `price_text`. */
function withOddColumns(table: Table): Loaded[] {
  const taken = new Set(table.columns.map(column => column.name.toLowerCase()))
  return table.columns.map(column => {
    if (column.odd === 0) return { column }
    let odd = `${column.name}_text`
    while (taken.has(odd.toLowerCase())) odd = `${odd}_`
    taken.add(odd.toLowerCase())
    return { column, odd }
  })
}

function structured(
  db: DatabaseSync,
  compiled: Compiled,
  request: TableRequest,
  sheet: Sheet,
): TableAnswer {
  const result = collect(db.prepare(compiled.sql), compiled.params, request.rows)
  const matched = countOf(db, compiled.counting, compiled.params)
  const used = usedColumns(request.query, sheet)
  return {
    ...result,
    matched,
    of: sheet.table.rows,
    ...(compiled.unit !== undefined && { unit: compiled.unit }),
    notes: [
      ...(matched === 0 ? whyNothing(db, compiled.conditions) : []),
      ...oddNotes(sheet.columns, used),
      ...raggedNotes(sheet.table),
    ],
  }
}

function free(db: DatabaseSync, sql: string, rows: number, sheets: readonly Sheet[]): TableAnswer {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*$|\/\*[\s\S]*?\*\//gm, ' ')
  if (/;\s*\S/.test(bare)) throw new Error('Only one SELECT can be run at a time.')
  try {
    return {
      ...collect(db.prepare(sql), [], rows),
      of: sheets[0]!.table.rows,
      notes: sheets.flatMap(sheet => [...oddNotes(sheet.columns), ...raggedNotes(sheet.table)]),
    }
  } catch (error) {
    throw new Error(explained((error as Error).message, sheets))
  }
}

function explained(message: string, sheets: readonly Sheet[]): string {
  if (/not authorized|prohibited|authorization/.test(message))
    return `This SQL was refused (${message}): one SELECT over the tables is allowed, without ATTACH, PRAGMA, changes, random, the current time, printf or format.`
  const unknown = /no such column: (?:\w+\.)?"?([^"]+)"?/.exec(message)?.[1]
  const names = sheets.flatMap(sheet => sheet.columns.map(each => each.column.name))
  const help =
    unknown === undefined
      ? sheets.map(sheet => `${tableNames(sheet)}: ${columnList(sheet)}`).join('; ')
      : suggestion(unknown, names)
  return `SQLite says: ${message}. ${unknown === undefined ? `The tables are ${help}` : help} Names with spaces are written in double quotes, text in single quotes.`
}

function tableNames(sheet: Sheet): string {
  return sheet.first && sheet.sqlName !== mainTable ? `t (= ${sheet.sqlName})` : sheet.sqlName
}

function columnList(sheet: Sheet): string {
  return `${sheet.columns.map(each => `"${each.column.name}"`).join(', ')}.`
}

function collect(
  statement: StatementSync,
  params: readonly Cell[],
  most: number,
): Pick<TableAnswer, 'columns' | 'rows' | 'more'> {
  statement.setReturnArrays(true)
  const columns = statement.columns().map(column => column.name)
  const rows: Cell[][] = []
  for (const row of statement.iterate(...params)) {
    if (rows.length === most) return { columns, rows, more: true }
    rows.push((row as unknown as unknown[]).map(plainCell))
  }
  return { columns, rows, more: false }
}

function plainCell(cell: unknown): Cell {
  if (cell === null) return null
  if (typeof cell === 'number') return rounded(cell)
  return typeof cell === 'string' ? cell : plain(cell)
}

function plain(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
}

function usedColumns(query: TableQuery, sheet: Sheet): ReadonlySet<string> {
  const names = [
    ...(query.where ?? []).map(each => each.column),
    ...(query.select ?? (query.aggregate || query.groupBy ? [] : sheet.columns.map(nameOf))),
    ...[query.groupBy, query.orderBy, query.aggregate?.column].filter(each => each !== undefined),
  ]
  return new Set(names.map(foldName))
}

function nameOf(loaded: Loaded): string {
  return loaded.column.name
}

/** Fifteen significant digits: what a double holds of a decimal without showing its binary tail. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15))
}
