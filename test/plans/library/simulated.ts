// Simulated libraries with plans of a stated effect, for the tests of selection.

import { identify } from '../../../plans/identify.ts'
import { seeded } from '../../../plans/library/beta.ts'
import { baselineOf } from '../../../plans/library/lift.ts'
import { choose } from '../../../plans/library/select.ts'
import type { Plan } from '../../../plans/plan.ts'
import { simpleDraft } from '../simple-draft.ts'

const origin = { agent: 'self-aware', model: 'none', createdAt: '', seenQuestions: [] }

/** A plan without any counts; plans of different goals are different plans. */
export const planNamed = (goal: string): Plan => identify(simpleDraft('travel_time', goal), origin)

/** Libraries by what they hold: how often the agent is right without them, and with each plan. */
export const libraries: readonly (readonly [
  name: string,
  base: number,
  rates: readonly number[],
])[] = [
  ['a good and a harmful plan (0.5 without, 0.7 and 0.3 with)', 0.5, [0.7, 0.3]],
  ['one good among three harmful plans (0.7, 0.3, 0.3, 0.3)', 0.5, [0.7, 0.3, 0.3, 0.3]],
  ['nothing but a harmful plan (0.3)', 0.5, [0.3]],
  ['small effects (0.6 and 0.4)', 0.5, [0.6, 0.4]],
  ['an able agent (0.8 without, 0.9 and 0.6 with)', 0.8, [0.9, 0.6]],
  ['a weak agent (0.3 without, 0.5 and 0.1 with)', 0.3, [0.5, 0.1]],
]

interface Counts {
  right: number
  wrong: number
}

const count = (counts: Counts, right: boolean) => {
  if (right) counts.right++
  else counts.wrong++
}

/** A library whose plans are right at these rates, used `uses` times by an agent right at `base` without them. */
function simulate(base: number, rates: readonly number[], uses: number, seed: number) {
  const [random, world] = [seeded(seed), seeded(seed + 1_000_000)]
  const plans = rates.map(rate => planNamed(String(rate)))
  const used = new Map(plans.map((plan, i) => [plan, { rate: rates[i]!, right: 0, wrong: 0 }]))
  const without: Counts = { right: 0, wrong: 0 }
  const quarantined = new Set<Plan>()
  let [harmful, right] = [0, 0]
  for (let use = 0; use < uses; use++) {
    const baseline = baselineOf([{ type: 'travel_time', ...without }], 'travel_time')
    const choice = choose(plans, { outcomes: plan => used.get(plan)!, baseline }, random)
    for (const { plan } of choice.quarantined) quarantined.add(plan)
    const chosen = choice.plan && used.get(choice.plan)!
    const rate = chosen?.rate ?? base
    const came = world() < rate
    count(chosen ?? without, came)
    if (came) right++
    if (use >= uses - 50 && rate < base) harmful++
  }
  const good = plans.filter((_, i) => rates[i]! > base)
  return {
    harmful: harmful / 50,
    goodQuarantined: good.filter(plan => quarantined.has(plan)).length,
    good: good.length,
    right: right / uses,
  }
}

/** The mean figures of that many libraries: harmful uses among the last 50, good plans ever quarantined, right answers. */
export function over(seeds: number, base: number, rates: readonly number[], uses = 200) {
  const all = Array.from({ length: seeds }, (_, seed) => simulate(base, rates, uses, seed))
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((s, one) => s + of(one), 0)
  return {
    harmful: sum(one => one.harmful) / seeds,
    goodQuarantined:
      sum(one => one.goodQuarantined) /
      Math.max(
        1,
        sum(one => one.good),
      ),
    right: sum(one => one.right) / seeds,
  }
}
