// The part of review that needs no model: after each finished intention, steps that are carried out the
// same way again and again get their executable form, and forms that fail are taken back.
import type { Ctx } from '../../agent/contract.ts'
import type { LibraryReviewed, PlanDecision } from '../../agent/event.ts'
import type { IntentionRecord, State } from '../../agent/state.ts'
import {
  automated,
  brokenIn,
  type Habit,
  habitsOf,
  practisedPlan,
} from '../../plans/habits/habits.ts'
import { identify } from '../../plans/identify.ts'
import type { Plan } from '../../plans/plan.ts'
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
    return plan && record ? (versionOf(plan, record, state, ctx) ?? []) : []
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
  const { plan: draft, faults } = examine(automated(plan, habits), [record], '')
  if (faults.length > 0) return undefined
  const reason = habits
    .map(({ step, times }) => `${step} was carried out the same way ${times} times`)
    .join('; ')
  const origin = originOf(ctx, plan.origin.model, {
    refines: plan.id,
    automated: habits.map(({ step }) => step),
    reason,
    seenQuestions: [...new Set([...plan.origin.seenQuestions, record.question])],
  })
  const refined = identify(draft, origin)
  const { plans, removed } = state.planLibrary
  const exists = ctx.library.get(refined.id) ?? plans.get(refined.id)
  if (exists || removed.has(refined.id)) return undefined
  return { plan: plan.id, decision: 'automate', reason, refined }
}
