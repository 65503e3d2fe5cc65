// Exact arithmetic with units: the language of derivations, executable compute steps and the
// `calculate` tool. The grammar is in expressions/parse.ts, what can be called in
// expressions/functions/; nothing else can be reached from an expression.

import type { Value } from '../plan.ts'
import { unless } from '../unless.ts'
import { type Amount, amount, convert, describeUnit, unify } from './amount.ts'
import { type Datum, numberIn, printDatum, type Scalar } from './datum.ts'
import { type Exact, ExpressionError, one, printExact, shorten, toNumber } from './exact.ts'
import { type Node, parseExpression } from './parse.ts'
import { dimensionOf, parseQuantity, type Quantity } from './quantity.ts'
import {
  dimension,
  inMoneyOf,
  isCount,
  isRatio,
  parseUnit,
  plain,
  printUnit,
  type Unit,
} from './units.ts'
import { calculate, children, each, subjectOf } from './walk.ts'

export { calendarUsage } from './functions/calendar.ts'
export { functionNames, functionsInPrompts } from './functions/table.ts'
export { dimensionOf, parseQuantity, type Quantity, sameQuantity } from './quantity.ts'

/** What an expression gave, or one sentence that says why it gave nothing. */
export type Evaluated =
  | {
      readonly ok: true
      readonly value: Value
      readonly unit?: string | undefined
      /** The result as people read it, at most 15 significant digits: `5.4 km/h`. */
      readonly text: string
    }
  | { readonly ok: false; readonly error: string }

/**
 * Evaluates arithmetic over named quantities: `+ - * / ^ % mod !`, comparisons, `and or not`,
 * `a ? b : c`, `x to km/h`, lists `[1, 2]`, numbers with units (`60 km/h`, `3 h 20 min`, `12 %`,
 * `$4.50`), items of lists `list[1]`, and the functions of `functions/table.ts`. Fractions are exact; roots and the like are right
 * to 40 digits. `scope` gives the names their quantities; a text that reads as a quantity is one.
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
    const { result, measured } = calculate(node, scope)
    if (unit === undefined || unit.trim() === '')
      return finish(node.type === 'name' ? each(result, calculated) : result)
    const wanted = parseUnit(unit)
    if (!wanted) throw new ExpressionError(`"${shorten(unit)}" is not understood as a unit`)
    if (!isRatio(wanted)) refuseTwiceConverted(expression, result, scope, wanted)
    return finish(inUnit(result, wanted, measured || timesHundred(node), node))
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, error: error.message }
    throw error
  }
}

/** Why an expression gives nothing in `unit`, although it gives what that measures: it converts a second time. */
export function convertsTwice(
  expression: string,
  scope: Readonly<Record<string, Quantity>>,
  unit = '',
): string | undefined {
  const inUnit = evaluate(expression, scope, unit)
  const plain = inUnit.ok ? inUnit : evaluate(expression, scope)
  const isOfKind = plain.ok && plain.unit && dimensionOf(plain.unit) === dimensionOf(unit)
  return !inUnit.ok && isOfKind ? inUnit.error : undefined
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
  return unless(ExpressionError, () => [
    ...new Set(namesIn(parseExpression(expression, name => roles.has(name)))),
  ])
}

/** Why an expression cannot be read, whatever its names stand for; `undefined` when it can. */
export function unreadable(expression: string): string | undefined {
  try {
    parseExpression(expression, () => false)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}

/** The hours or minutes of its own that an expression adds to or takes from something: `departure + 6 h`. */
export function ownHours(expression: string, known: readonly string[]): string | undefined {
  const sums = (node: Node): readonly Node[] => {
    const own = node.type === 'call' && '+-'.includes(node.name) ? node.args : []
    return [...own, ...children(node).flatMap(sums)]
  }
  return unless(ExpressionError, () => {
    const found = sums(parseExpression(expression, name => known.includes(name))).find(node => {
      if (node.type === 'name' || children(node).flatMap(namesIn).length > 0) return false
      const { result } = calculate(node, {})
      if (typeof result !== 'object' || !('number' in result)) return false
      if (dimension(result.unit) !== dimension(hour)) return false
      const hours = toNumber(convert(result, hour).number)
      // midnight is passed by whole days, and no two zones differ by as much as a month
      return hours % 24 !== 0 && Math.abs(hours) < 48
    })
    return found && printDatum(calculate(found, {}).result)
  })
}

/** Whether `expression`, which holds texts with slots, puts them together or chooses among them. */
export function givesText(expression: string): boolean {
  const node = unless(ExpressionError, () => parseExpression(expression, () => false))
  return node?.type === 'if' || (node?.type === 'call' && joins.includes(node.name))
}

// --- internal ---

const hour = parseUnit('h')!

/** What gives a text of texts; other words and signs between quoted texts are those of a text. */
const joins = ['+', 'join', 'item']

const namesIn = (node: Node): readonly string[] =>
  node.type === 'name' ? [node.name] : children(node).flatMap(namesIn)

const roundings = ['round', 'roundTo', 'floor', 'ceil', 'abs']

/** Whether the whole expression, apart from rounding, is a product with 100 or a part of one. */
function timesHundred(node: Node): boolean {
  if (node.type === 'number') return node.value.equals(100)
  const [first] = node.type === 'call' ? node.args : []
  if (node.type !== 'call' || !first) return false
  if (node.name === '*') return node.args.some(timesHundred)
  return (node.name === '/' || roundings.includes(node.name)) && timesHundred(first)
}

/** The plain numbers that the whole expression, apart from rounding, is multiplied with: 1/60 in `minutes / 60`. */
function factorIn(node: Node): Exact {
  if (node.type === 'number') return node.value
  const [first, second] = node.type === 'call' ? node.args : []
  if (node.type !== 'call' || !first) return one
  if (roundings.includes(node.name)) return factorIn(first)
  if (node.name === '*' && second) return factorIn(first).mul(factorIn(second))
  return node.name === '/' && second && !factorIn(second).equals(0)
    ? factorIn(first).div(factorIn(second))
    : one
}

/** Numbers that do to the bare values what their units do already: `minutes / 60`, in hours, of 90 min. */
function refuseTwiceConverted(
  expression: string,
  result: Datum,
  scope: Readonly<Record<string, Quantity>>,
  wanted: Unit,
): void {
  const isOne = typeof result === 'object' && 'number' in result
  if (!isOne || dimension(result.unit) !== dimension(wanted)) return
  const factor = toNumber(factorIn(parseExpression(expression, name => Object.hasOwn(scope, name))))
  const values = Object.entries(scope).map(([name, { value }]) => {
    const read = typeof value === 'string' ? parseQuantity(value)?.value : undefined
    return [name, { value: read ?? value }]
  })
  const bare = evaluate(expression, Object.fromEntries(values))
  if (factor === 1) return
  // a difference of dates has a unit whatever is left out
  const own = bare.ok && bare.unit === undefined ? bare.value : toNumber(result.number)
  const full = toNumber(convert(result, wanted).number)
  // sizes of units are often written with few digits
  const isAlike = (a: number, b: unknown) => Math.abs(a / Number(b) - 1) < 0.005
  if (isAlike(full, own) || !isAlike(full / factor, own)) return
  throw new ExpressionError(
    `units are converted to ${describeUnit(wanted)} without being told; leave out the numbers that convert them a second time`,
  )
}

function inUnit(value: Datum, named: Unit, measured: boolean, node: Node): Datum {
  const percentage = isRatio(named) && timesHundred(node)
  return each(value, item => {
    const found = numberIn(item, subjectOf(node))
    const number = { ...found, unit: inMoneyOf(found.unit, named) }
    const wanted = inMoneyOf(named, number.unit)
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

function finish(value: Datum): Evaluated {
  const list = [value].flat() as readonly Scalar[]
  if (list.some(item => typeof item !== 'object' || item.said !== undefined))
    return finishTexts(value, list)
  const alike = unify(list as readonly Amount[])
  const numbers = alike.map(({ number }) => toNumber(number))
  if (!numbers.every(Number.isFinite))
    throw new ExpressionError('the result is too large to be stored')
  const unit = printUnit(alike[0]?.unit ?? plain)
  const shown = alike.map(({ number }) => printExact(number)).join(', ')
  const isList = Array.isArray(value)
  const text = `${isList ? `[${shown}]` : shown} ${unit}`.trim()
  const result = isList ? numbers : numbers[0]!
  return { ok: true, value: result, unit: unit || undefined, text }
}

/** One name by itself asks what quantity the text is. */
const calculated = (item: Scalar): Scalar =>
  typeof item === 'object' ? amount(item.number, item.unit) : item

/** What was chosen and not calculated is given as it stands; a list that holds a text is one of texts. */
function finishTexts(value: Datum, list: readonly Scalar[]): Evaluated {
  if (typeof value === 'boolean') return { ok: true, value, text: String(value) }
  const texts = list.map(printDatum)
  const [only = ''] = texts
  return Array.isArray(value)
    ? { ok: true, value: texts, text: JSON.stringify(texts).replaceAll('","', '", "') }
    : { ok: true, value: only, text: only }
}
