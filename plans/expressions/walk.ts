// Evaluating a parsed expression, in exact numbers and within a bounded amount of work.
import { Fraction } from 'fraction.js'
import { fill } from '../template.ts'
import { nearest } from '../text/nearest.ts'
import { type Amount, amount, comparisons, convert, order } from './amount.ts'
import { type Datum, isList, itemsOf, numberIn, printDatum, type Scalar } from './datum.ts'
import { ExpressionError, shorten } from './exact.ts'
import { orderOfDates } from './functions/dates.ts'
import type { Operation } from './functions/operation.ts'
import { operations } from './functions/table.ts'
import type { Node } from './parse.ts'
import { type Quantity, toAmount } from './quantity.ts'
import { factorOf, isRatio, parseUnit } from './units.ts'

/**
 * Evaluates `node` over `scope`. `measured` says whether any quantity in it carried a unit. Throws an
 * `ExpressionError` that names what is wrong.
 */
export function calculate(
  node: Node,
  scope: Readonly<Record<string, Quantity>>,
): { readonly result: Datum; readonly measured: boolean } {
  const run: Run = { scope, work: 0, bound: undefined, measured: false, hundredth: false }
  const result = walk(node, run)
  // a slip, not a wish
  if (run.percentage !== undefined && run.hundredth)
    throw new ExpressionError(
      `${run.percentage} is in percent, which already means hundredths; leave out the division by 100`,
    )
  return { result, measured: run.measured }
}

/** The parts of a node. */
export const children = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part === 'object' && 'type' in part)

/** Changes the item, or every item of a list. */
export function each(value: Datum, change: (item: Scalar) => Scalar): Datum {
  return Array.isArray(value) ? value.map(change) : change(value as Scalar)
}

/** How a value is spoken of in a refusal. */
export const subjectOf = (node: Node) => (node.type === 'name' ? `${node.name} is` : 'there is')

// --- internal ---

interface Run {
  readonly scope: Readonly<Record<string, Quantity>>
  work: number
  /** The item that a filter looks at, and its place. */
  bound: { readonly it: Scalar; readonly at: Scalar } | undefined
  /** Whether any quantity carried a unit. */
  measured: boolean
  /** A name that carried a percentage. */
  percentage?: string
  /** Whether something was divided by a plain 100. */
  hundredth: boolean
}

/** Operations carried out at most; a list counts once for each item, a logarithm or a sine many times. */
const mostWork = 200_000

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
    case 'template':
      return filledFrom(node.text, run.scope)
    case 'name':
      return lookUp(node.name, run)
    case 'list':
      return node.items.flatMap(item => walk(item, run))
    case 'convert': {
      run.measured = true
      return each(walk(node.of, run), item =>
        convert(numberIn(item, subjectOf(node.of)), node.unit),
      )
    }
    case 'if':
      return chosen(node, run)
    case 'filter':
      return filtered(node, run)
    case 'bound':
      return run.bound![node.name]
    case 'call':
      return callOn(node, run)
  }
}

/** Only what is chosen is worked out, unless each item of a list has its own choice. */
function chosen({ test, yes, no }: Extract<Node, { type: 'if' }>, run: Run): Datum {
  const chosen = walk(test, run)
  if (!isList(chosen)) return truth(chosen) ? walk(yes, run) : walk(no, run)
  spend(run, chosen.length)
  return itemByItem([chosen, walk(yes, run), walk(no, run)], ([which, one, other]) =>
    truth(which!) ? one! : other!,
  )
}

function filtered({ of, test }: Extract<Node, { type: 'filter' }>, run: Run): Datum {
  const outer = run.bound
  const items = itemsOf(walk(of, run), 'filter')
  const kept = items.filter((it, index) => {
    run.bound = { it, at: amount(new Fraction(index + 1)) }
    return truth(walk(test, run))
  })
  run.bound = outer
  return kept
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
    throw new ExpressionError(`the unit "${shorten(unit)}" of ${name} is not understood`)
  const read = (item: string | number | boolean): Scalar => {
    if (typeof item === 'boolean') return item
    const found = toAmount({ value: item, unit })
    if (found && found.unit.parts.length > 0) run.measured = true
    if (found && isRatio(found.unit) && factorOf(found.unit).equals(0.01)) run.percentage = name
    if (!found && typeof item === 'number')
      throw new ExpressionError(`${name} is not a finite number`)
    if (!found) return String(item)
    return typeof item === 'string' ? { ...found, said: item } : found
  }
  spend(run, [value].flat().length)
  return Array.isArray(value) ? value.map(read) : read(value as string | number | boolean)
}

/** The text with the values of what it names, as they were given. */
function filledFrom(text: string, scope: Run['scope']): string {
  const values = Object.entries(scope).map(([name, { value }]) => [name, value] as const)
  const filled = fill(text, Object.fromEntries(values))
  if ('filled' in filled) return filled.filled
  throw new ExpressionError(`nothing is believed about ${filled.missing.join(', ')}`)
}

function callOn(node: Extract<Node, { type: 'call' }>, run: Run): Datum {
  const { name, args } = node
  if (name === 'and' || name === 'or') {
    const settles = (left: Scalar) => truth(left) === (name === 'or')
    const left = walk(args[0] as Node, run)
    if (!isList(left) && settles(left)) return left
    return itemByItem([left, walk(args[1] as Node, run)], ([one, other]) =>
      settles(one!) ? one! : truth(other!),
    )
  }
  if (name === 'not') return each(walk(args[0] as Node, run), item => !truth(item))
  const compared = comparisons.get(name)
  if (compared) return compareBy(compared, args, run)
  const operation = operations.get(name)!
  const values = args.map(arg => walk(arg, run))
  const divisor = args[1]
  if (name === '/' && divisor?.type === 'number' && divisor.value.equals(100)) run.hundredth = true
  const [least, most] = operation.count
  if (values.length < least || values.length > most)
    throw new ExpressionError(
      `${name} takes ${least === most ? least : `${least} ${most - least > 1 ? 'to' : 'or'} ${most}`} arguments, not ${values.length}`,
    )
  if (operation.on === 'each')
    return itemByItem(values, items => applied(operation, items, args, run))
  spend(run, values.flat().length)
  if (operation.on === 'whole') return operation.run(...(values as never[]))
  const dated = operation.ofList?.(values.flat() as Scalar[])
  if (dated !== undefined) return dated
  const lists = values.map((value, i) =>
    [value].flat().map(item => numberIn(item as Scalar, subjectOf(args[i]!))),
  )
  const taken = operation.on === 'all' ? [lists.flat()] : lists
  if (taken.some(list => list.length === 0))
    throw new ExpressionError(`${name} needs at least one number`)
  return unsaid(operation.run(...(taken as never[])))
}

/** What was calculated, and not only chosen, is no longer what somebody wrote. */
const unsaid = (value: Datum): Amount => {
  const { number, unit } = value as Amount
  return amount(number, unit)
}

/** What `at` makes of single values, or of the items of lists of one length, each beside the others. */
function itemByItem(values: readonly Datum[], at: (items: readonly Scalar[]) => Scalar): Datum {
  const lengths = new Set(values.filter(isList).map(list => list.length))
  if (lengths.size > 1)
    throw new ExpressionError(`lists of different lengths: ${[...lengths].join(' and ')}`)
  const [length] = lengths
  if (length === undefined) return at(values as readonly Scalar[])
  return Array.from({ length }, (_, index) =>
    at(values.map(value => (isList(value) ? value[index]! : value))),
  )
}

function applied(
  { run: compute, cost, ofDates }: Operation,
  scalars: readonly Scalar[],
  args: readonly Node[],
  run: Run,
): Scalar {
  const dated = ofDates?.(scalars[0]!, scalars[1]!)
  if (dated !== undefined) return dated
  const items = scalars.map((item, i) => numberIn(item, subjectOf(args[i]!)))
  spend(run, cost(...items))
  return unsaid(compute(...(items as never[])))
}

function compareBy(test: (order: number) => boolean, args: readonly Node[], run: Run): Datum {
  const values = args.map(arg => walk(arg, run))
  spend(run, values.flat().length)
  return itemByItem(values, ([one, other]) => {
    const [left, right] = [one!, other!]
    const dates = orderOfDates(left, right)
    if (dates !== undefined) return test(dates)
    if (typeof left !== 'object' && typeof left === typeof right)
      return test(Number(left > right) - Number(left < right))
    return test(order(numberIn(left, subjectOf(args[0]!)), numberIn(right, subjectOf(args[1]!))))
  })
}

function truth(value: Datum): boolean {
  if (typeof value === 'boolean') return value
  throw new ExpressionError(`expected true or false, found ${printDatum(value)}`)
}
