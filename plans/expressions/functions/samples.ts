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
import { lastOf } from './dates.ts'
import { root } from './numbers.ts'
import { all, type Functions, lists, type Operation } from './operation.ts'

/** Sums, means and spreads; of a sample or of a population is always said. */
export const sampleFunctions: Functions = {
  min: extreme(-1),
  max: extreme(1),
  sum: all(total),
  product: all(list => list.reduce(multiply)),
  mean: all(mean),
  median: all(list => quantile(list, [amount(new Fraction(1, 2))])),
  var_samp: all(list => covariance(list, list, 1)),
  var_pop: all(list => covariance(list, list, 0)),
  stddev_samp: all(list => root(covariance(list, list, 1))),
  stddev_pop: all(list => root(covariance(list, list, 0))),
  quantile: lists(2, quantile),
  corr: lists(2, correlation),
}

// --- internal ---

/** Of numbers or of dates. */
function extreme(sign: 1 | -1): Operation {
  const ofNumbers = all(list =>
    list.reduce((best, each) => (sign * order(each, best) > 0 ? each : best)),
  )
  return { ...ofNumbers, ofList: items => lastOf(items, sign) }
}

function total(list: readonly Amount[]): Amount {
  const [first, ...rest] = unify(list)
  return rest.reduce((sum, item) => map(sum, n => n.add(item.number)), first as Amount)
}

function mean(list: readonly Amount[]): Amount {
  return map(total(list), n => n.div(list.length))
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

function correlation(a: readonly Amount[], b: readonly Amount[]): Amount {
  if (a.length !== b.length)
    throw new ExpressionError(`lists of different lengths: ${a.length} and ${b.length}`)
  const spread = root(multiply(covariance(a, a, 0), covariance(b, b, 0)))
  if (spread.number.n === 0n)
    throw new ExpressionError('there is no correlation with a list whose values are all the same')
  return divide(covariance(a, b, 0), spread)
}
