// What a question asks of a table: which rows, what is computed of them, by which groups, and what is done
// with two such numbers; and how beliefs and SQL say it.
import { isKnownUnit } from '../../../../plans/expressions/units.ts'
import type { Value } from '../../../../plans/plan.ts'
import type { Column, Table } from './table.ts'

/** What may be computed: as a belief says it, and in SQL of a `@column`. */
export const aggregates = {
  count: { told: 'the number of rows', sql: 'count(*)' },
  only: {
    told: 'the value of a column in the only row',
    sql: 'CASE WHEN count(DISTINCT @column) = 1 AND count(@column) = count(*) THEN max(@column) END',
  },
  count_distinct: {
    told: 'the number of different values of a column',
    sql: 'count(DISTINCT @column)',
  },
  sum: { told: 'the sum of a column', sql: 'sum(@column)' },
  mean: { told: 'the mean of a column', sql: 'avg(@column)' },
  median: { told: 'the median of a column', sql: 'median(@column)' },
  min: { told: 'the smallest value of a column', sql: 'min(@column)' },
  max: { told: 'the largest value of a column', sql: 'max(@column)' },
  deviation: { told: 'the sample standard deviation of a column', sql: 'stddev_samp(@column)' },
  variance: { told: 'the sample variance of a column', sql: 'var_samp(@column)' },
  quantile: { told: 'a quantile of a column', sql: 'quantile(@column, {quantile})' },
  correlation: { told: 'the correlation of two columns', sql: 'corr(@column, "{other_column}")' },
} as const
export type Aggregate = keyof typeof aggregates

/** What the answer is, as a belief says it, and its form. */
export const wants = {
  value: { told: 'one number of all rows that are left', form: 'number' },
  apart: { told: 'one number of rows of which each has a label of its own', form: 'number' },
  cell: { told: 'what one row says', form: 'number' },
  entries: { told: 'that each label is named once', form: 'number' },
  labels: { told: 'the different labels', form: 'list' },
  each: { told: 'the labels of rows of which each has its own', form: 'list' },
  list: { told: 'one number for each group of rows', form: 'list' },
  shares: { told: 'the share of each group of rows in percent', form: 'list' },
  top: { told: 'the groups of rows that come first', form: 'list' },
  firsts: { told: 'the rows that come first', form: 'list' },
  records: { told: 'the rows themselves', form: 'list' },
  chart: { told: 'a picture of one number for each group of rows', form: 'text' },
  group: { told: 'the group of rows that comes first', form: 'text' },
  row: { told: 'the label of the row that comes first', form: 'text' },
  leader: { told: 'the label that comes first by row and by total', form: 'text' },
  dated: { told: 'the labels of the rows that come first', form: 'text' },
  typical: { told: 'the mean of one number for each group of rows', form: 'number' },
  spread: { told: 'the difference between the first and the last', form: 'number' },
  range: { told: 'the difference between the largest and the smallest value', form: 'number' },
  compared: { told: 'two numbers compared', form: 'number' },
} as const
export type Want = keyof typeof wants

/** Parts of a date that rows can be grouped by. */
export const dateParts = ['year', 'quarter', 'month', 'day'] as const
export type DatePart = (typeof dateParts)[number]

/** A year, or a part of one, that is named. */
export interface Period {
  readonly year?: string | undefined
  readonly month?: number | undefined
  readonly quarter?: number | undefined
  readonly day?: string | undefined
  /** In place of the others: `this month`, `last year`, `next day`, as of the day of the question. */
  readonly relative?: string | undefined
}

/** What is done with two numbers, as a belief says it, and reckoned; an excess is never negative. */
export const operations = {
  difference: { told: 'the difference of both', expression: 'abs(first - second)' },
  excess: { told: 'how far the first exceeds the second', expression: 'first - second' },
  ratio: { told: 'the ratio of both', expression: 'first / second' },
  share: { told: 'the first as a percentage of the second', expression: 'first / second' },
} as const
export type Operation = keyof typeof operations

/** What tells two numbers apart, and what roles call one of them. */
export const sides = {
  sheets: 'sheet',
  values: 'compared',
  periods: 'compared',
  columns: 'column',
  part: 'part',
} as const
export type Side = keyof typeof sides

/**
 * Which rows are meant by what is in a column: the role of the column and of the value it is held against, as a
 * belief says it, and in SQL of both. A value may be the name of another column, or how many characters of a
 * date tell its day, month or year. What goes out is below 0 where a column holds both what goes out and what
 * comes in, else all is.
 */
export const comparisons = {
  '=': { role: 'filter', told: 'equals a given value', sql: "@column IN ('@value')" },
  '!=': {
    role: 'exclusion',
    told: 'differs from a given value',
    sql: "(@column NOT IN ('@value') OR @column IS NULL)",
  },
  '>': { role: 'above', told: 'is above a given value', sql: '@column > @value' },
  '>=': { role: 'at_least', told: 'is at least a given value', sql: '@column >= @value' },
  '<': { role: 'below', told: 'is below a given value', sql: '@column < @value' },
  '<=': { role: 'at_most', told: 'is at most a given value', sql: '@column <= @value' },
  within: {
    role: 'period',
    told: 'lies within a given period',
    sql: "CAST(@column AS TEXT) LIKE '@value'",
  },
  periods: {
    role: 'periods',
    told: 'lies within one of several given periods',
    sql: "regexp_matches(CAST(@column AS TEXT), '@value')",
  },
  relative: { role: 'around_today', told: 'lies in a period told from today', sql: aroundToday() },
  latest: { role: 'latest', told: 'lies in the last part of all dates', sql: partOfDates('max') },
  earliest: {
    role: 'earliest',
    told: 'lies in the first part of all dates',
    sql: partOfDates('min'),
  },
  empty: { role: 'empty', told: 'is empty', sql: '@column IS NULL' },
  filled: { role: 'filled', told: 'holds something', sql: '@column IS NOT NULL' },
  exceeds: { role: 'exceeding', told: 'is above another column', sql: '@column > "@value"' },
  trails: { role: 'trailing', told: 'is below another column', sql: '@column < "@value"' },
  outgoing: {
    role: 'outgoing',
    told: 'goes out',
    sql: '(@column < 0 OR (SELECT min(@column) >= 0 FROM t))',
  },
  incoming: {
    role: 'incoming',
    told: 'comes in',
    sql: '(@column > 0 OR (SELECT max(@column) <= 0 FROM t))',
  },
  onesided: {
    role: 'onesided',
    told: 'lies on one side of 0',
    sql: '(SELECT min(@column) >= 0 OR max(@column) <= 0 FROM t)',
  },
} as const
export type Comparison = keyof typeof comparisons

/** Rows that are meant. */
export interface Filter {
  readonly column: Column
  readonly is: Comparison
  readonly value?: Value
  /** The tag it stands at. */
  readonly at: number
  /** Only the rows themselves show whether there are any such. */
  readonly unsure?: boolean | undefined
}

/** What groups are made of: the values of a column, or parts of its dates. */
export interface Group {
  readonly label: Column
  readonly by?: DatePart | undefined
}

/** Two sheets or columns by name, two values; or a part and the whole. */
export interface Contrast {
  readonly side: Side
  readonly operation: Operation
  readonly pair: readonly Value[]
  /** The column whose values tell the two apart. */
  readonly column?: Column | undefined
  /** The rows of the part. */
  readonly part?: readonly Filter[]
}

/** What is asked of the rows that are left. */
export interface Asked {
  readonly want: Want
  readonly of: Aggregate
  readonly column?: Column | undefined
  readonly label?: Column | undefined
  readonly by?: DatePart | undefined
  /** What each number is multiplied by: a quantity by its price. */
  readonly times?: Column | undefined
  /** The second column of a correlation. */
  readonly other?: Column | undefined
  readonly quantile?: number | undefined
  readonly end?: 'max' | 'min'
  readonly howMany?: number | undefined
  readonly contrast?: Contrast | undefined
}

export interface Query extends Asked {
  readonly table: Table
  readonly where: readonly Filter[]
}

export interface Unclear {
  readonly unclear: string
  /** It is understood, and means two things: no reading that explains less is taken instead. */
  readonly isDoubtful?: true
}

export const doubtful = (unclear: string): Unclear => ({ unclear, isDoubtful: true })

/**
 * The query, unless it would tell a name where an amount is asked for (`the biggest picking, in kg`). Of one thing that
 * was done it tells only where that is: `When was Hill Road repaired?`, beside a column that says which repairs are
 * planned or were rejected.
 */
export function settled(text: string, query: Query): Query | Unclear {
  const { table, where, want, column, label } = query
  const [, unit = '', worth] =
    /\bin (\p{L}+)\s*\?*$|^what .*\b(worth|weigh)\s*\?*$/iu.exec(text) ?? []
  if (/^(?:row|leader|dated)$/.test(want) && (worth || isKnownUnit(unit)))
    return doubtful(
      `an amount${unit && ` in ${unit}`} is asked for, and not the ${label?.name ?? 'row'}`,
    )
  // `What was noted of what Nina picked?`
  const asksWhat = /^what (?:is|was|were|are)\b(?!.*\bnames?\b)/i.test(text)
  if (asksWhat && want === 'cell' && column === table.persons)
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

/** `last month`: of the dates those in the month before today's. */
function aroundToday(): string {
  const unit = "regexp_extract('@value', '\\w+$')"
  const step = `CASE WHEN '@value' LIKE 'this%' THEN 0 WHEN '@value' LIKE 'next%' THEN 1 ELSE -1 END`
  const then = `CAST('{today}' AS DATE) + CAST((${step}) || ' ' || ${unit} AS INTERVAL)`
  return `date_trunc(${unit}, CAST(@column AS DATE)) = date_trunc(${unit}, ${then})`
}

function partOfDates(end: 'max' | 'min'): string {
  const part = 'substr(CAST(@column AS TEXT), 1, @value)'
  return `${part} = (SELECT ${end}(${part}) FROM t)`
}
