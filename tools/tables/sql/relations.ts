// Tables loaded into the database: under which names, with which columns, typed as found.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Cell, takeName, typed } from '../columns.ts'
import { readRows, type Table } from '../table.ts'
import type { Database } from './duckdb.ts'
import { cellReading, quoteName, readingOf, textsOf, typeOf } from './reading.ts'

/** A table in the database. */
export interface Relation {
  readonly table: Table
  /** In lower case: `t`, `t2`, ... for the first of a file, its sheet's and its file's name, in snake case and as they are; its rows are under the first. */
  readonly names: readonly [string, ...string[]]
  readonly odd: ReturnType<typeof oddOf>
}

/** The tables of each file with what they will be called. */
export function relationsOf(files: readonly (readonly Table[])[]): readonly Relation[] {
  const taken = new Set(['t'])
  // of a sheet and a file that are called alike the sheet has the name
  const ofSheets = files.flat().map(table => ({ table, names: sheetNames(table, taken) }))
  const all = ofSheets.map(({ table, names }) => {
    const isFirst = files.some(([first]) => first === table)
    return { table, names: isFirst ? [...names, ...fileNames(table, taken)] : names }
  })
  return all.map(({ table, names }, index) => {
    const at = files.findIndex(([first]) => first === table)
    const short = index === 0 ? 't' : `t${at + 1}`
    // a plan holds no name of a file; what is really called so keeps its name
    const isFree = index === 0 || (at > 0 && !taken.has(short))
    const [name = short, ...others] = isFree ? [short, ...names] : names
    return { table, names: [name, ...others], odd: oddOf(table) }
  })
}

/**
 * Makes a table known to the database: loaded, or when there are many rows read anew by each statement from the
 * files that are given back. That is its own where the database reads it as it is meant, else one written to `path`.
 */
export async function load(
  db: Database,
  relation: Relation,
  path: string,
): Promise<readonly string[]> {
  const { table, names } = relation
  const [rows, ...others] = names.map(quoteName)
  const columns = columnsOf(relation)
  const own = ownSource(table)
  const from =
    own?.kind === 'typed'
      ? own.sql
      : own
        ? `SELECT ${columns.map(({ name, sql }) => `${sql} AS ${quoteName(name)}`)} FROM ${textsOf(own, table.columns.length)}`
        : `FROM ${await spell(table, columns, path)}`
  const many = own?.kind === 'delimited' || table.rows * columns.length > mostLoaded
  await db.rows(`CREATE ${many ? 'VIEW' : 'TABLE'} ${rows} AS ${from}`)
  for (const name of others) await db.rows(`CREATE VIEW ${name} AS SELECT * FROM ${rows}`)
  return many ? [own?.path ?? path] : []
}

/** Where the rows of a table are, when the database reads them itself. */
export function ownSource({ source }: Table) {
  if (source.kind === 'sheet') return undefined
  return source.kind === 'typed' || source.plain ? source : undefined
}

// --- internal ---

/** Cells. */
const mostLoaded = 1_000_000

type Outputs = ReturnType<typeof columnsOf>

/** The columns in the database: how they are read by SQL from the cells `c0`, `c1`, ... of a row, and here. */
function columnsOf({ table, odd }: Relation) {
  const isOdd = new Set(odd.map(each => each.of))
  const own = table.columns.map((column, at) => {
    const { value, read } = cellReading(column, `c${at}`)
    return {
      name: column.name,
      type: typeOf(column),
      sql: isOdd.has(column) ? read : value,
      read: (row: readonly string[]) => typed(row[at]!, column),
    }
  })
  const others = odd.map(({ name, of, at }) => ({
    name,
    type: 'VARCHAR',
    sql: `CASE WHEN NOT (${cellReading(of, `c${at}`).fits}) THEN trim(c${at}) END`,
    read: (row: readonly string[]) =>
      typed(row[at]!, of) === null ? row[at]!.trim() || null : null,
  }))
  return [...own, ...others]
}

/** Writes the rows of a table as the database reads them, in `path`; gives the table function that does. */
async function spell(table: Table, columns: Outputs, path: string): Promise<string> {
  let longest = 0
  async function* texts() {
    let text = ''
    for await (const row of readRows(table)) {
      const line = `${columns.map(({ read }) => spelled(read(row))).join()}\n`
      longest = Math.max(longest, line.length)
      text += line
      if (text.length < 65_536) continue
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(texts, createWriteStream(path, { mode: 0o600 }))
  return readingOf({ path, delimiter: ',', skip: 0, columns, longest })
}

function spelled(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : `"${cell.replaceAll('"', '""')}"`
}

/** Names for a sheet that nothing has yet: in snake case, and as it is. */
function sheetNames({ sheet }: Table, taken: Set<string>): readonly string[] {
  return sheet === undefined
    ? []
    : [takeName(snakeCase(sheet), taken), ...whereFree([sheet], taken)]
}

/** Names for the first table of a file that nothing has yet; without a sheet it has to have one. */
function fileNames({ name: file, sheet }: Table, taken: Set<string>): readonly string[] {
  const stem = file.replace(/\.[^.]*$/, '')
  const name = snakeCase(stem)
  return [
    ...(sheet === undefined ? [takeName(name, taken)] : whereFree([name], taken)),
    ...whereFree([stem, file], taken),
  ]
}

function whereFree(names: readonly string[], taken: Set<string>): readonly string[] {
  const free = new Set(names.map(name => name.toLowerCase()).filter(name => !taken.has(name)))
  for (const name of free) taken.add(name)
  return [...free]
}

function snakeCase(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return /^\d|^$/.test(words) ? `t_${words}` : words
}

/** Columns that keep the cells which number or date columns, at these places in a row, could not read: `price_text`. */
function oddOf({ columns }: Table) {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  return columns.flatMap((of, at) =>
    of.odd === 0 ? [] : [{ name: takeName(`${of.name}_text`, taken), of, at }],
  )
}
