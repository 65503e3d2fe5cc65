// Choosing among plans that fit: Thompson sampling on lift, with "no plan" as one of the arms, and a
// quarantine for plans that do harm. A plan in quarantine is kept and shown, never chosen.

import type { Plan } from '../plan.ts'
import { type Beta, draw, meanOf, probabilityBelow, type Random } from './beta.ts'
import { beliefIn, type Outcomes } from './lift.ts'

/** What is known when a plan is to be chosen. */
export interface Evidence {
  /** What became of the plan's uses, such as `outcomesOf`. */
  readonly outcomes: (plan: Plan) => Outcomes
  /** What is known of doing without a plan of the library, such as `baselineOf`. */
  readonly baseline: Beta
}

/** What was chosen and why; without a plan, doing without one is the better bet this time. */
export interface Choice {
  readonly plan?: Plan
  readonly why: string
  /** Plans that fit and are not to be used, each with the reason. */
  readonly quarantined: readonly { readonly plan: Plan; readonly why: string }[]
}

/**
 * Draws a rate for every plan out of quarantine and for doing without, each from what is known of it, and
 * takes the greatest: the better a plan has done the more often it is used, and what is little known is
 * tried now and then. A plan that has never gone wrong is not weighed against doing without, which
 * costs the writing of a new one. The same `random` gives the same choice.
 */
export function choose(fitting: readonly Plan[], evidence: Evidence, random: Random): Choice {
  const { baseline } = evidence
  const judged = fitting.map(plan => {
    const outcomes = evidence.outcomes(plan)
    return { plan, outcomes, why: quarantine(outcomes, baseline) }
  })
  const quarantined = judged.flatMap(({ plan, why }) => (why === undefined ? [] : [{ plan, why }]))
  const open = judged.filter(({ why }) => why === undefined)
  if (open.length === 0)
    return {
      why: fitting.length === 0 ? 'no plan fits' : 'every plan that fits is in quarantine',
      quarantined,
    }
  const without = draw(baseline, random)
  const drawn = open.map(({ plan, outcomes }) => {
    const belief = beliefIn(outcomes, baseline)
    return { plan, outcomes, belief, rate: guardedDraw(belief, baseline, random) }
  })
  const best = drawn.reduce((a, b) => (b.rate > a.rate ? b : a))
  const bet = (rate: number, belief: Beta) =>
    `${percent(rate)} drawn, ${percent(meanOf(belief))} expected`
  if (best.rate < without && best.outcomes.wrong > 0)
    return {
      why: `doing without is the better bet (${bet(without, baseline)}) than ${best.plan.id} (${bet(best.rate, best.belief)})`,
      quarantined,
    }
  return {
    plan: best.plan,
    why: `${best.plan.id} is the best bet (${bet(best.rate, best.belief)}; without a plan ${bet(without, baseline)})`,
    quarantined,
  }
}

/**
 * Why a plan with these outcomes is not to be used, or `undefined`: at least five outcomes, after which
 * it does harm with a probability of 0.985. It follows from the counts alone: it comes and goes with
 * what is known, needs no state of its own, and is the same after any merging.
 */
export function quarantine({ right, wrong }: Outcomes, baseline: Beta): string | undefined {
  if (right + wrong < leastOutcomes) return undefined
  const belief = beliefIn({ right, wrong }, baseline)
  const harmful = probabilityBelow(belief, baseline)
  if (harmful < surelyHarmful) return undefined
  const rate = (of: Beta) => percent(meanOf(of))
  return `in quarantine: right in ${rate(belief)} of its uses where ${rate(baseline)} are without it, harmful with probability ${harmful.toFixed(3)}`
}

// --- internal ---

const leastOutcomes = 5
const surelyHarmful = 0.985

/** A plan expected to do harm has to do well in two draws: trying it again costs a wrong answer. */
function guardedDraw(belief: Beta, baseline: Beta, random: Random): number {
  const rate = draw(belief, random)
  return meanOf(belief) < meanOf(baseline) ? Math.min(rate, draw(belief, random)) : rate
}

const percent = (rate: number) => `${Math.round(rate * 100)} %`
