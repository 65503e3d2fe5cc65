// Which rows a join leaves out without a word: those of one side that have no partner on the other.

import type { Relation } from '../relations.ts'
import type { Statement } from '../statement.ts'
import { selectsIn, type Tree } from '../tree.ts'

/** One sentence for each side of an equality join that loses rows by it. */
export async function withoutPartner(
  statement: Statement,
  relations: readonly Relation[],
): Promise<string[]> {
  const count = async (node: Tree) => (await statement.counted(node, 'count(*)'))?.[0]
  const made = madeIn(statement.node)
  const said: string[] = []
  for (const node of selectsIn(statement.node))
    for (const { join, left, right } of losing(node.from_table)) {
      const [who, whose] = [sideOf(left, relations, made), sideOf(right, relations, made)]
      // of a table with itself, such as a month with the one before, some row is always without a partner, and
      // who joins with a list that stands in the query wants no others
      if (!isOfOthers(who, whose) || !isOfOthers(whose, who)) continue
      const from_table = { ...join, left, right, join_type: 'ANTI' }
      const alone = { ...node, from_table }
      // a WHERE that speaks of the other side cannot be asked of these rows
      const lost = Number((await count(alone)) ?? (await count({ ...alone, where_clause: null })))
      const [row, has] = lost === 1 ? ['row', 'has'] : ['rows', 'have']
      if (lost > 0) said.push(`${lost} ${row} of ${who.title} ${has} no partner in ${whose.title}.`)
    }
  return [...new Set(said)]
}

// --- internal ---

/** Joins, each with the side that loses rows as its left one. */
function* losing(join: Tree | undefined): Generator<Record<'join' | 'left' | 'right', Tree>> {
  if (join?.type !== 'JOIN') return
  const { left, right, join_type: kind, condition, using_columns: shared = [] } = join
  yield* losing(left)
  yield* losing(right)
  if (!left || !right || !(shared.length > 0 || isEquality(condition))) return
  if (kind === 'INNER' || kind === 'RIGHT') yield { join, left, right }
  if (kind === 'INNER' || kind === 'LEFT') yield { join, left: right, right: left }
}

/** Of columns of both sides: all other conditions join so many rows that asking again takes long. */
function isEquality(condition: Tree | null | undefined): boolean {
  const { type, left, right, children = [] } = condition ?? {}
  if (type === 'COMPARE_EQUAL') return [left, right].every(side => namedIn(side, 'COLUMN_REF'))
  return type === 'CONJUNCTION_AND' && children.some(isEquality)
}

const namedIn = (tree: unknown, type: string) => !nodesOf(tree, type).next().done

/** The nodes of a type, wherever they stand. */
function* nodesOf(value: unknown, type: string): Generator<Tree> {
  if (typeof value !== 'object' || value === null) return
  if ((value as Tree).type === type) yield value
  for (const each of Object.values(value)) yield* nodesOf(each, type)
}

/** What people call one side of a join, and the files that its rows are of. */
interface Side {
  readonly title: string
  readonly files: readonly string[]
}

function sideOf(
  side: Tree,
  relations: readonly Relation[],
  made: ReadonlyMap<string, unknown>,
): Side {
  if (side.type === 'JOIN') {
    const both = [side.left!, side.right!].map(each => sideOf(each, relations, made))
    return {
      title: both.map(({ title }) => title).join(' with '),
      files: both.flatMap(({ files }) => files),
    }
  }
  const called = side.table_name?.toLowerCase() ?? ''
  const known = relations.find(({ names }) => names.includes(called))
  if (known) return { title: nameOf(known), files: [nameOf(known)] }
  const within = basesIn(made.get(called) ?? side, made)
  const files = relations.filter(({ names }) => names.some(name => within.has(name))).map(nameOf)
  return { title: `what is made of ${files.join(' and ')}`, files }
}

const isOfOthers = ({ files }: Side, other: Side) => files.some(file => !other.files.includes(file))

function nameOf({ table: { name, sheet } }: Relation): string {
  return sheet === undefined ? name : `${sheet} (${name})`
}

/** What `WITH` names, by its name. */
function madeIn(statement: unknown): ReadonlyMap<string, unknown> {
  const maps = [...nodesOf(statement, 'SELECT_NODE')].flatMap(node => node.cte_map?.map ?? [])
  return new Map(maps.map(each => [each.key.toLowerCase(), each]))
}

/** The tables that something reads, also by what `WITH` names. */
function basesIn(tree: unknown, made: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const names = new Set<string>()
  const look = (value: unknown) => {
    for (const { table_name: table = '' } of nodesOf(value, 'BASE_TABLE')) {
      const name = table.toLowerCase()
      if (names.has(name)) continue
      names.add(name)
      look(made.get(name))
    }
  }
  look(tree)
  return names
}
