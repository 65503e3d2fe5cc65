// What the reader of a result should know beside it: that what was asked for is not there, what was left out.
import { nearest } from '../../../nearest.ts'
import type { Column } from '../../columns.ts'
import { averageLabel } from '../../table.ts'
import { type Database, type Result, rowsBeside } from '../duckdb.ts'
import { quoteName } from '../reading.ts'
import type { Relation } from '../relations.ts'
import { type Statement, statementOf } from '../statement.ts'
import { constant, type Tree } from '../tree.ts'

/**
 * Why a statement over the table `t` came to nothing or to zero: each of its conditions that asks for a text
 * which no row has, or for dates before or after all there are. What is asked for is not there then: zero
 * would be the count of something else.
 */
export async function notThere(
  db: Database,
  statement: Statement,
  { rows }: Result,
  columns: readonly Column[],
): Promise<string[]> {
  if (rows.length > 1 || rows.flat().some(cell => cell !== null && cell !== 0)) return []
  const counting = await statementOf(db, 'SELECT count(*) FROM t WHERE true')
  const where = (condition: Tree) => counting.written({ ...counting.node, where_clause: condition })
  const found: string[] = []
  for (const each of conditionsIn(statement.node)) {
    const tree = unqualified(each)
    const parts = partsOf(tree)
    const names = new Set(parts.flatMap(part => part.column_names?.[0]?.toLowerCase() ?? []))
    const column = columns.find(({ name }) => names.has(name.toLowerCase()))
    if (!column || names.size > 1 || parts.some(part => part.class === 'SUBQUERY')) continue
    for (const needed of needs(tree, column)) {
      // a HAVING may speak of groups, and a name of something else than the column
      const [counted] = await rowsBeside(db, await where(needed))
      if (counted?.[0] !== 0) continue
      const [, said = ''] = /WHERE \((.*)\)$/s.exec(await where(tree)) ?? []
      const sought = parts.flatMap(part => constant(part) ?? []).join(' ')
      found.push(await whatThereIs(db, said, column, sought))
      break
    }
  }
  return found
}

/** That a statement keeps one row by a LIMIT although others, which say something else, are as good: then it is any of them. */
export async function anyOfSeveral(
  db: Database,
  { node, written }: Statement,
  { rows }: Result,
): Promise<readonly string[]> {
  if (rows.length !== 1) return []
  const { modifiers = [] } = node
  const isOf = (type: string) => modifiers.some(each => each.type === type)
  if (!isOf('LIMIT_MODIFIER') || isOf('ORDER_MODIFIER')) return []
  const others = modifiers.filter(each => each.type !== 'LIMIT_MODIFIER')
  const whole = await written({ ...node, modifiers: others })
  const distinct = `SELECT count(*) FROM (SELECT DISTINCT * FROM (${whole}))`
  const count = Number((await rowsBeside(db, distinct))[0]?.[0])
  return count > 1
    ? [`This is any one of ${count} different rows: say in WHERE or ORDER BY which is meant.`]
    : []
}

/**
 * Of the tables that a statement speaks of: which number and date columns of those that it names hold cells that could
 * not be read; which rows have fewer or more cells, are not JSON, or hold sums.
 */
export function notesOf({ node }: Statement, relations: readonly Relation[]): string[] {
  const parts = partsOf(node)
  const tables = new Set(parts.flatMap(part => part.table_name?.toLowerCase() ?? []))
  const columns = new Set(parts.flatMap(part => part.column_names?.at(-1)?.toLowerCase() ?? []))
  const isWhole = parts.some(part => part.class === 'STAR')
  return relations
    .filter(({ names }) => names.some(name => tables.has(name)))
    .flatMap(({ odd, ...relation }) => {
      const named = odd.filter(({ of }) => isWhole || columns.has(of.name.toLowerCase()))
      return notesOn({ ...relation, odd: named })
    })
}

// --- internal ---

function notesOn({ table, odd }: Relation): string[] {
  const { name, source, short, long, total } = table
  const ragged = [
    ...(short > 0 ? [`${short} with fewer cells (read as empty)`] : []),
    ...(long > 0 ? [`${long} with more cells than the header`] : []),
  ]
  const broken = source.kind === 'typed' ? source.broken : 0
  const left =
    broken === 1
      ? `One line of ${name} is not JSON and is left out.`
      : `${broken} lines of ${name} are not JSON and are left out.`
  return [
    ...odd.map(
      ({ of, name }) =>
        `${of.odd} of ${of.filled} cells of "${of.name}" are not ${of.type}s and count as empty; as written they are in "${name}".`,
    ),
    ...(ragged.length > 0 ? [`${name} has ragged rows: ${ragged.join(', ')}.`] : []),
    ...(broken > 0 ? [left] : []),
    ...(total === undefined
      ? []
      : [
          `The last row of ${name}, "${total}", holds the ${averageLabel([total]) ? 'averages' : 'sums'} of the others and is left out.`,
        ]),
  ]
}

/** Every comparison that rows have to meet; what is denied is none. */
function* conditionsIn(value: unknown): Generator<Tree> {
  if (typeof value !== 'object' || value === null) return
  const tree: Tree = value
  if (/^COMPARE_/.test(String(tree.type))) yield tree
  else if (tree.type !== 'OPERATOR_NOT')
    for (const each of Object.values(value)) yield* conditionsIn(each)
}

/** What some row has to meet, so that what a comparison asks for is there at all. */
function needs(tree: Tree, { type }: Column): readonly Tree[] {
  const is = String(tree.type)
  if (type === 'text') return /^COMPARE_(?:EQUAL|IN)$/.test(is) ? [tree] : []
  if (type !== 'date') return []
  const { input: left = tree.left!, lower = tree.right!, upper = tree.right! } = tree
  if (is === 'COMPARE_EQUAL' || is === 'COMPARE_BETWEEN') {
    const bound = { class: 'COMPARISON', alias: '', left }
    return [
      { ...bound, type: 'COMPARE_GREATERTHANOREQUALTO', right: lower },
      { ...bound, type: 'COMPARE_LESSTHANOREQUALTO', right: upper },
    ]
  }
  return /^COMPARE_(?:LESS|GREATER)/.test(is) ? [tree] : []
}

/** Columns without the names of their tables. */
function unqualified(tree: Tree): Tree {
  const own = (key: string, value: unknown) =>
    key === 'column_names' ? (value as readonly string[]).slice(-1) : value
  return JSON.parse(JSON.stringify(tree), own) as Tree
}

function partsOf(value: unknown): readonly Tree[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Tree, ...Object.values(value).flatMap(partsOf)]
}

/** So many values can be told. */
const few = 20

/** That no row meets what is `asked` of a column, and what it holds, such as the nearest to what is `sought`. */
async function whatThereIs(
  db: Database,
  asked: string,
  column: Column,
  sought: string,
): Promise<string> {
  const name = quoteName(column.name)
  if (column.distinct && column.distinct.length <= few)
    return `No row has ${asked}; its values are: ${column.distinct.join(', ')}.`
  if (column.type !== 'text') {
    const [[low, high] = []] = (await db.rows(`SELECT min(${name}), max(${name}) FROM t`)).rows
    return `No row has ${asked}; its values run from ${low} to ${high}.`
  }
  const distinct = `SELECT DISTINCT ${name} FROM t WHERE ${name} IS NOT NULL LIMIT 5000`
  const values = (await db.rows(distinct)).rows.map(([value]) => String(value))
  const near = nearest(sought, values, 5)
  const such = near.length > 0 ? near : column.examples
  return `No row has ${asked}; ${near.length > 0 ? 'the nearest values are' : 'values are such as'}: ${such.join(', ')}.`
}
