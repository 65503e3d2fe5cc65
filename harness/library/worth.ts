// What the plans of a library are worth: what became of their uses, by how much they raise the rate of
// right outcomes, and which of them are not to be used.
import { createBaselines } from '../../plans/library/baselines.ts'
import { type Lift, liftOf, type Outcomes, outcomesOf } from '../../plans/library/lift.ts'
import { quarantine } from '../../plans/library/select.ts'
import { barred, type Trust, trustOf } from '../../plans/library/trust.ts'
import { type Counts, type Plan, totals } from '../../plans/plan.ts'

/** What one plan has done. */
export interface Worth {
  readonly plan: Plan
  readonly counts: Counts
  /** Uses on questions the plan was not written for, as they count; see `outcomesOf`. */
  readonly outcomes: Outcomes
  /** Over doing without a plan; undefined before the first outcome that counts. */
  readonly lift?: Lift
  readonly models: readonly ModelWorth[]
  readonly trust: Trust
  /** Why it is never used as things stand, as it follows the plan's id. */
  readonly unused?: string
  /** Steps that need no model, of all. */
  readonly executable: number
}

/** What one model made of a plan. */
export interface ModelWorth {
  readonly model: string
  readonly counts: Counts
}

/** The worth of every plan, the greatest lift first; those without outcomes stand last, by id. */
export function worthOf(plans: Iterable<Plan>): readonly Worth[] {
  const all = [...plans]
  const baselines = createBaselines()
  for (const plan of all) baselines.add(plan)
  const worth = all.map((plan): Worth => {
    const outcomes = outcomesOf(plan)
    const baseline = baselines.of(plan.intentionType)
    const known = outcomes.right + outcomes.wrong > 0
    const unused = barred(plan) ?? quarantine(outcomes, baseline)
    return {
      plan,
      counts: totals(plan),
      outcomes,
      models: modelsOf(plan),
      trust: trustOf(plan),
      ...(known && { lift: liftOf(outcomes, baseline) }),
      ...(unused !== undefined && { unused }),
      executable: plan.steps.filter(step => step.action !== undefined).length,
    }
  })
  const rank = ({ lift }: Worth) => lift?.lift ?? Number.NEGATIVE_INFINITY
  return worth.sort((a, b) => rank(b) - rank(a) || (a.plan.id < b.plan.id ? -1 : 1))
}

// --- internal ---

function modelsOf({ stats }: Plan): readonly ModelWorth[] {
  const byModel = Map.groupBy(Object.entries(stats), ([, { model }]) => model ?? 'unknown')
  return [...byModel]
    .map(([model, runs]) => ({ model, counts: totals({ stats: Object.fromEntries(runs) }) }))
    .sort((a, b) => (a.model < b.model ? -1 : 1))
}
