// Statistics for SQL: spread, shape, quantiles, and how two columns go together. Sums of powers are kept
// exact, so that nothing is lost when large numbers differ little and a window may slide over them; a
// result is rounded when it is given.
import { decimalOf, digitsAt, quotient, toDouble } from './decimals.ts'
import type { Aggregate, Database, Stored } from './sqlite.ts'

/**
 * Adds to a database what `statistics` lists. What is not a finite number is left out, and so is a pair with
 * one; without enough numbers, or without spread where it is divided by, the result is NULL. `quantile`
 * interpolates linearly between the two nearest values; of equally common values `mode` gives the least;
 * `skewness` and `kurtosis` (excess) are those of a sample, adjusted for its size.
 */
export function addStatistics(db: Database): void {
  db.addAggregate('median', median)
  db.addAggregate('quantile', quantile)
  db.addAggregate('mode', mode)
  for (const [name, less] of [
    ['samp', 1],
    ['pop', 0],
  ] as const) {
    db.addAggregate(`var_${name}`, ofOne(covariance(less, 'x', 'x')))
    db.addAggregate(`stddev_${name}`, ofOne(rootOf(covariance(less, 'x', 'x'))))
    db.addAggregate(`covar_${name}`, ofTwo(covariance(less, 'x', 'y')))
  }
  db.addAggregate('skewness', ofOne(skewness, ofPowers))
  db.addAggregate('kurtosis', ofOne(kurtosis, ofPowers))
  db.addAggregate('corr', ofTwo(correlation))
  db.addAggregate('regr_slope', ofTwo(slope))
  db.addAggregate('regr_intercept', ofTwo(intercept))
}

/** How they are called. Each may slide over a window. */
export const statistics =
  'median(x), quantile(x, p), mode(x), stddev_samp(x), stddev_pop(x), var_samp(x), var_pop(x), skewness(x), kurtosis(x) (adjusted sample; excess), corr(x, y), covar_samp(x, y), covar_pop(x, y), regr_slope(y, x), regr_intercept(y, x)'

// --- internal ---

/** Which sums are kept: of the values, of their squares and so on, and of products of pairs. */
const ofValues = ['x', 'xx'] as const
const ofPairs = ['x', 'y', 'xx', 'xy', 'yy'] as const
const ofPowers = ['x', 'xx', 'xxx', 'xxxx'] as const
type Product = (typeof ofPairs | typeof ofPowers)[number]

/** What is known of the numbers of a group. A sum of products of k numbers has k * `scale` decimals. */
interface Moments {
  n: number
  scale: number
  readonly sums: Map<Product, bigint>
}

type Statistic = (moments: Moments) => number | null

function ofOne(result: Statistic, products: readonly Product[] = ofValues): Aggregate<Moments> {
  return {
    start: () => noMoments(products),
    step: (moments, x) => accumulate(moments, x, x, 1),
    inverse: (moments, x) => accumulate(moments, x, x, -1),
    result,
  }
}

function ofTwo(result: Statistic): Aggregate<Moments> {
  return {
    start: () => noMoments(ofPairs),
    step: (moments, x, y) => accumulate(moments, x, y, 1),
    inverse: (moments, x, y) => accumulate(moments, x, y, -1),
    result,
  }
}

function noMoments(products: readonly Product[]): Moments {
  return { n: 0, scale: 0, sums: new Map(products.map(product => [product, 0n])) }
}

function accumulate(moments: Moments, first: Stored, second: Stored, sign: 1 | -1): Moments {
  if (typeof first !== 'number' || typeof second !== 'number') return moments
  const x = decimalOf(first)
  const y = first === second ? x : decimalOf(second)
  if (!x || !y) return moments
  const { sums } = moments
  const finer = Math.max(x.scale, y.scale) - moments.scale
  if (finer > 0) {
    for (const [product, sum] of sums)
      sums.set(product, sum * 10n ** BigInt(finer * product.length))
    moments.scale += finer
  }
  const factors = { x: digitsAt(x, moments.scale), y: digitsAt(y, moments.scale) }
  for (const [product, sum] of sums) {
    let term = BigInt(sign)
    for (const factor of product) term *= factors[factor as 'x' | 'y']
    sums.set(product, sum + term)
  }
  moments.n += sign
  return moments
}

/** n squared times the covariance of the whole, without its scale. */
function comoment({ n, sums }: Moments, a: 'x' | 'y', b: 'x' | 'y'): bigint {
  return BigInt(n) * sums.get(`${a}${b}` as Product)! - sums.get(a)! * sums.get(b)!
}

/** Of the whole, or with `less` 1 of a sample; the covariance of values with themselves is their variance. */
function covariance(less: 0 | 1, a: 'x' | 'y', b: 'x' | 'y'): Statistic {
  return moments => {
    const { n, scale } = moments
    if (n <= less) return null
    return quotient(comoment(moments, a, b), BigInt(n * (n - less)) * 10n ** BigInt(2 * scale))
  }
}

function rootOf(statistic: Statistic): Statistic {
  return moments => {
    const value = statistic(moments)
    return value === null ? null : Math.sqrt(value)
  }
}

function correlation(moments: Moments): number | null {
  const both = comoment(moments, 'x', 'y')
  const apart = comoment(moments, 'x', 'x') * comoment(moments, 'y', 'y')
  if (apart === 0n) return null
  return (both < 0n ? -1 : 1) * Math.sqrt(quotient(both * both, apart))
}

/** SQL names what is explained first, so that here y is what the line is drawn over. */
function slope(moments: Moments): number | null {
  const spread = comoment(moments, 'y', 'y')
  return spread === 0n ? null : quotient(comoment(moments, 'x', 'y'), spread)
}

function intercept(moments: Moments): number | null {
  const { n, scale, sums } = moments
  const spread = comoment(moments, 'y', 'y')
  if (spread === 0n) return null
  const rise = sums.get('x')! * spread - comoment(moments, 'x', 'y') * sums.get('y')!
  return quotient(rise, BigInt(n) * spread * 10n ** BigInt(scale))
}

function skewness(moments: Moments): number | null {
  const { n, sums } = moments
  const second = comoment(moments, 'x', 'x')
  if (n < 3 || second === 0n) return null
  const [count, x] = [BigInt(n), sums.get('x')!]
  const third = count ** 2n * sums.get('xxx')! - 3n * count * x * sums.get('xx')! + 2n * x ** 3n
  const skew = Math.sqrt(quotient(third ** 2n, second ** 3n)) * (third < 0n ? -1 : 1)
  return (skew * Math.sqrt(n * (n - 1))) / (n - 2)
}

function kurtosis(moments: Moments): number | null {
  const { n, sums } = moments
  const second = comoment(moments, 'x', 'x')
  if (n < 4 || second === 0n) return null
  const [count, x] = [BigInt(n), sums.get('x')!]
  const fourth =
    count ** 3n * sums.get('xxxx')! -
    4n * count ** 2n * x * sums.get('xxx')! +
    6n * count * x ** 2n * sums.get('xx')! -
    3n * x ** 4n
  const excess = quotient(fourth - 3n * second ** 2n, second ** 2n)
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * excess + 6)
}

/** The numbers of a group; those of `added` are not in `sorted` yet. */
interface Values {
  sorted: number[]
  added: number[]
  share: Stored
}

const noValues = (): Values => ({ sorted: [], added: [], share: 0.5 })

const median: Aggregate<Values> = {
  start: noValues,
  step: (values, x) => take(values, x),
  inverse: (values, x) => drop(values, x),
  result: quantileOf,
}

const quantile: Aggregate<Values> = {
  start: noValues,
  step: (values, x, p) => {
    values.share = p
    return take(values, x)
  },
  inverse: (values, x, _p) => drop(values, x),
  result: quantileOf,
}

function take(values: Values, value: Stored): Values {
  if (isFiniteNumber(value)) values.added.push(value)
  return values
}

function drop(values: Values, value: Stored): Values {
  if (isFiniteNumber(value)) settle(values).splice(placeIn(values.sorted, value), 1)
  return values
}

function isFiniteNumber(value: Stored): value is number {
  return Number.isFinite(value)
}

/** A window adds few values to many: those are put in their place, and only more of them sorted. */
function settle(values: Values): number[] {
  if (values.added.length > 8)
    values.sorted = Array.from(Float64Array.from([...values.sorted, ...values.added]).sort())
  else
    for (const value of values.added) values.sorted.splice(placeIn(values.sorted, value), 0, value)
  values.added = []
  return values.sorted
}

/** The first place whose value is not less. */
function placeIn(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The value at a share of the way from the first to the last, in exact decimals. */
function quantileOf(values: Values): number | null | Error {
  const { share } = values
  if (typeof share !== 'number' || share < 0 || share > 1)
    return new Error(`quantile(x, p) takes a p from 0 to 1, not ${share ?? 'NULL'}`)
  const sorted = settle(values)
  if (sorted.length === 0) return null
  const { digits, scale } = decimalOf(share)!
  const one = 10n ** BigInt(scale)
  const way = BigInt(sorted.length - 1) * digits
  const [at, rest] = [Number(way / one), way % one]
  if (rest === 0n) return sorted[at]!
  const [low, high] = [decimalOf(sorted[at]!)!, decimalOf(sorted[at + 1]!)!]
  const finest = Math.max(low.scale, high.scale)
  const sum = digitsAt(low, finest) * (one - rest) + digitsAt(high, finest) * rest
  return toDouble(sum, finest + scale)
}

const mode: Aggregate<Map<number | string, number>> = {
  start: () => new Map(),
  step: (counts, value) => counted(counts, value, 1),
  inverse: (counts, value) => counted(counts, value, -1),
  result: counts => {
    let [best, most]: [number | string | null, number] = [null, 0]
    for (const [value, count] of counts)
      if (count > most || (count === most && best !== null && isLess(value, best)))
        [best, most] = [value, count]
    return best
  },
}

function counted(counts: Map<number | string, number>, value: Stored, change: 1 | -1) {
  if (typeof value !== 'number' && typeof value !== 'string') return counts
  return counts.set(value, (counts.get(value) ?? 0) + change)
}

/** Numbers before text, as SQLite orders them. */
function isLess(a: number | string, b: number | string): boolean {
  return typeof a === typeof b ? a < b : typeof a === 'number'
}
