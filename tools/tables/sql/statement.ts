// A statement that has been run, asked once more for what its answer does not show.
import { treeOf, writtenOut } from './accept.ts'
import { type Database, rowsBeside } from './duckdb.ts'
import type { Tree } from './tree.ts'

export type Statement = Awaited<ReturnType<typeof statementOf>>

/** A statement with its tree, and others asked in its place. */
export async function statementOf(db: Database, sql: string) {
  const parsed = await treeOf(db, sql)
  const [statement] = parsed.statements
  const written = (node: Tree) =>
    writtenOut(db, { ...parsed, statements: [{ ...statement, node }] })
  return {
    node: statement!.node,
    /** The SQL of another one. */
    written,
    /** What `counts` (SQL) come to over all rows of one of its SELECTs; `undefined` where that cannot be told. */
    counted: async (select: Tree, counts: string) => {
      const { select_list = [] } = (await treeOf(db, `SELECT ${counts}`)).statements[0]!.node
      const [row] = await rowsBeside(db, await written({ ...select, ...ungrouped, select_list }))
      return row
    },
  }
}

// --- internal ---

const ungrouped: Tree = {
  modifiers: [],
  group_expressions: [],
  group_sets: [],
  having: null,
  qualify: null,
  aggregate_handling: 'STANDARD_HANDLING',
}
