// Statistics of samples that need a distribution: tests with their p-values (two-sided where there are two
// sides), ranks, scores and outliers.
/// <reference path="./jstat.d.ts" />
import jStat from 'jstat'
import { type Amount, amount, unify } from '../amount.ts'
import { type Datum, itemsOf, numberIn } from '../datum.ts'
import { ExpressionError, fromNumber, toNumber, zero } from '../exact.ts'
import { type Functions, lists, type Operation, whole } from './operation.ts'
/** Statistics of lists of numbers whose units agree, and outliers. */
export const statisticFunctions: Functions = {
  corr_p: two((a, b) => ofCorrelation(pearson(a, b), a.length)),
  spearman: two(spearman),
  spearman_p: two((a, b) => ofCorrelation(spearman(a, b), a.length)),
  slope: two(slope),
  intercept: two((y, x) => mean(y) - slope(y, x) * mean(x)),
  t_test: two((a, b) => welch(a, b).t),
  t_test_p: two((a, b) => ofT(welch(a, b))),
  t_test_equal_p: two((a, b) => ofT(student(a, b))),
  t_test_paired_p: two((a, b) => ofT(single(differences(a, b), 0))),
  t_test_one_p: two((a, [m]) => ofT(single(a, m!))),
  anova: groups((...lists) => variances(lists).f),
  anova_p: groups((...lists) => {
    const { f, between, within } = variances(lists)
    return jStat.ibeta(within / (within + between * f), within / 2, between / 2)
  }),
  chi_square: two(chiSquare),
  chi_square_p: two((a, b) => 1 - jStat.chisquare.cdf(chiSquare(a, b), a.length - 1)),
  independence_p: two(independence),
  mann_whitney: two((a, b) => whitney(a, b).u),
  mann_whitney_p: two((a, b) => whitney(a, b).p),
  normality_p: one(jarqueBera),
  skewness: one(skewness),
  zscore: two(([x], list) => (x! - mean(list)) / deviation(list)),
  normal_cdf: one(([z]) => jStat.normal.cdf(z!, 0, 1)),
  normal_quantile: one(([p]) => jStat.normal.inv(p!, 0, 1)),
  t_cdf: two(([t], [df]) => {
    const tail = ofT({ t: t!, df: df! }) / 2
    return t! > 0 ? 1 - tail : tail
  }),
  chi_square_cdf: two(([x], [df]) => jStat.chisquare.cdf(x!, df!)),
  outliers_iqr: outliers(1, farByQuartiles),
  outliers_z: outliers(2, farByScore),
}

// --- internal ---

type List = readonly number[]

const { mean, sum } = jStat

/** Of lists of plain numbers whose units agree; a single number is a list of one. */
function statistic(
  count: number | readonly [least: number, most: number],
  run: (...given: never[]) => number,
): Operation {
  const plain = (list: readonly Amount[]) => unify(list).map(each => toNumber(each.number))
  return lists(count, (...given: (readonly Amount[])[]) =>
    amount(fromNumber(run(...(given.map(plain) as never[])))),
  )
}

function one(run: (list: List) => number) {
  return statistic(1, run)
}

function two(run: (a: List, b: List) => number) {
  return statistic(2, run)
}

function groups(run: (...lists: List[]) => number) {
  return statistic([2, 50], run)
}

/** The items of a list that `places` finds. */
function outliers(count: number, places: (list: List, most: number) => List) {
  return whole(count, (list: Datum, most: Datum = amount(zero)) => {
    const items = itemsOf(list, 'outliers')
    const numbers = unify(items.map(each => numberIn(each)))
    const far = places(
      numbers.map(each => toNumber(each.number)),
      toNumber(numberIn(most).number),
    )
    return far.map(at => items[at]!)
  })
}

/** Student's t with its degrees of freedom. */
interface T {
  readonly t: number
  readonly df: number
}

/** The items farther than `most` sample standard deviations from the mean. */
function farByScore(list: List, most: number): List {
  const [centre, spread] = [mean(list), deviation(list)]
  return places(list, x => Math.abs(x - centre) > most * spread)
}

/** The items more than 1.5 times the range between the quartiles outside of them. */
function farByQuartiles(list: List): List {
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

const deviation = (list: List) => Math.sqrt(variance(list))

function differences(a: List, b: List): number[] {
  paired(a, b)
  return a.map((x, at) => x - b[at]!)
}

function pearson(a: List, b: List): number {
  paired(a, b)
  return spreading(comoment(a, b), Math.sqrt(comoment(a, a) * comoment(b, b)))
}

function slope(y: List, x: List): number {
  paired(y, x)
  return spreading(comoment(x, y), comoment(x, x))
}

function spearman(a: List, b: List): number {
  return pearson(jStat.rank([...a]), jStat.rank([...b]))
}

/** Both tails, by the beta function: a difference from 1 would lose small ones. */
const ofT = ({ t, df }: T) => jStat.ibeta(df / (df + t * t), df / 2, 0.5)

function ofCorrelation(r: number, n: number): number {
  if (n < 3) throw new ExpressionError('a correlation is tested with at least three pairs')
  return Math.abs(r) >= 1 ? 0 : ofT({ t: r * Math.sqrt((n - 2) / (1 - r * r)), df: n - 2 })
}

function single(list: List, centre: number): T {
  return {
    t: spreading(mean(list) - centre, deviation(list) / Math.sqrt(list.length)),
    df: list.length - 1,
  }
}

function welch(a: List, b: List): T {
  const [left, right] = [variance(a) / a.length, variance(b) / b.length]
  const df = (left + right) ** 2 / (left ** 2 / (a.length - 1) + right ** 2 / (b.length - 1))
  return { t: spreading(mean(a) - mean(b), Math.sqrt(left + right)), df }
}

function student(a: List, b: List): T {
  const df = a.length + b.length - 2
  const pooled = ((a.length - 1) * variance(a) + (b.length - 1) * variance(b)) / df
  return { t: spreading(mean(a) - mean(b), Math.sqrt(pooled * (1 / a.length + 1 / b.length))), df }
}

function variances(lists: readonly List[]) {
  const all = lists.flat()
  const inside = sum(lists.map(list => comoment(list, list)))
  const [between, within] = [lists.length - 1, all.length - lists.length]
  const f = spreading((comoment(all, all) - inside) / between, inside / within)
  return { f, between, within }
}

function chiSquare(observed: List, expected: List): number {
  paired(observed, expected)
  return sum(observed.map((count, at) => (count - expected[at]!) ** 2 / expected[at]!))
}

/** The p-value of chi-square for a table given row after row, without correction. */
function independence(counts: List, [columns = 0]: List): number {
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
function whitney(a: List, b: List): { u: number; p: number } {
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
function jarqueBera(list: List): number {
  const second = moment(list, 2)
  const skew = spreading(moment(list, 3), second ** 1.5)
  const excess = moment(list, 4) / second ** 2 - 3
  return 1 - jStat.chisquare.cdf((list.length / 6) * (skew ** 2 + excess ** 2 / 4), 2)
}

/** Adjusted for the size of the sample. */
function skewness(list: List): number {
  const n = list.length
  if (n < 3) throw new ExpressionError('skewness needs at least three numbers')
  return (spreading(moment(list, 3), moment(list, 2) ** 1.5) * Math.sqrt(n * (n - 1))) / (n - 2)
}

function places(list: List, far: (x: number) => boolean): List {
  return [...list.keys()].filter(at => far(list[at]!))
}

/** Sums of products of what two lists differ from their means. */
function comoment(a: List, b: List): number {
  const [left, right] = [mean(a), mean(b)]
  return sum(a.map((x, at) => (x - left) * (b[at]! - right)))
}

function variance(list: List): number {
  if (list.length < 2) throw new ExpressionError('a sample needs at least two numbers')
  return comoment(list, list) / (list.length - 1)
}

function paired(a: List, b: List): void {
  if (a.length !== b.length)
    throw new ExpressionError(`lists of different lengths: ${a.length} and ${b.length}`)
}

function spreading(part: number, whole: number): number {
  if (whole > 0) return part / whole
  throw new ExpressionError('there is nothing to compare where all values are the same')
}

function moment(list: List, power: number): number {
  const centre = mean(list)
  return mean(list.map(x => (x - centre) ** power))
}
