// Questions that are proposed in place of one that is not answered; each has been tried.
import { type Posed, proposing } from './method.ts'
import { overview } from './overview.ts'
import { isRunning } from './tables/measure.ts'
import type { Asked } from './tables/query.ts'
import { basesIn, distinctIn, type Table, tablesOf } from './tables/table.ts'
import { queryFor } from './tables/tabular.ts'
import { silent } from './tables/words/vocabulary.ts'

/** At most two, of tables the nearest to what was asked; behind a semicolon, empty where there are none. */
export function offered(posed: Posed): string {
  const { question, files } = posed
  const asked = basesIn(question).filter(each => !silent.has(each))
  const near = ({ text }: Example) => asked.filter(each => basesIn(text).includes(each)).length
  const tables = tablesOf(files)
  const examples = tables
    .flatMap(table => examplesOf(table, tables.length > 1))
    .map(example => ({ ...example, near: near(example) }))
    .toSorted((a, b) => b.near - a.near)
  const ofTables = examples
    .values()
    .filter(example => isMeant(example, tables))
    .map(({ text }) => text)
    .take(2)
  const ofFile = ['What is this file about?', 'Summarise this file.'].filter(
    text => 'read' in overview.read({ ...posed, question: text, session: [] }),
  )
  return proposing([...ofTables, ...ofFile].slice(0, 2))
}

// --- internal ---

interface Example extends Pick<Asked, 'of' | 'column' | 'label'> {
  readonly text: string
  readonly table: Table
  /** Only the rows with the first value of this column. */
  readonly filtered?: Table['columns'][number]
}

function examplesOf(table: Table, isOneOfSeveral: boolean): readonly Example[] {
  const { columns, sheet, file } = table
  const amounts = columns.filter(
    column => column.kind === 'amount' && column.per !== 'groups' && !isRunning(column, table),
  )
  const labels = columns.filter(({ kind, values = [] }) => kind === 'text' && values.length > 1)
  // where each row has its own there is nothing to group
  const most = Math.max(...columns.map(distinctIn))
  const groups = labels.filter(column => distinctIn(column) < most)
  const where = isOneOfSeveral ? ` in ${sheet ?? file}` : ''
  return [
    ...amounts
      .toSorted((a, b) => Number(b.isAdditive) - Number(a.isAdditive))
      .flatMap((column): readonly Example[] => {
        const { name, isAdditive } = column
        const [said, of] = isAdditive ? (['total', 'sum'] as const) : (['average', 'mean'] as const)
        return [
          ...groups.map(label => ({
            text: `What is the ${said} ${name} per ${label.name}${where}?`,
            table,
            of,
            column,
            label,
          })),
          { text: `What is the average ${name}${where}?`, table, of: 'mean', column },
        ]
      }),
    ...[...new Set([...groups, ...labels])].map(filtered => ({
      text: `How many rows${where} have the ${filtered.name} "${filtered.values![0]}"?`,
      table,
      of: 'count' as const,
      filtered,
    })),
    { text: `How many rows are there${where}?`, table, of: 'count' },
  ]
}

/** Whether it is understood as it is meant: not as of another sheet, or of a column of the name. */
function isMeant({ text, table, of, column, label, filtered }: Example, tables: readonly Table[]) {
  const query = queryFor([text], tables)
  if ('unclear' in query) return false
  const [filter, more] = query.where
  const isFiltered = filter?.column === filtered && !more
  const first = filtered?.values?.[0]
  return (
    isFiltered &&
    (first === undefined || [filter?.value].flat().includes(first)) &&
    query.table === table &&
    query.of === of &&
    query.column === column &&
    query.label === label
  )
}
