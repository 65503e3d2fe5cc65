// One SELECT over tables, in a temporary database that can only be read. Sums and means are exact for
// decimals: 0.1 + 0.2 is 0.3.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { nearest } from '../../nearest.ts'
import { listed } from '../../ranges.ts'
import type { Column } from '../columns.ts'
import type { Table } from '../table.ts'
import { accept } from './accept.ts'
import { Refused } from './allowed.ts'
import { type Database, openDuckDB, type Result } from './duckdb.ts'
import { statistics, tooLarge } from './macros.ts'
import { load, ownSource, type Relation, relationsOf } from './relations.ts'
import { mixedCurrencies } from './remarks/currencies.ts'
import { passedOver } from './remarks/gaps.ts'
import { anyOfSeveral, notesOf, notThere } from './remarks/notes.ts'
import { withoutPartner } from './remarks/partners.ts'
import { statementOf } from './statement.ts'

/** What to run over which tables. Plain data. */
interface TableRequest {
  /** The tables of each file; the first of the first is `t`, of the second `t2`. */
  readonly files: readonly (readonly Table[])[]
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
  /** What was asked for and is in no row, or in one of several: then the result is no value. */
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
  const relations = relationsOf(request.files)
  const threads = request.files.flat().some(ownSource) ? availableParallelism() : 1
  using db = await openDuckDB(threads, memory)
  try {
    const read: string[] = []
    for (const [at, relation] of relations.entries())
      read.push(...(await load(db, relation, join(folder, `${at}.csv`))))
    await db.lock(read)
    loaded()
    const accepted = await accept(db, sql, knownOf(relations))
    const result = await db.rows(accepted, [], rows)
    const statement = await statementOf(db, accepted)
    const [first, ...others] = relations
    const columns = others.length > 0 ? [] : first!.table.columns
    return {
      ...result,
      // under the name that people use for it
      columns: result.columns.map(name => name.replaceAll('count_star()', 'count(*)')),
      absent: [
        ...(await notThere(db, statement, result, columns)),
        ...(await anyOfSeveral(db, statement, result)),
      ],
      notes: [
        ...notesOf(statement, relations),
        ...(await passedOver(statement, relations)),
        ...(await withoutPartner(statement, relations)),
        ...(await mixedCurrencies(statement, relations)),
      ],
    }
  } catch (error) {
    if (error instanceof Refused)
      throw new Error(
        `This SQL was refused (${error.message}): one SELECT over the tables is allowed, without other files, changes, random numbers or the current time.`,
      )
    throw new Error(await explained((error as Error).message, relations, db))
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

/** What is wrong, and what there is instead. */
async function explained(
  message: string,
  relations: readonly Relation[],
  db: Database,
): Promise<string> {
  if (/Out of Memory|longer than 0x/.test(message)) return tooLarge
  const quoting = 'Names with spaces are written in double quotes, text in single quotes.'
  const column = /column "([^"]+)" not found|does not have a column named "([^"]+)"/.exec(message)
  if (column) {
    const name = column[1] ?? column[2]!
    const holders = relations.filter(({ table }) =>
      table.columns.some(each => each.name.toLowerCase() === name.toLowerCase()),
    )
    if (holders.length > 0)
      return `That table has no column "${name}"; it is one of ${holders.map(({ names }) => names[0]).join(', ')}.`
    const names = relations.flatMap(({ table }) => table.columns.map(each => each.name))
    const near = nearest(name, names).map(each => `"${each}"`)
    const meant = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''
    return `There is no column "${name}". ${meant}The columns are: ${listed(names, 60)}. ${quoting}`
  }
  const missing = /Function with name (\w+) does not exist/i.exec(message)?.[1]
  if (missing !== undefined) {
    const functions = await db.rows('SELECT DISTINCT function_name FROM duckdb_functions()')
    const near = nearest(missing, functions.rows.flat().map(String))
    const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
    return `There is no function ${missing}.${meant} Beside DuckDB's own there are ${statistics}.`
  }
  const said = firstWords(message)
  if (/QUANTILE/.test(said)) return 'quantile(x, p) takes a p from 0 to 1.'
  if (/\bfunction\b/i.test(said))
    return `DuckDB says: ${said} Beside DuckDB's own functions there are ${statistics}.`
  return `DuckDB says: ${said} The tables are ${relations.map(inWords).join('; ')} ${quoting}`
}

/** DuckDB's first words on an error: below them stand the statement and every function of such a name. */
function firstWords(message: string): string {
  const [said = ''] = message.split(/\n\s*\n|\n\s*(?:LINE \d|Candidate)/)
  const flat = said
    .replace(/^(?:\w+ )?Error: /, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
  return /[.!?]$/.test(flat) ? flat : `${flat}.`
}

function inWords({ table, names: [rows, ...others] }: Relation): string {
  const plain = others.filter(name => /^\w+$/.test(name))
  const called = plain.length > 0 ? `${rows} (= ${plain.join(', ')})` : rows
  return `${called}: ${table.columns.map(({ name }) => `"${name}"`).join(', ')}.`
}
