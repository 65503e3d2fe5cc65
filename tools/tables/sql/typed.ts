// Files that the database reads with names and types of their own: JSON, JSON lines, Parquet. Members of
// inner objects are dotted columns (`address.city`); lists and dictionaries are JSON text.
import { DuckDBStructType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { type Column, uniqueNames } from '../columns.ts'
import type { ProfiledTyped, TypedRequest, TypedSource } from '../typed.ts'
import { type Database, openDuckDB } from './duckdb.ts'
import { quoteName, quoteText } from './reading.ts'

/** Looks through a file. Throws one sentence when there is no table in it. */
export async function profileTyped(request: TypedRequest): Promise<ProfiledTyped> {
  const { name, path, format } = request
  const db = await openDuckDB({ threads: 1 })
  try {
    return await profile(db, request)
  } catch (error) {
    const { message } = error as Error
    if (!/^\w+(?: \w+)* Error: /.test(message)) throw error
    const why = message.replace(/^[^:]*: /, '').replaceAll(path, name)
    if (/maximum_object_size/.test(why))
      throw new Error(`${name} has a record of more than 67 MB, which cannot be read as a table.`)
    if (/top-level JSON array/.test(why)) throw new Error(noList(name))
    const [said = ''] = why.split(/\n|\. |; /)
    throw new Error(
      `${name} cannot be read as ${formats[format]}: ${said.replace(/\.+$/, '').slice(0, 200)}.`,
    )
  } finally {
    db.close()
  }
}

// --- internal ---

const noList = (name: string) => `${name} is no list of records, so it is no table.`

const formats = { json: 'JSON', lines: 'JSON lines', parquet: 'Parquet' } as const

/** A column as an expression over what the database reads. */
interface Leaf {
  readonly name: string
  readonly sql: string
  readonly type: Column['type']
  readonly timed: boolean
  readonly digits?: Column['digits']
}

async function profile(db: Database, { path, name, format }: TypedRequest): Promise<ProfiledTyped> {
  const { from, moments } = await readerOf(db, path, format)
  const found = await db.types(`FROM ${from}`)
  if (format === 'json' && found.length === 1 && found[0]!.name === 'json')
    throw new Error(noList(name))
  const plain = found.flatMap(each => {
    const leaves = leavesOf(each.name, quoteName(each.name), each.type, deepest)
    return moments.includes(each.name) ? leaves.map(momentOf) : leaves
  })
  const sure = await exactly(db, plain, from)
  const names = uniqueNames(
    sure.map(leaf => leaf.name),
    sure.length,
  )
  const list = sure.map((leaf, at) => `${leaf.sql} AS ${quoteName(names[at]!)}`).join(', ')
  const filled = found.map(each => `${quoteName(each.name)} IS NOT NULL`).join(' OR ')
  // a line that is not JSON is a row of nothing
  const where = format === 'lines' ? ` WHERE ${filled}` : ''
  const sql = `SELECT ${list} FROM ${from}${where}`
  const [counts = []] = (await db.rows(countsIn(sql, names))).rows
  const [rows = 0, ...each] = counts.map(Number)
  const broken = format === 'lines' ? await brokenIn(db, path) : 0
  if (rows === 0 && broken > 0)
    throw new Error(`${name} has no line that is JSON, so it is no table of JSON lines.`)
  if (rows === 0 && format !== 'parquet') throw new Error(`${name} is empty: it has no rows.`)
  const first = (await db.rows(`FROM (${sql})`, [], 100)).rows
  const columns: Column[] = []
  for (const [at, leaf] of sure.entries()) {
    const texts = first.flatMap(row => (row[at] === null ? [] : [String(row[at])]))
    columns.push(await columnOf(db, sql, names[at]!, leaf, { filled: each[at]!, texts }))
  }
  const shown = first.slice(0, 3).map(row => row.map(cell => String(cell ?? '')))
  return {
    source: { kind: 'typed', path, format, sql, broken, shown, above: 0, header: true },
    columns,
    rows,
  }
}

const deepest = 8
const mostColumns = 500
const mostDistinct = 40

/** What of a file is read, its types found from all of it once and for all. */
async function readerOf(db: Database, path: string, format: TypedSource['format']) {
  const file = quoteText(path)
  if (format === 'parquet') return { from: `read_parquet(${file})`, moments: [] }
  const form = format === 'json' ? 'array' : 'newline_delimited'
  const options = `format = '${form}', maximum_object_size = 67108864`
  const lenient = format === 'lines' ? ', ignore_errors = true' : ''
  const described = await db.rows(
    `DESCRIBE FROM read_json(${file}, ${options}${lenient}, sample_size = -1)`,
  )
  const types = described.rows.map(([name, type]) => {
    // a moment stays as it is written, with its zone, and so do more digits than a number holds
    const read = /^(?:TIMESTAMP|UBIGINT|HUGEINT)$/.test(String(type)) ? 'VARCHAR' : String(type)
    return `${quoteText(String(name))}: ${quoteText(read)}`
  })
  const moments = described.rows.flatMap(([name, type]) =>
    type === 'TIMESTAMP' ? [String(name)] : [],
  )
  // records that are no objects have no names, and `A` beside `a` has one that is not its own
  const own = described.rows.every(([name]) => name !== 'json' && !/_\d+$/.test(String(name)))
  return own
    ? { from: `read_json(${file}, ${options}${lenient}, columns = {${types.join(', ')}})`, moments }
    : { from: `read_json(${file}, ${options}${lenient}, sample_size = -1)`, moments: [] }
}

/** A column, or one for each member of its objects. */
function leavesOf(name: string, sql: string, type: DuckDBType, depth: number): Leaf[] {
  if (type instanceof DuckDBStructType && depth > 1)
    return type.entryNames.flatMap((member, at) => {
      const inner = `struct_extract(${sql}, ${quoteText(member)})`
      return leavesOf(`${name}.${member}`, inner, type.entryTypes[at]!, depth - 1)
    })
  const id = type.typeId
  const leaf = { name, sql, timed: false, type: 'text' } as const
  const digits = { before: 18, after: 0 }
  if (whole.has(id)) return [{ ...leaf, sql: `CAST(${sql} AS BIGINT)`, type: 'number', digits }]
  if (wide.has(id)) return [{ ...leaf, sql: `CAST(${sql} AS HUGEINT)`, type: 'number' }]
  if (floating.has(id)) return [{ ...leaf, sql: `CAST(${sql} AS DOUBLE)`, type: 'number' }]
  if (id === DuckDBTypeId.DECIMAL) return [{ ...leaf, type: 'number' }]
  if (id === DuckDBTypeId.DATE) return [{ ...leaf, type: 'date' }]
  if (moments.has(id)) {
    const moment = `CAST(CAST(${sql} AS TIMESTAMP) AS VARCHAR)`
    return [momentOf({ ...leaf, sql: moment })]
  }
  if (id === DuckDBTypeId.VARCHAR) return [{ ...leaf, sql: textOf(sql, type) }]
  const value = nested.has(id) ? `to_json(${sql})` : sql
  return [{ ...leaf, sql: `CAST(${value} AS VARCHAR)` }]
}

const { TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER } = DuckDBTypeId
const { UBIGINT, HUGEINT, FLOAT, DOUBLE, STRUCT, LIST, MAP, ARRAY } = DuckDBTypeId
const { TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ } = DuckDBTypeId
const whole = new Set([TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER])
const wide = new Set([UBIGINT, HUGEINT])
const floating = new Set([FLOAT, DOUBLE])
const moments = new Set([TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ])
const nested = new Set([STRUCT, LIST, MAP, ARRAY])

function momentOf(leaf: Leaf): Leaf {
  return { ...leaf, sql: `replace(${leaf.sql}, ' ', 'T')`, type: 'date', timed: true }
}

/** Of values of several types a text is bare, as it is where all are texts. */
function textOf(sql: string, type: DuckDBType): string {
  const bare = `nullif(trim(${sql}), '')`
  return type.alias === 'JSON'
    ? `CASE WHEN json_type(${sql}) = 'VARCHAR' THEN ${sql} ->> '$' ELSE CAST(${sql} AS VARCHAR) END`
    : bare
}

/** Decimals of few digits are read as such: 0.1 + 0.2 is 0.3. */
async function exactly(db: Database, leaves: readonly Leaf[], from: string): Promise<Leaf[]> {
  if (leaves.length > mostColumns)
    throw new Error(
      `It has ${leaves.length} columns, more than the ${mostColumns} that can be read.`,
    )
  const isDouble = (leaf: Leaf) => leaf.sql.endsWith('AS DOUBLE)')
  const asked = leaves
    .filter(isDouble)
    .map(({ sql }) => `bool_and(${sql} = round(${sql}, 4) AND abs(${sql}) < 1e10)`)
  if (asked.length === 0) return [...leaves]
  const [answers = []] = (await db.rows(`SELECT ${asked.join(', ')} FROM ${from}`)).rows
  const exact = new Set(leaves.filter(isDouble).filter((_, at) => answers[at] === 1))
  return leaves.map(leaf =>
    exact.has(leaf)
      ? { ...leaf, sql: `CAST(${leaf.sql} AS DECIMAL(14, 4))`, digits: { before: 10, after: 4 } }
      : leaf,
  )
}

function countsIn(sql: string, names: readonly string[]): string {
  return `SELECT ${['count(*)', ...names.map(name => `count(${quoteName(name)})`)].join(', ')} FROM (${sql})`
}

async function brokenIn(db: Database, path: string): Promise<number> {
  const lines = `read_json_objects(${quoteText(path)}, format = 'newline_delimited', ignore_errors = true, maximum_object_size = 67108864)`
  return Number((await db.rows(`SELECT count(*) FILTER (json IS NULL) FROM ${lines}`)).rows[0]![0])
}

async function columnOf(
  db: Database,
  sql: string,
  name: string,
  leaf: Leaf,
  { filled, texts }: { readonly filled: number; readonly texts: readonly string[] },
): Promise<Column> {
  // in the order in which the rows have them, as in other tables
  const cells = `SELECT ${quoteName(name)} AS cell, row_number() OVER () AS place FROM (${sql})`
  const values = `SELECT cell FROM (${cells}) WHERE cell IS NOT NULL GROUP BY cell ORDER BY min(place)`
  const some = new Set(texts)
  const all = some.size > mostDistinct ? undefined : await db.rows(values, [], mostDistinct)
  const distinct = all?.rows.map(([value]) => String(value))
  const { type, timed, digits } = leaf
  return {
    name,
    type: filled === 0 ? 'empty' : type,
    decimal: '.',
    ...(timed && { timed }),
    ...(digits && { digits }),
    filled,
    odd: 0,
    ...(distinct && !all?.more && { distinct }),
    examples: [...some].slice(0, 3),
  }
}
