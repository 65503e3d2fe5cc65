// What can be wanted of a table's rows: a count, an aggregate of a column, a range, an entry, a group.
import type { Column } from './columns.ts'
import type { Aggregate } from './words.ts'

/** What is computed of the rows that are left. */
export type Measure =
  | { readonly kind: 'aggregate'; readonly of: Aggregate; readonly column?: Column }
  | { readonly kind: 'range'; readonly column: Column }
  /** The value of a column where one row is left. */
  | { readonly kind: 'cell'; readonly column: Column }
  /** The label of the row with the largest or smallest value. */
  | {
      readonly kind: 'row'
      readonly is: 'max' | 'min'
      readonly label: Column
      readonly column: Column
    }
  /** The number of entries that a label names, provided that each is named once. */
  | { readonly kind: 'entries'; readonly label: Column }
  | {
      readonly kind: 'group'
      readonly is: 'max' | 'min'
      readonly of: Aggregate
      readonly label: Column
      readonly column?: Column
    }
  /** Between the groups with the largest and the smallest number. */
  | {
      readonly kind: 'spread'
      readonly of: Aggregate
      readonly label: Column
      readonly column?: Column
    }

export type Measured = Measure | { readonly unclear: string }

/** A word for a computation; `column` is there when the word (`heaviest`) speaks of one. */
export interface Cue {
  readonly is: Aggregate
  readonly at: number
  readonly end: number
  readonly column?: Column
}

export const isExtreme = ({ is }: Cue) => is === 'max' || is === 'min'
