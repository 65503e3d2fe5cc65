// Steps that depend on each other.
import fc from 'fast-check'
import type { Step } from '../../plans/plan.ts'

export function stepOf(id: string, deps: readonly string[]): Step {
  return {
    id,
    kind: 'compute',
    description: '',
    deps: [...deps],
    reads: [],
    writes: [],
    postcondition: '',
  }
}

/** Steps in any order whose deps point only to steps of a smaller number: never a cycle. */
export const acyclic = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 12 })
  .map(all => all.map((deps, i) => stepOf(`s${i}`, i === 0 ? [] : deps.map(dep => `s${dep % i}`))))
  .chain(steps => fc.shuffledSubarray(steps, { minLength: steps.length }))
