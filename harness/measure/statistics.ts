// What counts of right and wrong answers can bear: intervals for shares and for paired differences, the
// exact McNemar test, and how many questions a claim needs. Every number of a result comes from here.
/// <reference path="../../plans/expressions/functions/jstat.d.ts" />
import jStat from 'jstat'
import { firstPlace } from '../../plans/bisect.ts'

export type Interval = readonly [low: number, high: number]

/** The mean; NaN of none. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** How two runs fared on the same questions, as counts of questions. */
export interface Paired {
  readonly both: number
  readonly onlyFirst: number
  readonly onlySecond: number
  readonly neither: number
}

/**
 * Wilson's score interval, at 95 %, for a share of which `successes` out of `n` are known (Wilson 1927); all of
 * [0, 1] when `n` is 0. Both may be fractions: as many independent answers as dependent
 * ones are worth. Throws a RangeError when `successes` is not between 0 and `n`.
 */
export function wilson(successes: number, n: number): [number, number] {
  refuseUnless(Number.isFinite(n) && 0 <= successes && successes <= n, () => `${successes} of ${n}`)
  if (n === 0) return [0, 1]
  const z2 = z ** 2
  const share = successes / n
  const middle = share + z2 / (2 * n)
  const half = Math.sqrt(z2 * ((share * (1 - share)) / n + z2 / (4 * n * n)))
  const scale = 1 + z2 / n
  return [
    successes === 0 ? 0 : Math.max(0, (middle - half) / scale),
    successes === n ? 1 : Math.min(1, (middle + half) / scale),
  ]
}

/**
 * The two-sided p value of the exact McNemar test: how likely chance alone splits the questions on which
 * two runs differ at least as unevenly as into `b` and `c`; 1 when they are equal. Takes time with the
 * square root of the counts. Throws a RangeError for what is not a count.
 */
export function mcnemarExact(b: number, c: number): number {
  refuseUnless(isCount(b) && isCount(c), () => `${b} and ${c}`)
  return b === c ? 1 : Math.min(1, 2 * binomialTail(Math.max(b, c), b + c, 0.5))
}

/**
 * By how much the second run's share of right answers is above the first's, on the same questions, with
 * Tango's score interval at 95 % (Tango 1998), which holds its confidence for few questions and few flips as
 * well; [-1, 1] without questions. Throws a RangeError for what is not a count.
 */
export function pairedDifference({ both, onlyFirst, onlySecond, neither }: Paired): {
  readonly difference: number
  readonly interval: Interval
} {
  const counts = [both, onlyFirst, onlySecond, neither]
  refuseUnless(counts.every(isCount), () => counts.join(', '))
  const n = both + onlyFirst + onlySecond + neither
  if (n === 0) return { difference: 0, interval: [-1, 1] }
  const difference = (onlySecond - onlyFirst) / n
  const score = (at: number) => tangoScore(onlySecond, onlyFirst, n, at)
  const low = bisect(-1, difference, at => score(at) > z)
  const high = bisect(difference, 1, at => score(at) >= -z)
  return { difference, interval: [low, high] }
}

/**
 * The fewest questions turned right that, beside `harms` turned wrong, make the exact McNemar test
 * significant: 6 beside none, 8 beside one. Throws a RangeError for what is not a count.
 */
export function neededLifts(harms: number, significance = 0.05): number {
  refuseUnless(isCount(harms), () => String(harms))
  refuseUnless(significance > 0 && significance < 1, () => `a significance of ${significance}`)
  let lifts = harms
  while (mcnemarExact(lifts, harms) > significance) lifts++
  return lifts
}

/**
 * The fewest questions on which the exact McNemar test finds, with probability `power`, that two runs
 * differ, when their accuracies differ by `difference` and `discordance` is the share of questions that
 * only one of them answers rightly (both from 0 to 1; the difference is never the larger one). Throws a
 * RangeError when the shares cannot be, or when ten million questions would not do.
 */
export function neededQuestions(
  difference: number,
  discordance: number,
  power = 0.8,
  significance = 0.05,
): number {
  const size = Math.abs(difference)
  refuseUnless(
    size > 0 && size <= discordance && discordance <= 1,
    () => `a difference of ${difference} at a discordance of ${discordance}`,
  )
  refuseUnless(power > 0 && power < 1, () => `a power of ${power}`)
  refuseUnless(significance > 0 && significance < 1, () => `a significance of ${significance}`)
  const enough = (n: number) => powerOf(n, size, discordance, significance) >= power
  let high = 1
  while (!enough(high)) {
    high *= 2
    refuseUnless(high <= 1e7, () => `a difference of ${difference}, too small to find`)
  }
  const low = Math.floor(high / 2) + 1
  return low + firstPlace(high - low, place => enough(low + place))
}

// --- internal ---

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

function refuseUnless(holds: boolean, what: () => string): void {
  if (!holds) throw new RangeError(`there is no statistic of ${what()}`)
}

/** So many standard deviations around the mean hold 95 % of a normal distribution. */
const z = 1.959963984540054

/** Where `holds` turns from true to false or from false to true between the two. */
function bisect(from: number, to: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, to]
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** By how many standard deviations the counts lie above a true difference `at`; it falls as `at` grows. */
function tangoScore(gains: number, losses: number, n: number, at: number): number {
  const above = gains - losses - n * at
  if (above === 0) return 0
  const a = 2 * n
  const b = -gains - losses + (2 * n - gains + losses) * at
  const c = -losses * at * (1 - at)
  const loss = (Math.sqrt(Math.max(0, b * b - 4 * a * c)) - b) / (2 * a)
  const variance = n * (2 * loss + at * (1 - at))
  return variance > 0 ? above / Math.sqrt(variance) : above * Number.POSITIVE_INFINITY
}

/** How likely the exact test finds the difference on `n` questions. */
function powerOf(n: number, difference: number, discordance: number, significance: number): number {
  const gain = (discordance + difference) / 2 / discordance
  const [mean, spread] = [n * discordance, Math.sqrt(n * discordance * (1 - discordance))]
  const first = Math.max(1, Math.floor(mean - 8 * spread))
  const last = Math.min(n, Math.ceil(mean + 8 * spread))
  let power = 0
  let critical = Math.ceil(first / 2)
  for (let differing = first; differing <= last; differing++) {
    while (critical <= differing && mcnemarExact(critical, differing - critical) > significance)
      critical++
    if (critical > differing) continue
    const found =
      binomialTail(critical, differing, gain) + binomialTail(critical, differing, 1 - gain)
    power += binomial(differing, n, discordance) * found
  }
  return power
}

/** The probability of at least `k` successes in `n` trials. */
function binomialTail(k: number, n: number, share: number): number {
  if (k <= 0 || share === 1) return 1
  if (k > n || share === 0) return 0
  // summed away from the mean, where terms only fall
  if (k <= n * share) return 1 - binomialTail(n - k + 1, n, 1 - share)
  let term = binomial(k, n, share)
  let sum = term
  for (let i = k; i < n && term > sum * 1e-17; i++) {
    term *= ((n - i) / (i + 1)) * (share / (1 - share))
    sum += term
  }
  return sum
}

/** The probability of exactly `k` successes in `n` trials. */
function binomial(k: number, n: number, share: number): number {
  if (share === 0 || share === 1) return k === n * share ? 1 : 0
  const ways = logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  return Math.exp(ways + k * Math.log(share) + (n - k) * Math.log1p(-share))
}

/** The logarithm of n!. */
const logFactorial = (n: number) => jStat.loggam(n + 1)
