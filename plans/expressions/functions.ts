// The table of everything an expression can call: operators, functions and constants.
import type { Decimal } from 'decimal.js'
import { Fraction } from 'fraction.js'
import {
  type Amount,
  add,
  amount,
  convert,
  divide,
  map,
  multiply,
  order,
  plainNumber,
  raise,
  remainder,
  subtract,
  unify,
} from './amount.ts'
import {
  approximate,
  bounded,
  type Exact,
  ExpressionError,
  exact,
  one,
  settle,
  toNumber,
  zero,
} from './exact.ts'

/**
 * `each`: on numbers; a list is worked through item by item. `all`: on one list, or on its arguments
 * as one list. `count` is how many arguments it takes, at least and at most.
 */
export type Operation =
  | {
      readonly on: 'each'
      readonly count: readonly [number, number]
      /** How much of the work allowed one call takes. */
      readonly cost: (...args: Amount[]) => number
      readonly run: (...args: Amount[]) => Amount
    }
  | { readonly on: 'all'; readonly run: (list: readonly Amount[]) => Amount }

/** Every operation by the name it is called with; operators by their symbol. */
export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['+', each(2, add)],
  ['-', each(2, subtract)],
  ['*', each(2, multiply)],
  ['/', each(2, divide)],
  ['^', powering()],
  ['pow', powering()],
  ['mod', each(2, remainder)],
  ['negate', each(1, a => map(a, n => n.neg()))],
  ['measure', each(2, measure)],
  ['abs', each(1, a => map(a, n => n.abs()))],
  ['sign', each(1, a => amount(new Fraction(a.number.n === 0n ? 0n : a.number.s)))],
  ['floor', each(1, a => map(a, n => settle(n).floor()))],
  ['ceil', each(1, a => map(a, n => settle(n).ceil()))],
  ['trunc', each(1, a => map(a, n => (n.s < 0n ? settle(n).ceil() : settle(n).floor())))],
  ['round', { on: 'each', count: [1, 2], cost: cheap, run: round }],
  ['roundTo', each(2, roundTo)],
  ['sqrt', costly(3, a => raise(a, amount(new Fraction(1, 2))))],
  ['cbrt', costly(3, a => cubeRoot(a))],
  ['exp', costly(30, a => amount(bySize(a, 900, d => d.exp())))],
  ['ln', costly(50, a => amount(logarithm(a)))],
  ['log', { on: 'each', count: [1, 2], cost: () => 50, run: logarithmTo }],
  ['log10', costly(50, a => logarithmTo(a, amount(exact('10'))))],
  ['log2', costly(50, a => logarithmTo(a, amount(exact('2'))))],
  ['sin', costly(30, a => amount(bySize(a, 1e6, d => d.sin())))],
  ['cos', costly(30, a => amount(bySize(a, 1e6, d => d.cos())))],
  ['tan', costly(60, a => amount(bySize(a, 1e6, d => d.tan())))],
  ['asin', costly(100, a => amount(bySize(a, 1, d => d.asin())))],
  ['acos', costly(100, a => amount(bySize(a, 1, d => d.acos())))],
  ['atan', costly(100, a => amount(bySize(a, 1e6, d => d.atan())))],
  ['factorial', each(1, factorial)],
  ['gcd', each(2, (a, b) => amount(whole(a, 'gcd').gcd(whole(b, 'gcd'))))],
  ['lcm', each(2, (a, b) => amount(bounded(whole(a, 'lcm').lcm(whole(b, 'lcm')))))],
  ['min', all(list => list.reduce((least, item) => (order(item, least) < 0 ? item : least)))],
  ['max', all(list => list.reduce((most, item) => (order(item, most) > 0 ? item : most)))],
  ['sum', all(list => total(list))],
  ['product', all(list => list.reduce(multiply))],
  ['mean', all(mean)],
  ['average', all(mean)],
  ['median', all(median)],
  ['variance', all(variance)],
  ['std', all(list => raise(variance(list), amount(new Fraction(1, 2))))],
  ['pi', each(0, () => amount(pi))],
  ['π', each(0, () => amount(pi))],
  ['tau', each(0, () => amount(pi.mul(2)))],
  ['e', each(0, () => amount(approximate(one, d => d.exp())))],
])

/** What can be called by name, for the text of prompts and errors. */
export const functionNames: readonly string[] = [...operations.keys(), 'count', 'if'].filter(
  name => /^[a-z]/i.test(name) && !['negate', 'measure'].includes(name),
)

// --- internal ---

const pi = exact('3.141592653589793238462643383279502884197169399375105820974944592307816')

function each(count: number, run: (...args: Amount[]) => Amount): Operation
function each(count: number, run: (a: Amount, b: Amount) => Amount): Operation
function each(count: number, run: (...args: never[]) => Amount): Operation {
  return {
    on: 'each',
    count: [count, count],
    cost: cheap,
    run: run as (...args: Amount[]) => Amount,
  }
}

/** A power with a broken exponent other than a root takes long. */
function powering(): Operation {
  const cost = (_base?: Amount, exponent?: Amount) => (exponent && exponent.number.d > 3n ? 150 : 2)
  return { on: 'each', count: [2, 2], cost, run: raise as (...args: Amount[]) => Amount }
}

/** An operation without an exact result. */
function costly(cost: number, run: (a: Amount) => Amount): Operation {
  return { on: 'each', count: [1, 1], cost: () => cost, run: run as (...args: Amount[]) => Amount }
}

function cheap(): number {
  return 1
}

function all(run: (list: readonly Amount[]) => Amount): Operation {
  return { on: 'all', run }
}

/** Puts a unit to a number; what has one already is multiplied by it. */
function measure(a: Amount, unit: Amount): Amount {
  return a.unit.parts.length === 0 ? amount(a.number, unit.unit) : multiply(a, unit)
}

/** Half away from zero, as people round. */
function round(a: Amount, digits: Amount = amount(zero)): Amount {
  const places = toNumber(whole(digits, 'round'))
  if (Math.abs(places) > 30) throw new ExpressionError('round takes -30 to 30 digits')
  return roundTo(a, amount(new Fraction(10).pow(-places) as Exact, a.unit))
}

function roundTo(a: Amount, step: Amount): Amount {
  const unit = step.unit.parts.length === 0 ? a.unit : step.unit
  const multiple = step.number.abs()
  if (multiple.n === 0n) throw new ExpressionError('roundTo needs a multiple other than 0')
  const half = new Fraction(1, 2)
  const nearest = (n: Exact) => settle(n.abs().div(multiple).add(half)).floor().mul(multiple)
  return map(convert(a, unit), n => (n.s < 0n ? nearest(n).neg() : nearest(n)))
}

function whole(a: Amount, what: string): Exact {
  const number = settle(plainNumber(a, what))
  if (number.d !== 1n) throw new ExpressionError(`${what} needs whole numbers`)
  return number
}

function bySize(a: Amount, largest: number, by: (decimal: Decimal) => Decimal): Exact {
  const number = plainNumber(a, 'the argument of this function')
  if (Math.abs(toNumber(number)) > largest)
    throw new ExpressionError(`the argument of this function is at most ${largest}`)
  return approximate(number, by)
}

function cubeRoot(a: Amount): Amount {
  const root = raise(
    map(a, n => n.abs()),
    amount(new Fraction(1, 3)),
  )
  return a.number.s < 0n ? map(root, n => n.neg()) : root
}

function logarithm(a: Amount): Exact {
  const number = plainNumber(a, 'the argument of a logarithm')
  if (number.s < 0n || number.n === 0n)
    throw new ExpressionError('a logarithm needs a number above zero')
  return approximate(number, d => d.ln())
}

/** Without a base the natural logarithm. */
function logarithmTo(a: Amount, base?: Amount): Amount {
  if (!base) return amount(logarithm(a))
  const below = logarithm(base)
  if (below.n === 0n) throw new ExpressionError('a logarithm has no base 1')
  return amount(settle(bounded(logarithm(a).div(below))))
}

function factorial(a: Amount): Amount {
  const number = whole(a, 'factorial')
  if (number.s < 0n || number.n > 170n) throw new ExpressionError('factorial takes 0 to 170')
  let product = 1n
  for (let factor = 2n; factor <= number.n; factor += 1n) product *= factor
  return amount(bounded(new Fraction(product)))
}

function total(list: readonly Amount[]): Amount {
  const [first, ...rest] = unify(list)
  return rest.reduce((sum, item) => map(sum, n => n.add(item.number)), first as Amount)
}

function mean(list: readonly Amount[]): Amount {
  return map(total(list), n => n.div(list.length))
}

function median(list: readonly Amount[]): Amount {
  const sorted = [...unify(list)].sort(order)
  const middle = Math.floor(sorted.length / 2)
  return mean(
    sorted.length % 2 === 1 ? [sorted[middle] as Amount] : sorted.slice(middle - 1, middle + 1),
  )
}

/** Of a sample: divided by one less than the count. */
function variance(list: readonly Amount[]): Amount {
  if (list.length < 2) throw new ExpressionError('variance and std need at least two numbers')
  const centre = mean(list)
  const squares = unify(list).map(item => raise(subtract(item, centre), amount(new Fraction(2))))
  return map(total(squares), n => n.div(list.length - 1))
}
