// Arithmetic on exact numbers with units.

import {
  bounded,
  compare,
  type Exact,
  ExpressionError,
  one,
  power,
  printExact,
  same,
  toNumber,
  zero,
} from './exact.ts'
import {
  differenceUnit,
  dimension,
  factorOf,
  isCount,
  multiplyUnits,
  offsetOf,
  plain,
  powerUnit,
  printUnit,
  type Unit,
} from './units.ts'

/** So many of a unit: 60 `km/h` is `{ number: 60, unit: km/h }`. */
export interface Amount {
  readonly number: Exact
  readonly unit: Unit
  /** The text it was read from: who only chooses among values gets what stands there. */
  readonly said?: string
}

export function amount(number: Exact, unit: Unit = plain): Amount {
  return { number, unit }
}

/** `60 km/h`, with at most 15 significant digits. */
export function printAmount({ number, unit }: Amount): string {
  const name = printUnit(unit)
  return name === '' ? printExact(number) : `${printExact(number)} ${name}`
}

/** The same quantity in `unit`; refuses when the two measure different things. */
export function convert(a: Amount, unit: Unit): Amount {
  requireSame('convert', a.unit, unit)
  const from = offsetOf(a.unit)
  const to = offsetOf(unit)
  if (from && to) {
    const base = a.number.mul(factorOf(a.unit)).add(from)
    return amount(bounded(base.sub(to).div(factorOf(unit))), unit)
  }
  return scaleTo(a, to ? differenceUnit(unit) : unit)
}

/** A number that carries no unit, for exponents, digits and the like. */
export function plainNumber(a: Amount, what: string): Exact {
  if (dimension(a.unit) !== '1')
    throw new ExpressionError(`${what} must be a plain number, not ${printAmount(a)}`)
  return convert(a, plain).number
}

export function add(a: Amount, b: Amount): Amount {
  requireSame('add', a.unit, b.unit)
  requireClear(a, b)
  return amount(bounded(a.number.add(scaleTo(b, a.unit).number)), a.unit)
}

/**
 * Subtracting two temperatures gives a difference of temperature, which has no zero point. Kelvins taken from
 * degrees of another scale are such a difference, as they are when they are added.
 */
export function subtract(a: Amount, b: Amount): Amount {
  requireSame('subtract', a.unit, b.unit)
  requireClear(a, b)
  const [from, to] = [offsetOf(a.unit), offsetOf(b.unit)]
  const points = from && to && (from.n === 0n || to.n !== 0n)
  const right = points ? convert(b, a.unit) : scaleTo(b, a.unit)
  const unit = points ? differenceUnit(a.unit) : a.unit
  return amount(bounded(a.number.sub(right.number)), unit)
}

export function multiply(a: Amount, b: Amount): Amount {
  const { unit, scale } = multiplyUnits(a.unit, b.unit, '*')
  return amount(bounded(bounded(a.number.mul(b.number)).mul(scale)), unit)
}

export function divide(a: Amount, b: Amount): Amount {
  if (b.number.n === 0n) throw new ExpressionError(`division by zero: ${printAmount(a)} by 0`)
  const { unit, scale } = multiplyUnits(a.unit, b.unit, '/')
  return amount(bounded(bounded(a.number.div(b.number)).mul(scale)), unit)
}

/**
 * What is left of `a` after taking away whole multiples of `b`, a plain number being so many of its unit; has the
 * sign of `b`.
 */
export function remainder(a: Amount, b: Amount): Amount {
  const right = b.unit === plain ? amount(b.number, a.unit) : convert(b, a.unit)
  if (right.number.n === 0n) throw new ExpressionError('division by zero: remainder by 0')
  const times = a.number.div(right.number).floor()
  return amount(bounded(a.number.sub(right.number.mul(times))), a.unit)
}

export function raise(a: Amount, exponent: Amount): Amount {
  const by = plainNumber(exponent, 'an exponent')
  const base = dimension(a.unit) === '1' ? convert(a, plain) : a
  const unit = powerUnit(base.unit, toNumber(by))
  if (!unit)
    throw new ExpressionError(`${printAmount(a)} to the power ${printExact(by)} has no unit`)
  return amount(power(base.number, by), unit)
}

/** Less than zero, zero, or more. */
export function order(a: Amount, b: Amount): number {
  requireSame('compare', a.unit, b.unit)
  return compare(a.number, convert(b, a.unit).number)
}

/** What the order of two amounts has to be, by the sign that asks for it. */
export const comparisons: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['=', order => order === 0],
  ['==', order => order === 0],
  ['!=', order => order !== 0],
  ['<', order => order < 0],
  ['<=', order => order <= 0],
  ['>', order => order > 0],
  ['>=', order => order >= 0],
])

/** All in the unit of the first; a list of temperatures stays one of points on the scale. */
export function unify(list: readonly Amount[]): readonly Amount[] {
  const [first] = list
  return first ? list.map(item => convert(item, first.unit)) : list
}

/** Changes the number and keeps the unit. */
export function map(a: Amount, change: (number: Exact) => Exact): Amount {
  return amount(bounded(change(a.number)), a.unit)
}

/** How a unit is spoken of in an error: `length (km)`. */
export function describeUnit(unit: Unit): string {
  if (unit.parts.length === 0) return 'a plain number'
  const what = dimension(unit)
  const name = printUnit(unit)
  if (isCount(unit) || what === name) return name
  return what === '1' ? `a plain number (${name})` : `${what} (${name})`
}

// --- internal ---

function scaleTo(a: Amount, unit: Unit): Amount {
  return amount(bounded(bounded(a.number.mul(factorOf(a.unit))).div(factorOf(unit))), unit)
}

function requireSame(verb: string, a: Unit, b: Unit): void {
  if (dimension(a) === dimension(b)) return
  const joint = verb === 'convert' ? 'to' : 'and'
  throw new ExpressionError(`cannot ${verb} ${describeUnit(a)} ${joint} ${describeUnit(b)}`)
}

/** `100 + 20 %` reads as 120 to some and as 100.2 to others; `1 + 20 %` is 1.2 to all. */
function requireClear(a: Amount, b: Amount): void {
  const percent = printUnit(b.unit) !== '' && dimension(b.unit) === '1'
  if (percent && a.unit.parts.length === 0 && !same(a.number.abs(), one) && a.number.n !== zero.n)
    throw new ExpressionError(
      `${printAmount(a)} plus or minus ${printAmount(b)} can be read in two ways; write ${printExact(a.number)} * (1 + ${printAmount(b)})`,
    )
}
