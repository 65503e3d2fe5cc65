// What the reader of a result should know beside it: that what was asked for is not there, what was left out.
import { nearest } from '../../nearest.ts'
import type { Column } from '../columns.ts'
import type { AnyTable } from '../table.ts'
import { treeOf, writtenOut } from './dialect.ts'
import type { Database, Result } from './duckdb.ts'
import { quoteName } from './reading.ts'
import type { Loaded } from './relations.ts'
import { constant, type Tree } from './tree.ts'

/**
 * Why a statement over the table `t` came to nothing or to zero: each of its conditions that asks for a text
 * which no row has, or for dates before or after all there are. What is asked for is not there then: zero
 * would be the count of something else.
 */
export async function notThere(
  db: Database,
  accepted: string,
  { rows }: Result,
  columns: readonly Column[],
): Promise<string[]> {
  if (rows.length > 1 || rows.flat().some(cell => cell !== null && cell !== 0)) return []
  const counting = await treeOf(db, 'SELECT count(*) FROM t WHERE true')
  const where = (tree: Tree) =>
    writtenOut(db, {
      ...counting,
      statements: [
        {
          ...counting.statements[0]!,
          node: { ...counting.statements[0]!.node, where_clause: tree },
        },
      ],
    })
  const found: string[] = []
  for (const each of conditionsIn((await treeOf(db, accepted)).statements)) {
    const tree = unqualified(each) as Tree
    const [name, ...others] = new Set(namesIn(tree))
    const column = columns.find(known => known.name.toLowerCase() === name?.toLowerCase())
    if (!column || others.length > 0) continue
    for (const needed of needs(tree, column)) {
      if ((await db.rows(await where(needed))).rows[0]![0] !== 0) continue
      const [, said = ''] = /WHERE \((.*)\)$/s.exec(await where(tree)) ?? []
      found.push(await whatThereIs(db, said, column, constantsIn(tree).join(' ')))
      break
    }
  }
  return found
}

// --- internal ---

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
  if (type === 'text') return /^COMPARE_(?:EQUAL|IN)$/.test(tree.type!) ? [tree] : []
  if (type !== 'date') return []
  const [least, most] = ['GREATERTHANOREQUALTO', 'LESSTHANOREQUALTO'].map(way => `COMPARE_${way}`)
  switch (tree.type) {
    case 'COMPARE_EQUAL':
      return [
        { ...tree, type: least! },
        { ...tree, type: most! },
      ]
    case 'COMPARE_BETWEEN': {
      const { input, lower, upper } = tree
      const bound = { class: 'COMPARISON', alias: '', left: input! }
      return [
        { ...bound, type: least!, right: lower! },
        { ...bound, type: most!, right: upper! },
      ]
    }
    default:
      return /^COMPARE_(?:LESS|GREATER)/.test(tree.type!) ? [tree] : []
  }
}

function unqualified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unqualified)
  if (typeof value !== 'object' || value === null) return value
  const { column_names: names, ...rest } = value as Tree
  const parts = Object.entries(rest).map(([key, each]) => [key, unqualified(each)])
  return { ...Object.fromEntries(parts), ...(names && { column_names: names.slice(-1) }) }
}

function partsOf(value: unknown): readonly Tree[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Tree, ...Object.values(value).flatMap(partsOf)]
}

/** The columns that are compared; none where a statement of its own is among them. */
function namesIn(tree: Tree): readonly string[] {
  const parts = partsOf(tree)
  if (parts.some(part => part.class === 'SUBQUERY')) return []
  return parts.flatMap(({ column_names: names = [] }) => names)
}

const constantsIn = (tree: Tree) => partsOf(tree).flatMap(part => constant(part) ?? [])

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
  const listed = (values: readonly string[]) =>
    `No row has ${asked}; its values are: ${values.join(', ')}.`
  if (column.distinct && column.distinct.length <= few) return listed(column.distinct)
  if (column.type !== 'text') {
    const [[low, high] = []] = (await db.rows(`SELECT min(${name}), max(${name}) FROM t`)).rows
    return `No row has ${asked}; its values run from ${low} to ${high}.`
  }
  const distinct = `SELECT DISTINCT ${name} FROM t WHERE ${name} IS NOT NULL LIMIT 5000`
  const values = (await db.rows(distinct)).rows.map(([value]) => String(value))
  if (values.length <= few) return listed(values)
  const near = nearest(sought, values, 5)
  const such = near.length > 0 ? near : column.examples
  return `No row has ${asked}; ${near.length > 0 ? 'the nearest values are' : 'values are such as'}: ${such.join(', ')}.`
}

/** Which number and date columns hold cells that could not be read. */
export function oddNotes(columns: readonly Loaded[]): string[] {
  return columns.flatMap(({ column, odd }) =>
    odd === undefined
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
