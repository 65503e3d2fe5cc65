// SQLite as the table tool uses it. Node brings one, but only since 24.10 one that can be told what a
// statement may do; for older ones there is SQLite's own build for WebAssembly, which works in memory.
import type {
  PreparedStatement,
  Sqlite3Static,
  WindowFunctionOptions,
} from '@sqlite.org/sqlite-wasm'

/** What stands in a row. */
export type Stored = number | string | null | bigint | Uint8Array

/**
 * One aggregate function, of as many values as `step` and `inverse` declare: one or two. `inverse` takes out
 * what has left a window. `start` is called for each group.
 */
export interface Aggregate<State> {
  readonly start: () => State
  readonly step: (state: State, first: Stored, second: Stored) => State
  readonly inverse: (state: State, first: Stored, second: Stored) => State
  /** An error is what the statement fails with. */
  readonly result: (state: State) => number | string | null | Error
}

/** A prepared statement. */
export interface Statement {
  run(...values: readonly Stored[]): unknown
  /** The names of the columns of its rows. */
  readonly columns: () => readonly string[]
  /** Its rows, one by one, each as a list. */
  rows(...values: readonly Stored[]): Iterable<readonly Stored[]>
}

/** A database. Numbers that functions give and that are bound are doubles in either engine. */
export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  /** A deterministic function of one value. */
  addFunction(name: string, of: (value: Stored) => string | null): void
  addAggregate<State>(name: string, aggregate: Aggregate<State>): void
  /** From now on a statement does only what `allows` says, by SQLite's number of the action and what it names. */
  allowOnly(allows: (action: number, named: string | null) => boolean): void
  close(): void
}

/** True when databases can be files; elsewhere they are gone when they are closed. */
export const hasFiles: boolean = isRecent(process.versions.node)

/** Opens the database in the file `path`; an empty one, out of sight, when `path` is empty. */
export async function openSqlite(path: string, readOnly = false): Promise<Database> {
  return hasFiles ? openInNode(path, readOnly) : openInWasm()
}

/** By the engine of Node 24.10 or newer. */
export async function openInNode(path = '', readOnly = false): Promise<Database> {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(path, { allowExtension: false, readOnly })
  // Node loses what an aggregate throws
  let failure: Error | undefined
  return {
    exec: sql => db.exec(sql),
    prepare: sql => {
      const statement = db.prepare(sql)
      statement.setReturnArrays(true)
      return {
        run: (...values) => statement.run(...values),
        columns: () => statement.columns().map(column => column.name),
        *rows(...values) {
          failure = undefined
          for (const row of statement.iterate(...values) as Iterable<unknown>) {
            if (failure) throw failure
            yield row as Stored[]
          }
          if (failure) throw failure
        },
      }
    },
    addFunction: (name, of) => db.function(name, { deterministic: true }, value => of(value)),
    addAggregate: (name, aggregate) => {
      const result = (state: Parameters<typeof aggregate.result>[0]) => {
        const value = aggregate.result(state)
        if (!(value instanceof Error)) return value
        failure = value
        return null
      }
      // the declared type allows only SQL values as state; the implementation keeps any value
      const options = { ...aggregate, result } as unknown
      db.aggregate(name, options as Parameters<typeof db.aggregate>[1])
    },
    allowOnly: allows =>
      db.setAuthorizer((action, _first, second) => (allows(action, second) ? ok : denied)),
    close: () => db.close(),
  }
}

/** By the engine of WebAssembly, in any Node. */
export async function openInWasm(): Promise<Database> {
  const sqlite = await (await import('@sqlite.org/sqlite-wasm')).default()
  const { capi } = sqlite
  const db = new sqlite.oo1.DB(':memory:')
  const open = new Set<PreparedStatement>()
  return {
    exec: sql => void inWords(() => db.exec(sql)),
    prepare: sql =>
      inWords(() => {
        const statement = db.prepare(sql)
        open.add(statement)
        return statementIn(sqlite, statement)
      }),
    addFunction: (name, of) =>
      void db.createFunction(name, (_, value) => of(value as Stored), { deterministic: true }),
    addAggregate: (name, aggregate) => addInWasm(sqlite, db, name, aggregate),
    allowOnly: allows =>
      void capi.sqlite3_set_authorizer(
        db,
        (_, action, _first, second) => (allows(action, second === 0 ? null : second) ? ok : denied),
        0,
      ),
    close: () => {
      for (const statement of open) statement.finalize()
      db.close()
    },
  }
}

// --- internal ---

const ok = 0
const denied = 1

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 25 || (major === 25 && minor >= 2) || (major === 24 && minor >= 10)
}

function statementIn({ capi }: Sqlite3Static, statement: PreparedStatement): Statement {
  const bind = (values: readonly Stored[]) => {
    statement.reset(true)
    for (const [at, value] of values.entries())
      if (typeof value === 'number') capi.sqlite3_bind_double(statement, at + 1, value)
      else statement.bind(at + 1, value)
  }
  return {
    run: (...values) =>
      inWords(() => {
        bind(values)
        statement.stepReset()
      }),
    columns: () => (statement.columnCount > 0 ? statement.getColumnNames() : []),
    *rows(...values) {
      bind(values)
      try {
        while (inWords(() => statement.step())) yield statement.get([]) as Stored[]
      } finally {
        // of a statement that has failed it fails again
        inWords(() => statement.reset())
      }
    },
  }
}

/** State is kept under the address of the memory that SQLite gives to each group. */
function addInWasm<State>(
  { capi }: Sqlite3Static,
  db: InstanceType<Sqlite3Static['oo1']['DB']>,
  name: string,
  { start, step, inverse, result }: Aggregate<State>,
): void {
  const states = new Map<number, State>()
  const stateAt = (context: number) => states.get(context) ?? start()
  const groupOf = (context: number) => capi.sqlite3_aggregate_context(context, 8)
  const change = (by: typeof step) => (context: number, first: unknown, second: unknown) => {
    const group = groupOf(context)
    states.set(group, by(stateAt(group), first as Stored, second as Stored))
  }
  const give = (context: number, group: number) => {
    const value = result(stateAt(group))
    if (value === null) capi.sqlite3_result_null(context)
    else if (value instanceof Error) capi.sqlite3_result_error(context, value.message, -1)
    else if (typeof value === 'string') capi.sqlite3_result_js(context, value)
    else capi.sqlite3_result_double(context, value)
  }
  const functions = {
    ...{ name, arity: step.length - 1, deterministic: true, xStep: change(step) },
    xFinal: (context: number) => {
      const group = groupOf(context)
      give(context, group)
      states.delete(group)
    },
    xInverse: change(inverse),
    xValue: (context: number) => give(context, groupOf(context)),
  }
  // the declared type wants each function to return its result; one that has set it returns nothing
  db.createFunction(functions as unknown as WindowFunctionOptions & { name: string })
}

/** SQLite's own words for what is wrong, without the number of the error. */
function inWords<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    const { message } = error as Error
    throw new Error(message.replace(/^SQLITE_\w+: (?:sqlite3 result code \d+: )?/, ''))
  }
}
