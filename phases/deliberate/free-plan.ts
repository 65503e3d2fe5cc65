// Plans of one step, in which a model does everything. They are not kept in the library.
import type { Intention } from '../../agent/state.ts'
import { identify } from '../../plans/identify.ts'
import { allKnown, type Plan, type PlanDraft, type Step } from '../../plans/plan.ts'

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

/** The plan for what `aim` says whose one step is `step`. */
export function ofOneStep(
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
