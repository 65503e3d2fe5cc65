// What a plan is worth: by how much it raises the rate of right outcomes over doing without a plan of
// the library. Evidence, not opinion: an outcome judged by somebody who knows the answer counts whole.

import type { Plan, RunStats } from '../plan.ts'
import { typeKey } from '../retrieval/fit.ts'
import { type Beta, intervalOfDifference, meanOf, probabilityBelow } from './beta.ts'

/** Outcomes that were right and wrong; fractions where one counts for less. */
export interface Outcomes {
  readonly right: number
  readonly wrong: number
}

/** A plan's counts, and what a person has forgiven it by releasing it. */
interface Counted {
  readonly stats: Readonly<Record<string, RunStats>>
  /** By run, the outcomes that no longer count. Merged by maximum, as the counts are. */
  readonly released?: Readonly<Record<string, Outcomes>>
}

/** How intentions of one type came out when no plan of the library was used, with one model. */
export interface WithoutPlan extends Outcomes {
  readonly type: string
  readonly model?: string | undefined
}

/** A plan's lift over no plan. */
export interface Lift {
  /** The expected difference of the two rates, from -1 to 1. */
  readonly lift: number
  /** Where the difference lies with probability 0.9. */
  readonly interval: readonly [low: number, high: number]
  /** How likely the plan does harm: its rate is below that of no plan. */
  readonly harmful: number
}

/**
 * The outcomes of a plan, for `model` when one is given: what other models made of it counts a
 * quarter. A run that nobody judged counts by the agent's own verdicts, a quarter each.
 */
export function outcomesOf({ stats, released }: Counted, model?: string): Outcomes {
  const counted = Object.entries(stats).map(([run, each]) => {
    const { right, wrong } = elsewhere(each)
    const gone = released?.[run] ?? none
    const weight = weightOf(each.model, model)
    return {
      right: Math.max(0, right - gone.right) * weight,
      wrong: Math.max(0, wrong - gone.wrong) * weight,
    }
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
    if (share === 0) return []
    const { right, wrong } = outcomesOfRun(each)
    return [{ type, model: each.model, right: right * share, wrong: wrong * share }]
  })
}

/** What is known of doing without, for one type of intention: little is known of a new type beyond what holds of all. */
export function baselineOf(runs: Iterable<WithoutPlan>, type: string, model?: string): Beta {
  const weighed = [...runs].map(each => ({ each, weight: weightOf(each.model, model) }))
  const outcomes = (some: typeof weighed) =>
    sumOf(
      some.map(({ each: { right, wrong }, weight }) => ({
        right: right * weight,
        wrong: wrong * weight,
      })),
    )
  const key = typeKey(type)
  const all = outcomes(weighed)
  const same = outcomes(weighed.filter(({ each }) => typeKey(each.type) === key))
  return updated((all.right + 1) / (all.right + all.wrong + 2), baselinePrior, same)
}

/** What is known of a plan that had these outcomes: before its first use, that it does neither good nor harm. */
export function beliefIn(outcomes: Outcomes, baseline: Beta): Beta {
  return updated(meanOf(baseline), planPrior, outcomes)
}

/** The lift of a plan with these outcomes over the baseline. */
export function liftOf(outcomes: Outcomes, baseline: Beta): Lift {
  const plan = beliefIn(outcomes, baseline)
  return {
    lift: meanOf(plan) - meanOf(baseline),
    interval: intervalOfDifference(plan, baseline, 0.9),
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
  const { right, wrong } = outcomesOfRun(run)
  const share = 1 - freshShare(run)
  return { right: right * share, wrong: wrong * share }
}

function outcomesOfRun(run: RunStats): Outcomes {
  const { judgedRight, judgedWrong, successCount, failureCount } = run
  if (judgedRight + judgedWrong > 0) return { right: judgedRight, wrong: judgedWrong }
  return { right: successCount * ownVerdict, wrong: failureCount * ownVerdict }
}

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
