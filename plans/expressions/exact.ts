// Exact numbers: fractions of whole numbers, bounded in size so that no expression can hang.
// Roots, logarithms and the like are taken to 40 digits.
import { Decimal } from 'decimal.js'
import { Fraction } from 'fraction.js'

/** A rational number. */
export type Exact = Fraction

/** What is wrong with an expression, as one sentence for the model or the person who wrote it. */
export class ExpressionError extends Error {}

/** What is said of a text in a refusal. */
export const shorten = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 37)}...` : text

const digits = 40
const Decimal40 = Decimal.clone({ precision: digits, toExpPos: 21, toExpNeg: -7, defaults: true })

/** Largest power of ten that is calculated with; a belief holds at most about 1.8e308. */
const largestExponent = 400

/** Numerators and denominators longer than this many hexadecimal digits are cut to 40 digits. */
const longestHex = 400

/** Up to here a JavaScript number is exact. */
const largestSafe = BigInt(Number.MAX_SAFE_INTEGER)

export const zero = new Fraction(0n, 1n)
export const one = new Fraction(1n, 1n)

/** The number that `text` spells in decimal or scientific notation, exactly, e.g. `0.1`, `-2.5e6`. */
export function exact(text: string): Exact {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/.exec(text)
  const [, sign, whole = '', part = '', power = '0'] = parts ?? []
  const mantissa = whole + part
  if (!mantissa) throw new ExpressionError(`"${shorten(text)}" is not a number`)
  const shift = Number(power) - part.length
  if (mantissa.length > largestExponent || Math.abs(shift) > 2 * largestExponent)
    throw new ExpressionError(
      `the number ${shorten(text)} is too long or too large to calculate with`,
    )
  const value = BigInt(sign === '-' ? `-${mantissa}` : mantissa)
  const scale = 10n ** BigInt(Math.abs(shift))
  return bounded(shift < 0 ? new Fraction(value, scale) : new Fraction(value * scale, 1n))
}

/** The number a JavaScript number shows: 0.1 is one tenth. */
export function fromNumber(value: number): Exact {
  if (Number.isSafeInteger(value)) return new Fraction(BigInt(value), 1n)
  return exact(String(value))
}

/** Bounds the size of a result: too large is an error, too many digits are rounded to 40. */
export function bounded(value: Exact): Exact {
  if (value.n <= largestSafe && value.d <= largestSafe) return value
  const above = value.n.toString(16).length
  const below = value.d.toString(16).length
  if (Math.abs((above - below) * Math.log10(16)) > largestExponent)
    throw new ExpressionError('a number gets too large or too small to calculate with')
  return Math.max(above, below) <= longestHex ? value : fromDecimal(toDecimal(value))
}

/** Applies a function that has no exact result; the result is right to 40 digits. */
export function approximate(value: Exact, by: (decimal: Decimal) => Decimal): Exact {
  return fromDecimal(by(toDecimal(value)))
}

/** `base` to the power `exponent`: exact for whole exponents and whole roots while the result stays small. */
export function power(base: Exact, exponent: Exact): Exact {
  if (base.n === 0n) {
    if (exponent.s < 0n) throw new ExpressionError('division by zero: 0 to a negative power')
    return exponent.n === 0n ? one : zero
  }
  if (Math.abs(magnitude(base) * toNumber(exponent)) > largestExponent)
    throw new ExpressionError('a power gets too large or too small to calculate with')
  if (exponent.d === 1n && exponent.n <= 2000n)
    return bounded(wholePower(exponent.s < 0n ? base.inverse() : base, exponent.n))
  if (base.s < 0n && exponent.d !== 1n)
    throw new ExpressionError('a negative number has no real power with a broken exponent')
  if (exponent.d === 2n || exponent.d === 3n) {
    // exact where 40 digits say it
    const root = approximate(base, decimal => (exponent.d === 2n ? decimal.sqrt() : decimal.cbrt()))
    return power(root, new Fraction(exponent.s * exponent.n, 1n))
  }
  return fromDecimal(toDecimal(base).pow(toDecimal(exponent)))
}

/** True when the two differ by no more than calculating with 40 digits can account for. */
export function same(a: Exact, b: Exact): boolean {
  if (a.equals(b)) return true
  const size = a.abs().add(b.abs())
  return a
    .sub(b)
    .abs()
    .lte(size.div(2n * 10n ** 30n))
}

/** Less than zero, zero, or more: how `a` compares with `b`. */
export function compare(a: Exact, b: Exact): number {
  return same(a, b) ? 0 : a.compare(b)
}

/** The nearest whole number when `value` is one up to 30 digits; else `value` itself. */
export function settle(value: Exact): Exact {
  const whole = value.round()
  return same(whole, value) ? whole : value
}

export function toNumber(value: Exact): number {
  if (value.d === 1n && value.n <= largestSafe) return Number(value.s * value.n)
  return Number(toDecimal(value).toSignificantDigits(25).toString())
}

/** At most 15 significant digits; a whole number of up to 40 digits is shown whole. */
export function printExact(value: Exact): string {
  const whole = (value.s * value.n).toString()
  if (value.d === 1n && whole.length <= 40) return whole
  return toDecimal(value).toSignificantDigits(15).toString()
}

/** The number with so many decimals, half away from zero: `0.0000` of a very small one. */
export function toDecimals(value: Exact, places: number): string {
  return toDecimal(value).toFixed(places, Decimal.ROUND_HALF_UP)
}

/** The number as a power of ten with so many decimals: `5.27e-26`. */
export function toScientific(value: Exact, places: number): string {
  return toDecimal(value).toExponential(places, Decimal.ROUND_HALF_UP).replace('e+', 'e')
}

/** The number rounded to so many significant digits. */
export function toSignificant(value: Exact, places: number): Exact {
  return fromDecimal(toDecimal(value).toSignificantDigits(places, Decimal.ROUND_HALF_UP))
}

function toDecimal(value: Exact): Decimal {
  return new Decimal40((value.s * value.n).toString()).div(value.d.toString())
}

function fromDecimal(value: Decimal): Exact {
  if (!value.isFinite() || Math.abs(value.e) > largestExponent)
    throw new ExpressionError('a number gets too large or too small to calculate with')
  return exact(value.toString())
}

function wholePower(base: Exact, exponent: bigint): Exact {
  if (exponent === 0n) return one
  const half = wholePower(base, exponent >> 1n)
  const even = bounded(half.mul(half))
  return exponent & 1n ? bounded(even.mul(base)) : even
}

/** The power of ten of a number, nearly; exact enough next to 1. */
function magnitude(value: Exact): number {
  const near = Number(value.n) / Number(value.d)
  if (Number.isFinite(near) && near > 0) return Math.log10(near)
  return (value.n.toString(16).length - value.d.toString(16).length) * Math.log10(16)
}
