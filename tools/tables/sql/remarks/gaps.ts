// Which rows a statement passes over without a word: those that are empty in a column that it sums or counts.
import { quoteName } from '../reading.ts'
import type { Relation } from '../relations.ts'
import type { Statement } from '../statement.ts'
import { selectsIn, type Tree } from '../tree.ts'

/** One sentence for each aggregated column that is empty in some of the rows that the statement goes through. */
export async function passedOver(
  statement: Statement,
  relations: readonly Relation[],
): Promise<string[]> {
  const gapped = new Set(
    relations.flatMap(({ table }) =>
      table.columns.flatMap(({ name, filled, odd }) =>
        filled - odd < table.rows ? [name.toLowerCase()] : [],
      ),
    ),
  )
  if (gapped.size === 0) return []
  const defined = new Set(definedIn(statement.node))
  const tables = new Set<string | undefined>(
    relations.flatMap(({ names }) => names.filter(name => !defined.has(name))),
  )
  const empty = new Map<string, number>()
  for (const node of selectsIn(statement.node)) {
    const columns = [...aggregatedIn(node.select_list)].filter(names =>
      gapped.has(names.at(-1)!.toLowerCase()),
    )
    // what comes out of another SELECT has no gaps that the file is to blame for
    const own = [...basesIn(node.from_table)].every(({ table_name: name }) =>
      tables.has(name?.toLowerCase()),
    )
    if (columns.length === 0 || !own) continue
    const counts = columns.map(names => `count(*) - count(${names.map(quoteName).join('.')})`)
    // a WHERE that speaks of what the SELECT calls so cannot be asked by itself
    const row = await statement.counted(node, counts.join())
    if (!row) continue
    for (const [at, names] of columns.entries()) empty.set(names.at(-1)!, Number(row[at]))
  }
  return [...empty].flatMap(([name, rows]) => {
    const who = rows === 1 ? '1 row has' : `${rows} rows have`
    const are = rows === 1 ? 'is' : 'are'
    return rows === 0
      ? []
      : [`${who} no "${name}" and ${are} not counted in what is computed of it.`]
  })
}

// --- internal ---

/** Of the least, the greatest and the most common nobody thinks that every row is in it. */
const aggregate =
  /^(?:sum|total|avg|mean|count|median|quantile(?:_cont|_disc)?|(?:stddev|var|covar)_(?:samp|pop)|corr)$/

/** What WITH calls so, whatever table there is of the name. */
function* definedIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const { key } of (value as Tree).cte_map?.map ?? []) yield key.toLowerCase()
  for (const each of Object.values(value)) yield* definedIn(each)
}

/** The tables that a FROM takes its rows from; anything else that gives rows is one without a name. */
function* basesIn(from: Tree | undefined): Generator<Tree> {
  if (from?.type === 'JOIN') {
    yield* basesIn(from.left)
    yield* basesIn(from.right)
  } else if (from) yield from
}

/** The names of columns that are aggregated whole, one by one or reckoned with each other. */
function* aggregatedIn(value: unknown): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return
  const tree: Tree = value
  if (tree.class === 'SUBQUERY') return
  if (tree.class === 'FUNCTION' && aggregate.test(String(tree.function_name))) {
    // a filter or a DISTINCT says itself what it leaves out
    if (!tree.filter && !tree.distinct) yield* columnsOf(tree.children)
  } else for (const each of Object.values(value)) yield* aggregatedIn(each)
}

function* columnsOf(trees: readonly Tree[] = []): Generator<readonly string[]> {
  for (const tree of trees)
    if (tree.class === 'COLUMN_REF') yield tree.column_names ?? []
    else if (tree.class === 'CAST') yield* columnsOf([tree.child!])
    else if (/^[-+*/]$/.test(tree.function_name ?? '')) yield* columnsOf(tree.children)
}
