// Statistics of samples that need a distribution: tests with their p-values (two-sided where there are two
// sides), ranks, scores and outliers.
/// <reference path="../../jstat.d.ts" />
import jStat from 'jstat'
import { type Amount, amount, unify } from '../amount.ts'
import { fromNumber, toNumber } from '../exact.ts'
import { type Datum, itemsOf } from '../lists.ts'
import { type Callable, row, whole } from './row.ts'
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

/** Statistics of lists of numbers whose units agree, and outliers, as prompts name them. */
export const statisticFunctions: readonly Callable[] = [
  two(
    'corr_p(a, b)',
    "p-value of Pearson's correlation",
    'round(corr_p([1, 2, 3, 4], [1, 2, 3, 5]), 6)',
    '0.017292',
    (a, b) => ofCorrelation(pearson(a, b), a.length),
  ),
  two(
    'spearman(a, b)',
    "Spearman's correlation of ranks",
    'spearman([1, 2, 3], [1, 8, 27])',
    '1',
    spearman,
  ),
  two(
    'spearman_p(a, b)',
    "p-value of Spearman's correlation",
    'round(spearman_p([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]), 6)',
    '0.104088',
    (a, b) => ofCorrelation(spearman(a, b), a.length),
  ),
  two('slope(y, x)', 'of the line that fits best', 'slope([2, 4, 6], [1, 2, 3])', '2', slope),
  two(
    'intercept(y, x)',
    'of the line that fits best, at x = 0',
    'intercept([3, 5, 7], [1, 2, 3])',
    '1',
    (y, x) => mean(y) - slope(y, x) * mean(x),
  ),
  two(
    't_test(a, b)',
    't of two samples of unlike variance (Welch)',
    'round(t_test([1, 2, 3], [2, 4, 6]), 6)',
    '-1.549193',
    (a, b) => welch(a, b).t,
  ),
  two(
    't_test_p(a, b)',
    'p-value of it',
    'round(t_test_p([1, 2, 3], [2, 4, 6]), 6)',
    '0.220881',
    (a, b) => ofT(welch(a, b)),
  ),
  two(
    't_test_equal_p(a, b)',
    'p-value for two samples of like variance (Student)',
    'round(t_test_equal_p([1, 2, 3], [2, 4, 6]), 6)',
    '0.196261',
    (a, b) => ofT(student(a, b)),
  ),
  two(
    't_test_paired_p(a, b)',
    'p-value for pairs',
    'round(t_test_paired_p([1, 2, 3], [2, 4, 6]), 6)',
    '0.07418',
    (a, b) => ofT(single(differences(a, b), 0)),
  ),
  two(
    't_test_one_p(list, mean)',
    'p-value for the mean of one sample',
    'round(t_test_one_p([1, 2, 3], 4), 6)',
    '0.07418',
    (a, [m = 0]) => ofT(single(a, m)),
  ),
  groups(
    'anova(a, b, ...)',
    'F of one-way analysis of variance',
    'anova([1, 2, 3], [2, 3, 4], [6, 7, 8])',
    '21',
    (...lists) => variances(lists).f,
  ),
  groups(
    'anova_p(a, b, ...)',
    'p-value of it',
    'round(anova_p([1, 2, 3], [2, 3, 4], [6, 7, 8]), 6)',
    '0.001953',
    (...lists) => {
      const { f, between, within } = variances(lists)
      return jStat.ibeta(within / (within + between * f), within / 2, between / 2)
    },
  ),
  two(
    'chi_square(observed, expected)',
    'chi-square of counts',
    'round(chi_square([10, 20], [15, 15]), 6)',
    '3.333333',
    chiSquare,
  ),
  two(
    'chi_square_p(observed, expected)',
    'p-value of it',
    'round(chi_square_p([10, 20], [15, 15]), 6)',
    '0.067889',
    (a, b) => 1 - jStat.chisquare.cdf(chiSquare(a, b), a.length - 1),
  ),
  two(
    'independence_p(counts, columns)',
    'p-value of chi-square for a table, row after row, without correction',
    'round(independence_p([10, 20, 30, 40], 2), 6)',
    '0.372998',
    independence,
  ),
  two(
    'mann_whitney(a, b)',
    'U of the first sample',
    'mann_whitney([1, 2, 5], [3, 4, 6])',
    '2',
    (a, b) => whitney(a, b).u,
  ),
  two(
    'mann_whitney_p(a, b)',
    'p-value of it, by the normal curve, corrected for ties and continuity',
    'round(mann_whitney_p([1, 2, 5], [3, 4, 6]), 6)',
    '0.382733',
    (a, b) => whitney(a, b).p,
  ),
  one(
    'normality_p(list)',
    'p-value of the Jarque-Bera test that a sample is normal',
    'round(normality_p([1, 2, 3, 4, 10]), 6)',
    '0.580026',
    jarqueBera,
  ),
  one(
    'skewness(list)',
    'of a sample, adjusted for its size',
    'round(skewness([1, 2, 6]), 6)',
    '1.457863',
    skewness,
  ),
  two(
    'zscore(x, list)',
    'how many standard deviations of the sample from its mean',
    'zscore(7, [1, 3, 5])',
    '2',
    ([x = 0], list) => (x - mean(list)) / deviation(list),
  ),
  one('normal_cdf(z)', 'share of the normal curve below z', 'normal_cdf(0)', '0.5', ([z = 0]) =>
    jStat.normal.cdf(z, 0, 1),
  ),
  one(
    'normal_quantile(p)',
    'z below which a share p of the normal curve lies',
    'round(normal_quantile(0.975), 6)',
    '1.959964',
    ([p = 0]) => jStat.normal.inv(p, 0, 1),
  ),
  two(
    't_cdf(t, df)',
    "share of Student's curve below t",
    't_cdf(0, 5)',
    '0.5',
    ([t = 0], [df = 1]) => (t > 0 ? 1 - ofT({ t, df }) / 2 : ofT({ t, df }) / 2),
  ),
  two(
    'chi_square_cdf(x, df)',
    'share of the chi-square curve below x',
    'chi_square_cdf(0, 2)',
    '0',
    ([x = 0], [df = 1]) => jStat.chisquare.cdf(x, df),
  ),
  row(
    'outliers_iqr(list)',
    'items beyond 1.5 times the range of the quartiles',
    'outliers_iqr([1, 2, 3, 4, 90])',
    '[90]',
    outliers(1, farByQuartiles),
  ),
  row(
    'outliers_z(list, z)',
    'items farther than z standard deviations of the sample from the mean',
    'outliers_z([1, 2, 3, 4, 90], 1.5)',
    '[90]',
    outliers(2, farByScore),
  ),
]

// --- internal ---

/** Of lists of plain numbers whose units agree; a single number is a list of one. */
type Run = (...lists: (readonly number[])[]) => number

type Words = [signature: string, meaning: string, example: string, gives: string]

function statistic(count: readonly [number, number], words: Words, run: Run): Callable {
  const over = (...lists: (readonly Amount[])[]) =>
    amount(fromNumber(run(...lists.map(list => unify(list).map(each => toNumber(each.number))))))
  return row(...words, { on: 'lists', count, run: over })
}

function one(...[signature, meaning, example, gives, run]: [...Words, Run]): Callable {
  return statistic([1, 1], [signature, meaning, example, gives], run)
}

function two(
  ...[signature, meaning, example, gives, run]: [
    ...Words,
    (a: readonly number[], b: readonly number[]) => number,
  ]
): Callable {
  return statistic([2, 2], [signature, meaning, example, gives], (a = [], b = []) => run(a, b))
}

/** Of two groups or more. */
function groups(...[signature, meaning, example, gives, run]: [...Words, Run]): Callable {
  return statistic([2, 50], [signature, meaning, example, gives], run)
}

/** The items of a list that `places` finds. */
function outliers(
  count: number,
  places: (list: readonly number[], most: number) => readonly number[],
) {
  return whole(count, (list: Datum, most: Amount) => {
    const items = itemsOf(list, 'outliers') as readonly Amount[]
    const numbers = unify(items).map(each => toNumber(each.number))
    return places(numbers, most ? toNumber(most.number) : 0).map(at => items[at]!)
  })
}
