// What a query must not tell: of what was done, what is only planned; a name, where an amount is asked for.
import { isKnownUnit } from '../../../../plans/expressions/units.ts'
import { doubtful, type Filter, type Query, type Unclear } from './query.ts'

/**
 * The query, unless it would tell a name where an amount is asked for (`the biggest picking, in kg`). Of one thing that
 * was done it tells only where that is: `When was Hill Road repaired?`, beside a column that says which repairs are
 * planned or were rejected.
 */
export function settled(text: string, query: Query): Query | Unclear {
  const { table, where, want, column, label } = query
  const [, unit = ''] = /\bin (\p{L}+)\s*\?*$/u.exec(text) ?? []
  if (/^(?:row|leader|dated)$/.test(want) && isKnownUnit(unit))
    return doubtful(`an amount in ${unit} is asked for, and not the ${label?.name ?? 'row'}`)
  // `What was noted of what Nina picked?`
  if (/^what (?:is|was|were|are)\b/i.test(text) && want === 'cell' && column === table.persons)
    return doubtful('it is not asked who')
  const state = table.columns.find(({ values = [] }) => values.some(each => undone.test(each)))
  const isNamed = [column, label, ...where.map(filter => filter.column)].includes(state)
  const isOfOne =
    want === 'cell' ||
    where.some(({ column, is }) => is === '=' && [table.key, table.label].includes(column))
  if (!past.test(text) || !isOfOne || !state || isNamed) return query
  if (!column || !(column.isMoney || column.kind === 'date')) return query
  const done = (state.values ?? [])
    .filter(each => undone.test(each))
    .map((value): Filter => ({ column: state, is: '!=', value, at: -1 }))
  return { ...query, where: [...where, ...done] }
}

// --- internal ---

const past = /\b(?:was|were|did|has been|have been|spent|paid)\b/i
const undone =
  /^(?:planned|proposed|rejected|refused|cancelled|canceled|withdrawn|expected|estimated)$/i
