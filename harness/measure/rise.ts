// Whether what is measured again and again has risen.
/// <reference path="../../plans/expressions/functions/jstat.d.ts" />
import jStat from 'jstat'
import { mean } from './statistics.ts'

/** By how much the mean of the last half is above that of the first. */
export type Rise = NonNullable<ReturnType<typeof riseOf>>

/** The rise of `values` in their order; undefined for fewer than four, which tell nothing. */
export function riseOf(values: readonly number[]) {
  if (values.length < 4) return undefined
  const middle = Math.floor(values.length / 2)
  const [early, late] = [spreadOf(values.slice(0, middle)), spreadOf(values.slice(middle))]
  const difference = late.mean - early.mean
  const variance = early.ofMean + late.ofMean
  const freedom =
    variance ** 2 / (early.ofMean ** 2 / (early.n - 1) + late.ofMean ** 2 / (late.n - 1))
  const half = Number.isNaN(freedom) ? 0 : jStat.studentt.inv(0.975, freedom) * Math.sqrt(variance)
  return {
    first: early.mean,
    last: late.mean,
    difference,
    /** Welch's, at 95 % (Welch 1947): the halves need not vary alike. */
    interval: [difference - half, difference + half] as const,
  }
}

// --- internal ---

function spreadOf(values: readonly number[]) {
  const n = values.length
  const middle = mean(values)
  const squares = mean(values.map(each => (each - middle) ** 2))
  return { n, mean: middle, ofMean: squares / (n - 1) }
}
