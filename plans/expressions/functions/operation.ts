// One thing that an expression can call, and how it is carried out.
import { type Amount, plainNumber } from '../amount.ts'
import type { Datum, Scalar } from '../datum.ts'
import { type Exact, ExpressionError, settle } from '../exact.ts'

/**
 * `each`: on numbers; a list is worked through item by item. `all`: on one list, or on its arguments
 * as one list. `lists`: on lists of numbers. `whole`: on values as they are, lists and texts among them.
 */
export interface Operation {
  readonly on: 'each' | 'all' | 'lists' | 'whole'
  /** How many arguments it takes, at least and at most. */
  readonly count: readonly [least: number, most: number]
  readonly run: (...args: never[]) => Datum
  /** What it gives where a date is among its arguments; `undefined` where none is. */
  readonly ofDates?: (a: Scalar, b: Scalar) => Scalar | undefined
  /** The same on one list. */
  readonly ofList?: (items: readonly Scalar[]) => Scalar | undefined
  /** How much of the work allowed a call on numbers takes. */
  readonly cost: (...args: readonly Amount[]) => number
}

/** By the name they are called with; `filter` and `if`, whose arguments are not all worked out first, have no operation. */
export type Functions = Readonly<Record<string, Operation | undefined>>

type Count = number | readonly [least: number, most: number]

const on =
  (on: Operation['on']) =>
  (count: Count, run: Operation['run'], cost: Operation['cost'] = () => 1): Operation => ({
    on,
    count: typeof count === 'number' ? [count, count] : count,
    run,
    cost,
  })

export const each = on('each')
export const lists = on('lists')
export const whole = on('whole')
export const all = (run: (list: readonly Amount[]) => Amount) => on('all')([0, Infinity], run)

/** An operation on a number without an exact result. */
export const costly = (cost: number, run: (a: Amount) => Amount) => each(1, run, () => cost)

export function integer(a: Amount, what: string): Exact {
  const number = settle(plainNumber(a, what))
  if (number.d !== 1n) throw new ExpressionError(`${what} needs whole numbers`)
  return number
}
