// What is wanted of a table as SQL with slots for its columns and values.
import type { Aggregate, Comparison, DatePart } from './words.ts'

/** A condition on rows: the slots of its column and its value. */
export interface Condition {
  readonly role: string
  readonly is: Comparison
  /** Only the rows show whether it ever holds. */
  readonly unsure: boolean
}

/** The number computed of the rows; `only` is the value of the one row there is, else nothing. */
export function numberOf(of: Aggregate | 'only', column = 'column'): string {
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
export function from(conditions: readonly Condition[], more: readonly string[] = []): string {
  const all = [...conditions.map(condition), ...more]
  return `FROM t${all.length > 0 ? ` WHERE ${all.join(' AND ')}` : ''}`
}

/** The number of the rows that meet the conditions; nothing where a condition that is unsure never holds. */
export function single(number: string, conditions: readonly Condition[]): string {
  const unsure = conditions.filter(each => each.unsure)
  const holds = unsure.map(each => `(SELECT count(*) ${from([each])}) > 0`).join(' AND ')
  const value = unsure.length > 0 ? `CASE WHEN ${holds} THEN ${number} END` : number
  return `SELECT ${value} ${from(conditions)}`
}

/** The label of a row, or the part of its date. */
export function groupBy(by: DatePart | undefined): string {
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
export function grouped(
  number: string,
  by: DatePart | undefined,
  conditions: readonly Condition[],
) {
  const label = groupBy(by)
  return `(SELECT ${label} AS g, ${number} AS x ${from(conditions, ['"{label_column}" IS NOT NULL'])} GROUP BY ${label})`
}

/** A number as text: a whole one without a point. */
export const asText = (x: string) =>
  `CASE WHEN ${x} = CAST(${x} AS BIGINT) THEN CAST(CAST(${x} AS BIGINT) AS TEXT) ELSE CAST(${x} AS TEXT) END`

// --- internal ---

function condition({ role, is }: Condition): string {
  const column = `"{${role}_column}"`
  const value = `'{${role}_value}'`
  switch (is) {
    case '=':
      return `${column} IN (${value})`
    case '!=':
      return `(${column} NOT IN (${value}) OR ${column} IS NULL)`
    case 'contains':
      return `lower(${column}) LIKE lower('%{${role}_value}%')`
    case 'within':
      return `CAST(${column} AS TEXT) LIKE ${value}`
    case '>':
    case '>=':
    case '<':
    case '<=':
      return `${column} ${is} {${role}_value}`
  }
}
