// Phase 5 of the agents that live in a world: what the world shows decides, against
// what the plan expects of the step.
import type { StepResult, Verdict } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { checkCondition } from '../../plans/conditions/check.ts'
import { parseCondition } from '../../plans/conditions/condition.ts'
import type { Step } from '../../plans/plan.ts'
import { factsIn } from '../check.ts'
import { refused } from '../outcomes.ts'

/**
 * Passes a step when the world accepted its action and everything its postcondition expects is now
 * observed there. For a step lost in a crash, only what is observed can tell that it happened.
 */
export function verify(_id: string, step: Step, result: StepResult, view: View): Verdict {
  if (result.error) return refused('world', result.error.message, result.error.mode)
  if (step.postcondition === '')
    return result.lost
      ? refused('world', 'nothing that can be observed tells whether it happened', 'world_refused')
      : { passed: true, tier: 'world', why: result.summary }
  const expected = parseCondition(step.postcondition)
  if (!expected)
    return refused(
      'world',
      `the expectation "${step.postcondition}" cannot be read`,
      'world_refused',
    )
  // looked at only here: most steps expect nothing
  const { holds, why } = checkCondition(expected, factsIn(view.beliefs, view.schemaBeliefs))
  if (!holds) return refused('world', `the world is not as expected: ${why}`, 'world_refused')
  return { passed: true, tier: 'world', why: result.lost ? why : result.summary }
}
