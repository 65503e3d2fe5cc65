// Whether a statement adds up amounts of several currencies as if they were one.
import { listed } from '../../../ranges.ts'
import { quoteName } from '../reading.ts'
import type { Relation } from '../relations.ts'
import type { Statement } from '../statement.ts'
import { selectsIn, type Tree } from '../tree.ts'

/** One sentence where amounts are put together over rows that a column says to be of several currencies. */
export async function mixedCurrencies(
  statement: Statement,
  relations: readonly Relation[],
): Promise<string[]> {
  const columns = relations.flatMap(({ table }) =>
    table.columns.flatMap(({ name, type }) => (type === 'text' && isCurrency(name) ? [name] : [])),
  )
  for (const node of selectsIn(statement.node)) {
    if (!(node.select_list ?? []).some(putsTogether)) continue
    for (const name of columns.filter(
      name => !tellsApart([node.group_expressions, node.select_list], name),
    )) {
      const [kinds] =
        (await statement.counted(
          node,
          `string_agg(DISTINCT ${quoteName(name)}, ', ' ORDER BY ${quoteName(name)})`,
        )) ?? []
      const found = String(kinds ?? '').split(', ')
      if (found.length > 1)
        return [
          `These rows are in ${listed(found, 5)} by "${name}": their amounts are put together as if they were one.`,
        ]
    }
  }
  return []
}

/** Whether a column of this name holds currencies. */
export const isCurrency = (name: string): boolean =>
  /^(?:currency|ccy|währung|waehrung|devise|moneda|valuta|waluta)(?:[ _-]?code)?$/i.test(name)

// --- internal ---

/** Whether numbers of several rows are put together. */
function putsTogether(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { class: kind, function_name = '' }: Tree = value
  if (kind === 'SUBQUERY') return false
  if (kind === 'FUNCTION' && /^(?:sum|total|avg|mean|median)$/.test(function_name)) return true
  return Object.values(value).some(putsTogether)
}

/** Whether groups or what is put together are told apart by the column; one value of it shown beside tells nothing. */
function tellsApart(value: unknown, column: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { class: kind, function_name = '', column_names: names = [] }: Tree = value
  if (kind === 'COLUMN_REF') return names.at(-1)?.toLowerCase() === column.toLowerCase()
  if (
    kind === 'FUNCTION' &&
    /^(?:min|max|first|any_value|mode|list|string_agg|count)$/.test(function_name)
  )
    return false
  return Object.values(value).some(each => tellsApart(each, column))
}
