import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identify } from '../../../plans/identify.ts'
import {
  draw,
  intervalOfDifference,
  meanOf,
  probabilityBelow,
  seeded,
} from '../../../plans/library/beta.ts'
import {
  baselineOf,
  forgiven,
  liftOf,
  outcomesOf,
  withoutPlan,
} from '../../../plans/library/lift.ts'
import { contentOf, merge } from '../../../plans/library/merge.ts'
import { quarantine } from '../../../plans/library/select.ts'
import { noStats, type RunStats } from '../../../plans/plan.ts'
import { plan } from '../arbitrary-plans.ts'
import { simpleDraft } from '../simple-draft.ts'

const run = (part: Partial<RunStats>): RunStats => ({ ...noStats, ...part })
const beta = fc.record({
  right: fc.double({ min: 0.5, max: 200, noNaN: true }),
  wrong: fc.double({ min: 0.5, max: 200, noNaN: true }),
})

describe('the outcomes of a plan', () => {
  test('are the judged ones where somebody judged, else the own verdicts at a quarter', () => {
    const stats = {
      judged: run({ judgedRight: 3, judgedWrong: 1, successCount: 4 }),
      alone: run({ successCount: 4, failureCount: 8 }),
    }
    expect(outcomesOf({ stats })).toEqual({ right: 4, wrong: 3 })
  })

  test('leave out the questions it was written for', () => {
    const stats = {
      written: run({ useCount: 1, freshCount: 1, successCount: 1, judgedRight: 1 }),
      unjudged: run({ useCount: 1, freshCount: 1, successCount: 1 }),
      later: run({ useCount: 1, successCount: 1, judgedWrong: 1 }),
    }
    expect(outcomesOf({ stats })).toEqual({ right: 0, wrong: 1 })
    expect(withoutPlan({ intentionType: 'travel_time', stats })).toEqual([
      { type: 'travel_time', model: undefined, right: 1, wrong: 0 },
      { type: 'travel_time', model: undefined, right: 0.25, wrong: 0 },
    ])
  })

  test('of a run that wrote it for some of its questions count by the share of the others', () => {
    const stats = { some: run({ useCount: 4, freshCount: 1, judgedRight: 4, judgedWrong: 8 }) }
    expect(outcomesOf({ stats })).toEqual({ right: 3, wrong: 6 })
    const all = { odd: run({ useCount: 1, freshCount: 2, judgedRight: 4 }) }
    expect(outcomesOf({ stats: all })).toEqual({ right: 0, wrong: 0 })
  })

  test('of other models count a quarter', () => {
    const stats = {
      a: run({ judgedRight: 4, model: 'small' }),
      b: run({ judgedWrong: 8, model: 'large' }),
      c: run({ judgedRight: 1 }),
    }
    expect(outcomesOf({ stats }, 'small')).toEqual({ right: 5, wrong: 2 })
    expect(outcomesOf({ stats })).toEqual({ right: 5, wrong: 8 })
  })

  test('start anew after a release, whatever is merged in afterwards', () => {
    const counted = { judgedWrong: 12 }
    const made = identify(
      simpleDraft('travel_time'),
      { agent: '', model: '', createdAt: '', seenQuestions: [] },
      { first: run(counted) },
    )
    const even = { right: 50, wrong: 50 }
    expect(quarantine(outcomesOf(made), even)).toBeDefined()
    const released = forgiven(made)
    expect(outcomesOf({ ...made, released })).toEqual({ right: 0, wrong: 0 })
    const later = {
      ...made.stats,
      first: run({ judgedWrong: 13 }),
      second: run({ judgedRight: 2 }),
    }
    const merged = merge(contentOf([made]), contentOf([{ ...made, stats: later }]))
    const { stats } = merged.plans.get(made.id)!
    expect(outcomesOf({ stats, released })).toEqual({ right: 2, wrong: 1 })
  })

  test('are never negative and never more than were counted', () => {
    fc.assert(
      fc.property(plan, plan, (a, b) => {
        const { right, wrong } = outcomesOf({ ...a, released: forgiven(b) })
        const all = outcomesOf(a)
        expect(right).toBeGreaterThanOrEqual(0)
        expect(wrong).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(all.right)
        expect(wrong).toBeLessThanOrEqual(all.wrong)
      }),
    )
  })
})

describe('the baseline', () => {
  const runs = [
    { type: 'travel_time', right: 30, wrong: 10 },
    { type: 'count_rows', right: 0, wrong: 40 },
  ]

  test('is that of the type, in whatever spelling', () => {
    expect(meanOf(baselineOf(runs, 'Travel-Time'))).toBeCloseTo(0.72, 1)
    expect(meanOf(baselineOf(runs, 'count_rows'))).toBeLessThan(0.1)
  })

  test('of a type nobody has met is that of all types, and widely open', () => {
    const unknown = baselineOf(runs, 'sum_prices')
    expect(meanOf(unknown)).toBeCloseTo(31 / 82, 5)
    expect(unknown.right + unknown.wrong).toBe(4)
    expect(baselineOf([], 'sum_prices')).toEqual({ right: 2, wrong: 2 })
  })
})

describe('lift', () => {
  const even = { right: 50, wrong: 50 }

  test('of a plan nobody used is nothing, with a wide interval', () => {
    const { lift, interval, harmful } = liftOf({ right: 0, wrong: 0 }, even)
    expect(lift).toBe(0)
    expect(harmful).toBeCloseTo(0.5, 2)
    expect(interval[1] - interval[0]).toBeGreaterThan(0.8)
  })

  test('grows with right outcomes and narrows with many', () => {
    const few = liftOf({ right: 8, wrong: 2 }, even)
    const many = liftOf({ right: 80, wrong: 20 }, even)
    expect(few.lift).toBeGreaterThan(0.2)
    expect(many.lift).toBeGreaterThan(few.lift)
    expect(many.interval[0]).toBeGreaterThan(few.interval[0])
    expect(many.interval[0]).toBeGreaterThan(0)
    expect(many.harmful).toBeLessThan(0.001)
    expect(liftOf({ right: 2, wrong: 18 }, even).interval[1]).toBeLessThan(0)
  })
})

describe('beta distributions', () => {
  test('draws have the mean and the spread they should', () => {
    for (const [right, wrong] of [
      [0.5, 0.5],
      [2, 8],
      [70, 30],
    ] as const) {
      const random = seeded(3)
      const drawn = Array.from({ length: 20_000 }, () => draw({ right, wrong }, random))
      const mean = drawn.reduce((a, b) => a + b) / drawn.length
      const variance = drawn.reduce((sum, x) => sum + (x - mean) ** 2, 0) / drawn.length
      const n = right + wrong
      expect(mean).toBeCloseTo(right / n, 2)
      expect(variance).toBeCloseTo((right * wrong) / (n * n * (n + 1)), 2)
    }
  })

  test('probabilities agree with what draws show, and with what is known exactly', () => {
    // P(X < Y) for X of Beta(1, 1) and Y of Beta(2, 1) is 2/3
    expect(probabilityBelow({ right: 1, wrong: 1 }, { right: 2, wrong: 1 })).toBeCloseTo(2 / 3, 3)
    fc.assert(
      fc.property(beta, beta, (a, b) => {
        const random = seeded(9)
        let below = 0
        for (let i = 0; i < 4_000; i++) if (draw(a, random) < draw(b, random)) below++
        expect(Math.abs(probabilityBelow(a, b) - below / 4_000)).toBeLessThan(0.05)
        expect(probabilityBelow(a, b) + probabilityBelow(b, a)).toBeCloseTo(1, 6)
      }),
      { numRuns: 40 },
    )
  })

  test('intervals of a difference hold as many draws as they promise', () => {
    fc.assert(
      fc.property(beta, beta, (a, b) => {
        const [low, high] = intervalOfDifference(a, b, 0.9)
        const random = seeded(5)
        let inside = 0
        for (let i = 0; i < 4_000; i++) {
          const difference = draw(a, random) - draw(b, random)
          if (difference >= low && difference <= high) inside++
        }
        expect(Math.abs(inside / 4_000 - 0.9)).toBeLessThan(0.04)
      }),
      { numRuns: 40 },
    )
  })
})
