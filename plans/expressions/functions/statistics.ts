// Statistics of samples that need a distribution: tests with their p-values (two-sided where there are two
// sides), ranks, scores and outliers.
/// <reference path="../../jstat.d.ts" />
import jStat from 'jstat'
import { type Amount, amount, unify } from '../amount.ts'
import { fromNumber, toNumber, zero } from '../exact.ts'
import { type Datum, itemsOf, numberOf } from '../lists.ts'
import { type Functions, lists, type Operation, whole } from './operation.ts'
import {
  chiSquare,
  deviation,
  differences,
  farByQuartiles,
  farByScore,
  independence,
  jarqueBera,
  mean,
  ofCorrelation,
  ofT,
  pearson,
  single,
  skewness,
  slope,
  spearman,
  student,
  variances,
  welch,
  whitney,
} from './significance.ts'

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
  t_test_one_p: two((a, [m = 0]) => ofT(single(a, m))),
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
  zscore: two(([x = 0], list) => (x - mean(list)) / deviation(list)),
  normal_cdf: one(([z = 0]) => jStat.normal.cdf(z, 0, 1)),
  normal_quantile: one(([p = 0]) => jStat.normal.inv(p, 0, 1)),
  t_cdf: two(([t = 0], [df = 1]) => (t > 0 ? 1 - ofT({ t, df }) / 2 : ofT({ t, df }) / 2)),
  chi_square_cdf: two(([x = 0], [df = 1]) => jStat.chisquare.cdf(x, df)),
  outliers_iqr: outliers(1, farByQuartiles),
  outliers_z: outliers(2, farByScore),
}

// --- internal ---

type List = readonly number[]

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
    const numbers = unify(items.map(each => numberOf(each, 'outliers')))
    const far = places(
      numbers.map(each => toNumber(each.number)),
      toNumber(numberOf(most, 'outliers').number),
    )
    return far.map(at => items[at]!)
  })
}
