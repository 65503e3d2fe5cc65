// Phase 5 of the baselines: nothing is verified, and nothing pretends to be.
import type { Ctx } from '../../agent/contract.ts'
import type { StepResult, Verdict } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import type { Step } from '../../plans/plan.ts'

/** Tells only whether the step ended with an answer; what it rests on is assumed. */
export async function verify(
  _id: string,
  _step: Step,
  { error, lost, beliefs, summary }: StepResult,
  _seen: View,
  _ctx: Ctx,
): Promise<Verdict> {
  const refused = { passed: false, tier: 'structure' } as const
  if (error) return { ...refused, why: error.message, mode: error.mode }
  if (beliefs.length === 0)
    return { ...refused, why: summary, mode: lost ? 'tool_error' : 'unsupported_value' }
  return { passed: true, tier: 'structure', why: 'there is an answer; nothing verifies it' }
}
