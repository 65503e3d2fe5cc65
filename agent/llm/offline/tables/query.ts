// What a question asks of a table: which rows, what is computed of them, by which groups, and what is done
// with two such numbers; and how beliefs and SQL say it.
import type { Value } from '../../../../plans/plan.ts'
import type { Column, Table } from './table.ts'

/** What may be computed: as a belief says it, and in SQL of a `@column`. */
export const aggregates = {
  count: ['the number of rows', 'count(*)'],
  only: [
    'the value of a column in the only row',
    'CASE WHEN count(DISTINCT @column) = 1 AND count(@column) = count(*) THEN max(@column) END',
  ],
  count_distinct: ['the number of different values of a column', 'count(DISTINCT @column)'],
  sum: ['the sum of a column', 'sum(@column)'],
  mean: ['the mean of a column', 'avg(@column)'],
  median: ['the median of a column', 'median(@column)'],
  min: ['the smallest value of a column', 'min(@column)'],
  max: ['the largest value of a column', 'max(@column)'],
  deviation: ['the sample standard deviation of a column', 'stddev_samp(@column)'],
  variance: ['the sample variance of a column', 'var_samp(@column)'],
  quantile: ['a quantile of a column', 'quantile(@column, {quantile})'],
  correlation: ['the correlation of two columns', 'corr(@column, "{other_column}")'],
} as const
export type Aggregate = keyof typeof aggregates

/** What the answer is, as a belief says it, and its form. */
export const wants = {
  value: ['one number of all rows that are left', 'number'],
  apart: ['one number of rows of which each has a label of its own', 'number'],
  cell: ['what one row says', 'number'],
  entries: ['that each label is named once', 'number'],
  labels: ['the different labels', 'list'],
  list: ['one number for each group of rows', 'list'],
  shares: ['the share of each group of rows in percent', 'list'],
  top: ['the groups of rows that come first', 'list'],
  chart: ['a picture of one number for each group of rows', 'text'],
  group: ['the group of rows that comes first', 'text'],
  row: ['the label of the row that comes first', 'text'],
  leader: ['the label that comes first by row and by total', 'text'],
  dated: ['the labels of the rows that come first', 'text'],
  typical: ['the mean of one number for each group of rows', 'number'],
  spread: ['the difference between the first and the last', 'number'],
  range: ['the difference between the largest and the smallest value', 'number'],
  compared: ['two numbers compared', 'number'],
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
  difference: ['the difference of both', 'abs(first - second)'],
  excess: ['how far the first exceeds the second', 'first - second'],
  ratio: ['the ratio of both', 'first / second'],
  share: ['the first as a percentage of the second', 'first / second'],
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
  '=': ['filter', 'equals a given value', "@column IN ('@value')"],
  '!=': [
    'exclusion',
    'differs from a given value',
    "(@column NOT IN ('@value') OR @column IS NULL)",
  ],
  '>': ['above', 'is above a given value', '@column > @value'],
  '>=': ['at_least', 'is at least a given value', '@column >= @value'],
  '<': ['below', 'is below a given value', '@column < @value'],
  '<=': ['at_most', 'is at most a given value', '@column <= @value'],
  within: ['period', 'lies within a given period', "CAST(@column AS TEXT) LIKE '@value'"],
  relative: ['around_today', 'lies in a period told from today', aroundToday()],
  latest: ['latest', 'lies in the last part of all dates', partOfDates('max')],
  earliest: ['earliest', 'lies in the first part of all dates', partOfDates('min')],
  empty: ['empty', 'is empty', '@column IS NULL'],
  filled: ['filled', 'holds something', '@column IS NOT NULL'],
  exceeds: ['exceeding', 'is above another column', '@column > "@value"'],
  trails: ['trailing', 'is below another column', '@column < "@value"'],
  outgoing: ['outgoing', 'goes out', '(@column < 0 OR (SELECT min(@column) >= 0 FROM t))'],
  incoming: ['incoming', 'comes in', '(@column > 0 OR (SELECT max(@column) <= 0 FROM t))'],
  onesided: [
    'onesided',
    'lies on one side of 0',
    '(SELECT min(@column) >= 0 OR max(@column) <= 0 FROM t)',
  ],
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

// --- internal ---

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
