// Files that the database reads with names and types of their own: JSON, JSON lines, Parquet. Members of
// inner objects are dotted columns (`address.city`); lists and dictionaries are JSON text.
import { DuckDBStructType, type DuckDBType } from '@duckdb/node-api'
import { type Column, uniqueNames } from '../columns.ts'
import type { TypedSource } from '../source.ts'
import type { Table } from '../table.ts'
import { type Database, openDuckDB } from './duckdb.ts'
import { quoteName, quoteText } from './reading.ts'

/** A file of such a kind. */
type TypedRequest = Pick<Table, 'name'> & Pick<TypedSource, 'path' | 'format'>

/** Looks through a file. Throws one sentence when there is no table in it. */
export async function profileTyped(
  request: TypedRequest,
): Promise<Table & { readonly source: TypedSource }> {
  const { name, path, format } = request
  using db = await openDuckDB(1)
  try {
    return await profile(db, request)
  } catch (error) {
    const { message } = error as Error
    if (!/^\w+(?: \w+)* Error: /.test(message)) throw error
    const why = message.replace(/^[^:]*: /, '').replaceAll(path, name)
    if (/maximum_object_size/.test(why))
      throw new Error(`${name} has a record of more than 67 MB, which cannot be read as a table.`)
    if (/top-level JSON array/.test(why)) throw new Error(noList(name))
    const formats = { json: 'JSON', lines: 'JSON lines', parquet: 'Parquet' } as const
    const [said = ''] = why.split(/\n|\. |; /)
    throw new Error(
      `${name} cannot be read as ${formats[format]}: ${said.replace(/\.+$/, '').slice(0, 200)}.`,
    )
  }
}

// --- internal ---

const noList = (name: string) => `${name} is no list of records, so it is no table.`

/** A column as an expression over what the database reads. */
interface Leaf extends Pick<Column, 'name' | 'type' | 'timed' | 'digits'> {
  readonly sql: string
}

async function profile(db: Database, { path, name, format }: TypedRequest) {
  const { from, moments } = await readerOf(db, path, format)
  const found = await db.types(`FROM ${from}`)
  if (format === 'json' && found.length === 1 && found[0]!.name === 'json')
    throw new Error(noList(name))
  const leaves = found.flatMap(each => {
    const own = leavesOf(each.name, quoteName(each.name), each.type, deepest)
    return moments.has(each.name) ? own.map(({ sql }) => momentOf(each.name, sql)) : own
  })
  if (leaves.length > mostColumns)
    throw new Error(
      `${name} has ${leaves.length} columns, more than the ${mostColumns} that can be read.`,
    )
  // a line that is not JSON is a row of nothing
  const filled = found.map(each => `${quoteName(each.name)} IS NOT NULL`).join(' OR ')
  const rowsFrom = format === 'lines' ? `${from} WHERE ${filled}` : from
  const asked = leaves.flatMap(({ sql }) => [`count(${sql})`, isDecimal(sql)])
  const [rows = 0, ...facts] = await numbers(
    db,
    `SELECT ${['count(*)', ...asked]} FROM ${rowsFrom}`,
  )
  const broken = format === 'lines' ? await brokenIn(db, path) : 0
  if (rows === 0 && broken > 0)
    throw new Error(`${name} has no line that is JSON, so it is no table of JSON lines.`)
  if (rows === 0 && format !== 'parquet') throw new Error(`${name} is empty: it has no rows.`)
  const names = uniqueNames(leaves.map(leaf => leaf.name))
  const exact = leaves.map((leaf, at) => (facts[at * 2 + 1] === 1 ? decimal(leaf) : leaf))
  const list = exact.map(({ sql }, at) => `${sql} AS ${quoteName(names[at]!)}`)
  const sql = `SELECT ${list.join(', ')} FROM ${rowsFrom}`
  const first = (await db.rows(`FROM (${sql})`, [], 100)).rows.map(row =>
    row.map(cell => String(cell ?? '')),
  )
  const columns: Column[] = []
  for (const [at, leaf] of exact.entries()) {
    const some = [...new Set(first.map(row => row[at]!))].filter(cell => cell !== '')
    const column = { ...leaf, name: names[at]!, filled: facts[at * 2]! }
    columns.push(await columnOf(db, sql, column, some))
  }
  const source = {
    kind: 'typed',
    path,
    format,
    sql,
    broken,
    shown: first,
    above: 0,
    header: true,
  } as const
  return { name, source, columns, rows, short: 0, long: 0 }
}

const deepest = 8
const mostColumns = 500
const mostDistinct = 40

/** A JSON record may have so many bytes. */
const record = 'maximum_object_size = 67108864'

/** What of a file is read, its types found from all of it once and for all. */
async function readerOf(db: Database, path: string, format: TypedRequest['format']) {
  const file = quoteText(path)
  const moments = new Set<string>()
  if (format === 'parquet') return { from: `read_parquet(${file})`, moments }
  const form =
    format === 'json' ? `format = 'array'` : `format = 'newline_delimited', ignore_errors = true`
  const reading = `read_json(${file}, ${form}, ${record}`
  const described = await db.rows(`DESCRIBE FROM ${reading}, sample_size = -1)`)
  const columns = described.rows.map(row => row.map(String))
  // records that are no objects have no names, and `A` beside `a` has one that is not its own
  const isOwn = columns.every(([name]) => name !== 'json' && !/_\d+$/.test(name!))
  if (!isOwn) return { from: `${reading}, sample_size = -1)`, moments }
  const types = columns.map(([name = '', type = '']) => {
    if (type === 'TIMESTAMP') moments.add(name)
    // a moment stays as it is written, with its zone, and so do more digits than a number holds
    const read = /^(?:TIMESTAMP|UBIGINT|HUGEINT)$/.test(type) ? 'VARCHAR' : type
    return `${quoteText(name)}: ${quoteText(read)}`
  })
  return { from: `${reading}, columns = {${types.join(', ')}})`, moments }
}

/** A column, or one for each member of its objects. */
function leavesOf(name: string, sql: string, type: DuckDBType, depth: number): Leaf[] {
  if (type instanceof DuckDBStructType && depth > 1)
    return type.entryNames.flatMap((member, at) => {
      const inner = `struct_extract(${sql}, ${quoteText(member)})`
      return leavesOf(`${name}.${member}`, inner, type.entryTypes[at]!, depth - 1)
    })
  return [leafOf(name, sql, type)]
}

function leafOf(name: string, sql: string, type: DuckDBType): Leaf {
  const is = type.alias ?? String(type)
  const as = (to: string) => `CAST(${sql} AS ${to})`
  const digits = { before: 18, after: 0 }
  if (/^(?:U?(?:TINY|SMALL)INT|U?INTEGER|BIGINT)$/.test(is))
    return { name, type: 'number', sql: as('BIGINT'), digits }
  if (/^(?:UBIGINT|HUGEINT)$/.test(is)) return { name, type: 'number', sql: as('HUGEINT') }
  if (/^(?:FLOAT|DOUBLE)$/.test(is)) return { name, type: 'number', sql: as('DOUBLE') }
  if (is.startsWith('DECIMAL')) return { name, type: 'number', sql }
  if (is === 'DATE') return { name, type: 'date', sql }
  if (is.startsWith('TIMESTAMP')) return momentOf(name, `CAST(${as('TIMESTAMP')} AS VARCHAR)`)
  return { name, type: 'text', sql: textOf(sql, is) }
}

function momentOf(name: string, sql: string): Leaf {
  return { name, type: 'date', timed: true, sql: `replace(${sql}, ' ', 'T')` }
}

function textOf(sql: string, type: string): string {
  if (type === 'VARCHAR') return `nullif(trim(${sql}), '')`
  // of values of several types a text is bare, as it is where all are texts
  if (type === 'JSON')
    return `CASE WHEN json_type(${sql}) = 'VARCHAR' THEN ${sql} ->> '$' ELSE CAST(${sql} AS VARCHAR) END`
  const isNested = /^(?:STRUCT|MAP)\(|\[\d*\]$/.test(type)
  return `CAST(${isNested ? `to_json(${sql})` : sql} AS VARCHAR)`
}

/** Whether all numbers of a column are decimals of few digits, which are read as such: 0.1 + 0.2 is 0.3. */
function isDecimal(sql: string): string {
  return sql.endsWith('AS DOUBLE)')
    ? `bool_and(${sql} = round(${sql}, 4) AND abs(${sql}) < 1e10)`
    : 'false'
}

function decimal(leaf: Leaf): Leaf {
  const sql = `CAST(${leaf.sql} AS DECIMAL(14, 4))`
  return { ...leaf, sql, digits: { before: 10, after: 4 } }
}

async function numbers(db: Database, sql: string): Promise<number[]> {
  return (await db.rows(sql)).rows[0]!.map(Number)
}

async function brokenIn(db: Database, path: string): Promise<number> {
  const lines = `read_json_objects(${quoteText(path)}, format = 'newline_delimited', ignore_errors = true, ${record})`
  const [broken = 0] = await numbers(db, `SELECT count(*) FILTER (json IS NULL) FROM ${lines}`)
  return broken
}

/** `some` are different cells of its first rows. */
async function columnOf(
  db: Database,
  sql: string,
  { sql: _, ...column }: Leaf & { readonly filled: number },
  some: readonly string[],
): Promise<Column> {
  // in the order in which the rows have them, as in other tables
  const cells = `SELECT ${quoteName(column.name)} AS cell, row_number() OVER () AS place FROM (${sql})`
  const values = `SELECT cell FROM (${cells}) WHERE cell IS NOT NULL GROUP BY cell ORDER BY min(place)`
  const all = some.length > mostDistinct ? undefined : await db.rows(values, [], mostDistinct)
  const distinct = all?.more ? undefined : all?.rows.map(([value]) => String(value))
  return {
    ...column,
    ...(column.filled === 0 && { type: 'empty' }),
    decimal: '.',
    odd: 0,
    ...(distinct && { distinct }),
    examples: some.slice(0, 3),
  }
}
