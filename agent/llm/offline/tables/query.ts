// What a question asks of a table: which rows, what is computed of them, by which groups, and what is done
// with two such numbers. What a plan has to say of it, it says in the words here.
import type { Value } from '../../../../plans/plan.ts'
import type { Column, Table } from './table.ts'

/** What may be computed, as a belief says it. */
export const aggregates = {
  count: 'the number of rows',
  only: 'the value of a column in the only row',
  count_distinct: 'the number of different values of a column',
  sum: 'the sum of a column',
  mean: 'the mean of a column',
  median: 'the median of a column',
  min: 'the smallest value of a column',
  max: 'the largest value of a column',
  deviation: 'the sample standard deviation of a column',
  variance: 'the sample variance of a column',
  quantile: 'a quantile of a column',
  correlation: 'the correlation of two columns',
} as const
export type Aggregate = keyof typeof aggregates

/** What the answer is. */
export const wants = {
  value: 'one number of all rows that are left',
  apart: 'one number of rows of which each has a label of its own',
  cell: 'what one row says',
  entries: 'that each label is named once',
  labels: 'the different labels',
  list: 'one number for each group of rows',
  shares: 'the share of each group of rows in percent',
  top: 'the groups of rows that come first',
  chart: 'a picture of one number for each group of rows',
  group: 'the group of rows that comes first',
  row: 'the label of the row that comes first',
  leader: 'the label that comes first by row and by total',
  dated: 'the labels of the rows that come first',
  typical: 'the mean of one number for each group of rows',
  spread: 'the difference between the first and the last',
  range: 'the difference between the largest and the smallest value',
  compared: 'two numbers compared',
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

/** What is done with two numbers; an excess is never negative. */
export const operations = {
  difference: 'the difference of both',
  excess: 'how far the first exceeds the second',
  ratio: 'the ratio of both',
  share: 'the first as a percentage of the second',
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
 * The latest and the earliest are of the last and the first day, month or year that the table holds, as far
 * as the value says how many characters of dates tell it; two hold a column against another one, which the
 * value names; what goes out is below 0 and what comes in above it where a column holds both, else all is; and
 * one is so for all rows or for none: where a column does not hold both.
 */
export type Comparison =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'within'
  | 'relative'
  | 'latest'
  | 'earliest'
  | 'empty'
  | 'filled'
  | 'exceeds'
  | 'trails'
  | 'outgoing'
  | 'incoming'
  | 'onesided'

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
