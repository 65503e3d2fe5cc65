// What a question asks of a table: which rows, what is computed of them, by which groups, and what is done
// with two such numbers.
import type { Value } from '../../../../plans/plan.ts'
import type { Column, Table } from './columns.ts'
import type { Aggregate, Comparison, DatePart } from './words.ts'

/** What the answer is: a number, a cell, labels, a line for each group, the label or the group at an extreme. */
export type Want =
  | 'value'
  | 'cell'
  /** How many labels there are, each of them named once. */
  | 'entries'
  | 'labels'
  | 'list'
  | 'shares'
  | 'top'
  /** A picture of one number for each group. */
  | 'chart'
  | 'group'
  | 'row'
  /** The largest less the smallest, of the rows or of the groups. */
  | 'spread'
  | 'compared'

/** Rows that are meant. */
export interface Filter {
  readonly column: Column
  readonly is: Comparison
  readonly value: Value
  /** The token it begins with. */
  readonly at: number
  /** Only the rows themselves show whether there are any such. */
  readonly unsure?: true
}

export interface Query {
  readonly table: Table
  readonly where: readonly Filter[]
  readonly want: Want
  readonly of: Aggregate
  readonly column?: Column | undefined
  /** The second column of a correlation. */
  readonly other?: Column | undefined
  readonly quantile?: number | undefined
  readonly label?: Column | undefined
  /** Groups are parts of the dates of the label. */
  readonly by?: DatePart | undefined
  readonly is?: 'max' | 'min' | undefined
  readonly howMany?: number | undefined
  readonly contrast?: Contrast | undefined
  /** Rows of the part whose share is asked for. */
  readonly part?: readonly Filter[] | undefined
}

export interface Unclear {
  readonly unclear: string
}

export type Operation = 'difference' | 'excess' | 'ratio' | 'share'
export const sides = ['sheets', 'values', 'periods', 'columns', 'part'] as const

/** What is compared; an `excess` is the first less the second, and never negative. */
export interface Contrast {
  readonly by: (typeof sides)[number]
  readonly operation: Operation
  /** Sheets or columns by name, or the two values. */
  readonly pair: readonly string[]
  /** The filters that tell the two apart, or that make the part. */
  readonly filters: readonly Filter[]
  /** Where the word for it stands. */
  readonly at: number
}

/** All but the table it is asked of. */
export type Measured = Omit<Query, 'table'>

/** What groups are made of: the values of a column, or parts of its dates. */
export type Group = Pick<Query, 'label' | 'by'>
