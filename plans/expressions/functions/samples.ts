// What describes a list of numbers, exactly and with its unit.
import { Fraction } from 'fraction.js'
import {
  type Amount,
  amount,
  divide,
  map,
  multiply,
  order,
  plainNumber,
  subtract,
  unify,
} from '../amount.ts'
import { ExpressionError, toNumber } from '../exact.ts'
import { root } from './numbers.ts'
import { all, type Callable, row, twoLists } from './row.ts'

/** Sums, means and spreads, as prompts list them; of a sample or of a population is always said. */
export const sampleFunctions: readonly Callable[] = [
  row(
    'min(list)',
    'the least, of a list or of several arguments',
    'min(3, 1, 2)',
    '1',
    all(list => list.reduce((least, each) => (order(each, least) < 0 ? each : least))),
  ),
  row(
    'max(list)',
    'the greatest',
    'max([3, 1, 2])',
    '3',
    all(list => list.reduce((most, each) => (order(each, most) > 0 ? each : most))),
  ),
  row(
    'sum(list)',
    'the sum',
    'sum([1, 2] * [3, 4])',
    '11',
    all(list => total(list)),
  ),
  row(
    'product(list)',
    'the product',
    'product([2, 3])',
    '6',
    all(list => list.reduce(multiply)),
  ),
  row('mean(list)', 'the arithmetic mean; also average', 'mean(1, 2, 6)', '3', all(mean)),
  row('median(list)', 'the middle value', 'median(4, 1, 3, 2)', '2.5', all(median)),
  row(
    'var_samp(list)',
    'variance of a sample: divided by one less than the count; also variance',
    'var_samp(1, 3)',
    '2',
    all(list => covariance(list, list, 1)),
  ),
  row(
    'var_pop(list)',
    'variance of a whole population: divided by the count',
    'var_pop(1, 3)',
    '1',
    all(list => covariance(list, list, 0)),
  ),
  row(
    'stddev_samp(list)',
    'standard deviation of a sample; also std, stddev',
    'stddev_samp(1, 3, 5)',
    '2',
    all(deviation),
  ),
  row(
    'stddev_pop(list)',
    'standard deviation of a whole population',
    'stddev_pop(2, 4, 4, 4, 5, 5, 7, 9)',
    '2',
    all(list => root(covariance(list, list, 0))),
  ),
  row(
    'quantile(list, p)',
    'the value at a share p of the way, from 0 to 1, between neighbours linearly',
    'quantile([1, 2, 3, 4], 0.25)',
    '1.75',
    twoLists(quantile),
  ),
  row(
    'corr(a, b)',
    "Pearson's correlation of two lists",
    'corr([1, 2, 3], [6, 4, 2])',
    '-1',
    twoLists(correlation),
  ),
]

// --- internal ---

function total(list: readonly Amount[]): Amount {
  const [first, ...rest] = unify(list)
  return rest.reduce((sum, item) => map(sum, n => n.add(item.number)), first as Amount)
}

function mean(list: readonly Amount[]): Amount {
  return map(total(list), n => n.div(list.length))
}

function median(list: readonly Amount[]): Amount {
  return quantile(list, [amount(new Fraction(1, 2))])
}

/** Between the two nearest values linearly. */
function quantile(list: readonly Amount[], [p]: readonly Amount[]): Amount {
  const share = plainNumber(p as Amount, 'the share of a quantile')
  if (share.compare(0) < 0 || share.compare(1) > 0)
    throw new ExpressionError('quantile takes a share from 0 to 1')
  const sorted = [...unify(list)].sort(order)
  const way = share.mul(sorted.length - 1)
  const at = toNumber(way.floor())
  const low = sorted[at] as Amount
  const high = sorted[at + 1] ?? low
  return map(low, n => n.add(high.number.sub(n).mul(way.sub(at))))
}

/** Of the whole, or with `less` 1 of a sample; the covariance of a list with itself is its variance. */
function covariance(a: readonly Amount[], b: readonly Amount[], less: 0 | 1): Amount {
  if (a.length <= less)
    throw new ExpressionError('the spread of a sample needs at least two numbers')
  const [left, right] = [a, b].map(list => {
    const centre = mean(list)
    return unify(list).map(item => subtract(item, centre))
  })
  const products = left!.map((item, at) => multiply(item, right![at] as Amount))
  return map(total(products), n => n.div(a.length - less))
}

function deviation(list: readonly Amount[]): Amount {
  return root(covariance(list, list, 1))
}

function correlation(a: readonly Amount[], b: readonly Amount[]): Amount {
  if (a.length !== b.length)
    throw new ExpressionError(`lists of different lengths: ${a.length} and ${b.length}`)
  const spread = root(multiply(covariance(a, a, 0), covariance(b, b, 0)))
  if (spread.number.n === 0n)
    throw new ExpressionError('there is no correlation with a list whose values are all the same')
  return divide(covariance(a, b, 0), spread)
}
