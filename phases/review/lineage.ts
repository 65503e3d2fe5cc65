// Which plans of a library stand back: one whose refinement is there. Nothing is lost by it, for the
// plan serves again as soon as its refinement is removed.
import { practisedPlan } from '../../plans/habits.ts'
import type { Plan } from '../../plans/plan.ts'

/**
 * The plans in their order without those that a refinement among `plans` stands in for. A version that
 * only carries steps out by code (`origin.automated`) stands in for nothing, and stands back with the
 * plan it was made from.
 */
export function inForce(plans: readonly Plan[]): readonly Plan[] {
  const refined = new Set(
    plans.flatMap(({ id, origin }) =>
      origin.automated || origin.refines === undefined || origin.refines === id
        ? []
        : [origin.refines],
    ),
  )
  return plans.filter(plan => !refined.has(practisedPlan(plan)))
}
