// Where a table gives nothing: why, as far as what was asked of it tells, and what it can answer.
import type { Believed } from '../quantities/method.ts'
import { toldIn } from './plan.ts'
import { aggregates, wants } from './query.ts'

export function nothingFound({ groundBeliefs, schemaBeliefs }: Believed): string {
  const said = (belief: string) => groundBeliefs.find(({ name }) => name === belief)?.value
  const isSaid = (role: RegExp) => groundBeliefs.some(({ name }) => role.test(name))
  const [want, of] = [toldIn(schemaBeliefs, wants), toldIn(schemaBeliefs, aggregates)]
  const values = groundBeliefs.flatMap(({ name, value }) =>
    /(?:filter|period)_value$/.test(name) ? [`"${String(value).replace(/%/g, '')}"`] : [],
  )
  const [column, label] = [said('column'), said('label_column')]
  if (values.length === 0 && want === 'leader')
    return `the ${label} that comes first by one row does not clearly come first by its total; it can answer "What is the total ${column} per ${label}?"`
  const told = values.length > 0 ? `with ${values.join(' and ')}` : 'that fit'
  const rows = isSaid(/(?:latest|earliest)_value$/) ? `${told} in that time` : told
  // the only condition is a value that the table lists
  const conditions = groundBeliefs.filter(({ name }) => name.endsWith('_value'))
  const isThere =
    conditions.length === 1 && conditions[0]!.name === 'filter_value' && column !== undefined
  const causes: readonly (readonly [boolean, string])[] = [
    [
      want === 'entries' || want === 'apart',
      `there are no rows ${rows}, or several of them have the same ${label}`,
    ],
    [of !== 'only' && want !== 'row', `there are no rows ${rows}, or their cells are empty`],
    [isThere, `the row ${rows} has nothing in "${column}", or there are several such rows`],
    [true, `there is no row ${rows}, or more than one, or its cell is empty`],
  ]
  const [, why] = causes.find(([holds]) => holds)!
  const such = isThere
    ? ` have the ${said('filter_column')} "${said('filter_value')}"`
    : ' are there'
  return `${why}; it can answer "How many rows${such}?" or "Which columns are there?"`
}
