// A query as beliefs, the plan that these beliefs call for, and what is told where it gives nothing.
import type { Value } from '../../../../plans/plan.ts'
import { dayOf, today } from '../../../../plans/text/today.ts'
import { type Believed, type Design, designWith, heldIn, proposing } from '../method.ts'
import { distinct } from '../roles.ts'
import {
  aggregates,
  type Comparison,
  comparisons,
  dateParts,
  type Filter,
  operations,
  type Query,
  type Side,
  sides,
  wants,
} from './query.ts'
import { type Condition, mostRecords, stepsOf } from './steps.ts'
import { inWords } from './words/dates.ts'

const overTable = 'task requires computing over the rows of an attached table'
const requires = (what: string) => `task requires ${what}`
const ends = { max: { told: 'the largest first' }, min: { told: 'the smallest first' } }
const says = {
  by: (part: string) => requires(`groups by the ${part} of a date`),
  side: (side: Side) => requires(`${side} to be told apart`),
  rows: (is: Comparison) => requires(`only the rows whose column ${comparisons[is].told}`),
  sheet: requires('one sheet of a workbook'),
  alike: requires('spellings of one name to be taken as one'),
  times: requires('each number to be multiplied by another'),
}

/** Schema beliefs and ground beliefs of a query; numbers of groups are rounded to so many decimals. */
export function tableTask(query: Query, decimals = 2) {
  const { table, where, want, of, column, label, by, end, contrast } = query
  const { part = [], side, operation, pair = [] } = contrast ?? {}
  const role = side && sides[side]
  const sheet = side === 'sheets' ? undefined : table.sheet
  const spelled = label ?? (of === 'count_distinct' ? column : undefined)
  const given: Readonly<Record<string, Value | undefined>> = {
    file: table.file,
    sheet,
    column: column?.name,
    times_column: query.times?.name,
    other_column: query.other?.name,
    label_column: label?.name,
    quantile: query.quantile,
    how_many: query.howMany,
    decimals: /^(?:list|top|firsts)$/.test(want) ? decimals : undefined,
    compared_column: contrast?.column?.name,
    [`first_${role}`]: pair[0],
    [`second_${role}`]: pair[1],
  }
  const parts = [...where, ...part].map(({ is }) => says.rows(is))
  return {
    schemaBeliefs: [
      overTable,
      requires(aggregates[of].told),
      requires(wants[want].told),
      ...(by ? [says.by(by)] : []),
      ...(end ? [requires(ends[end].told)] : []),
      ...(side && operation ? [says.side(side), requires(operations[operation].told)] : []),
      ...(sheet === undefined ? [] : [says.sheet]),
      ...(query.times ? [says.times] : []),
      ...(spelled?.isSpelledVariously ? [says.alike] : []),
      ...new Set(parts),
    ],
    groundBeliefs: [
      ...Object.entries(given).flatMap(([name, value]) =>
        value === undefined ? [] : [{ name, value }],
      ),
      ...filtering(where, ''),
      ...filtering(part, 'part_'),
      ...([...where, ...part].some(({ is }) => is === 'relative')
        ? [{ name: today, value: dayOf(Date.now()) }]
        : []),
    ],
  }
}

export function tabularDesign({ schemaBeliefs, groundBeliefs }: Believed): Design | undefined {
  const [want, of] = [toldIn(schemaBeliefs, wants), toldIn(schemaBeliefs, aggregates)]
  if (!schemaBeliefs.includes(overTable) || !want || !of) return undefined
  const names = groundBeliefs.map(({ name }) => name)
  const conditions = names.flatMap((name): readonly Condition[] => {
    const role = name.endsWith('_column') ? name.slice(0, -'_column'.length) : ''
    const is = (Object.keys(comparisons) as Comparison[]).find(each =>
      new RegExp(`(?:^|_)${comparisons[each].role}$`).test(role),
    )
    return is ? [{ role, is, unsure: /unlisted|period|around_today/.test(role) }] : []
  })
  const operation = toldIn(schemaBeliefs, operations)
  const side = heldIn(schemaBeliefs, sides, says.side)
  const by = dateParts.find(part => schemaBeliefs.includes(says.by(part)))
  const steps = stepsOf({
    want,
    of,
    end: toldIn(schemaBeliefs, ends) ?? 'max',
    by,
    side,
    operation,
    where: conditions.filter(({ role }) => !isPart(role)),
    part: conditions.filter(({ role }) => isPart(role)),
    sheet: schemaBeliefs.includes(says.sheet),
    times: schemaBeliefs.includes(says.times),
    alike: schemaBeliefs.includes(says.alike),
  })
  const filtered = conditions
    .map(({ role, is }) => `${isPart(role) ? 'part_' : ''}${comparisons[is].role}`)
    .sort()
  const what =
    want === 'value'
      ? `${of}_of_table_${of === 'count' ? 'rows' : 'column'}`
      : `${operation ?? want}_of_${of}`
  const type = [
    what,
    ...((by ?? side) ? ['by', by ?? side] : []),
    ...(schemaBeliefs.includes(says.sheet) ? ['in_sheet'] : []),
    ...(filtered.length > 0 ? ['where', filtered.join('_and_')] : []),
  ].join('_')
  return designWith({
    type,
    goal: `what the rows of {file} give: ${what.replaceAll('_', ' ')}`,
    contextConditions: schemaBeliefs,
    parameters: names.filter(name => JSON.stringify(steps).includes(`{${name}}`)),
    steps,
  })
}

/** Where it gives nothing: why, as far as its beliefs tell, and what the table can answer: the only one of its file, and this the only file. */
export function nothingFound({ groundBeliefs, schemaBeliefs }: Believed, isOnly: boolean): string {
  const said = (belief: string) => groundBeliefs.find(({ name }) => name === belief)?.value
  const isSaid = (role: RegExp) => groundBeliefs.some(({ name }) => role.test(name))
  const [want, of] = [toldIn(schemaBeliefs, wants), toldIn(schemaBeliefs, aggregates)]
  const values = groundBeliefs.flatMap(({ name, value }) =>
    /(?:filter|period)_value$/.test(name) ? [`"${inWords(String(value)).replace(/%/g, '')}"`] : [],
  )
  const [column, label] = [said('column'), said('label_column')]
  if (values.length === 0 && want === 'leader')
    return `the ${label} that comes first by one row does not clearly come first by its total${proposing([`What is the total ${column} per ${label}?`])}`
  const told = values.length > 0 ? `with ${values.join(' and ')}` : 'that fit'
  const rows = isSaid(/(?:latest|earliest)_value$/) ? `${told} in that time` : told
  // the only condition is a value that the table lists
  const conditions = groundBeliefs.filter(({ name }) => name.endsWith('_value'))
  const isThere =
    conditions.length === 1 && conditions[0]!.name === 'filter_value' && column !== undefined
  const causes: readonly (readonly [boolean, string])[] = [
    [
      values.length === 0 && want === 'row',
      `several rows have the same ${label}, and it does not tell which of them is meant`,
    ],
    [
      /^(?:entries|apart|row|each)$/.test(want ?? ''),
      `there are no rows ${rows}, or several of them have the same ${label}`,
    ],
    [
      want === 'records',
      `there are no rows ${rows}, or more than ${mostRecords}, which are not listed`,
    ],
    [of !== 'only', `there are no rows ${rows}, or their cells are empty`],
    [isThere, `the row ${rows} has nothing in "${column}", or there are several such rows`],
    [true, `there is no row ${rows}, or more than one, or its cell is empty`],
  ]
  const [, why] = causes.find(([holds]) => holds)!
  const such = isThere
    ? ` have the ${said('filter_column')} "${said('filter_value')}"`
    : ' are there'
  const isOfSeveral = said('sheet') !== undefined
  // "how many rows" of several sheets or tables asks of none
  const offers = isOfSeveral
    ? ['What is this file about?', 'Summarise this file.']
    : [`How many rows${such}?`, 'Which columns are there?']
  return why + (isOnly ? proposing(offers) : '')
}

// --- internal ---

/** Which of these the beliefs call for. */
const toldIn = <Key extends string>(
  schemaBeliefs: readonly string[],
  rows: Readonly<Record<Key, { readonly told: string }>>,
) => heldIn(schemaBeliefs, rows, key => requires(rows[key].told))

const isPart = (role: string) => /(?:^|_)part_/.test(role)

function filtering(filters: readonly Filter[], prefix: string) {
  const told = distinct(
    filters.map(
      ({ is, unsure }) =>
        `${prefix}${unsure && !/^(?:within|relative)$/.test(is) ? 'unlisted_' : ''}${comparisons[is].role}`,
    ),
  )
  return filters.flatMap(({ column, value }, index) => [
    { name: `${told[index]}_column`, value: column.name },
    ...(value === undefined ? [] : [{ name: `${told[index]}_value`, value }]),
  ])
}
