// Which plans of a list stand back, by the rule the library goes by.
import { createLineage } from '../../plans/lineage.ts'
import type { Plan } from '../../plans/plan.ts'

/** The plans in their order without those that a refinement among `plans` stands in for. */
export function inForce(plans: readonly Plan[]): readonly Plan[] {
  const serving = new Set<string>()
  const lineage = createLineage({
    add: ({ id }) => void serving.add(id),
    remove: id => void serving.delete(id),
  })
  for (const plan of plans) lineage.add(plan)
  return plans.filter(({ id }) => serving.has(id))
}
