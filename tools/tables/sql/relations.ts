// Tables loaded into the database: under which names, with which columns, typed as found.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Cell, type Column, typed } from '../columns.ts'
import type { SheetSource } from '../source.ts'
import { type AnyTable, readRows } from '../table.ts'
import type { Database } from './duckdb.ts'
import { cellReading, quoteName, readingOf, textsOf, typeOf } from './reading.ts'

/** A table in the database. */
export interface Relation {
  readonly table: AnyTable
  /** In lower_snake_case, made from its file or sheet; its rows are under the first, `t` for the first table. */
  readonly names: readonly [string, ...string[]]
  readonly columns: readonly Loaded[]
}

/** A loaded column: `odd` is the column that keeps the cells a number or date column could not read. */
export interface Loaded {
  readonly column: Column
  /** Where it stands in a row, from 0. */
  readonly at: number
  readonly odd?: string
}

/** The tables with what they will be called. */
export function relationsOf(tables: readonly AnyTable[]): readonly Relation[] {
  const relations: Relation[] = []
  for (const table of tables)
    relations.push({ table, names: namesOf(table, relations), columns: withOddColumns(table) })
  return relations
}

/**
 * Makes a table known to the database: read anew by each statement when there are many rows, else loaded;
 * from its own file where the database reads that as it is meant, else from one that is written to `path`.
 */
export async function load(db: Database, relation: Relation, path: string): Promise<void> {
  const { table, columns, names } = relation
  const [rows, ...others] = names.map(quoteName)
  const own = ownSource(table)
  const from = own ? selectOf(own, columns) : `FROM ${await spell(relation, path)}`
  const many = own?.kind === 'delimited' || table.rows * columns.length > mostLoaded
  await db.rows(`CREATE ${many ? 'VIEW' : 'TABLE'} ${rows} AS ${from}`)
  if (many) db.allow(own?.path ?? path)
  for (const name of others) await db.rows(`CREATE VIEW ${name} AS SELECT * FROM ${rows}`)
}

/** Where the rows of a table are, when the database reads them itself. */
export function ownSource({
  source,
}: AnyTable): Exclude<AnyTable['source'], SheetSource> | undefined {
  if (source.kind === 'sheet') return undefined
  return source.kind === 'typed' || source.plain ? source : undefined
}

// --- internal ---

/** Cells. */
const mostLoaded = 1_000_000

/** Cells that are not spelled as their column is stand in the column beside it. */
function selectOf(
  source: Exclude<AnyTable['source'], SheetSource>,
  columns: readonly Loaded[],
): string {
  if (source.kind === 'typed') return source.sql
  const cells = columns.map(({ column, odd }, at) => {
    const { fits, value } = cellReading(column, `c${at}`)
    const read = odd === undefined ? value : `CASE WHEN ${fits} THEN ${value} END`
    return `${read} AS ${quoteName(column.name)}`
  })
  const others = columns.flatMap(({ column, odd }, at) => {
    const { fits } = cellReading(column, `c${at}`)
    const read = `CASE WHEN NOT (${fits}) THEN trim(c${at}) END`
    return odd === undefined ? [] : `${read} AS ${quoteName(odd)}`
  })
  return `SELECT ${[...cells, ...others].join(', ')} FROM ${textsOf(source, columns.length)}`
}

/** Writes the rows of a table as the database reads them, in `path`; gives the table function that does. */
async function spell({ table, columns }: Relation, path: string): Promise<string> {
  const odd = columns.filter(each => each.odd !== undefined)
  let longest = 0
  async function* texts() {
    let text = ''
    for await (const row of readRows(table)) {
      const cells = columns.map(({ at, column }) => spelled(typed(row[at]!, column)))
      const others = odd.map(({ at, column }) =>
        typed(row[at]!, column) === null ? spelled(row[at]!.trim() || null) : '',
      )
      const line = `${[...cells, ...others].join()}\n`
      longest = Math.max(longest, line.length)
      text += line
      if (text.length < 65_536) continue
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(texts, createWriteStream(path, { mode: 0o600 }))
  const types = [
    ...columns.map(({ column }) => ({ name: column.name, type: typeOf(column) })),
    ...odd.map(({ odd: name }) => ({ name: name!, type: 'VARCHAR' })),
  ]
  return readingOf({ path, delimiter: ',', header: false, columns: types, longest })
}

function spelled(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : `"${cell.replaceAll('"', '""')}"`
}

/** Names for a table that no table before it has: `t` for the first, its sheet's, its file's for the first of a file. */
function namesOf({ name: file, sheet }: AnyTable, before: readonly Relation[]): Relation['names'] {
  const stem = file.replace(/\.[^.]*$/, '')
  const follows = before.some(({ table }) => table.name === file && table.sheet !== sheet)
  const called = [sheet, ...(follows ? [] : [stem])].flatMap(name => name ?? [])
  const taken = new Set(before.flatMap(({ names }) => names))
  const names = before.length === 0 ? ['t'] : []
  for (const wanted of new Set(called.map(snakeCase))) {
    let name = wanted
    for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`
    if (!names.includes(name)) names.push(name)
  }
  return names as [string, ...string[]]
}

function snakeCase(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return /^\d|^$/.test(words) ? `t_${words}` : words
}

/** Cells that a number or date column cannot read are kept beside it, as `price_text`. */
function withOddColumns(table: AnyTable): Loaded[] {
  const taken = new Set(table.columns.map(column => column.name.toLowerCase()))
  return table.columns.map((column, at) => {
    if (column.odd === 0) return { column, at }
    let odd = `${column.name}_text`
    while (taken.has(odd.toLowerCase())) odd = `${odd}_`
    taken.add(odd.toLowerCase())
    return { column, at, odd }
  })
}
