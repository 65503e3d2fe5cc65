// Exact arithmetic with units: the language of derivations, executable compute steps and the
// `calculate` tool. The grammar is in expressions/parse.ts, what can be called in
// expressions/functions.ts; nothing else can be reached from an expression.
import { Fraction } from 'fraction.js'
import {
  type Amount,
  amount,
  convert,
  describeUnit,
  order,
  printAmount,
} from './expressions/amount.ts'
import { ExpressionError, toNumber } from './expressions/exact.ts'
import { functionNames, operations } from './expressions/functions.ts'
import { type Node, parseExpression } from './expressions/parse.ts'
import { type Quantity, toAmount } from './expressions/quantity.ts'
import { nearest } from './nearest.ts'
import {
  dimension,
  factorOf,
  isCount,
  isRatio,
  parseUnit,
  plain,
  printUnit,
  type Unit,
} from './units.ts'

export { dimensionOf, parseQuantity, type Quantity, sameQuantity } from './expressions/quantity.ts'

/** What an expression gave, or one sentence that says why it gave nothing. */
export type Evaluated =
  | {
      readonly ok: true
      readonly value: number | readonly number[] | string | boolean
      readonly unit?: string
      /** The result as people read it, at most 15 significant digits: `5.4 km/h`. */
      readonly text: string
    }
  | { readonly ok: false; readonly error: string }

/**
 * Evaluates arithmetic over named quantities: `+ - * / ^ % mod !`, comparisons, `and or not`,
 * `a ? b : c`, `x to km/h`, lists `[1, 2]`, numbers with units (`60 km/h`, `3 h 20 min`, `12 %`,
 * `$4.50`), and the functions of `functionNames`. Fractions are exact; roots and the like are right
 * to 64 digits. `scope` gives the names their quantities; a text that reads as a quantity is one.
 * `unit` is the wanted unit of the result, which is converted; one that does not fit is an error.
 * A result whose inputs carry no unit at all is taken to be in `unit` already, and so is one that the
 * expression itself multiplies by 100 when a percentage is wanted. Never throws, always ends soon.
 */
export function evaluate(
  expression: string,
  scope: Readonly<Record<string, Quantity>>,
  unit?: string,
): Evaluated {
  try {
    const node = parseExpression(expression, name => Object.hasOwn(scope, name))
    const run: Run = { scope, work: 0, measured: false, hundredth: false }
    const result = walk(node, run)
    refuseTwiceHundredth(run)
    if (unit === undefined || unit.trim() === '') return finish(result)
    const wanted = parseUnit(unit)
    if (!wanted) throw new ExpressionError(`"${unit.slice(0, 60)}" is not understood as a unit`)
    return finish(inUnit(result, wanted, run.measured || timesHundred(node), node))
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, error: error.message }
    throw error
  }
}

/**
 * The names an expression reads, in order of appearance; `undefined` when it does not parse. A word
 * that also names a unit or a constant (`day`, `e`) counts as a name only when it is in `known`.
 */
export function names(
  expression: string,
  known: Iterable<string> = [],
): readonly string[] | undefined {
  const roles = new Set(known)
  try {
    const found = new Set<string>()
    const open = [parseExpression(expression, name => roles.has(name))]
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.type === 'name') found.add(node.name)
      open.push(...[...children(node)].reverse())
    }
    return [...found]
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

// --- internal ---

type Scalar = Amount | string | boolean
type Datum = Scalar | readonly Scalar[]

interface Run {
  readonly scope: Readonly<Record<string, Quantity>>
  work: number
  /** Whether any quantity carried a unit. */
  measured: boolean
  /** A name that carried a percentage. */
  percentage?: string
  /** Whether something was divided by a plain 100. */
  hundredth: boolean
}

/** Operations carried out at most; a list counts once for each item. */
const mostWork = 100_000

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '==': n => n === 0,
  '!=': n => n !== 0,
  '<': n => n < 0,
  '<=': n => n <= 0,
  '>': n => n > 0,
  '>=': n => n >= 0,
}

function children(node: Node): readonly Node[] {
  switch (node.type) {
    case 'call':
      return node.args
    case 'list':
      return node.items
    case 'convert':
      return [node.of]
    case 'if':
      return [node.test, node.yes, node.no]
    case 'number':
    case 'unit':
    case 'text':
    case 'boolean':
    case 'name':
      return []
  }
}

function walk(node: Node, run: Run): Datum {
  spend(run, 1)
  switch (node.type) {
    case 'number':
      return amount(node.value)
    case 'unit':
      run.measured = true
      return amount(new Fraction(1), node.unit)
    case 'text':
    case 'boolean':
      return node.value
    case 'name':
      return lookUp(node.name, run)
    case 'list':
      return node.items.flatMap(item => walk(item, run))
    case 'convert': {
      run.measured = true
      return each(walk(node.of, run), item => convert(toNumeric(item, node.of), node.unit))
    }
    case 'if':
      return truth(walk(node.test, run)) ? walk(node.yes, run) : walk(node.no, run)
    case 'call':
      return callOn(node, run)
  }
}

function spend(run: Run, work: number): void {
  run.work += work
  if (run.work > mostWork)
    throw new ExpressionError(`the expression takes more than ${mostWork} operations`)
}

function lookUp(name: string, run: Run): Datum {
  const quantity = Object.hasOwn(run.scope, name) ? run.scope[name] : undefined
  if (!quantity) {
    const near = nearest(name, Object.keys(run.scope))
    throw new ExpressionError(`${name} is not known${near ? `; nearest known name: ${near}` : ''}`)
  }
  const { value, unit } = quantity
  if (unit !== undefined && !parseUnit(unit))
    throw new ExpressionError(`the unit "${unit.slice(0, 60)}" of ${name} is not understood`)
  const read = (item: string | number | boolean): Scalar => {
    if (typeof item === 'boolean') return item
    const found = toAmount(unit === undefined ? { value: item } : { value: item, unit })
    if (found && found.unit.parts.length > 0) run.measured = true
    if (
      found &&
      printUnit(found.unit) !== '' &&
      factorOf(found.unit).equals(0.01) &&
      isRatio(found.unit)
    )
      run.percentage = name
    if (!found && typeof item === 'number')
      throw new ExpressionError(`${name} is not a finite number`)
    return found ?? String(item)
  }
  if (!Array.isArray(value)) return read(value as string | number | boolean)
  spend(run, value.length)
  return value.map(read)
}

function callOn(node: Extract<Node, { type: 'call' }>, run: Run): Datum {
  const { name, args } = node
  const compared = comparisons[name]
  if (name === 'and' || name === 'or') {
    const left = truth(walk(args[0] as Node, run))
    return left === (name === 'or') ? left : truth(walk(args[1] as Node, run))
  }
  const operation = operations.get(name)
  if (!operation && !compared && name !== 'not' && name !== 'count') throw unknownFunction(name)
  const values = args.map(arg => walk(arg, run))
  if (name === 'not' && values.length === 1) return !truth(values[0] as Datum)
  if (name === 'count') return amount(new Fraction(values.flat().length))
  const divisor = args[1]
  if (name === '/' && divisor?.type === 'number' && divisor.value.equals(100)) run.hundredth = true
  if (compared) return compareBy(compared, values as [Datum, Datum], args)
  if (operation?.on === 'all') {
    const list = values.flatMap((value, i) =>
      [value].flat().map(item => toNumeric(item as Scalar, args[i] as Node)),
    )
    if (list.length === 0) throw new ExpressionError(`${name} needs at least one number`)
    spend(run, list.length)
    return operation.run(list)
  }
  if (!operation) throw unknownFunction(name)
  const [least, most] = operation.count
  if (values.length < least || values.length > most)
    throw new ExpressionError(
      `${name} takes ${least === most ? least : `${least} or ${most}`} arguments, not ${values.length}`,
    )
  return itemByItem(operation.run, values, args, run)
}

/** Applies an operation to numbers, or to lists of one length item by item. */
function itemByItem(
  apply: (...args: Amount[]) => Amount,
  values: readonly Datum[],
  args: readonly Node[],
  run: Run,
): Datum {
  const lengths = new Set(values.filter(Array.isArray).map(list => list.length))
  if (lengths.size > 1)
    throw new ExpressionError(`lists of different lengths: ${[...lengths].join(' and ')}`)
  const at = (index: number) =>
    apply(
      ...values.map((value, i) =>
        toNumeric((Array.isArray(value) ? value[index] : value) as Scalar, args[i] as Node),
      ),
    )
  const [length] = lengths
  if (length === undefined) return at(0)
  spend(run, length)
  return Array.from({ length }, (_, index) => at(index))
}

function compareBy(
  test: (order: number) => boolean,
  [left, right]: readonly [Datum, Datum],
  args: readonly Node[],
): boolean {
  if (typeof left === 'string' && typeof right === 'string')
    return test(left === right ? 0 : left < right ? -1 : 1)
  if (typeof left === 'boolean' && typeof right === 'boolean')
    return test(Number(left) - Number(right))
  return test(order(toNumeric(left, args[0] as Node), toNumeric(right, args[1] as Node)))
}

function each(value: Datum, change: (item: Scalar) => Scalar): Datum {
  return Array.isArray(value) ? value.map(change) : change(value as Scalar)
}

function truth(value: Datum): boolean {
  if (typeof value === 'boolean') return value
  throw new ExpressionError(`expected true or false, found ${printDatum(value)}`)
}

function toNumeric(value: Datum, node: Node): Amount {
  if (typeof value === 'object' && 'number' in value) return value
  const found = typeof value === 'string' ? toAmount({ value }) : undefined
  if (found) return found
  const subject = node.type === 'name' ? `${node.name} is` : 'there is'
  const what = Array.isArray(value)
    ? 'a list'
    : typeof value === 'boolean'
      ? `the boolean ${value}`
      : `the text "${String(value).slice(0, 60)}"`
  throw new ExpressionError(`${subject} ${what} where a number is needed`)
}

function unknownFunction(name: string): ExpressionError {
  const near = nearest(name, functionNames)
  return new ExpressionError(
    `there is no function ${name.slice(0, 60)}${near ? `; nearest: ${near}` : ''}`,
  )
}

/** A value in percent is hundredths already; dividing by 100 as well is a slip, not a wish. */
function refuseTwiceHundredth(run: Run): void {
  if (run.percentage !== undefined && run.hundredth)
    throw new ExpressionError(
      `${run.percentage} is in percent, which already means hundredths; leave out the division by 100`,
    )
}

/** Whether the whole expression, apart from rounding, is something times 100. */
function timesHundred(node: Node): boolean {
  if (node.type !== 'call') return false
  if (['round', 'roundTo', 'floor', 'ceil', 'abs'].includes(node.name))
    return timesHundred(node.args[0] as Node)
  const hundred = (arg: Node) => arg.type === 'number' && arg.value.equals(100)
  return node.name === '*' && node.args.some(hundred)
}

function inUnit(value: Datum, wanted: Unit, measured: boolean, node: Node): Datum {
  const percentage = dimension(wanted) === '1' && printUnit(wanted) !== '' && timesHundred(node)
  return each(value, item => {
    const number = toNumeric(item, node)
    const bare = number.unit.parts.length === 0
    if (bare && (percentage || isCount(wanted))) return amount(number.number, wanted)
    if (bare && !measured && dimension(wanted) !== '1') return amount(number.number, wanted)
    if (dimension(number.unit) !== dimension(wanted))
      throw new ExpressionError(
        `the result is ${describeUnit(number.unit)}, not ${describeUnit(wanted)}`,
      )
    return convert(number, wanted)
  })
}

function printDatum(value: Datum): string {
  if (Array.isArray(value)) return `[${value.map(printDatum).join(', ')}]`
  return typeof value === 'object' ? printAmount(value as Amount) : String(value)
}

function finish(value: Datum): Evaluated {
  if (typeof value === 'string' || typeof value === 'boolean')
    return { ok: true, value, text: String(value) }
  const list = [value].flat() as readonly Scalar[]
  const numbers = list.map(item => toNumeric(item, { type: 'list', items: [] }))
  const first = numbers[0]?.unit ?? plain
  const alike = numbers.map(item => convert(item, first))
  const name = printUnit(first)
  const shown = alike.map(item => toNumber(item.number))
  if (shown.some(number => !Number.isFinite(number)))
    throw new ExpressionError('the result is too large to be stored')
  const text = Array.isArray(value)
    ? `[${alike.map(item => printAmount({ ...item, unit: plain })).join(', ')}]${name && ` ${name}`}`
    : printAmount(alike[0] as Amount)
  const result = Array.isArray(value) ? shown : (shown[0] as number)
  return name === ''
    ? { ok: true, value: result, text }
    : { ok: true, value: result, unit: name, text }
}
