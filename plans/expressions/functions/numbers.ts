// Operators, and functions of one number or two; on lists they work item by item.
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
  plainNumber,
  raise,
  remainder,
  subtract,
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
import { fixed } from '../lists.ts'
import { type Callable, cheap, costly, each, integer, type Operation, row, whole } from './row.ts'

/** Functions of numbers, as prompts list them. */
export const numberFunctions: readonly Callable[] = [
  row(
    'round(x, decimals)',
    'rounded half away from zero; decimals may be left out',
    'round(2.345, 2)',
    '2.35',
    {
      on: 'each',
      count: [1, 2],
      cost: cheap,
      run: round,
    },
  ),
  row('roundTo(x, multiple)', 'the nearest multiple', 'roundTo(17.3, 5)', '15', each(2, roundTo)),
  row(
    'signif(x, digits)',
    'rounded to so many significant digits',
    'signif(5.2749e-26, 3)',
    '5.27e-26',
    each(2, significant),
  ),
  row(
    'fixed(x, decimals)',
    'a text with exactly so many decimals',
    'fixed(2.5, 2)',
    '2.50',
    whole(2, fixed),
  ),
  row(
    'floor(x)',
    'the whole number below',
    'floor(-1.5)',
    '-2',
    each(1, a => map(a, n => settle(n).floor())),
  ),
  row(
    'ceil(x)',
    'the whole number above',
    'ceil(1.2)',
    '2',
    each(1, a => map(a, n => settle(n).ceil())),
  ),
  row(
    'trunc(x)',
    'without its decimals',
    'trunc(-1.5)',
    '-1',
    each(1, a => map(a, n => (n.s < 0n ? settle(n).ceil() : settle(n).floor()))),
  ),
  row(
    'abs(x)',
    'without its sign',
    'abs(-3 km)',
    '3 km',
    each(1, a => map(a, n => n.abs())),
  ),
  row(
    'sign(x)',
    '-1, 0 or 1',
    'sign(-3)',
    '-1',
    each(1, a => amount(new Fraction(a.number.n === 0n ? 0n : a.number.s))),
  ),
  row(
    'mod(a, b)',
    'what is left of a after taking away multiples of b; also a mod b',
    'mod(17, 5)',
    '2',
    each(2, remainder),
  ),
  row('pow(a, b)', 'a to the power b; also a ^ b', 'pow(2, 10)', '1024', powering()),
  row('sqrt(x)', 'square root', 'sqrt(16 m^2)', '4 m', costly(3, root)),
  row(
    'cbrt(x)',
    'cube root',
    'cbrt(27)',
    '3',
    costly(3, a => cubeRoot(a)),
  ),
  row(
    'exp(x)',
    'e to the power x',
    'exp(0)',
    '1',
    costly(30, a => amount(bySize(a, 900, d => d.exp()))),
  ),
  row(
    'ln(x)',
    'natural logarithm',
    'ln(e)',
    '1',
    costly(50, a => amount(logarithm(a))),
  ),
  row('log(x, base)', 'logarithm; natural without a base', 'log(8, 2)', '3', {
    on: 'each',
    count: [1, 2],
    cost: () => 50,
    run: logarithmTo,
  }),
  row(
    'log10(x)',
    'logarithm to base 10',
    'log10(1000)',
    '3',
    costly(50, a => logarithmTo(a, amount(exact('10')))),
  ),
  row(
    'log2(x)',
    'logarithm to base 2',
    'log2(8)',
    '3',
    costly(50, a => logarithmTo(a, amount(exact('2')))),
  ),
  row(
    'sin(x)',
    'sine of radians, or of an angle with its unit',
    'sin(30 deg)',
    '0.5',
    costly(30, a => amount(bySize(a, 1e6, d => d.sin()))),
  ),
  row(
    'cos(x)',
    'cosine',
    'cos(0)',
    '1',
    costly(30, a => amount(bySize(a, 1e6, d => d.cos()))),
  ),
  row(
    'tan(x)',
    'tangent',
    'tan(0)',
    '0',
    costly(60, a => amount(bySize(a, 1e6, d => d.tan()))),
  ),
  row(
    'asin(x)',
    'angle in radians with that sine',
    'asin(0)',
    '0',
    costly(100, a => amount(bySize(a, 1, d => d.asin()))),
  ),
  row(
    'acos(x)',
    'angle in radians with that cosine',
    'acos(1)',
    '0',
    costly(100, a => amount(bySize(a, 1, d => d.acos()))),
  ),
  row(
    'atan(x)',
    'angle in radians with that tangent',
    'atan(0)',
    '0',
    costly(100, a => amount(bySize(a, 1e6, d => d.atan()))),
  ),
  row('factorial(n)', 'product of 1 to n; also n!', 'factorial(5)', '120', each(1, factorial)),
  row(
    'gcd(a, b)',
    'greatest common divisor',
    'gcd(12, 18)',
    '6',
    each(2, (a, b) => amount(integer(a, 'gcd').gcd(integer(b, 'gcd')))),
  ),
  row(
    'lcm(a, b)',
    'least common multiple',
    'lcm(4, 6)',
    '12',
    each(2, (a, b) => amount(bounded(integer(a, 'lcm').lcm(integer(b, 'lcm'))))),
  ),
]

/** What is written as a symbol or a word between numbers, and the constants. */
export const operators: readonly (readonly [string, Operation])[] = [
  ['+', each(2, add)],
  ['-', each(2, subtract)],
  ['*', each(2, multiply)],
  ['/', each(2, divide)],
  ['^', powering()],
  ['negate', each(1, a => map(a, n => n.neg()))],
  ['measure', each(2, measure)],
  ['pi', each(0, () => amount(pi))],
  ['π', each(0, () => amount(pi))],
  ['tau', each(0, () => amount(pi.mul(2)))],
  ['e', each(0, () => amount(approximate(one, d => d.exp())))],
]

/** The square root, of its unit too. */
export function root(a: Amount): Amount {
  return raise(a, amount(new Fraction(1, 2)))
}

// --- internal ---

const pi = exact('3.141592653589793238462643383279502884197169399375105820974944592307816')

/** A power with a broken exponent other than a root takes long. */
function powering(): Operation {
  const cost = (_base?: Amount, exponent?: Amount) => (exponent && exponent.number.d > 3n ? 150 : 2)
  return { on: 'each', count: [2, 2], cost, run: raise as (...args: Amount[]) => Amount }
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
  return map(convert(a, unit), n => (n.s < 0n ? nearest(n).neg() : nearest(n)))
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
  const number = integer(a, 'factorial')
  if (number.s < 0n || number.n > 170n) throw new ExpressionError('factorial takes 0 to 170')
  let product = 1n
  for (let factor = 2n; factor <= number.n; factor += 1n) product *= factor
  return amount(bounded(new Fraction(product)))
}
