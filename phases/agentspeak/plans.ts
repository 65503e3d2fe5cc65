// What the phases of agents that speak AgentSpeak(L) share: which plans are there for a trigger, and which
// of them apply.
import { z } from 'zod'
import type { Ctx } from '../../agent/contract.ts'
import type { State } from '../../agent/state.ts'
import { literals } from '../../agent/view.ts'
import { fromDraft, triggerType } from '../../plans/agentspeak/draft.ts'
import { type Clause, printTrigger, type Trigger } from '../../plans/agentspeak/program.ts'
import { first } from '../../plans/agentspeak/solve.ts'
import type { Structure } from '../../plans/agentspeak/term.ts'
import { unify } from '../../plans/agentspeak/unify.ts'
import { valuesSince } from '../../plans/agentspeak/values.ts'
import { identify } from '../../plans/identify.ts'
import { trustOf } from '../../plans/library/trust.ts'
import { memoOf } from '../../plans/memo.ts'
import type { Plan, PlanDraft } from '../../plans/plan.ts'
import { originOf } from '../outcomes.ts'

/** What a goal may bring with it. */
export const ProgramData = z.object({
  /** Beliefs, rules, goals and plans as AgentSpeak(L) text. */
  program: z.string('it is AgentSpeak(L) as text').optional(),
  /** What has to be believed for the goal to be reached, such as `there_is(home, here)`. */
  reached: z.string('it is what has to be believed, as text').optional(),
})

/** A plan that applies, and what its variables stand for. */
export interface Applicable {
  readonly plan: Plan
  readonly values: Readonly<Record<string, string | number>>
}

/** The plans for a type of trigger: those that came with the program or were written first, then the library's. */
export function relevant(
  type: string,
  { planLibrary }: Pick<State, 'planLibrary'>,
  ctx: Ctx,
): readonly Plan[] {
  const { plans, offered, removed } = planLibrary
  const own = (offered.get(type) ?? []).map(id => plans.get(id)!)
  const stored = byType(ctx.library.plans()).get(type) ?? []
  const all = own.concat(stored.filter(({ id }) => !own.some(plan => plan.id === id)))
  const inForce = (plan: Plan) => trustOf(plan) !== 'imported' && !removed.has(plan.id)
  return all.every(inForce) ? all : all.filter(inForce)
}

/** What has come to be (`+`) or is gone (`-`), as the trigger of plans. */
export const beliefTrigger = (sign: Trigger['sign'], literal: Structure): Trigger => ({
  sign,
  kind: 'belief',
  literal,
})

/** Of the triggers, as text, those that any plan is there for. */
export function awaited(
  triggers: readonly Trigger[],
  state: Pick<State, 'planLibrary'>,
  ctx: Ctx,
): readonly string[] {
  const waits = (each: Trigger) => relevant(triggerType(each), state, ctx).length > 0
  return triggers.filter(waits).map(printTrigger)
}

/** The first of the plans that applies to `literal` in view of what is believed. */
export function applicable(
  plans: readonly Plan[],
  literal: Structure,
  state: State,
): Applicable | undefined {
  for (const plan of plans) {
    const clause = clauseOf(plan)
    const fits = clause && unify(clause.trigger.literal, literal, undefined)
    const found = fits && first(clause.context, literals(state), fits.bindings)
    if (found) return { plan, values: valuesSince(undefined, found.bindings) }
  }
  return undefined
}

/** The plan that a draft is, said to come from `model`. */
export const asPlan = (draft: PlanDraft, model: string, ctx: Ctx): Plan =>
  identify(draft, originOf(ctx, model))

/** The model that plans of a program are said to come from: none. */
export const noModel = 'none'

// --- internal ---

/** Read once for a plan. */
const clauseOf: (plan: Plan) => Clause | undefined = memoOf(fromDraft)

const byType = memoOf((plans: readonly Plan[]) => Map.groupBy(plans, plan => plan.intentionType))
