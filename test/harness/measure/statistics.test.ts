import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mcnemarExact,
  neededLifts,
  neededQuestions,
  pairedDifference,
  wilson,
} from '../../../harness/measure/statistics.ts'

const inPercent = (interval: readonly number[]) => interval.map(end => (100 * end).toFixed(1))

describe("Wilson's interval", () => {
  test('has the values published for 53 questions', () => {
    expect(inPercent(wilson(5, 53))).toEqual(['4.1', '20.3'])
    expect(inPercent(wilson(7, 53))).toEqual(['6.5', '24.8'])
    expect(inPercent(wilson(47, 53))).toEqual(['77.4', '94.7'])
  })

  test("has the values of Newcombe's comparison of methods for a single share", () => {
    const rows = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const
    for (const [successes, n, low, high] of rows) {
      expect(wilson(successes, n)[0]).toBeCloseTo(low, 4)
      expect(wilson(successes, n)[1]).toBeCloseTo(high, 4)
    }
  })

  test('ends where theory says for none of n, and is everything where nothing is known', () => {
    expect(wilson(0, 10)[1]).toBeCloseTo(1.959964 ** 2 / (10 + 1.959964 ** 2), 7)
    expect(wilson(0, 0)).toEqual([0, 1])
  })

  test('of a fraction of an answer lies between those of whole ones', () => {
    const [low, high] = wilson(4.5, 9)
    expect(low).toBeGreaterThan(wilson(4, 8)[0])
    expect(low).toBeLessThan(wilson(5, 10)[0])
    expect(high).toBeCloseTo(1 - low, 12)
  })

  test('holds the share and is mirrored when successes are', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (successes, others) => {
        const n = successes + others
        const [low, high] = wilson(successes, n)
        const [mirroredLow, mirroredHigh] = wilson(others, n)
        expect(low).toBeCloseTo(1 - mirroredHigh, 12)
        expect(high).toBeCloseTo(1 - mirroredLow, 12)
        if (n > 0) expect(low <= successes / n && successes / n <= high).toBe(true)
      }),
    )
  })
})

describe('the exact McNemar test', () => {
  test('has the values of the textbooks', () => {
    // Armitage and Berry 1994; Bentur 2009 and Cavo 2012 in Fagerland 2014; Agresti 1990; 6 of 6
    expect(mcnemarExact(12, 2)).toBeCloseTo(0.0129, 4)
    expect(mcnemarExact(1, 7)).toBeCloseTo(0.0703, 4)
    expect(mcnemarExact(6, 16)).toBeCloseTo(0.0525, 4)
    expect(mcnemarExact(86, 150)).toBeCloseTo(3.716e-5, 8)
    expect(mcnemarExact(0, 6)).toBeCloseTo(2 / 2 ** 6, 12)
  })

  test('agrees with whole-number arithmetic', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (b, c) => {
        let [ways, tail] = [1n, 0n]
        for (let k = 0; k <= Math.min(b, c); k++) {
          tail += ways
          ways = (ways * BigInt(b + c - k)) / BigInt(k + 1)
        }
        const exact = Number((2n * tail * 10n ** 18n) / 2n ** BigInt(b + c)) / 1e18
        expect(mcnemarExact(b, c)).toBeCloseTo(Math.min(1, exact), 11)
      }),
    )
  })

  test('is symmetric, above 0 and at most 1, and 1 where both runs flip equally many', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(200), fc.boolean(), (b, more, fewer) => {
        const c = fewer ? Math.max(0, b - more) : b + more
        const p = mcnemarExact(b, c)
        expect(p).toBe(mcnemarExact(c, b))
        expect(p > 0 && p <= 1).toBe(true)
        expect(mcnemarExact(b, b)).toBe(1)
      }),
    )
  })

  test('nears the normal approximation for large counts', () => {
    // z = (|b - c| - 1) / sqrt(b + c) = 1.999 / 1.001 and its two tails
    expect(mcnemarExact(500_000, 502_000)).toBeCloseTo(0.04582, 4)
  })
})

describe('the difference of two runs', () => {
  test("has Tango's interval as published", () => {
    const bentur = pairedDifference({ both: 1, onlyFirst: 7, onlySecond: 1, neither: 12 })
    expect(bentur.difference).toBeCloseTo(-6 / 21, 12)
    expect(bentur.interval[0]).toBeCloseTo(-0.517, 3)
    expect(bentur.interval[1]).toBeCloseTo(-0.026, 3)
  })

  test('is 0 with a symmetric interval for identical runs, and unknown without questions', () => {
    const { difference, interval } = pairedDifference({
      both: 17,
      onlyFirst: 0,
      onlySecond: 0,
      neither: 3,
    })
    expect(difference).toBe(0)
    expect(interval[0]).toBeCloseTo(-interval[1], 12)
    expect(interval[1]).toBeCloseTo(wilson(0, 20)[1], 9) // z² / (n + z²)
    const nothing = pairedDifference({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 })
    expect(nothing).toEqual({ difference: 0, interval: [-1, 1] })
  })

  test('lies in its interval, and turns round when the runs change places', () => {
    const counts = fc.nat(80)
    fc.assert(
      fc.property(counts, counts, counts, counts, (both, onlyFirst, onlySecond, neither) => {
        const one = pairedDifference({ both, onlyFirst, onlySecond, neither })
        const other = pairedDifference({
          both,
          neither,
          onlyFirst: onlySecond,
          onlySecond: onlyFirst,
        })
        const [low, high] = one.interval
        expect(low).toBeGreaterThanOrEqual(-1)
        expect(high).toBeLessThanOrEqual(1)
        expect(low - 1e-9 <= one.difference && one.difference <= high + 1e-9).toBe(true)
        expect(low).toBeCloseTo(-other.interval[1], 9)
      }),
    )
  })
})

describe('how much a claim needs', () => {
  test('is so many lifts beside so many harms', () => {
    expect([0, 1, 2, 3, 4, 5].map(harms => neededLifts(harms))).toEqual([6, 8, 10, 12, 13, 15])
  })

  test('is a little more than the formula for large samples says', () => {
    for (const [difference, discordance] of [
      [0.1, 0.2],
      [0.05, 0.3],
      [0.02, 0.05],
    ] as const) {
      const z =
        1.959964 * Math.sqrt(discordance) + 0.841621 * Math.sqrt(discordance - difference ** 2)
      const asymptotic = (z / difference) ** 2
      const exact = neededQuestions(difference, discordance)
      expect(exact).toBeGreaterThan(asymptotic)
      expect(exact).toBeLessThan(1.2 * asymptotic)
    }
  })

  test('is counted out where every flip is a lift', () => {
    // six flips of n questions at a share of one half: P(X >= 6) first reaches 0.8 at n = 15
    expect(neededQuestions(0.5, 0.5)).toBe(15)
    expect(neededQuestions(1, 1)).toBe(6)
  })

  test('grows with the power asked for and with every smaller difference', () => {
    const [small, large] = [neededQuestions(0.05, 0.2), neededQuestions(0.1, 0.2)]
    expect(small).toBeGreaterThan(large)
    expect(neededQuestions(0.1, 0.2, 0.95)).toBeGreaterThan(large)
    expect(neededQuestions(-0.1, 0.2)).toBe(large)
  })
})

test('what cannot be counted is refused in one sentence that names it', () => {
  expect(() => wilson(4, 3)).toThrow('there is no statistic of 4 of 3')
  expect(() => mcnemarExact(-1, 0.5)).toThrow('there is no statistic of -1 and 0.5')
  expect(() => neededQuestions(0.3, 0.2)).toThrow(
    'there is no statistic of a difference of 0.3 at a discordance of 0.2',
  )
  expect(() => neededQuestions(1e-5, 1)).toThrow('a difference of 0.00001, too small to find')
})
