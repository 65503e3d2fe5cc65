// The smallest plan that makes sense, for tests in which the plan itself does not matter.
import type { PlanDraft } from '../../plans/plan.ts'

/** One computed role from one parameter. */
export function simpleDraft(intentionType: string, goal = 'establish the result'): PlanDraft {
  return {
    intentionType,
    goal,
    contextConditions: ['task requires a rate'],
    parameters: [{ role: 'amount', unit: 'km' }],
    steps: [
      {
        id: 's1',
        kind: 'compute',
        description: 'compute the result from {amount}',
        deps: [],
        reads: ['amount'],
        writes: [{ role: 'result' }],
        action: { expression: 'amount * 2' },
        postcondition: 'ground_belief(result) is known',
      },
    ],
  }
}
