// A query as beliefs, and the plan that these beliefs call for.
import type { Value } from '../../../../plans/plan.ts'
import { type Believed, type Design, planOf } from '../quantities/method.ts'
import { distinct } from '../roles.ts'
import { type Filter, type Operation, type Query, sides, type Want } from './query.ts'
import { type Condition, stepsOf } from './steps.ts'
import { type Aggregate, type Comparison, type DatePart, dateParts } from './words.ts'

interface Belief {
  readonly name: string
  readonly value: Value
}

const overTable = 'task requires computing over the rows of an attached table'
const oneSheet = 'task requires one sheet of a workbook'
const requires = (what: string) => `task requires ${what}`

/** Each thing a query may say, as a schema belief says it. */
const aggregates: Readonly<Record<Aggregate | 'only', string>> = {
  count: 'the number of rows',
  only: 'the value of a column in the only row',
  count_distinct: 'the number of different values of a column',
  missing: 'the number of empty cells of a column',
  sum: 'the sum of a column',
  mean: 'the mean of a column',
  median: 'the median of a column',
  min: 'the smallest value of a column',
  max: 'the largest value of a column',
  deviation: 'the sample standard deviation of a column',
  variance: 'the sample variance of a column',
  quantile: 'a quantile of a column',
  correlation: 'the correlation of two columns',
}
const wants: Readonly<Record<Want, string>> = {
  value: 'one number of all rows that are left',
  cell: 'what one row says',
  entries: 'that each label is named once',
  labels: 'the different labels',
  list: 'one number for each group of rows',
  shares: 'the share of each group of rows in percent',
  top: 'the groups of rows that come first',
  chart: 'a picture of one number for each group of rows',
  group: 'the group of rows that comes first',
  row: 'the label of the row that comes first',
  spread: 'the difference between the first and the last',
  compared: 'two numbers compared',
}
const compared: Readonly<Record<Operation, string>> = {
  difference: 'the difference of both',
  excess: 'how far the first exceeds the second',
  ratio: 'the ratio of both',
  share: 'the first as a percentage of the second',
}
const order = { max: 'the largest first', min: 'the smallest first' } as const
const roles: Readonly<Record<Comparison, readonly [role: string, words: string]>> = {
  '=': ['filter', 'equals'],
  '!=': ['exclusion', 'differs from'],
  '>': ['above', 'is above'],
  '>=': ['at_least', 'is at least'],
  '<': ['below', 'is below'],
  '<=': ['at_most', 'is at most'],
  within: ['period', 'lies within'],
}
const byPart = (part: DatePart) => requires(`groups by the ${part} of a date`)
const bySide = (side: (typeof sides)[number]) => requires(`${side} to be told apart`)
const restriction = (is: Comparison) =>
  requires(`only the rows whose column ${roles[is][1]} a given value`)

/** Schema beliefs and ground beliefs of a query; numbers of groups are rounded to so many decimals. */
export function tableTask(
  query: Query,
  decimals = 2,
): {
  readonly schemaBeliefs: readonly string[]
  readonly groundBeliefs: readonly Belief[]
} {
  const {
    table,
    where,
    part = [],
    want,
    of,
    column,
    other,
    quantile,
    label,
    by,
    is,
    howMany,
    contrast,
  } = query
  const sheet = contrast?.by === 'sheets' ? undefined : table.sheet
  const number =
    want === 'cell' || (want === 'compared' && of === 'count' && contrast?.by === 'columns')
      ? 'only'
      : of
  const pair = contrast?.by === 'part' ? undefined : contrast?.pair
  const given = (name: string, value: Value | undefined) =>
    value === undefined ? [] : [{ name, value }]
  const rounds = want === 'list' || want === 'top'
  const side =
    contrast?.by === 'sheets' ? 'sheet' : contrast?.by === 'columns' ? 'column' : 'compared'
  return {
    schemaBeliefs: [
      overTable,
      ...(sheet === undefined ? [] : [oneSheet]),
      ...[aggregates[number], wants[want]].map(requires),
      ...(by ? [byPart(by)] : []),
      ...(is ? [requires(order[is])] : []),
      ...(contrast ? [bySide(contrast.by), requires(compared[contrast.operation])] : []),
      ...new Set([...where, ...part].map(({ is }) => restriction(is))),
    ],
    groundBeliefs: [
      { name: 'file', value: table.file },
      ...given('sheet', sheet),
      ...given('column', column?.name),
      ...given('other_column', other?.name),
      ...given('label_column', label?.name),
      ...given('quantile', quantile),
      ...given('how_many', howMany),
      ...(rounds ? [{ name: 'decimals', value: decimals }] : []),
      ...(contrast?.by === 'values' || contrast?.by === 'periods'
        ? [{ name: 'compared_column', value: contrast.filters[0]!.column.name }]
        : []),
      ...(pair ?? []).map((value, at) => ({
        name: `${at === 0 ? 'first' : 'second'}_${side}`,
        value: contrast!.filters[at]?.value ?? value,
      })),
      ...filtering(where, ''),
      ...filtering(part, 'part_'),
    ],
  }
}

/** The design for beliefs that `tableTask` wrote. */
export function tabularDesign({ schemaBeliefs, groundBeliefs }: Believed): Design | undefined {
  const names = groundBeliefs.map(({ name }) => name)
  const said = <Key extends string>(table: Readonly<Record<Key, string>>) =>
    (Object.keys(table) as Key[]).find(key => schemaBeliefs.includes(requires(table[key])))
  const want = said(wants)
  const of = said(aggregates)
  if (!schemaBeliefs.includes(overTable) || !want || !of) return undefined
  const all = names.flatMap((name): readonly Condition[] => {
    const role = name.endsWith('_value') ? name.slice(0, -'_value'.length) : undefined
    const is = role && comparisonOf(role)
    return is && names.includes(`${role}_column`)
      ? [{ role, is, unsure: /unlisted|period/.test(role) }]
      : []
  })
  const { type, steps } = stepsOf({
    want,
    of,
    is: said(order) ?? 'max',
    by: dateParts.find(part => schemaBeliefs.includes(byPart(part))),
    side: sides.find(side => schemaBeliefs.includes(bySide(side))),
    operation: said(compared),
    where: all.filter(({ role }) => !isPart(role)),
    part: all.filter(({ role }) => isPart(role)),
    sheet: names.includes('sheet') ? '{sheet}' : undefined,
  })
  const used = JSON.stringify(steps)
  const filtered = all.map(({ role, is }) => `${isPart(role) ? 'part_' : ''}${roles[is][0]}`).sort()
  return {
    type: [
      type,
      ...(names.includes('sheet') ? ['in_sheet'] : []),
      ...(filtered.length > 0 ? ['where', filtered.join('_and_')] : []),
    ].join('_'),
    openParameters: ['result'],
    draft: planOf({
      goal: `what the rows of {file} give: ${type.replaceAll('_', ' ')}`,
      contextConditions: schemaBeliefs,
      parameters: names.filter(name => used.includes(`{${name}}`)),
      steps,
      answer: 'result',
    }),
  }
}

// --- internal ---

const isPart = (role: string) => /(^|_)part_/.test(role)

function filtering(filters: readonly Filter[], prefix: string): readonly Belief[] {
  const told = distinct(
    filters.map(
      ({ is, unsure }) => `${prefix}${unsure && is !== 'within' ? 'unlisted_' : ''}${roles[is][0]}`,
    ),
  )
  return filters.flatMap(({ column, value }, index) => [
    { name: `${told[index]}_column`, value: column.name },
    { name: `${told[index]}_value`, value },
  ])
}

/** The comparison a role such as `second_at_least` stands for. */
function comparisonOf(role: string): Comparison | undefined {
  const found = Object.entries(roles).find(
    ([, [word]]) => role === word || role.endsWith(`_${word}`),
  )
  return found?.[0] as Comparison | undefined
}
