// What a query must not tell: of what was done, what is only planned; a name, where an amount is asked for.
import { isKnownUnit } from '../../../../plans/expressions/units.ts'
import { doubtful, type Query, type Unclear } from './query.ts'

/**
 * Why it is not told: `When was Hill Road repaired?`, where a column says of some repairs that they are planned or
 * were rejected; `the biggest picking, in kg`, where the query would tell who picked it.
 */
export function unsettledOf(text: string, query: Query): Unclear | undefined {
  const { table, where, want, column, label } = query
  const [, unit = ''] = /\bin (\p{L}+)\s*\?*$/u.exec(text) ?? []
  if (/^(?:row|leader|dated)$/.test(want) && isKnownUnit(unit))
    return doubtful(`an amount in ${unit} is asked for, and not the ${label?.name ?? 'row'}`)
  // `What was noted of what Nina picked?`
  if (/^what (?:is|was|were|are)\b/i.test(text) && want === 'cell' && column === table.persons)
    return doubtful('it is not asked who')
  if (!past.test(text) || !column || !(column.isMoney || column.kind === 'date')) return undefined
  const state = table.columns.find(({ values = [] }) => values.some(each => undone.test(each)))
  const isNamed = [column, label, ...where.map(filter => filter.column)].includes(state)
  return state && !isNamed
    ? doubtful(`by their ${state.name}, not all of them are done`)
    : undefined
}

// --- internal ---

const past = /\b(?:was|were|did|has been|have been|spent|paid)\b/i
const undone =
  /^(?:planned|proposed|rejected|refused|cancelled|canceled|withdrawn|expected|estimated)$/i
