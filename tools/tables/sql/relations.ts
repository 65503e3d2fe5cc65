// Tables loaded into the database: under which names, with which columns, typed as found.
import { foldName } from '../../nearest.ts'
import { type AnyTable, type Cell, readRowBatches, typed } from '../tables.ts'
import { type Loaded, quoteName } from './query.ts'
import type { Database } from './sqlite.ts'

/** The name of the first table. */
const mainTable = 't'

/** A table in the database: the first is `t`, every one has a name made from its file or its sheet. */
export interface Relation {
  readonly table: AnyTable
  readonly first: boolean
  /** Names in lower_snake_case; the rows of the first table are in `t`, of every other under the first name. */
  readonly names: readonly string[]
  readonly columns: readonly Loaded[]
}

/** The tables with what they will be called. */
export function relationsOf(tables: readonly AnyTable[]): readonly Relation[] {
  const sheets: Relation[] = []
  for (const table of tables) {
    const names = sqlNamesOf(table, sheets)
    sheets.push({ table, first: sheets.length === 0, names, columns: withOddColumns(table) })
  }
  return sheets
}

/** The engine takes no more columns than this in one table. */
const mostColumns = 2000

/**
 * The relation with only the `used` columns (folded names) when it has more than the database can take.
 * Throws one sentence when they are still too many, or when it is not known which are used.
 */
export function narrowed(sheet: Relation, used: ReadonlySet<string> | undefined): Relation {
  const { table, columns } = sheet
  if (declaredColumns(columns).length <= mostColumns) return sheet
  const narrow = columns.filter(({ column }) => used?.has(foldName(column.name)))
  if (used && declaredColumns(narrow).length <= mostColumns) return { ...sheet, columns: narrow }
  throw new Error(
    `${table.name} has ${columns.length} columns, and only ${mostColumns} can be worked on at once: ${
      used
        ? 'name those that matter in `select`.'
        : 'instead of sql use the other fields, which load only the columns they name.'
    }`,
  )
}

/** Fills the database with the rows of a table. */
export async function load(db: Database, sheet: Relation, signal?: AbortSignal): Promise<void> {
  const { table, columns } = sheet
  const target = quoteName(nameOfRows(sheet))
  const odd = columns.filter(each => each.odd !== undefined)
  const declared = declaredColumns(columns)
  db.exec(`CREATE TABLE ${target} (${declared.join(', ')})`)
  const insert = (rows: number) =>
    db.prepare(`INSERT INTO ${target} VALUES ${Array(rows).fill(placesFor(declared)).join(', ')}`)
  // many values at once: each call costs as much as a row
  const most = Math.max(1, Math.floor(valuesAtOnce / declared.length)) * declared.length
  const full = insert(most / declared.length)
  let values: Cell[] = []
  db.exec('BEGIN')
  for await (const rows of readRowBatches(table, signal))
    for (const row of rows) {
      const begin = values.length
      for (const { at, column } of columns) values.push(typed(row[at]!, column))
      for (const each of odd)
        values.push(
          values[begin + columns.indexOf(each)] === null ? row[each.at]!.trim() || null : null,
        )
      if (values.length === most) {
        full.run(...values)
        values = []
      }
    }
  if (values.length > 0) insert(values.length / declared.length).run(...values)
  db.exec('COMMIT')
}

const valuesAtOnce = 120

function placesFor(declared: readonly string[]): string {
  return `(${declared.map(() => '?').join(', ')})`
}

function declaredColumns(columns: readonly Loaded[]): string[] {
  return [
    ...columns.map(
      ({ column }) => `${quoteName(column.name)} ${column.type === 'number' ? 'REAL' : 'TEXT'}`,
    ),
    ...columns.flatMap(({ odd }) => (odd === undefined ? [] : [`${quoteName(odd)} TEXT`])),
  ]
}

/** The name under which the rows themselves are. */
export function nameOfRows({ first, names }: Relation): string {
  return first ? mainTable : names[0]!
}

/** Makes a table known by its other names. */
export function addNames(db: Database, sheet: Relation): void {
  const rows = nameOfRows(sheet)
  for (const name of sheet.names)
    if (name !== rows) db.exec(`CREATE VIEW ${quoteName(name)} AS SELECT * FROM ${quoteName(rows)}`)
}

// --- internal ---

/** Names for a table that no table before it has: its sheet's, and its file's for the first of a file. */
function sqlNamesOf({ name: file, sheet }: AnyTable, before: readonly Relation[]): string[] {
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
