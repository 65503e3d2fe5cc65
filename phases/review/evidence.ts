// What is known of a plan beyond its counts, in words for whoever decides about it: outcomes by model, and
// the lift over doing without a plan.
import type { Library } from '../../agent/contract.ts'
import { liftOf, outcomesOf } from '../../plans/library/lift.ts'
import { type Plan, totals } from '../../plans/plan.ts'

/**
 * One sentence each, for a review by `model`: what came of the plan with each model, where somebody who
 * knows the answers has judged it; and by how much its rate of right outcomes differs from that without
 * a plan, on questions it was not made from.
 */
export function evidenceOf(
  plan: Plan,
  library: Pick<Library, 'baseline'>,
  model: string,
): readonly string[] {
  const runs = Map.groupBy(Object.values(plan.stats), run => run.model ?? 'a model not named')
  const judged = [...runs].flatMap(([name, stats]) => {
    const { judgedRight, judgedWrong } = totals({ stats: Object.fromEntries(stats.entries()) })
    if (judgedRight + judgedWrong === 0) return []
    const who = name === model ? 'this model' : name
    return [`judged with ${who}: right ${judgedRight}, wrong ${judgedWrong}`]
  })
  const outcomes = outcomesOf(plan, model)
  if (outcomes.right + outcomes.wrong === 0) return judged
  const { lift, interval } = liftOf(outcomes, library.baseline(plan.intentionType, model))
  const [low, high] = interval.map(signed)
  return [
    ...judged,
    `lift over no plan, on questions it was not made from: ${signed(lift)} (90 % between ${low} and ${high})`,
  ]
}

// --- internal ---

const signed = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(2)}`
