// What a plan is worth: by how much it raises the rate of right outcomes over doing without a plan of
// the library. Evidence, not opinion: an outcome judged by somebody who knows the answer counts whole.

import type { Plan, RunStats } from '../plan.ts'
import { typeKey } from '../retrieval/fit.ts'
import { type Beta, intervalOfDifference, meanOf, probabilityBelow } from './beta.ts'

/** Outcomes that were right and wrong; fractions where one counts for less. */
export type Outcomes = Beta

/** How intentions of one type came out when no plan of the library was used, with one model. */
export interface WithoutPlan extends Outcomes {
  readonly type: string
  readonly model?: string | undefined
}

/**
 * The outcomes of a plan, for `model` when one is given: what other models made of it counts a
 * quarter. A run that nobody judged counts by the agent's own verdicts, a quarter each.
 */
export function outcomesOf(
  { stats, released = {} }: Pick<Plan, 'stats' | 'released'>,
  model?: string,
): Outcomes {
  const counted = Object.entries(stats).map(([run, each]) => {
    const { right, wrong } = elsewhere(each)
    const gone = released[run] ?? none
    const left = { right: Math.max(0, right - gone.right), wrong: Math.max(0, wrong - gone.wrong) }
    return times(left, weightOf(each.model, model))
  })
  return sumOf(counted)
}

/** What the runs of a plan say of doing without: outcomes of the questions it was written for. */
export function withoutPlan({
  intentionType: type,
  stats,
}: Pick<Plan, 'intentionType' | 'stats'>): readonly WithoutPlan[] {
  return Object.values(stats).flatMap(each => {
    const share = freshShare(each)
    return share === 0 ? [] : [{ type, model: each.model, ...times(outcomesOfRun(each), share) }]
  })
}

/** What is known of doing without, for one type of intention: little is known of a new type beyond what holds of all. */
export function baselineOf(runs: Iterable<WithoutPlan>, type: string, model?: string): Beta {
  const key = typeKey(type)
  const weighed = [...runs].map(each => ({
    isSame: typeKey(each.type) === key,
    ...times(each, weightOf(each.model, model)),
  }))
  const all = sumOf(weighed)
  const same = sumOf(weighed.filter(({ isSame }) => isSame))
  return updated((all.right + 1) / (all.right + all.wrong + 2), baselinePrior, same)
}

/** What is known of a plan that had these outcomes: before its first use, that it does neither good nor harm. */
export function beliefIn(outcomes: Outcomes, baseline: Beta): Beta {
  return updated(meanOf(baseline), planPrior, outcomes)
}

/** The lift of a plan with these outcomes over the baseline. */
export function liftOf(outcomes: Outcomes, baseline: Beta) {
  const plan = beliefIn(outcomes, baseline)
  return {
    /** The expected difference of the two rates, from -1 to 1. */
    lift: meanOf(plan) - meanOf(baseline),
    /** Where the difference lies with probability 0.9. */
    interval: intervalOfDifference(plan, baseline, 0.9),
    /** How likely the plan does harm: its rate is below that of no plan. */
    harmful: probabilityBelow(plan, baseline),
  }
}

/** What a release of the plan has to forgive: every outcome so far, by run. */
export function forgiven({ stats }: Pick<Plan, 'stats'>): Readonly<Record<string, Outcomes>> {
  return Object.fromEntries(Object.entries(stats).map(([run, each]) => [run, elsewhere(each)]))
}

// --- internal ---

const none: Outcomes = { right: 0, wrong: 0 }

/** How many outcomes the priors are worth. */
const baselinePrior = 4
const planPrior = 2

/** An agent's own verdict is often right and always kind; another model is another agent. */
const ownVerdict = 0.25
const otherModel = 0.25

/** The outcomes of one run on questions the plan was not written for. */
function elsewhere(run: RunStats): Outcomes {
  return times(outcomesOfRun(run), 1 - freshShare(run))
}

function outcomesOfRun(run: RunStats): Outcomes {
  const { judgedRight, judgedWrong, successCount, failureCount } = run
  if (judgedRight + judgedWrong > 0) return { right: judgedRight, wrong: judgedWrong }
  return times({ right: successCount, wrong: failureCount }, ownVerdict)
}

const times = ({ right, wrong }: Outcomes, factor: number): Outcomes => ({
  right: right * factor,
  wrong: wrong * factor,
})

/** The part of a run's uses for which the plan was written; nearly every run has one use. */
function freshShare({ useCount, freshCount = 0 }: RunStats): number {
  return freshCount === 0 ? 0 : Math.min(1, freshCount / Math.max(useCount, 1))
}

function weightOf(used: string | undefined, wanted: string | undefined): number {
  return used === undefined || wanted === undefined || used === wanted ? 1 : otherModel
}

function sumOf(some: readonly Outcomes[]): Outcomes {
  return some.reduce((a, b) => ({ right: a.right + b.right, wrong: a.wrong + b.wrong }), none)
}

function updated(rate: number, strength: number, { right, wrong }: Outcomes): Beta {
  return { right: rate * strength + right, wrong: (1 - rate) * strength + wrong }
}
