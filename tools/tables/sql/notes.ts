// What the reader of a result should know beside it: why nothing matched, what was left out.
import { foldName, nearest } from '../../nearest.ts'
import type { AnyTable, Cell } from '../tables.ts'
import type { Database } from './duckdb.ts'
import type { Compiled, Loaded } from './query.ts'
import { quoteName } from './reading.ts'

/** Runs a statement that counts. */
export async function countOf(db: Database, sql: string, params: readonly Cell[]): Promise<number> {
  return (await firstRow(db, sql, params))[0] as number
}

/** For each condition that no row meets: what its column does hold. */
export async function whyNothing(
  db: Database,
  conditions: Compiled['conditions'],
): Promise<string[]> {
  const unmet: Compiled['conditions'][number][] = []
  for (const each of conditions)
    if ((await countOf(db, `SELECT count(*) FROM t WHERE ${each.sql}`, each.params)) === 0)
      unmet.push(each)
  if (unmet.length === 0 && conditions.length > 0)
    return ['Every condition is met by some row, but no row meets all of them.']
  return Promise.all(unmet.map(each => whatThereIs(db, each)))
}

/** So many values can be told. */
const few = 20

async function whatThereIs(
  db: Database,
  { where, column }: Compiled['conditions'][number],
): Promise<string> {
  const asked = `No row has "${column.name}" ${where.is} ${JSON.stringify(where.value)}`
  const name = quoteName(column.name)
  const listed = (values: readonly string[]) => `${asked}; its values are: ${values.join(', ')}.`
  if (column.distinct && column.distinct.length <= few) return listed(column.distinct)
  if (column.type !== 'text') {
    const [low, high] = await firstRow(db, `SELECT min(${name}), max(${name}) FROM t`)
    return `${asked}; its values run from ${low} to ${high}.`
  }
  const distinct = `SELECT DISTINCT ${name} FROM t WHERE ${name} IS NOT NULL LIMIT 5000`
  const values = (await db.rows(distinct)).rows.map(([value]) => String(value))
  if (values.length <= few) return listed(values)
  const near = nearest(String(where.value), values, 5)
  const such = near.length > 0 ? near : column.examples
  return `${asked}; ${near.length > 0 ? 'the nearest values are' : 'values are such as'}: ${such.join(', ')}.`
}

/** Which number and date columns hold cells that could not be read; of `used` (folded names) or all. */
export function oddNotes(columns: readonly Loaded[], used?: ReadonlySet<string>): string[] {
  return columns.flatMap(({ column, odd }) =>
    odd === undefined || (used && !used.has(foldName(column.name)))
      ? []
      : `${column.odd} of ${column.filled} cells of "${column.name}" are not ${column.type}s and count as empty; as written they are in "${odd}".`,
  )
}

/** Says so when rows have fewer or more cells than the header, and when a row of sums is left out. */
export function rowNotes(table: AnyTable): string[] {
  const { name, total, source } = table
  return [
    ...raggedNotes(table),
    ...(source.kind === 'typed' && source.broken > 0 ? [brokenNote(name, source.broken)] : []),
    ...(total === undefined
      ? []
      : [`The last row of ${name}, "${total}", holds the sums of the others and is left out.`]),
  ]
}

async function firstRow(
  db: Database,
  sql: string,
  params: readonly Cell[] = [],
): Promise<readonly Cell[]> {
  return (await db.rows(sql, params)).rows[0] ?? []
}

function brokenNote(name: string, broken: number): string {
  return broken === 1
    ? `One line of ${name} is not JSON and is left out.`
    : `${broken} lines of ${name} are not JSON and are left out.`
}

function raggedNotes(table: AnyTable): string[] {
  const parts = [
    ...(table.short > 0 ? [`${table.short} with fewer cells (read as empty)`] : []),
    ...(table.long > 0 ? [`${table.long} with more cells than the header`] : []),
  ]
  return parts.length > 0 ? [`${table.name} has ragged rows: ${parts.join(', ')}.`] : []
}
