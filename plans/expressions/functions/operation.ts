// One thing that an expression can call, and how it is carried out.
import { type Amount, plainNumber } from '../amount.ts'
import { type Exact, ExpressionError, settle } from '../exact.ts'
import type { Datum } from '../lists.ts'

/**
 * `each`: on numbers; a list is worked through item by item. `all`: on one list, or on its arguments
 * as one list. `lists`: on lists of numbers. `whole`: on values as they are, lists and texts among them. `count` is how many
 * arguments it takes, at least and at most.
 */
export type Operation =
  | {
      readonly on: 'each'
      readonly count: readonly [number, number]
      /** How much of the work allowed one call takes. */
      readonly cost: (...args: Amount[]) => number
      readonly run: (...args: Amount[]) => Amount
    }
  | { readonly on: 'all'; readonly run: (...list: (readonly Amount[])[]) => Amount }
  | {
      readonly on: 'lists'
      readonly count: readonly [number, number]
      readonly run: (...lists: (readonly Amount[])[]) => Amount
    }
  | {
      readonly on: 'whole'
      readonly count: readonly [number, number]
      readonly run: (...args: Datum[]) => Datum
    }

/** By the name they are called with; `filter` and `if`, whose arguments are not all worked out first, have no operation. */
export type Functions = Readonly<Record<string, Operation | undefined>>

export function whole(count: number, run: (...args: never[]) => Datum): Operation {
  return { on: 'whole', count: [count, count], run: run as (...args: Datum[]) => Datum }
}

export function each(count: number, run: (...args: Amount[]) => Amount): Operation
export function each(count: number, run: (a: Amount, b: Amount) => Amount): Operation
export function each(count: number, run: (...args: never[]) => Amount): Operation {
  return {
    on: 'each',
    count: [count, count],
    cost: cheap,
    run: run as (...args: Amount[]) => Amount,
  }
}

/** An operation without an exact result. */
export function costly(cost: number, run: (a: Amount) => Amount): Operation {
  return { on: 'each', count: [1, 1], cost: () => cost, run: run as (...args: Amount[]) => Amount }
}

export function cheap(): number {
  return 1
}

export function all(run: (list: readonly Amount[]) => Amount): Operation {
  return { on: 'all', run: (list = []) => run(list) }
}

export function twoLists(run: (a: readonly Amount[], b: readonly Amount[]) => Amount): Operation {
  return { on: 'lists', count: [2, 2], run: (a = [], b = []) => run(a, b) }
}

export function integer(a: Amount, what: string): Exact {
  const number = settle(plainNumber(a, what))
  if (number.d !== 1n) throw new ExpressionError(`${what} needs whole numbers`)
  return number
}
