// The part of review that needs no model: after each finished intention, steps that are carried out the
// same way again and again get their executable form, and forms that fail are taken back.
import type { Ctx } from '../../agent/contract.ts'
import type { LibraryReviewed, PlanDecision } from '../../agent/event.ts'
import type { IntentionRecord, State } from '../../agent/state.ts'
import {
  automated,
  brokenIn,
  failingSteps,
  type Habit,
  habitsOf,
  mended,
  practisedPlan,
} from '../../plans/habits/habits.ts'
import { identify } from '../../plans/identify.ts'
import type { Origin, Plan, PlanDraft } from '../../plans/plan.ts'
import { originOf } from '../outcomes.ts'
import { examine } from './acceptable.ts'

/**
 * What the finished root `root` has shown of the plans it used, once the library has been told of it;
 * `undefined` when nothing changes. The plan a version was made from is kept and serves again when the
 * version is removed.
 */
export function automate(root: string, state: State, ctx: Ctx): LibraryReviewed | undefined {
  const record = state.intentionHistory.findLast(({ intention }) => intention === root)
  const used = new Set(record && [record.plan, ...record.tried.map(({ plan }) => plan)])
  const known = (id: string) => ctx.library.get(id)
  const plans = [...used].flatMap(id => (id !== undefined && known(id)) || [])
  const broken = plans.flatMap(plan => takenBack(plan, known))
  const bases = new Set(plans.map(practisedPlan))
  const made = [...bases].flatMap(id => {
    const plan = known(id)
    if (!plan || !record) return []
    return mendedOf(plan, record, state, ctx) ?? versionOf(plan, record, state, ctx) ?? []
  })
  if (broken.length + made.length === 0) return undefined
  return {
    type: 'library-reviewed',
    intention: root,
    decisions: [...broken, ...made],
    records: state.reviewed,
  }
}

// --- internal ---

type Known = (id: string) => Plan | undefined

function takenBack(version: Plan, known: Known): readonly PlanDecision[] {
  if (!version.origin.automated) return []
  const base = known(practisedPlan(version))
  const reason = base
    ? brokenIn(version, base).map(failure).join('; ')
    : 'the plan whose steps it automates was removed'
  return reason === '' ? [] : [{ plan: version.id, decision: 'remove', reason }]
}

const failure = ({ step, times }: Habit) =>
  `the executable form of ${step} failed ${times === 1 ? 'before it ever worked' : `${times} times`}`

/** The plan with steps that code could not carry out done as a model did, or left to one: it stands in for this one. */
function mendedOf(
  plan: Plan,
  record: IntentionRecord,
  state: State,
  ctx: Ctx,
): PlanDecision | undefined {
  const failing = failingSteps(plan)
  if (plan.origin.automated || failing.length === 0) return undefined
  const reason = failing
    .map(({ step }) => `code could not carry out ${step} as it was written`)
    .join('; ')
  const more = { refines: plan.id, reason }
  const refined = examined(mended(plan, failing), record, ctx, { plan, more }, state)
  return refined && { plan: plan.id, decision: 'refine', reason, refined }
}

/** The version with every habit the plan has by now, unless it exists or something speaks against it. */
function versionOf(
  plan: Plan,
  record: IntentionRecord,
  state: State,
  ctx: Ctx,
): PlanDecision | undefined {
  if (plan.origin.automated) return undefined
  const habits = habitsOf(plan)
  if (habits.length === 0) return undefined
  const reason = habits
    .map(({ step, times }) => `${step} was carried out the same way ${times} times`)
    .join('; ')
  const more = { refines: plan.id, automated: habits.map(({ step }) => step), reason }
  const refined = examined(automated(plan, habits), record, ctx, { plan, more }, state)
  return refined && { plan: plan.id, decision: 'automate', reason, refined }
}

/** A version of the plan as it is kept, unless it exists, was removed, or something speaks against it. */
function examined(
  changed: PlanDraft,
  record: IntentionRecord,
  ctx: Ctx,
  { plan, more }: { readonly plan: Plan; readonly more: Partial<Origin> },
  state: State,
): Plan | undefined {
  const { plan: draft, faults } = examine(changed, [record], '')
  if (faults.length > 0) return undefined
  const origin = originOf(ctx, plan.origin.model, {
    ...more,
    seenQuestions: [...new Set([...plan.origin.seenQuestions, record.question])],
  })
  const version = identify(draft, origin)
  const { plans, removed } = state.planLibrary
  const exists = ctx.library.get(version.id) ?? plans.get(version.id)
  return exists || removed.has(version.id) ? undefined : version
}
