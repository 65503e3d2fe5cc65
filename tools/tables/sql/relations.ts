// Tables loaded into the database: under which names, with which columns, typed as found.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Dialect } from '../dialect.ts'
import { type AnyTable, type Cell, readRowBatches, typed } from '../tables.ts'
import type { Database } from './duckdb.ts'
import type { Loaded } from './query.ts'
import { cellReading, quoteName, readingOf, typeOf } from './reading.ts'

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

/** Where the rows of a table come from. */
export interface Rows {
  /** The file that spells them for the database: their own where that does, else one made for it. */
  readonly path: string
  readonly longest?: number
}

/** The file of a table itself, when the database reads it as it is meant. */
export function ownRows({ table: { source } }: Relation): Rows | undefined {
  const isOwn = source.kind === 'typed' || (source.kind === 'delimited' && source.seen)
  return isOwn ? { path: source.path } : undefined
}

/**
 * Makes the rows of a table known to the database: read anew by each statement when there are many, else
 * loaded. True when the file is still needed.
 */
export async function load(db: Database, sheet: Relation, rows: Rows): Promise<boolean> {
  const target = quoteName(nameOfRows(sheet))
  const own = ownRows(sheet) !== undefined
  const isLarge = own && sheet.table.source.kind === 'delimited'
  const many = isLarge || sheet.table.rows * sheet.columns.length > mostLoaded
  const from = own ? ownSelect(sheet, rows) : madeSelect(sheet, rows)
  await db.rows(`CREATE ${many ? 'VIEW' : 'TABLE'} ${target} AS ${from}`)
  if (many) db.allow(rows.path)
  return many
}

/** Cells. */
const mostLoaded = 1_000_000

function madeSelect(sheet: Relation, rows: Rows): string {
  const columns = declaredColumns(sheet.columns)
  return `FROM ${readingOf({ ...rows, delimiter: ',', header: false, columns })}`
}

/** A cell that is not spelled as expected stands in the column beside it, or stops the statement. */
function ownSelect({ table: { source }, columns }: Relation, rows: Rows): string {
  if (source.kind === 'typed') return source.sql
  const { delimiter, header, seen } = source as Dialect
  const cells = columns.map(({ column, odd }, at) => {
    const { fits, value } = cellReading(column, `c${at}`)
    const otherwise = odd === undefined ? ` ELSE error('unforeseen')` : ''
    const checked = `CASE WHEN c${at} IS NULL THEN NULL WHEN ${fits} THEN ${value}${otherwise} END`
    const isSure = fits === 'true' || (seen === 'whole' && odd === undefined)
    return `${isSure ? value : checked} AS ${quoteName(column.name)}`
  })
  const odd = columns.flatMap(({ column, odd: name }, at) => {
    const { fits } = cellReading(column, `c${at}`)
    return name === undefined
      ? []
      : `CASE WHEN NOT (${fits}) THEN trim(c${at}) END AS ${quoteName(name)}`
  })
  const texts = columns.map((_, at) => ({ name: `c${at}`, type: 'VARCHAR' }))
  const reading = readingOf({ ...rows, delimiter, header, columns: texts })
  return `SELECT ${[...cells, ...odd].join(', ')} FROM ${reading}`
}

/** Writes the rows of a table as the database reads them, in `path`. */
export async function spell(sheet: Relation, path: string, signal?: AbortSignal): Promise<Rows> {
  const { table, columns } = sheet
  const odd = columns.filter(each => each.odd !== undefined)
  let longest = 0
  async function* lines() {
    for await (const rows of readRowBatches(table, signal)) {
      let text = ''
      for (const row of rows) {
        const begin = text.length
        let separator = ''
        for (const { at, column } of columns) {
          text += separator + spelled(typed(row[at]!, column))
          separator = ','
        }
        for (const { at, column } of odd)
          text += `,${spelled(typed(row[at]!, column) === null ? row[at]!.trim() || null : null)}`
        text += '\n'
        longest = Math.max(longest, text.length - begin)
      }
      yield text
    }
  }
  await pipeline(lines, createWriteStream(path, { mode: 0o600 }))
  return { path, longest }
}

function spelled(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : `"${cell.replaceAll('"', '""')}"`
}

function declaredColumns(columns: readonly Loaded[]) {
  return [
    ...columns.map(({ column }) => ({ name: column.name, type: typeOf(column) })),
    ...columns.flatMap(({ odd }) => (odd === undefined ? [] : [{ name: odd, type: 'VARCHAR' }])),
  ]
}

/** The name under which the rows themselves are. */
export function nameOfRows({ first, names }: Relation): string {
  return first ? mainTable : names[0]!
}

/** Makes a table known by its other names. */
export async function addNames(db: Database, sheet: Relation): Promise<void> {
  const rows = nameOfRows(sheet)
  for (const name of sheet.names)
    if (name !== rows)
      await db.rows(`CREATE VIEW ${quoteName(name)} AS SELECT * FROM ${quoteName(rows)}`)
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
