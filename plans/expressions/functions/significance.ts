// Tests of significance and what they are made of, over plain numbers. The distributions are jStat's.
/// <reference path="../../jstat.d.ts" />
import jStat from 'jstat'
import { ExpressionError } from '../exact.ts'

/** Student's t with its degrees of freedom. */
export interface T {
  readonly t: number
  readonly df: number
}

/** The items farther than `most` sample standard deviations from the mean. */
export function farByScore(list: readonly number[], most: number): readonly number[] {
  const [centre, spread] = [mean(list), deviation(list)]
  return places(list, x => Math.abs(x - centre) > most * spread)
}

/** The items more than 1.5 times the range between the quartiles outside of them. */
export function farByQuartiles(list: readonly number[]): readonly number[] {
  const sorted = [...list].sort((a, b) => a - b)
  const at = (share: number) => {
    const way = share * (sorted.length - 1)
    const low = sorted[Math.floor(way)]!
    return low + ((sorted[Math.floor(way) + 1] ?? low) - low) * (way - Math.floor(way))
  }
  const [low, high] = [at(0.25), at(0.75)]
  const reach = 1.5 * (high - low)
  return places(list, x => x < low - reach || x > high + reach)
}

export function mean(list: readonly number[]): number {
  return sum(list) / list.length
}

export const deviation = (list: readonly number[]) => Math.sqrt(variance(list))

export function differences(a: readonly number[], b: readonly number[]): number[] {
  paired(a, b)
  return a.map((x, at) => x - b[at]!)
}

export function pearson(a: readonly number[], b: readonly number[]): number {
  paired(a, b)
  return spreading(comoment(a, b), Math.sqrt(comoment(a, a) * comoment(b, b)))
}

export function slope(y: readonly number[], x: readonly number[]): number {
  paired(y, x)
  return spreading(comoment(x, y), comoment(x, x))
}

export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(jStat.rank([...a]), jStat.rank([...b]))
}

/** Both tails, by the beta function: a difference from 1 would lose small ones. */
export const ofT = ({ t, df }: T) => jStat.ibeta(df / (df + t * t), df / 2, 0.5)

export function ofCorrelation(r: number, n: number): number {
  if (n < 3) throw new ExpressionError('a correlation is tested with at least three pairs')
  return Math.abs(r) >= 1 ? 0 : ofT({ t: r * Math.sqrt((n - 2) / (1 - r * r)), df: n - 2 })
}

export function single(list: readonly number[], centre: number): T {
  return {
    t: spreading(mean(list) - centre, deviation(list) / Math.sqrt(list.length)),
    df: list.length - 1,
  }
}

export function welch(a: readonly number[], b: readonly number[]): T {
  const [left, right] = [variance(a) / a.length, variance(b) / b.length]
  const df = (left + right) ** 2 / (left ** 2 / (a.length - 1) + right ** 2 / (b.length - 1))
  return { t: spreading(mean(a) - mean(b), Math.sqrt(left + right)), df }
}

export function student(a: readonly number[], b: readonly number[]): T {
  const df = a.length + b.length - 2
  const pooled = ((a.length - 1) * variance(a) + (b.length - 1) * variance(b)) / df
  return { t: spreading(mean(a) - mean(b), Math.sqrt(pooled * (1 / a.length + 1 / b.length))), df }
}

export function variances(lists: readonly (readonly number[])[]) {
  const all = lists.flat()
  const inside = sum(lists.map(list => comoment(list, list)))
  const [between, within] = [lists.length - 1, all.length - lists.length]
  const f = spreading((comoment(all, all) - inside) / between, inside / within)
  return { f, between, within }
}

export function chiSquare(observed: readonly number[], expected: readonly number[]): number {
  paired(observed, expected)
  return sum(observed.map((count, at) => (count - expected[at]!) ** 2 / expected[at]!))
}

/** The p-value of chi-square for a table given row after row, without correction. */
export function independence(counts: readonly number[], [columns = 0]: readonly number[]): number {
  const rows = counts.length / columns
  if (!Number.isInteger(rows) || rows < 2 || columns < 2)
    throw new ExpressionError('the counts of a table fill at least two rows and two columns')
  const total = sum(counts)
  const inRow = (at: number) => sum(counts.filter((_, each) => Math.floor(each / columns) === at))
  const inColumn = (at: number) => sum(counts.filter((_, each) => each % columns === at))
  const expected = counts.map(
    (_, at) => (inRow(Math.floor(at / columns)) * inColumn(at % columns)) / total,
  )
  return 1 - jStat.chisquare.cdf(chiSquare(counts, expected), (rows - 1) * (columns - 1))
}

/** U of the first sample; p by the normal curve, corrected for ties and continuity. */
export function whitney(a: readonly number[], b: readonly number[]): { u: number; p: number } {
  const all = [...a, ...b]
  const ranks: number[] = jStat.rank(all)
  const [m, n, size] = [a.length, b.length, all.length]
  const u = sum(ranks.slice(0, m)) - (m * (m + 1)) / 2
  const tied = new Map<number, number>()
  for (const x of all) tied.set(x, (tied.get(x) ?? 0) + 1)
  const ties = sum([...tied.values()].map(count => count ** 3 - count))
  const spread = Math.sqrt(((m * n) / 12) * (size + 1 - ties / (size * (size - 1))))
  const away = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5)
  return { u, p: Math.min(1, 2 * jStat.normal.cdf(-spreading(away, spread), 0, 1)) }
}

/** The p-value of the Jarque-Bera test that a sample is normal. */
export function jarqueBera(list: readonly number[]): number {
  const second = moment(list, 2)
  const skew = spreading(moment(list, 3), second ** 1.5)
  const excess = moment(list, 4) / second ** 2 - 3
  return 1 - jStat.chisquare.cdf((list.length / 6) * (skew ** 2 + excess ** 2 / 4), 2)
}

/** Adjusted for the size of the sample. */
export function skewness(list: readonly number[]): number {
  const n = list.length
  if (n < 3) throw new ExpressionError('skewness needs at least three numbers')
  return (spreading(moment(list, 3), moment(list, 2) ** 1.5) * Math.sqrt(n * (n - 1))) / (n - 2)
}

// --- internal ---

function places(list: readonly number[], far: (x: number) => boolean): readonly number[] {
  return [...list.keys()].filter(at => far(list[at]!))
}

function sum(list: readonly number[]): number {
  return list.reduce((total, x) => total + x, 0)
}

/** Sums of products of what two lists differ from their means. */
function comoment(a: readonly number[], b: readonly number[]): number {
  const [left, right] = [mean(a), mean(b)]
  return sum(a.map((x, at) => (x - left) * (b[at]! - right)))
}

function variance(list: readonly number[]): number {
  if (list.length < 2) throw new ExpressionError('a sample needs at least two numbers')
  return comoment(list, list) / (list.length - 1)
}

function paired(a: readonly number[], b: readonly number[]): void {
  if (a.length !== b.length)
    throw new ExpressionError(`lists of different lengths: ${a.length} and ${b.length}`)
}

function spreading(part: number, whole: number): number {
  if (whole > 0) return part / whole
  throw new ExpressionError('there is nothing to compare where all values are the same')
}

function moment(list: readonly number[], power: number): number {
  const centre = mean(list)
  return mean(list.map(x => (x - centre) ** power))
}
