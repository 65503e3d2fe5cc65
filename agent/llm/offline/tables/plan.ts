// A query as beliefs, and the plan that these beliefs call for: calls of the table tool in SQL with
// slots, then arithmetic.
import type { Value } from '../../../../plans/plan.ts'
import { type Believed, computed, type Design, planOf, type Step } from '../quantities/method.ts'
import { distinct } from '../roles.ts'
import type { Filter } from './filters.ts'
import { type Operation, operations, type Query, sides, type Want } from './query.ts'
import { asText, type Condition, from, groupBy, grouped, numberOf, single } from './sql.ts'
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
const compared: Readonly<Record<Operation, readonly [words: string, expression: string]>> = {
  difference: ['the difference of both', 'abs(first - second)'],
  excess: ['how far the first exceeds the second', 'first - second'],
  ratio: ['the ratio of both', 'first / second'],
  share: ['the first as a percentage of the second', 'first / second'],
}
const order = { max: 'the largest first', min: 'the smallest first' } as const
const roles: Readonly<Record<Comparison, readonly [role: string, words: string]>> = {
  '=': ['filter', 'equals'],
  '!=': ['exclusion', 'differs from'],
  '>': ['above', 'is above'],
  '>=': ['at_least', 'is at least'],
  '<': ['below', 'is below'],
  '<=': ['at_most', 'is at most'],
  contains: ['containing', 'contains'],
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
      ...(contrast ? [bySide(contrast.by), requires(compared[contrast.operation][0])] : []),
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
  const shape = shapeOf({
    want,
    of,
    is: said(order) ?? 'max',
    by: dateParts.find(part => schemaBeliefs.includes(byPart(part))),
    side: sides.find(side => schemaBeliefs.includes(bySide(side))),
    operation: operations.find(each => schemaBeliefs.includes(requires(compared[each][0]))),
    where: all.filter(({ role }) => !isPart(role)),
    part: all.filter(({ role }) => isPart(role)),
    sheet: names.includes('sheet') ? '{sheet}' : undefined,
  })
  const used = JSON.stringify(shape.steps)
  const filtered = all.map(({ role, is }) => `${isPart(role) ? 'part_' : ''}${roles[is][0]}`).sort()
  return {
    type: [
      shape.type,
      ...(names.includes('sheet') ? ['in_sheet'] : []),
      ...(filtered.length > 0 ? ['where', filtered.join('_and_')] : []),
    ].join('_'),
    openParameters: ['result'],
    draft: planOf({
      goal: `what the rows of {file} give: ${shape.type.replaceAll('_', ' ')}`,
      contextConditions: schemaBeliefs,
      parameters: names.filter(name => used.includes(`{${name}}`)),
      steps: shape.steps,
      answer: 'result',
    }),
  }
}

// --- internal ---

const isPart = (role: string) => /(^|_)part_/.test(role)

interface Shaped {
  readonly want: Want
  readonly of: Aggregate | 'only'
  readonly is: 'max' | 'min'
  readonly by: DatePart | undefined
  readonly side: (typeof sides)[number] | undefined
  readonly operation: Operation | undefined
  readonly where: readonly Condition[]
  readonly part: readonly Condition[]
  readonly sheet: string | undefined
}

function reading(
  role: string,
  sql: string,
  sheet: string | undefined,
  { type, chart }: { readonly type?: 'number' | undefined; readonly chart?: 'bar' | 'line' } = {},
): Step {
  const input = {
    file: '{file}',
    ...(sheet !== undefined && { sheet }),
    sql,
    ...(chart !== undefined && { chart }),
  }
  return {
    id: role,
    kind: 'read',
    description: `Take {${role}} from {file} with the table tool.`,
    deps: [],
    reads: [],
    writes: [{ role, ...(type && { type }) }],
    tool: { name: 'table', input },
    postcondition: `ground_belief(${role}) is ${type ? 'a number' : 'known'}`,
  }
}

function shapeOf(shaped: Shaped): { readonly type: string; readonly steps: readonly Step[] } {
  const { want, of, is, by, where, sheet } = shaped
  const number = numberOf(of)
  const type =
    want === 'value'
      ? `${of}_of_table_${of === 'count' ? 'rows' : 'column'}`
      : `${want}_of_${of}${by ? `_by_${by}` : ''}`
  const one = (sql: string, kind?: 'number') => ({
    type,
    steps: [reading('result', sql, sheet, { type: kind })],
  })
  const groups = grouped(number, by, where)
  const named = '"{label_column}" IS NOT NULL'
  const once = `(SELECT count("{label_column}") - count(DISTINCT "{label_column}") ${from(where)}) = 0`
  const descending = is === 'max' ? ' DESC' : ''
  switch (want) {
    case 'value':
      return one(single(number, where), 'number')
    case 'cell':
      return one(single(number, where))
    case 'entries':
      return one(
        `SELECT count("{label_column}") ${from(where, [once])} HAVING count(*) > 0`,
        'number',
      )
    case 'labels':
      return one(`SELECT DISTINCT ${groupBy(by)} ${from(where, [named])} ORDER BY 1`)
    case 'list':
      return one(
        `SELECT g || ': ' || ${asText('x')} FROM (SELECT g, round(x, {decimals}) AS x FROM ${groups}) WHERE x IS NOT NULL ORDER BY ${by ? 'g' : 'x DESC, g'}`,
      )
    case 'shares':
      return one(
        `SELECT g || ': ' || round(100.0 * x / (SELECT ${number} ${from(where)}), 1) || ' %' FROM ${groups} ORDER BY x DESC, g`,
      )
    case 'top':
      return one(
        `SELECT g || ': ' || ${asText('x')} FROM (SELECT g, round(x, {decimals}) AS x FROM ${groups}) WHERE x IS NOT NULL ORDER BY x${descending}, g LIMIT {how_many}`,
      )
    case 'chart': {
      const sql = `SELECT g AS "${by ?? '{label_column}'}", x AS "${of === 'count' ? 'rows' : `${of} of {column}`}" FROM ${groups} WHERE x IS NOT NULL ORDER BY g`
      return { type, steps: [reading('result', sql, sheet, { chart: by ? 'line' : 'bar' })] }
    }
    case 'group':
      return one(`SELECT g FROM ${groups} WHERE x = (SELECT ${is}(x) FROM ${groups})`)
    case 'row':
      return one(
        `SELECT "{label_column}" ${from(where, [named, once, `"{column}" = (SELECT ${is}("{column}") ${from(where)})`])}`,
      )
    case 'spread':
      return { type, steps: spread(shaped) }
    case 'compared':
      return { type: `${shaped.operation}_of_${of}_by_${shaped.side}`, steps: both(shaped) }
  }
}

/** The largest and the smallest number, of the rows or of the groups, and their difference. */
function spread({ of, by, where, sheet }: Shaped): readonly Step[] {
  const end = (role: string, is: 'max' | 'min') =>
    reading(
      role,
      of === 'max'
        ? single(numberOf(is), where)
        : `SELECT ${is}(x) FROM ${grouped(numberOf(of), by, where)}`,
      sheet,
      { type: 'number' },
    )
  return [
    end('largest', 'max'),
    end('smallest', 'min'),
    computed('s3', 'result', 'largest - smallest', {
      reads: ['largest', 'smallest'],
      deps: ['largest', 'smallest'],
    }),
  ]
}

/** The same number twice, then arithmetic. */
function both({ of, side, operation, where, part, sheet }: Shaped): readonly Step[] {
  const step = (role: 'first' | 'second') => {
    const number = numberOf(of, side === 'columns' ? `${role}_column` : 'column')
    const own = side === 'part' && role === 'first' ? [...where, ...part] : where
    const told =
      side === 'values' || side === 'periods'
        ? [
            side === 'periods'
              ? `CAST("{compared_column}" AS TEXT) LIKE '{${role}_compared}'`
              : `"{compared_column}" IN ('{${role}_compared}')`,
          ]
        : []
    const sql = `SELECT ${number} ${from(own, told)}`
    return reading(
      role,
      told.length > 0 ? `${sql} HAVING count(*) > 0` : sql,
      side === 'sheets' ? `{${role}_sheet}` : sheet,
      { type: 'number' },
    )
  }
  const result = computed('s3', 'result', compared[operation!][1], {
    reads: ['first', 'second'],
    deps: ['first', 'second'],
    ...(operation === 'share' && { unit: '%' }),
  })
  return [
    step('first'),
    step('second'),
    // "by how much more" asks nothing where it is less
    operation === 'excess'
      ? { ...result, postcondition: 'ground_belief(first) >= ground_belief(second)' }
      : result,
  ]
}

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
