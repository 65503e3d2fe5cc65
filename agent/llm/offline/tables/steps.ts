// The steps that carry a query out, in SQL with slots for its columns and values.
import { computed, type Step } from '../quantities/method.ts'
import type { Operation, sides, Want } from './query.ts'
import type { Aggregate, Comparison, DatePart } from './words.ts'

/** A condition on rows: the slots of its column and its value. */
export interface Condition {
  readonly role: string
  readonly is: Comparison
  /** Only the rows show whether it ever holds. */
  readonly unsure: boolean
}

/** A query as far as its beliefs tell it, without the values. */
export interface Shaped {
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

/** Calls of the table tool in SQL with slots, then arithmetic; and what such a plan is called. */
export function stepsOf(shaped: Shaped): {
  readonly type: string
  readonly steps: readonly Step[]
} {
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

// --- internal ---

const expressions: Readonly<Record<Operation, string>> = {
  difference: 'abs(first - second)',
  excess: 'first - second',
  ratio: 'first / second',
  share: 'first / second',
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
  const result = computed('s3', 'result', expressions[operation!], {
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

/** The number computed of the rows; `only` is the value of the one row there is, else nothing. */
function numberOf(of: Aggregate | 'only', column = 'column'): string {
  const x = `"{${column}}"`
  switch (of) {
    case 'count':
      return 'count(*)'
    case 'only':
      return `CASE WHEN count(DISTINCT ${x}) = 1 AND count(${x}) = count(*) THEN max(${x}) END`
    case 'count_distinct':
      return `count(DISTINCT ${x})`
    case 'missing':
      return `count(*) - count(${x})`
    case 'quantile':
      return `quantile(${x}, {quantile})`
    case 'correlation':
      return `corr(${x}, "{other_column}")`
    case 'mean':
      return `avg(${x})`
    case 'deviation':
      return `stddev_samp(${x})`
    case 'variance':
      return `var_samp(${x})`
    case 'sum':
    case 'median':
    case 'min':
    case 'max':
      return `${of}(${x})`
  }
}

/** `FROM t`, with the conditions that rows must meet. */
function from(conditions: readonly Condition[], more: readonly string[] = []): string {
  const all = [...conditions.map(condition), ...more]
  return `FROM t${all.length > 0 ? ` WHERE ${all.join(' AND ')}` : ''}`
}

/** The number of the rows that meet the conditions; nothing where a condition that is unsure never holds. */
function single(number: string, conditions: readonly Condition[]): string {
  const unsure = conditions.filter(each => each.unsure)
  const holds = unsure.map(each => `(SELECT count(*) ${from([each])}) > 0`).join(' AND ')
  const value = unsure.length > 0 ? `CASE WHEN ${holds} THEN ${number} END` : number
  return `SELECT ${value} ${from(conditions)}`
}

/** The label of a row, or the part of its date. */
function groupBy(by: DatePart | undefined): string {
  const label = '"{label_column}"'
  const date = `CAST(${label} AS TEXT)`
  switch (by) {
    case undefined:
      return label
    case 'year':
      return `substr(${date}, 1, 4)`
    case 'month':
      return `substr(${date}, 1, 7)`
    case 'day':
      return `substr(${date}, 1, 10)`
    case 'quarter': {
      const month = `CAST(substr(${date}, 6, 2) AS INTEGER)`
      return `substr(${date}, 1, 4) || ' Q' || CAST((${month} + 2 - (${month} + 2) % 3) / 3 AS INTEGER)`
    }
  }
}

/** The groups, each `g` with its number `x`. */
function grouped(number: string, by: DatePart | undefined, conditions: readonly Condition[]) {
  const label = groupBy(by)
  return `(SELECT ${label} AS g, ${number} AS x ${from(conditions, ['"{label_column}" IS NOT NULL'])} GROUP BY ${label})`
}

/** A number as text: a whole one without a point. */
const asText = (x: string) =>
  `CASE WHEN ${x} = CAST(${x} AS BIGINT) THEN CAST(CAST(${x} AS BIGINT) AS TEXT) ELSE CAST(${x} AS TEXT) END`

function condition({ role, is }: Condition): string {
  const column = `"{${role}_column}"`
  const value = `'{${role}_value}'`
  switch (is) {
    case '=':
      return `${column} IN (${value})`
    case '!=':
      return `(${column} NOT IN (${value}) OR ${column} IS NULL)`
    case 'within':
      return `CAST(${column} AS TEXT) LIKE ${value}`
    case '>':
    case '>=':
    case '<':
    case '<=':
      return `${column} ${is} {${role}_value}`
  }
}
