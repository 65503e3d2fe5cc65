// What the reader of a result should know beside it: why nothing matched, what was left out.
import { foldName, nearest } from '../../nearest.ts'
import type { LinesSource } from '../json-lines.ts'
import type { AnyTable, Cell } from '../tables.ts'
import { type Compiled, type Loaded, quoteName } from './query.ts'
import type { Database, Stored } from './sqlite.ts'

/** Runs a statement that counts. */
export function countOf(db: Database, sql: string, params: readonly Cell[]): number {
  return firstRow(db, sql, params)[0] as number
}

/** For each condition that no row meets: what its column does hold. */
export function whyNothing(db: Database, conditions: Compiled['conditions']): string[] {
  const unmet = conditions.filter(
    each => countOf(db, `SELECT count(*) FROM t WHERE ${each.sql}`, each.params) === 0,
  )
  if (unmet.length === 0 && conditions.length > 0)
    return ['Every condition is met by some row, but no row meets all of them.']
  return unmet.map(({ where, column }) => {
    const asked = `No row has "${column.name}" ${where.is} ${JSON.stringify(where.value)}`
    if (column.distinct && column.distinct.length <= 20)
      return `${asked}; its values are: ${column.distinct.join(', ')}.`
    const name = quoteName(column.name)
    if (column.type !== 'text') {
      const [low, high] = firstRow(db, `SELECT min(${name}), max(${name}) FROM t`)
      return `${asked}; its values run from ${low} to ${high}.`
    }
    const values = db.prepare(`SELECT DISTINCT ${name} AS v FROM t WHERE v IS NOT NULL LIMIT 5000`)
    const near = nearest(
      String(where.value),
      Array.from(values.rows(), ([value]) => String(value)),
      5,
    )
    const such = near.length > 0 ? near : column.examples
    return `${asked}; ${near.length > 0 ? 'the nearest values are' : 'values are such as'}: ${such.join(', ')}.`
  })
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
    ...(source.kind === 'lines' && source.broken > 0 ? [brokenNote(name, source)] : []),
    ...(total === undefined
      ? []
      : [`The last row of ${name}, "${total}", holds the sums of the others and is left out.`]),
  ]
}

function firstRow(db: Database, sql: string, params: readonly Cell[] = []): readonly Stored[] {
  const [row = []] = db.prepare(sql).rows(...params)
  return row
}

function brokenNote(name: string, { broken, firstBroken }: LinesSource): string {
  return broken === 1
    ? `Line ${firstBroken} of ${name} is not JSON and is left out.`
    : `${broken} lines of ${name} are not JSON and are left out; the first is line ${firstBroken}.`
}

function raggedNotes(table: AnyTable): string[] {
  const parts = [
    ...(table.short > 0 ? [`${table.short} with fewer cells (read as empty)`] : []),
    ...(table.long > 0 ? [`${table.long} with more cells than the header`] : []),
  ]
  return parts.length > 0 ? [`${table.name} has ragged rows: ${parts.join(', ')}.`] : []
}
