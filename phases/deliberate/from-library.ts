// Plans of the library for an intention: which may serve, which is chosen, why not the others.
import type { Ctx } from '../../agent/contract.ts'
import type { PlanSelected } from '../../agent/event.ts'
import type { Intention, State } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { outcomesOf } from '../../plans/library/lift.ts'
import { mayServe } from '../../plans/library/trust.ts'
import type { Plan } from '../../plans/plan.ts'
import { contradiction, onlyFailed } from '../../plans/retrieval/plan-index.ts'
import { planQuery } from '../near-plans.ts'
import { bySense } from './entailment.ts'

/**
 * What the library has for the intention: the plan to carry out, with what its roles are bound to, and in
 * `considered` those that are near or would fit, each with what speaks against it. The plan that formalize named, or one whose structure fits, or one that says the same in other words; of
 * those that fit the policy chooses.
 */
export async function fromLibrary(seen: View, state: State, ctx: Ctx) {
  const { intention } = seen
  const { name: model } = ctx.llm
  const failed = new Set(intention.tried.map(t => t.plan))
  const query = planQuery(intention.type, seen, state)
  const { exact, candidates } = ctx.library.shortlist(query, 5)
  const wanted = boundPlan(seen, ctx)
  const against = (plan: Plan) =>
    mayServe(plan) ?? onlyFailed(plan) ?? lacking(plan, ctx) ?? contradiction(plan, query)
  const named = wanted && !failed.has(wanted.id) && !against(wanted) ? wanted : undefined
  const fits = (plan: Plan) => !failed.has(plan.id) && serves(plan, intention)
  const known = named ? [named] : exact.filter(fits)
  const { meant, looked } =
    known.length > 0
      ? { meant: undefined, looked: candidates }
      : await bySense(candidates, plan => fits(plan) && !against(plan), seen, ctx)
  const open = meant ? [meant] : known
  const barred = [...new Set([...(wanted ? [wanted] : []), ...open])].flatMap(plan => {
    const why = against(plan)
    return why === undefined ? [] : [{ plan, why }]
  })
  const fitting = open.filter(plan => !barred.some(each => each.plan === plan))
  const { plan, why, quarantined } = ctx.policy.choosePlan(fitting, intention, state, {
    outcomes: plan => outcomesOf(plan, model),
    baseline: ctx.library.baseline(intention.type, model),
  })
  const kept = new Set(quarantined.map(each => each.plan))
  const passed = plan ? [] : fitting.filter(each => !kept.has(each))
  const others = [...barred, ...quarantined, ...passed.map(plan => ({ plan, why }))]
  const considered: PlanSelected['candidates'] = [
    ...others.map(({ plan, why: reason }) => ({ plan: plan.id, score: 1, reason })),
    ...looked.map(({ plan, score, reason }) => ({ plan: plan.id, score, reason })),
  ]
  return { plan, bind: named ? intention.bind : {}, considered }
}

// --- internal ---

/** That the plan calls a tool that the agent does not have. */
function lacking({ id, steps }: Plan, { environment: { tools } }: Ctx): string | undefined {
  const calls = steps.flatMap(({ action }) => (action && 'tool' in action ? [action.tool] : []))
  const missing = calls.find(name => !tools.some(tool => tool.name === name))
  return missing && `${id} calls the tool ${missing}, which is not there`
}

/** The plan formalize named, when every parameter is filled by a belief, under its own name or the one it is bound to. */
function boundPlan({ intention, beliefs }: View, ctx: Ctx): Plan | undefined {
  const { named, bind } = intention
  const plan = named === undefined ? undefined : ctx.library.get(named)
  return plan?.parameters.every(({ role }) => beliefs[bind[role] ?? role]) ? plan : undefined
}

/** What a part is asked for under these names, the plan has to give under them. */
function serves({ steps }: Plan, { parent, openParameters }: Intention): boolean {
  const given = new Set(steps.flatMap(step => step.writes.map(({ role }) => role)))
  return !parent || openParameters.every(role => given.has(role))
}
