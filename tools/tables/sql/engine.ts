// One SELECT over tables, in a temporary database that can only be read. Sums and means are exact for
// decimals: 0.1 + 0.2 is 0.3.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { nearest } from '../../nearest.ts'
import type { Column } from '../columns.ts'
import type { AnyTable } from '../table.ts'
import { accept } from './accept.ts'
import { Refused } from './allowed.ts'
import { type Database, openDuckDB, type Result } from './duckdb.ts'
import { statistics, tooLarge } from './macros.ts'
import { notThere, oddNotes, rowNotes } from './notes.ts'
import { load, ownSource, type Relation, relationsOf } from './relations.ts'

/** What to run over which tables. Plain data. */
export interface TableRequest {
  /** The first is `t`. */
  readonly tables: readonly AnyTable[]
  readonly sql: string
  /** At most this many rows are returned. */
  readonly rows: number
  /** An empty folder, for rows that the database cannot read where they are. */
  readonly folder: string
  /** Bytes of memory the process may hold. */
  readonly memory?: number
}

/** What came of it. Plain data, so that it can cross a process boundary. */
export interface TableAnswer extends Result {
  /** What was asked for and is in no row: then the result is no value. */
  readonly absent: readonly string[]
  /** What the reader of the result should know: ragged rows, cells left out. */
  readonly notes: readonly string[]
}

/** Loads the tables, calls `loaded`, runs the query. Throws one sentence on anything wrong with it. */
export async function runTable(
  request: TableRequest,
  loaded: () => void = () => undefined,
): Promise<TableAnswer> {
  const { sql, rows, folder, memory } = request
  const relations = relationsOf(request.tables)
  const threads = request.tables.some(ownSource) ? availableParallelism() : 1
  const db = await openDuckDB({ threads, ...(memory !== undefined && { memory }) })
  try {
    for (const [at, relation] of relations.entries())
      await load(db, relation, join(folder, `${at}.csv`))
    await db.lock()
    loaded()
    const accepted = await accept(db, sql, knownOf(relations))
    const result = await db.rows(accepted, [], rows)
    const [first, ...others] = relations
    const columns = others.length > 0 ? [] : first!.table.columns
    return {
      ...result,
      // under the name that people use for it
      columns: result.columns.map(name => name.replaceAll('count_star()', 'count(*)')),
      absent: await notThere(db, accepted, result, columns),
      notes: relations.flatMap(each => [...oddNotes(each.columns), ...rowNotes(each.table)]),
    }
  } catch (error) {
    if (error instanceof Refused)
      throw new Error(
        `This SQL was refused (${error.message}): one SELECT over the tables is allowed, without other files, changes, random numbers or the current time.`,
      )
    throw new Error(await explained((error as Error).message, relations, db))
  } finally {
    db.close()
  }
}

// --- internal ---

function knownOf(relations: readonly Relation[]) {
  const columns = relations.flatMap(({ table }) => table.columns)
  const names = (of: readonly Column[]) => new Set(of.map(each => each.name.toLowerCase()))
  return {
    tables: relations.flatMap(({ names }) => names),
    columns: names(columns),
    moments: names(columns.filter(each => each.timed)),
  }
}

/** DuckDB's first words on an error; below them stand the statement and every function of such a name. */
async function explained(
  message: string,
  relations: readonly Relation[],
  db: Database,
): Promise<string> {
  const said = firstWords(message)
  if (/Out of Memory|longer than 0x/.test(message)) return tooLarge
  const unknown = /column "([^"]+)" not found|does not have a column named "([^"]+)"/.exec(message)
  if (unknown) {
    const names = relations.flatMap(({ table }) => table.columns.map(column => column.name))
    return `There is no column "${unknown[1] ?? unknown[2]}". ${suggestion(unknown[1] ?? unknown[2]!, names)} ${quoting}`
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
  const help = relations.map(each => `${tableNames(each)}: ${columnList(each)}`).join('; ')
  return `DuckDB says: ${said} The tables are ${help} ${quoting}`
}

const quoting = 'Names with spaces are written in double quotes, text in single quotes.'

/** What to say about an unknown column: nearest names, then all of them (up to 60). */
function suggestion(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  const shown = names.slice(0, 60).join(', ')
  const rest = names.length > 60 ? ` and ${names.length - 60} more` : ''
  return `${near.length > 0 ? `Did you mean ${near.map(each => `"${each}"`).join(' or ')}? ` : ''}The columns are: ${shown}${rest}.`
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

function tableNames({ names: [rows, ...others] }: Relation): string {
  return others.length > 0 ? `${rows} (= ${others.join(', ')})` : rows
}

function columnList({ table }: Relation): string {
  return `${table.columns.map(({ name }) => `"${name}"`).join(', ')}.`
}
