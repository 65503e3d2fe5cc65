// What the plans of a library are worth: what became of their uses, by how much they raise the rate of
// right outcomes, and which of them are not to be used.
import { given } from '../../plans/given.ts'
import { failingSteps } from '../../plans/habits/habits.ts'
import { createBaselines } from '../../plans/library/baselines.ts'
import { liftOf, outcomesOf } from '../../plans/library/lift.ts'
import { quarantine } from '../../plans/library/select.ts'
import { barred, trustOf } from '../../plans/library/trust.ts'
import { type Plan, totals } from '../../plans/plan.ts'

export type Worth = ReturnType<typeof worthOf>[number]

/** The worth of every plan, the greatest lift first; those without outcomes stand last, by id. */
export function worthOf(plans: Iterable<Plan>) {
  const all = [...plans]
  const baselines = createBaselines()
  for (const plan of all) baselines.add(plan)
  const worth = all.map(plan => {
    const outcomes = outcomesOf(plan)
    const baseline = baselines.of(plan.intentionType)
    const known = outcomes.right + outcomes.wrong > 0
    return {
      plan,
      counts: totals(plan),
      /** Uses on questions the plan was not written for, as they count; see `outcomesOf`. */
      outcomes,
      models: modelsOf(plan),
      trust: trustOf(plan),
      /** Steps that need no model, of all: those that have an executable form which works. */
      executable:
        plan.steps.filter(step => step.action !== undefined).length - failingSteps(plan).length,
      ...given({
        /** Over doing without a plan; absent before the first outcome that counts. */
        lift: known ? liftOf(outcomes, baseline) : undefined,
        /** Why it is never used as things stand, as it follows the plan's id. */
        unused: barred(plan) ?? quarantine(outcomes, baseline),
      }),
    }
  })
  const rank = ({ lift }: (typeof worth)[number]) => lift?.lift ?? Number.NEGATIVE_INFINITY
  return worth.sort((a, b) => rank(b) - rank(a) || (a.plan.id < b.plan.id ? -1 : 1))
}

// --- internal ---

function modelsOf({ stats }: Plan) {
  const byModel = Map.groupBy(Object.entries(stats), ([, { model }]) => model ?? 'no model')
  return [...byModel]
    .map(([model, runs]) => ({ model, counts: totals({ stats: Object.fromEntries(runs) }) }))
    .sort((a, b) => (a.model < b.model ? -1 : 1))
}
