// Plans of one step, in which a model does everything: all there is of the baselines, the last resort of
// others. No library keeps them.
import type { Phases } from '../../agent/contract.ts'
import type { Intention } from '../../agent/state.ts'
import { identify } from '../../plans/identify.ts'
import { allKnown, type Plan, type PlanDraft, type Step } from '../../plans/plan.ts'
import { closed, selected } from '../outcomes.ts'

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

/**
 * The plan of last resort: one step with every tool that establishes what the intention's condition asks for, so
 * that planning never makes the agent worse than a plain tool loop.
 */
export function freePlan({ type, openParameters, parent }: Intention): Plan {
  const writes = (parent ? openParameters : ['final_answer']).map(role => ({ role }))
  const step = {
    description:
      'Answer the goal directly: use the tools and the beliefs gathered so far, in any order, as often as needed.',
    writes,
    postcondition: allKnown(writes),
  }
  return ofOneStep({ intentionType: type, goal: 'answer directly' }, step, 'fallback')
}

// --- internal ---

/** The plan for what `aim` says whose one step is `step`. */
function ofOneStep(
  aim: Pick<PlanDraft, 'intentionType' | 'goal'>,
  step: Pick<Step, 'description' | 'writes' | 'postcondition' | 'effect'>,
  agent: string,
): Plan {
  const steps = [{ id: 's1', kind: 'synthesize' as const, deps: [], reads: [], ...step }]
  return identify(
    { ...aim, contextConditions: [], parameters: [], steps },
    { agent, model: '', createdAt: '', seenQuestions: [] },
  )
}
