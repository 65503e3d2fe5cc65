// Quantities as beliefs hold them: reading one from text, and telling whether two are the same.
import { Fraction } from 'fraction.js'
import type { Value } from '../plan.ts'
import { scales } from '../text/numerals.ts'
import { unless } from '../unless.ts'
import { type Amount, add, amount, convert, map } from './amount.ts'
import { type Exact, ExpressionError, exact, fromNumber, printExact, toNumber } from './exact.ts'
import { money as signs } from './tokens.ts'
import { dimension, isCount, parseUnit, plain, type Unit } from './units.ts'

/** A value with its unit beside it. Numbers are never written with their unit inside. */
export interface Quantity {
  readonly value: Value
  readonly unit?: string | undefined
}

/** A quantity under its name: what of a belief others are told. */
export type NamedQuantity = Quantity & { readonly name: string }

/**
 * Reads a number with an optional unit as people write them: `1,234.5 km/h`, `12 %`, `$4.50`,
 * `2.5 million people`, `1/2 cup`, `5 × 10^3 m`, `3 h 20 min` (in the last unit named: 200 min),
 * `2:01:09` (hours, minutes, seconds: in s), `3:45 min`, `1:30 h`. Anything else, prose and a bare
 * `2:01` among them, is `undefined`.
 */
export function parseQuantity(text: string): Quantity | undefined {
  const read = readAmount(text)
  return read && { value: toNumber(read.number), unit: read.unit.text || undefined }
}

/**
 * Whether two quantities agree. Numbers are compared after conversion and agree when they differ by
 * no more than `relative`. Without `relative` that is 1e-9, and they also agree when one, showing at
 * least three significant digits, is the other rounded to the decimals it shows (1.67 is 1.6666,
 * 2 is not). A count and a plain number agree when the numbers do; any other quantity needs its
 * unit on both sides. Text that reads as a quantity is one; other text agrees up to case and white
 * space; lists agree item by item.
 */
export function sameQuantity(a: Quantity, b: Quantity, relative?: number): boolean {
  if (a.value === b.value && a.unit === b.unit) return true
  const left = Array.isArray(a.value) ? a.value : undefined
  const right = Array.isArray(b.value) ? b.value : undefined
  if (left && right) {
    if (left.length !== right.length) return false
    return left.every((value, i) =>
      sameQuantity({ value, unit: a.unit }, { value: right[i]!, unit: b.unit }, relative),
    )
  }
  const x = toAmount(a)
  const y = toAmount(b)
  if (x && y) return sameAmount(x, y, relative)
  return fold(String(a.value)) === fold(String(b.value)) && typeof a.value === typeof b.value
}

/** The exact amount of a quantity that is one number, or a text that reads as one; else `undefined`. */
export function toAmount({ value, unit }: Quantity): Amount | undefined {
  const given = unit === undefined ? plain : parseUnit(unit)
  if (!given) return undefined
  if (typeof value === 'number')
    return Number.isFinite(value) ? amount(fromNumber(value), given) : undefined
  if (typeof value !== 'string') return undefined
  // a clock time of two places takes its meaning from the unit beside it
  const read = readAmount(value) ?? (unit ? readAmount(`${value} ${unit}`) : undefined)
  if (!read || given === plain || read.unit.parts.length > 0) return read
  return amount(read.number, given)
}

/** Text up to case and white space. */
export function fold(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** What `unit` measures, in one spelling: `length/time`, `USD`, `1` for percent; `undefined` when it is no unit. */
export function dimensionOf(unit: string): string | undefined {
  const parsed = unit.trim() === '' ? undefined : parseUnit(unit)
  return parsed && dimension(parsed)
}

// --- internal ---

const grouped = String.raw`\d{1,3}(?:[,\u00a0\u202f\u2009]\d{3})+(?:\.\d+)?`
const decimal = String.raw`(?:${grouped}|\d+(?:\.\d+)?|\.\d+)`
const scientific = String.raw`${decimal}(?:[eE][+-]?\d+|\s*[x×*·]\s*10\^?[+-]?\d+)?`
const broken = String.raw`(?:\d+\s+)?\d+\/[1-9]\d*(?![\d/])`
const clock = String.raw`\d+(?::[0-5]\d){1,2}(?:\.\d+)?`
const number = new RegExp(
  String.raw`^\s*(${clock}|${broken}|${scientific})(?![\d:]|[.,]\d|\/\d|-\d)`,
)
const currency = /^\s*(US\$|USD|EUR|GBP|[$€£¥₹])\s*/
const shortScale = /^\s?([kKMB]|bn)\b\s*/
const longScale = /^\s*(thousand|million|billion|trillion)\b\s*/i

function readAmount(text: string): Amount | undefined {
  if (text.length > 200) return undefined
  let rest = text.trim().replace(/\.$/, '').replaceAll('−', '-')
  const sign = /^[+-]\s*/.exec(rest)?.[0] ?? ''
  rest = rest.slice(sign.length)
  const money = currency.exec(rest)
  rest = rest.slice(money?.[0].length ?? 0)
  // a number too long to calculate with is text
  return unless(ExpressionError, () => {
    const read = money ? readMoney(rest, money[1] as string) : readMeasures(rest)
    return read && sign.startsWith('-') ? map(read, value => value.neg()) : read
  })
}

function readMoney(text: string, symbol: string): Amount | undefined {
  const found = number.exec(text)
  if (!found || found[1]?.includes(':')) return undefined
  let rest = text.slice(found[0].length)
  const scale = shortScale.exec(rest) ?? longScale.exec(rest)
  rest = rest.slice(scale?.[0].length ?? 0).trim()
  const per = rest === '' || rest.startsWith('/') || rest.startsWith('per ') ? rest : undefined
  const unit =
    per === undefined
      ? undefined
      : parseUnit(`${signs.get(symbol) ?? symbol}${per.replace(/^per /, ' per ')}`)
  return unit && amount(readNumber(found[1] as string).mul(scaleOf(scale)), unit)
}

/** One measure, or several of one dimension from large to small: `5 ft 11 in`. */
function readMeasures(text: string): Amount | undefined {
  let rest = text
  let total: Amount | undefined
  while (rest !== '') {
    const found = number.exec(rest)
    if (!found) return undefined
    rest = rest.slice(found[0].length)
    const scale = longScale.exec(rest)
    rest = rest.slice(scale?.[0].length ?? 0)
    const word = /^[^\d]*(?:(?<=[/^(-]\s?|\p{L})\d[^\d\s]*)*/u.exec(rest)?.[0] ?? ''
    const tail = /\d/.test(rest.slice(word.length)) && !/[/^]/.test(rest) ? word : rest
    rest = rest.slice(tail.length)
    const part = readMeasure(found[1] as string, tail.replace(/(?:,|\band)\s*$/, '').trim())
    if (!part) return undefined
    const scaled = scale ? map(part, n => n.mul(scaleOf(scale))) : part
    if (
      total &&
      (total.unit.parts.length === 0 || dimension(total.unit) !== dimension(scaled.unit))
    )
      return undefined
    total = total ? add(convert(total, scaled.unit), scaled) : scaled
  }
  return total
}

/** What a word or letter behind a number makes of it. */
function scaleOf(found: RegExpExecArray | null): Exact {
  return fromNumber(scales[found?.[1]?.toLowerCase() ?? ''] ?? 1)
}

function readMeasure(digits: string, unit: string): Amount | undefined {
  const parsed = unit.startsWith('(') ? undefined : parseUnit(unit)
  if (!parsed) return undefined
  if (!digits.includes(':')) return amount(readNumber(digits), parsed)
  const places = digits.split(':').map(part => exact(part))
  const seconds = places.reduce((sum, part) => sum.mul(60).add(part), new Fraction(0))
  if (places.length === 3 && (unit === '' || dimension(parsed) === 'time'))
    return amount(seconds, parseUnit('s') as Unit)
  // two places mean hours and minutes, or minutes and seconds: the unit decides
  const largest = parseUnit(unit === '' ? 'x' : unit) as Unit
  return dimension(largest) === 'time' ? amount(seconds.div(60), largest) : undefined
}

function readNumber(text: string): Exact {
  const fraction = /^(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(text)
  if (fraction) {
    const [, whole = '0', above = '0', below = '1'] = fraction
    return exact(whole).add(exact(above).div(exact(below)))
  }
  const [mantissa = '', exponent] = text
    .replaceAll(/[,\u00a0\u202f\u2009\s]/g, '')
    .split(/[x×*·]10\^?/)
  return exact(exponent === undefined ? mantissa : `${mantissa}e${exponent}`)
}

function sameAmount(a: Amount, b: Amount, relative?: number): boolean {
  const bare = (unit: Unit) => unit.parts.length === 0
  const counted = (bare(a.unit) && isCount(b.unit)) || (bare(b.unit) && isCount(a.unit))
  if (!counted && dimension(a.unit) !== dimension(b.unit)) return false
  const there = counted ? b.number : convert(b, a.unit).number
  const size = a.number.abs().gt(there.abs()) ? a.number.abs() : there.abs()
  const gap = a.number.sub(there).abs()
  if (gap.lte(size.mul(fromNumber(relative ?? 1e-9)))) return true
  if (relative !== undefined) return false
  const back = counted ? a.number : convert(a, b.unit).number
  return isRounding(a.number, there) || isRounding(b.number, back)
}

/** `shown`, with three significant digits or more, is `full` rounded to the decimals `shown` has. */
function isRounding(shown: Exact, full: Exact): boolean {
  const text = printExact(shown)
  const digits = text.replace(/^[-0.]+/, '').replace('.', '')
  if (digits.length < 3 || text.includes('e')) return false
  const decimals = text.split('.')[1]?.length ?? 0
  const half = new Fraction(1n, 2n * 10n ** BigInt(decimals))
  return shown.sub(full).abs().lte(half)
}
