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
  toSignificant,
  zero,
} from './exact.ts'
import {
  type Datum,
  datePart,
  fixed,
  item,
  itemsOf,
  join,
  keyOf,
  length,
  place,
  type Scalar,
  selected,
  slice,
  spellDate,
  unique,
} from './lists.ts'

/**
 * `each`: on numbers; a list is worked through item by item. `all`: on one list, or on its arguments
 * as one list. `lists`: on lists of numbers. `whole`: on values as they are, lists and texts among them. `count` is how many
 * arguments it takes, at least and at most.
 */
export type Operation =
  | {
      readonly on: 'each'
      readonly count: readonly [number, number]
      /** How much of the work allowed one call takes. */
      readonly cost: (...args: Amount[]) => number
      readonly run: (...args: Amount[]) => Amount
    }
  | { readonly on: 'all'; readonly run: (...list: (readonly Amount[])[]) => Amount }
  | {
      readonly on: 'lists'
      readonly count: readonly [number, number]
      readonly run: (...lists: (readonly Amount[])[]) => Amount
    }
  | {
      readonly on: 'whole'
      readonly count: readonly [number, number]
      readonly run: (...args: Datum[]) => Datum
    }

/** How something is written in an expression, for prompts, messages and documentation. */
export interface Notation {
  readonly signature: string
  readonly meaning: string
  readonly example: string
  /** What the example gives, as people read it. */
  readonly gives: string
}

/** Every function: how it is called, what it means, an example and its result. Prompts are rendered from it. */
export const functionTable: readonly (Notation & { readonly operation?: Operation })[] = [
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
  row('count(list)', 'how many items', 'count(["a", "b"])', '2', {
    on: 'whole',
    count: [0, Number.MAX_SAFE_INTEGER],
    run: (...list) => amount(exact(String(list.flat().length))),
  }),
  row(
    'length(x)',
    'how many items a list has, or characters a text',
    'length("abc")',
    '3',
    whole(1, length),
  ),
  row(
    'item(list, n)',
    'the item at a place, from 1; from the end with a minus; also list[n]',
    'item(["a", "b"], -1)',
    'b',
    whole(2, item),
  ),
  row(
    'slice(list, from, to)',
    'the items between two places, both included; also list[from:to]',
    'slice([5, 6, 7], 2, 3)',
    '[6, 7]',
    whole(3, slice),
  ),
  row(
    'index(list, x)',
    'the place of the first item that is x',
    'index(["a", "b"], "b")',
    '2',
    whole(2, place),
  ),
  row(
    'contains(list, x)',
    'whether x is an item',
    'contains([1 km], 1000 m)',
    'true',
    whole(2, (list, x) => {
      const key = keyOf(x as Scalar)
      return itemsOf(list, 'contains').some(each => keyOf(each) === key)
    }),
  ),
  row(
    'filter(list, test)',
    'the items for which the test holds; in it, `it` is the item and `at` its place',
    'filter([3, 8, 5], it > 4)',
    '[8, 5]',
  ),
  row(
    'intersect(a, b)',
    'the items that both lists have',
    'intersect(["a", "b"], ["B", "c"])',
    '["b"]',
    whole(2, (a, b) => selected(a, b, true, 'intersect')),
  ),
  row(
    'union(a, b)',
    'the items of either list, each once',
    'union([1, 2], [2, 3])',
    '[1, 2, 3]',
    whole(2, (a, b) => unique([...itemsOf(a, 'union'), ...itemsOf(b, 'union')])),
  ),
  row(
    'except(a, b)',
    'the items of a that b has not',
    'except([1, 2], [2, 3])',
    '[1]',
    whole(2, (a, b) => selected(a, b, false, 'except')),
  ),
  row('unique(list)', 'each item once', 'unique([1, 2, 1])', '[1, 2]', whole(1, unique)),
  row(
    'join(list, between)',
    'the items as one text',
    'join(["a", "b"], " and ")',
    'a and b',
    whole(2, join),
  ),
  row(
    'if(test, a, b)',
    'a where the test holds, else b; numbers, texts or lists; also test ? a : b',
    'if(2 > 1, "more", "less")',
    'more',
  ),
  row(
    'date(d, spelling)',
    'a date or month spelled with YYYY, YY, MMMM (May), MMM, MM, M, DD, D, dddd (Monday), ddd; without a spelling as ISO has it',
    'date("2021-05", "MMMM YYYY")',
    'May 2021',
    { on: 'whole', count: [1, 2], run: spellDate },
  ),
  row(
    'year(d)',
    'the year of a date',
    'year("May 3, 2021")',
    '2021',
    whole(1, d => datePart(d, 'YYYY')),
  ),
  row(
    'month(d)',
    'the number of its month',
    'month("2021-05")',
    '5',
    whole(1, d => datePart(d, 'M')),
  ),
  row(
    'day(d)',
    'the day of the month',
    'day("2021-05-03")',
    '3',
    whole(1, d => datePart(d, 'D')),
  ),
]

/** What is written without a function's name; texts with slots stand last. */
export const notations: readonly Notation[] = [
  {
    signature: '+ - * / ^ mod',
    meaning: 'arithmetic, units carried along; of lists item by item',
    example: '60 km/h * 30 min',
    gives: '30 km',
  },
  {
    signature: '== != < <= > >= and or not',
    meaning: 'comparison and logic',
    example: '1 < 2 < 3 and not (2 == 3)',
    gives: 'true',
  },
  {
    signature: 'x to unit',
    meaning: 'conversion',
    example: '100 km/h to m/s',
    gives: '27.7777777777778 m/s',
  },
  { signature: '20 %', meaning: 'twenty hundredths', example: '20 % of 50', gives: '10' },
  {
    signature: 'test ? a : b',
    meaning: 'a choice',
    example: '3 > 2 ? "first" : "second"',
    gives: 'first',
  },
  {
    signature: '[a, b, c]',
    meaning: 'a list; texts stand in quotes',
    example: 'sum([1, 2])',
    gives: '3',
  },
  {
    signature: 'list[n]',
    meaning: 'an item, from 1; list[-1] is the last',
    example: '[5, 6, 7][-1]',
    gives: '7',
  },
  {
    signature: 'list[from:to]',
    meaning: 'items, both ends included; either may be left out',
    example: '[5, 6, 7][2:]',
    gives: '[6, 7]',
  },
  {
    signature: '5.27e-26',
    meaning: 'scientific notation',
    example: '5.27e-26 * 2',
    gives: '1.054e-25',
  },
  { signature: 'pi, e, tau', meaning: 'constants', example: 'round(pi, 2)', gives: '3.14' },
]

/** Every operation by the name it is called with; operators by their symbol. */
export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['+', each(2, add)],
  ['-', each(2, subtract)],
  ['*', each(2, multiply)],
  ['/', each(2, divide)],
  ['^', powering()],
  ['negate', each(1, a => map(a, n => n.neg()))],
  ['measure', each(2, measure)],
  ['average', all(mean)],
  ['variance', all(list => covariance(list, list, 1))],
  ['std', all(deviation)],
  ['stddev', all(deviation)],
  ['pi', each(0, () => amount(pi))],
  ['π', each(0, () => amount(pi))],
  ['tau', each(0, () => amount(pi.mul(2)))],
  ['e', each(0, () => amount(approximate(one, d => d.exp())))],
  ...functionTable.flatMap(({ signature, operation }) =>
    operation ? [[nameOf(signature), operation] as const] : [],
  ),
])

/** What can be called by name, for the text of prompts and errors. */
export const functionNames: readonly string[] = functionTable.map(({ signature }) =>
  nameOf(signature),
)

// --- internal ---

const pi = exact('3.141592653589793238462643383279502884197169399375105820974944592307816')

function row(
  signature: string,
  meaning: string,
  example: string,
  gives: string,
  operation?: Operation,
): Notation & { readonly operation?: Operation } {
  return operation
    ? { signature, meaning, example, gives, operation }
    : { signature, meaning, example, gives }
}

function nameOf(signature: string): string {
  return signature.slice(0, signature.indexOf('('))
}

function whole(count: number, run: (...args: never[]) => Datum): Operation {
  return { on: 'whole', count: [count, count], run: run as (...args: Datum[]) => Datum }
}

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
  return { on: 'all', run: (list = []) => run(list) }
}

function twoLists(run: (a: readonly Amount[], b: readonly Amount[]) => Amount): Operation {
  return { on: 'lists', count: [2, 2], run: (a = [], b = []) => run(a, b) }
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

function integer(a: Amount, what: string): Exact {
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
  const number = integer(a, 'factorial')
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

function root(a: Amount): Amount {
  return raise(a, amount(new Fraction(1, 2)))
}
