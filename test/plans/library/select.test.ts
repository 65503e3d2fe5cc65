import fc from 'fast-check'
import { expect, test } from 'vitest'
import { probabilityBelow, type Random, seeded } from '../../../plans/library/beta.ts'
import { beliefIn } from '../../../plans/library/lift.ts'
import { choose, quarantine } from '../../../plans/library/select.ts'
import type { Plan } from '../../../plans/plan.ts'
import { over, planNamed } from './simulated.ts'

// other libraries, and a thousand of each: select.long.test.ts
test('over simulated libraries with a good and a harmful plan little harm is done in the end', () => {
  const figures = over(150, 0.5, [0.7, 0.3])
  expect(figures.harmful).toBeLessThan(0.06)
  expect(figures.goodQuarantined).toBeLessThan(0.03)
  expect(figures.right).toBeGreaterThan(0.6)
})

const even = { right: 50, wrong: 50 }
const outcomes = fc.record({ right: fc.nat(60), wrong: fc.nat(60) })

test('the same generator chooses the same', () => {
  const plans = ['one', 'two', 'three'].map(planNamed)
  fc.assert(
    fc.property(fc.array(outcomes, { minLength: 3, maxLength: 3 }), fc.nat(), (counts, seed) => {
      const evidence = { outcomes: (plan: Plan) => counts[plans.indexOf(plan)]!, baseline: even }
      expect(choose(plans, evidence, seeded(seed))).toEqual(choose(plans, evidence, seeded(seed)))
    }),
  )
})

test('a plan in quarantine is never chosen, and is named with its reason', () => {
  const [good, bad] = [planNamed('good'), planNamed('bad')]
  const evidence = {
    outcomes: (plan: Plan) => (plan === bad ? { right: 0, wrong: 20 } : { right: 5, wrong: 5 }),
    baseline: even,
  }
  const random = seeded(1)
  for (let i = 0; i < 200; i++) {
    const choice = choose([bad, good], evidence, random)
    expect(choice.plan).not.toBe(bad)
    expect(choice.quarantined).toMatchObject([{ plan: bad }])
    expect(choice.quarantined[0]?.why).toContain('harmful with probability')
  }
  const alone = choose([bad], evidence, random)
  expect(alone).toMatchObject({ why: 'every plan that fits is in quarantine' })
  expect(alone.plan).toBeUndefined()
})

test('quarantine takes five outcomes, follows the counts and ends when these do', () => {
  expect(quarantine({ right: 0, wrong: 4 }, even)).toBeUndefined()
  expect(quarantine({ right: 0, wrong: 9 }, even)).toContain('in quarantine')
  expect(quarantine({ right: 9, wrong: 9 }, even)).toBeUndefined()
  // the agent without plans turns out to be no better
  expect(quarantine({ right: 0, wrong: 9 }, { right: 1, wrong: 99 })).toBeUndefined()
})

test('a quarantine says how often the plan was right, and how often doing without is', () => {
  expect(quarantine({ right: 2, wrong: 20 }, { right: 70, wrong: 30 })).toBe(
    'in quarantine: right in 14 % of its uses where 70 % are without it, harmful with probability 1.000',
  )
})

test('a choice says what was drawn for it and what was expected', () => {
  const one = planNamed('one')
  const fixed = (counts: { right: number; wrong: number }) => ({
    outcomes: () => counts,
    baseline: { right: 900, wrong: 100 },
  })
  const bet = String.raw`\d+ % drawn, \d+ % expected`
  const { plan, why } = choose([one], fixed({ right: 9, wrong: 0 }), seeded(1))
  expect(plan).toBe(one)
  expect(why).toMatch(new RegExp(`^${one.id} is the best bet \\(${bet}; without a plan ${bet}\\)$`))
  expect(why).toContain('90 % expected)')
  const worse = choose([one], fixed({ right: 2, wrong: 2 }), seeded(1))
  expect(worse.plan).toBeUndefined()
  expect(worse.why).toMatch(
    new RegExp(`^doing without is the better bet \\(${bet}\\) than ${one.id} \\(${bet}\\)$`),
  )
})

test('quarantine is for what does harm with a probability of 0.985, after five outcomes', () => {
  const count = fc.nat(30)
  const counts = fc.record({ right: count, wrong: count })
  fc.assert(
    fc.property(counts, counts, (outcomes, known) => {
      const baseline = { right: known.right + 1, wrong: known.wrong + 1 }
      const harmful = probabilityBelow(beliefIn(outcomes, baseline), baseline)
      const isSure = outcomes.right + outcomes.wrong >= 5 && harmful >= 0.985
      expect(quarantine(outcomes, baseline) !== undefined).toBe(isSure)
    }),
    { numRuns: 1_000 },
  )
})

test('more wrong outcomes never end a quarantine', () => {
  fc.assert(
    fc.property(outcomes, fc.nat(20), ({ right, wrong }, more) => {
      fc.pre(quarantine({ right, wrong }, even) !== undefined)
      expect(quarantine({ right, wrong: wrong + more }, even)).toBeDefined()
    }),
  )
})

test('a plan that never went wrong is used, and after an error doing without stays possible', () => {
  const plan = planNamed('new')
  const random = seeded(7)
  const known = (counts: { right: number; wrong: number }) => ({
    outcomes: () => counts,
    baseline: even,
  })
  const use = (counts: { right: number; wrong: number }) =>
    Array.from({ length: 400 }, () => choose([plan], known(counts), random).plan)
  expect(new Set(use({ right: 0, wrong: 0 }))).toEqual(new Set([plan]))
  const uses = use({ right: 1, wrong: 1 })
  const share = uses.filter(used => used === plan).length / uses.length
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.7)
  expect(choose([], known({ right: 0, wrong: 0 }), random)).toEqual({
    why: 'no plan fits',
    quarantined: [],
  })
})

test('the generator covers its range evenly', () => {
  const random: Random = seeded(42)
  const bins = new Array<number>(10).fill(0)
  for (let i = 0; i < 10_000; i++) bins[Math.floor(random() * 10)]!++
  for (const bin of bins) expect(Math.abs(bin - 1_000)).toBeLessThan(120)
})
