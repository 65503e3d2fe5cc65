// Which column of a table holds persons: what `who` asks for.
import { type Column, headOf, namesColumn } from './columns.ts'

/** The one column whose values are persons: the names of the rows, or one headed `customer`. */
export function personsColumn(columns: readonly Column[]): Column | undefined {
  const [only, ...others] = columns.filter(
    column => column.type === 'text' && isOfPersons(column) && !things.test(headOf(column) ?? ''),
  )
  const who = columns.find(({ name }) => /^who$/i.test(name))
  return namesColumn(columns) ?? who ?? (others.length === 0 ? only : undefined)
}

/** They end like persons, and are none. */
const things =
  /(?:ment|event|plant|(?:numb|ord|vouch|lett|pap|wat|riv|quart|semest|chapt|met|contain|lay|cov|serv|print|pow|fold|weath|corn|off|regist|filt|tim|trail)er|(?:sens|sect|fact|mot|err|flo|col)or|colour)$/i

/** A farm is nobody; a customer, a student, a trainer are somebody. */
export const isOfPersons = (column: Column) =>
  /^who$|(?:[eo]r|ist|ian|man|ant|ent|ee|by|name)$/i.test(headOf(column) ?? 'name')
