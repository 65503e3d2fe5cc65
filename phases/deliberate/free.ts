// Phase 3 of the baselines: nothing is planned. One step is all there is to do, and no library keeps it.
import type { Phases } from '../../agent/contract.ts'
import { closed } from '../closed.ts'
import { selected } from '../selected.ts'
import { ofOneStep } from './free-plan.ts'

/**
 * A way of deliberating that always gives the same plan, of one step described by `description`. With
 * `tools`, which the step then may call, it has effects where one of them has: then it is not carried out
 * again after a crash. Where a person wants a least confidence there is none to give, and the intention
 * is closed before anything is spent on it.
 */
export function inOneStep(
  description: string,
  { tools }: { readonly tools: boolean },
): Phases['deliberate'] {
  return async (id, state, ctx) => {
    const { type, satisfactionCondition } = state.intentions.get(id)!
    const { minConfidence = 0 } = ctx.limits
    if (minConfidence > 0) {
      const reason = `${ctx.agent} does not say how sure it is, so a least confidence of ${minConfidence} cannot be kept; leave it out, or use another agent`
      return closed(id, 'failed', reason)
    }
    const effect = tools && ctx.environment.tools.some(tool => tool.effect)
    const plan = ofOneStep(
      { intentionType: type, goal: 'answer without a plan' },
      {
        description,
        writes: [{ role: 'final_answer' }],
        ...(effect && { effect }),
        postcondition: satisfactionCondition,
      },
      ctx.agent,
    )
    return selected(id, plan, 'fallback') // such a plan does not reach the library
  }
}
