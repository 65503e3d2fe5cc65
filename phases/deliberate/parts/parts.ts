// Parts of a plan that are plans of their own (several small plans in sequence):
// which of the library's can be called, how a part the model wrote becomes a step, what is wrong with it.
import type { Ctx } from '../../../agent/contract.ts'
import type { Intention, State } from '../../../agent/state.ts'
import type { View } from '../../../agent/view.ts'
import { mayServe } from '../../../plans/library/trust.ts'
import type { Plan, Role, Step } from '../../../plans/plan.ts'
import { onlyFailed } from '../../../plans/retrieval/plan-index.ts'
import { leastShared, planQuery } from '../../near-plans.ts'
import type { DraftStep } from '../contract.ts'

/** Parts within parts within a question: deeper ones are not written by a model. */
const deepest = 2

/** The plans of the library that parts of this intention could be; none below the deepest level. */
export function canBeCalled(seen: View, state: State, ctx: Ctx): readonly Plan[] {
  if (depth(seen.intention, state) >= deepest) return []
  const { intention } = seen
  // a part does less than the whole: what the question wants besides speaks against no plan for it
  const query = { ...planQuery('', seen, state), subGoal: true }
  const { exact, candidates } = ctx.library.shortlist(query, 5)
  const failed = new Set(intention.tried.map(({ plan }) => plan))
  const near = candidates.filter(({ score }) => score >= leastShared)
  return [...exact, ...near.map(({ plan }) => plan)]
    .filter(plan => plan.intentionType !== intention.type && !failed.has(plan.id))
    .filter(plan => (mayServe(plan) ?? onlyFailed(plan)) === undefined)
    .slice(0, 5)
}

/** How many intentions this one is a part of. */
export function depth({ parent }: Intention, state: State): number {
  let levels = 0
  for (let above = parent; above; levels++) above = state.intentions.get(above.intention)?.parent
  return levels
}

/** The step that asks for the part; a role that is not bound goes by its own name. */
export function called(
  { type, requires, bind }: NonNullable<DraftStep['subgoal']>,
  { reads, writes }: Pick<Step, 'reads' | 'writes'>,
): Pick<Step, 'action' | 'bind'> {
  const bound = new Set(bind.map(({ outer }) => outer))
  const others = [...reads, ...writes.map(({ role }) => role)].filter(role => !bound.has(role))
  return {
    action: { achieve: type, requires },
    bind: Object.fromEntries([
      ...others.map(role => [role, role]),
      ...bind.map(({ inner, outer }) => [inner, outer]),
    ]),
  }
}

/** What is wrong with the parts of a draft, one sentence each. */
export function partIssues(
  steps: readonly DraftStep[],
  callable: readonly Plan[],
  level: number,
): readonly string[] {
  return steps.flatMap(step => {
    const { id, kind, subgoal } = step
    if (kind !== 'achieve')
      return subgoal ? [`Step ${id} has a subgoal; its kind must be achieve.`] : []
    if (level >= deepest)
      return [`Step ${id} is a part within a part of a part; carry it out by steps of this plan.`]
    if (!subgoal) return [`Step ${id} is of kind achieve and names no subgoal; describe the part.`]
    const plan = callable.find(each => each.intentionType === subgoal.type)
    if (!plan) return []
    const inner = new Set(Object.keys(called(subgoal, step).bind ?? {}))
    const unbound = (roles: readonly Role[]) => roles.filter(({ role }) => !inner.has(role))
    const missing = unbound(plan.parameters).map(
      ({ role }) =>
        `Step ${id} calls ${plan.intentionType} and binds nothing to its parameter ${role}.`,
    )
    const results = plan.steps.flatMap(({ writes }) => writes.map(({ role }) => role))
    if (results.some(role => inner.has(role))) return missing
    const none = `Step ${id} calls ${plan.intentionType} and takes none of its results (${results.join(', ')}).`
    return [...missing, none]
  })
}
