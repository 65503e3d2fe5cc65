// DuckDB as the tables use it: one database, closed to everything outside before a stranger's SQL is run.
import {
  DuckDBDecimalValue,
  DuckDBInstance,
  type DuckDBResultReader,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { Cell } from '../columns.ts'
import { macros } from './macros.ts'
import { quoteText } from './reading.ts'

/** The rows of a statement as cells. */
export interface Result {
  readonly columns: readonly string[]
  readonly rows: readonly Cell[][]
  /** True when there were more rows than asked for. */
  readonly more: boolean
}

/** An open database. */
export interface Database extends Disposable {
  /** Runs one statement; `most` is how many of its rows are wanted. Throws DuckDB's words. */
  readonly rows: (sql: string, params?: readonly Cell[], most?: number) => Promise<Result>
  /** The columns of what a statement gives. */
  readonly types: (
    sql: string,
  ) => Promise<readonly { readonly name: string; readonly type: DuckDBType }[]>
  /** From now on no file but these can be reached and no setting changed. */
  readonly lock: (paths: readonly string[]) => Promise<void>
}

/**
 * Opens an empty database in memory that knows the functions of `macros` and may work with so many bytes. More
 * than one thread only where they are worth it: with one the order of rows never varies.
 */
export async function openDuckDB(threads: number, memory = 1_000_000_000): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    // the rest is for results and for what the engine does not count
    memory_limit: `${Math.round(memory * 0.6)}B`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  // dates pass for text, as in every other dialect
  await connection.run(`SET old_implicit_casting = true; ${macros}`)
  return {
    rows: async (sql, params = [], most = Number.MAX_SAFE_INTEGER) =>
      resultOf(await connection.streamAndReadUntil(sql, most + 1, [...params]), most),
    types: async sql => {
      const found = await connection.stream(`${sql} LIMIT 0`)
      const types = found.columnTypes()
      return found.columnNames().map((name, at) => ({ name, type: types[at]! }))
    },
    lock: async paths => {
      await connection.run(`SET allowed_paths = [${paths.map(quoteText)}]`)
      await connection.run('SET enable_external_access = false; SET lock_configuration = true')
    },
    [Symbol.dispose]: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/** The rows of what is only asked beside an answer, which stays one: none where the database cannot tell. */
export async function rowsBeside(db: Database, sql: string): Promise<Result['rows']> {
  return (await db.rows(sql).catch(() => undefined))?.rows ?? []
}

// --- internal ---

function resultOf(reader: DuckDBResultReader, most: number): Result {
  const rows = reader.getRows()
  return {
    columns: reader.columnNames(),
    rows: rows.slice(0, most).map(row => row.map(cellOf)),
    more: rows.length > most,
  }
}

/** A number is one as far as a double holds it; what a table has no cells for is text. */
function cellOf(value: DuckDBValue): Cell {
  if (value === null) return null
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? rounded(value) : null
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    case 'boolean':
      return Number(value)
    case 'string':
      return value
    default:
      return value instanceof DuckDBDecimalValue ? rounded(Number(String(value))) : String(value)
  }
}

/** Fifteen significant digits: what a double holds of a decimal without showing its binary tail. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15))
}
