// Beta distributions against their closed forms and against many draws.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Beta,
  draw,
  intervalOfDifference,
  meanOf,
  probabilityBelow,
  seeded,
} from '../../../plans/library/beta.ts'

const count = fc.integer({ min: 1, max: 12 })
const beta: fc.Arbitrary<Beta> = fc.record({ right: count, wrong: count })

test('a generator follows from its seed alone and fills the whole range evenly', () => {
  const first = (seed: number) => Array.from({ length: 5 }, seeded(seed))
  expect(first(7)).toEqual(first(7))
  expect(first(7)).not.toEqual(first(8))
  const random = seeded(3)
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < 10_000; i++) tenths[Math.floor(random() * 10)]! += 1
  expect(tenths).toHaveLength(10)
  for (const tenth of tenths) expect(Math.abs(tenth - 1000)).toBeLessThan(150)
})

/** P(first < second) for whole counts, term by term. */
function below(first: Beta, second: Beta): number {
  const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b)
  const logGamma = (n: number) => {
    let sum = 0
    for (let i = 2; i < n; i++) sum += Math.log(i)
    return sum
  }
  const { right: a, wrong: b } = first
  let sum = 0
  for (let i = 0; i < second.right; i++)
    sum += Math.exp(
      logBeta(a + i, b + second.wrong) -
        Math.log(second.wrong + i) -
        logBeta(1 + i, second.wrong) -
        logBeta(a, b),
    )
  return sum
}

test('how likely one rate is below another is what the closed form says', () => {
  fc.assert(
    fc.property(beta, beta, (first, second) => {
      expect(probabilityBelow(first, second)).toBeCloseTo(below(first, second), 2)
      expect(probabilityBelow(first, second) + probabilityBelow(second, first)).toBeCloseTo(1, 6)
      expect(probabilityBelow(first, first)).toBeCloseTo(0.5, 6)
    }),
  )
})

test('very many outcomes leave no doubt, and no rate is beyond 0 and 1', () => {
  const [good, bad] = [
    { right: 9000, wrong: 1000 },
    { right: 1000, wrong: 9000 },
  ] as const
  expect(probabilityBelow(bad, good)).toBeCloseTo(1, 6)
  expect(probabilityBelow(good, bad)).toBeCloseTo(0, 6)
  const [low, high] = intervalOfDifference(good, bad, 0.9)
  expect(low).toBeGreaterThan(0.78)
  expect(high).toBeLessThan(0.82)
})

test('draws have the mean and the spread of the belief, also below one outcome', () => {
  for (const belief of [
    { right: 3, wrong: 5 },
    { right: 0.5, wrong: 0.5 },
    { right: 0.3, wrong: 2 },
    { right: 40, wrong: 10 },
  ]) {
    const random = seeded(11)
    const drawn = Array.from({ length: 4000 }, () => draw(belief, random))
    const mean = drawn.reduce((sum, each) => sum + each, 0) / drawn.length
    const spread = drawn.reduce((sum, each) => sum + (each - mean) ** 2, 0) / drawn.length
    const all = belief.right + belief.wrong
    expect(mean).toBeCloseTo(meanOf(belief), 1.6)
    expect(spread).toBeCloseTo((belief.right * belief.wrong) / (all ** 2 * (all + 1)), 2)
    expect(drawn.every(each => each >= 0 && each <= 1)).toBe(true)
  }
})

test('the interval of a difference leaves out as much on both sides', () => {
  for (const [first, second, share] of [
    [{ right: 3, wrong: 5 }, { right: 5, wrong: 3 }, 0.9],
    [{ right: 9, wrong: 1 }, { right: 2, wrong: 2 }, 0.5],
  ] as const) {
    const [low, high] = intervalOfDifference(first, second, share)
    const random = seeded(5)
    const differences = Array.from(
      { length: 6000 },
      () => draw(first, random) - draw(second, random),
    ).sort((a, b) => a - b)
    const at = (rank: number) => differences[Math.floor(rank * differences.length)]!
    expect(low).toBeCloseTo(at((1 - share) / 2), 1.5)
    expect(high).toBeCloseTo(at((1 + share) / 2), 1.5)
    const [from, to] = intervalOfDifference(second, first, share)
    expect(from).toBeCloseTo(-high, 3)
    expect(to).toBeCloseTo(-low, 3)
  }
})

test('by its seed, a generator and what is drawn with it are the same everywhere and always', () => {
  const random = seeded(7)
  expect(Array.from({ length: 4 }, random)).toEqual([
    0.011704753153026104, 0.06195825757458806, 0.97690763277933, 0.6990287057124078,
  ])
  expect(seeded(2 ** 32 + 7)()).toBe(seeded(7)())
  const beliefs = [
    { right: 0.3, wrong: 0.7 },
    { right: 1, wrong: 1 },
    { right: 5, wrong: 2 },
    { right: 40, wrong: 60 },
    { right: 0.1, wrong: 0.1 },
  ]
  const again = seeded(7)
  const drawn = [
    0.05725944776473, 0.43395141482255, 0.75090918183834, 0.41005885904215, 0.9999794562169,
  ]
  for (const [at, belief] of beliefs.entries())
    expect(draw(belief, again)).toBeCloseTo(drawn[at]!, 12)
})

test('probabilities and intervals are worked out to more digits than they are good for', () => {
  const below = (...[a, b, c, d]: number[]) =>
    probabilityBelow({ right: a!, wrong: b! }, { right: c!, wrong: d! })
  expect(below(0.5, 0.5, 3, 2)).toBeCloseTo(0.5703124998934, 12)
  expect(below(30, 10, 25, 15)).toBeCloseTo(0.1098653618244, 12)
  const between = (share: number, [a, b, c, d]: readonly number[]) =>
    intervalOfDifference({ right: a!, wrong: b! }, { right: c!, wrong: d! }, share)
  const [low, high] = between(0.9, [8, 2, 5, 5])
  expect(low).toBeCloseTo(-0.0284289717674, 12)
  expect(high).toBeCloseTo(0.6071789860725, 12)
  const [least, most] = between(0.5, [800, 200, 500, 500])
  expect(least).toBeCloseTo(0.2863304018974, 12)
  expect(most).toBeCloseTo(0.3137391209602, 12)
})
