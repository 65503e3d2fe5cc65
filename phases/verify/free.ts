// Phase 5 of the baselines: nothing is verified, and nothing pretends to be.
import type { StepResult, Verdict } from '../../agent/state.ts'
import type { Step } from '../../plans/plan.ts'
import { judged, refused } from '../outcomes.ts'

/** Tells only whether the step ended with an answer; what it rests on is assumed. */
export function verify(_id: string, _step: Step, result: StepResult): Verdict {
  const { error, lost, beliefs, summary } = result
  if (error) return refused('structure', error.message, error.mode)
  const why = beliefs.length > 0 ? 'there is an answer; nothing verifies it' : summary
  return judged(beliefs.length > 0, 'structure', why, lost ? 'tool_error' : 'unsupported_value')
}
