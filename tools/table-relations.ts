// Tables loaded into the database: under which names, with which columns, typed as found.
import type { DatabaseSync } from 'node:sqlite'
import { type Loaded, quoteName } from './table-query.ts'
import { readRows, type Table, typed } from './tables.ts'

/** The name of the first table. */
export const mainTable = 't'

/** A table in the database: the first is `t`, every one has a name made from its file or its sheet. */
export interface Relation {
  readonly table: Table
  readonly first: boolean
  /** Names in lower_snake_case; the rows of the first table are in `t`, of every other under the first name. */
  readonly names: readonly string[]
  readonly columns: readonly Loaded[]
}

/** A table and what it will be called, beside those that came `before` it. */
export function relation(table: Table, before: readonly Relation[]): Relation {
  const first = before.length === 0
  return { table, first, names: sqlNamesOf(table, before), columns: withOddColumns(table) }
}

/** Fills the database with the rows of a table. */
export async function load(db: DatabaseSync, sheet: Relation, signal?: AbortSignal): Promise<void> {
  const { table, columns } = sheet
  const target = quoteName(nameOfRows(sheet))
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

/** The name under which the rows themselves are. */
export function nameOfRows({ first, names }: Relation): string {
  return first ? mainTable : names[0]!
}

/** Makes a table known by its other names. */
export function addNames(db: DatabaseSync, sheet: Relation): void {
  const rows = nameOfRows(sheet)
  for (const name of sheet.names)
    if (name !== rows) db.exec(`CREATE VIEW ${quoteName(name)} AS SELECT * FROM ${quoteName(rows)}`)
}

// --- internal ---

/** Names for a table that no table before it has: its sheet's, and its file's for the first of a file. */
function sqlNamesOf({ name: file, sheet }: Table, before: readonly Relation[]): string[] {
  const stem = file.replace(/\.[^.]*$/, '')
  const follows = before.some(({ table }) => table.name === file && table.sheet !== sheet)
  const called = sheet === undefined ? [stem] : follows ? [sheet] : [sheet, stem]
  const taken = new Set([...before.flatMap(each => each.names), ...(before[0] ? [mainTable] : [])])
  const names: string[] = []
  for (const each of called) {
    const wanted = snakeCase(each)
    if (names.includes(wanted)) continue
    let name = wanted
    for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`
    names.push(name)
  }
  return names
}

function snakeCase(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return /^\d|^sqlite_|^$/.test(words) ? `t_${words}` : words
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
