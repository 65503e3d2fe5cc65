// Operators, and functions of one number or two; on lists they work item by item.
import type { Decimal } from 'decimal.js'
import { Fraction } from 'fraction.js'
import {
  type Amount,
  amount,
  convert,
  divide,
  map,
  multiply,
  plainNumber,
  raise,
  remainder,
} from '../amount.ts'
import {
  approximate,
  bounded,
  type Exact,
  ExpressionError,
  exact,
  one,
  settle,
  toNumber,
  toSignificant,
  zero,
} from '../exact.ts'
import { dateOperators } from './dates.ts'
import { costly, each, type Functions, integer } from './operation.ts'

/** Functions of numbers. */
export const numberFunctions: Functions = {
  round: each([1, 2], round),
  roundTo: each(2, roundTo),
  signif: each(2, significant),
  floor: each(1, (a: Amount) => map(a, n => settle(n).floor())),
  ceil: each(1, (a: Amount) => map(a, n => settle(n).ceil())),
  trunc: each(1, (a: Amount) => map(a, n => settle(n.abs()).floor().mul(n.s))),
  abs: each(1, (a: Amount) => map(a, n => n.abs())),
  sign: each(1, (a: Amount) => amount(new Fraction(a.number.n === 0n ? 0n : a.number.s))),
  mod: each(2, remainder),
  pow: each(2, raise, costOfPower),
  sqrt: costly(3, root),
  cbrt: costly(3, cubeRoot),
  exp: transcendental(30, 900, d => d.exp()),
  ln: costly(50, a => amount(logarithm(a))),
  log: each([1, 2], logarithmTo, () => 50),
  log10: costly(50, a => logarithmTo(a, amount(exact('10')))),
  log2: costly(50, a => logarithmTo(a, amount(exact('2')))),
  sin: transcendental(30, 1e6, d => d.sin()),
  cos: transcendental(30, 1e6, d => d.cos()),
  tan: transcendental(60, 1e6, d => d.tan()),
  asin: transcendental(100, 1, d => d.asin()),
  acos: transcendental(100, 1, d => d.acos()),
  atan: transcendental(100, 1e6, d => d.atan()),
  factorial: each(1, factorial),
  gcd: each(2, (a: Amount, b: Amount) => amount(integer(a, 'gcd').gcd(integer(b, 'gcd')))),
  lcm: each(2, (a: Amount, b: Amount) => amount(bounded(integer(a, 'lcm').lcm(integer(b, 'lcm'))))),
}

/** What is written as a symbol or a word between numbers, and the constants. */
export const operators: Functions = {
  ...dateOperators,
  '*': each(2, multiply),
  '/': each(2, divide),
  '^': each(2, raise, costOfPower),
  negate: each(1, (a: Amount) => map(a, n => n.neg())),
  measure: each(2, measure),
  pi: each(0, () => amount(pi)),
  π: each(0, () => amount(pi)),
  tau: each(0, () => amount(pi.mul(2))),
  e: each(0, () => amount(approximate(one, d => d.exp()))),
}

/** The square root, of its unit too. */
export function root(a: Amount): Amount {
  return raise(a, amount(new Fraction(1, 2)))
}

// --- internal ---

const pi = exact('3.141592653589793238462643383279502884197169399375105820974944592307816')

/** A power with a broken exponent other than a root takes long. */
function costOfPower(_base?: Amount, exponent?: Amount): number {
  return exponent && exponent.number.d > 3n ? 150 : 2
}

/** Puts a unit to a number; what has one already is multiplied by it. */
function measure(a: Amount, unit: Amount): Amount {
  return a.unit.parts.length === 0 ? amount(a.number, unit.unit) : multiply(a, unit)
}

/** Half away from zero, as people round. */
function round(a: Amount, digits: Amount = amount(zero)): Amount {
  const places = toNumber(integer(digits, 'round'))
  if (Math.abs(places) > 30) throw new ExpressionError('round takes -30 to 30 digits')
  return roundTo(a, amount(new Fraction(10).pow(-places) as Exact, a.unit))
}

function significant(a: Amount, digits: Amount): Amount {
  const places = toNumber(integer(digits, 'signif'))
  if (places < 1 || places > 30) throw new ExpressionError('signif takes 1 to 30 digits')
  return map(a, n => toSignificant(n, places))
}

function roundTo(a: Amount, step: Amount): Amount {
  const unit = step.unit.parts.length === 0 ? a.unit : step.unit
  const multiple = step.number.abs()
  if (multiple.n === 0n) throw new ExpressionError('roundTo needs a multiple other than 0')
  const half = new Fraction(1, 2)
  const nearest = (n: Exact) => settle(n.abs().div(multiple).add(half)).floor().mul(multiple)
  return map(convert(a, unit), n => nearest(n).mul(n.s))
}

/** Of a plain number up to `largest`. */
function transcendental(cost: number, largest: number, by: (decimal: Decimal) => Decimal) {
  return costly(cost, a => {
    const number = plainNumber(a, 'the argument of this function')
    if (Math.abs(toNumber(number)) > largest)
      throw new ExpressionError(`the argument of this function is at most ${largest}`)
    return amount(approximate(number, by))
  })
}

function cubeRoot(a: Amount): Amount {
  const root = raise(
    map(a, n => n.abs()),
    amount(new Fraction(1, 3)),
  )
  return map(root, n => n.mul(a.number.s))
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
  const number = integer(a, 'factorial')
  if (number.s < 0n || number.n > 170n) throw new ExpressionError('factorial takes 0 to 170')
  let product = 1n
  for (let factor = 2n; factor <= number.n; factor += 1n) product *= factor
  return amount(bounded(new Fraction(product)))
}
