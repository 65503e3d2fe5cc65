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
  const said: string[] = []
  for (const node of selectsIn(statement.node))
    for (const { join, left, right } of losing(node.from_table)) {
      const from_table = { ...join, left, right, join_type: 'ANTI' }
      const alone = { ...node, from_table }
      // a WHERE that speaks of the other side cannot be asked of these rows
      const lost = Number((await count(alone)) ?? (await count({ ...alone, where_clause: null })))
      const [who, has] = lost === 1 ? ['row', 'has'] : ['rows', 'have']
      if (lost > 0)
        said.push(
          `${lost} ${who} of ${titleOf(left, relations)} ${has} no partner in ${titleOf(right, relations)}.`,
        )
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
  // of a table with itself, such as a month with the one before, some row is always without a partner
  if (calledIn(left) === calledIn(right)) return
  if (kind === 'INNER' || kind === 'RIGHT') yield { join, left, right }
  if (kind === 'INNER' || kind === 'LEFT') yield { join, left: right, right: left }
}

/** All other conditions join so many rows that asking again takes long. */
function isEquality(condition: Tree | null | undefined): boolean {
  const { type, children = [] } = condition ?? {}
  return type === 'COMPARE_EQUAL' || (type === 'CONJUNCTION_AND' && children.some(isEquality))
}

/** What people call a table; else what the statement calls what it made. */
function titleOf(side: Tree, relations: readonly Relation[]): string {
  if (side.type === 'JOIN')
    return [side.left!, side.right!].map(each => titleOf(each, relations)).join(' with ')
  const called = calledIn(side)
  const known = relations.find(({ names }) => names.includes(called?.toLowerCase() ?? ''))
  if (!known) return `"${called}" of the SQL`
  const { name, sheet } = known.table
  return sheet === undefined ? name : `${sheet} (${name})`
}

const calledIn = ({ table_name: table, alias }: Tree) => table ?? alias
