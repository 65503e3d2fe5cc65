// Units: what they measure, how they convert, how a unit string reads. A word that is no known
// unit ("people", "boxes") is a unit of its own that cancels only against itself.

import { textOrder } from '../given.ts'
import { memo, memoOf } from '../memo.ts'
import { bounded, type Exact, fromNumber, one } from './exact.ts'
import { plainDigits } from './tokens.ts'
import { type Atom, asMoney, type Dimension, knownAtom, opaqueAtom } from './unit-words.ts'

/** A product of powers of unit words; no parts means a plain number. */
export interface Unit {
  readonly parts: readonly { readonly atom: Atom; readonly power: number }[]
  /** How it was written, when it was. */
  readonly text?: string
}

/** The unit of a plain number. */
export const plain: Unit = { parts: [] }

/** The unit `text` names, such as `km/h`, `liters per minute`, `USD/kg`, `m^2`; else `undefined`. */
export function parseUnit(text: string): Unit | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return plain
  if (trimmed.length > 80 || !/[\p{L}°%‰$€£¥₹]/u.test(trimmed)) return undefined
  return parsed(trimmed)
}

/** True when `word` is in the table of units, with or without a prefix or a plural ending. */
export function isKnownUnit(word: string): boolean {
  return knownAtom(word) !== undefined
}

/** A unit that is one word: known, or a unit of its own. */
export function unitOf(word: string): Unit {
  return { parts: [{ atom: knownAtom(word) ?? opaqueAtom(word), power: 1 }] }
}

/** The unit `said` with its words for money, such as pound or dollar, read as the currency that stands in `meant`. */
export function inMoneyOf(said: Unit, meant: Unit): Unit {
  const parts = said.parts.map(({ atom, power }) => {
    const [money] = meant.parts.flatMap(part => asMoney(atom, part.atom) ?? [])
    return { atom: money ?? atom, power }
  })
  return parts.every(({ atom }, i) => atom === said.parts[i]!.atom) ? said : { parts }
}

/** How the unit is written: as it was, or like `kg*m/s^2`. */
export function printUnit(unit: Unit): string {
  if (unit.text !== undefined) return unit.text
  const show = (power: number, name: string) => (power === 1 ? name : `${name}^${power}`)
  const above = unit.parts.filter(p => p.power > 0).map(p => show(p.power, p.atom.name))
  const below = unit.parts.filter(p => p.power < 0).map(p => show(-p.power, p.atom.name))
  return [above.join('*') || (below.length > 0 ? '1' : ''), ...below].join('/')
}

/** What the unit measures, in one spelling: `length/time`, `USD`, `1` for a plain number. */
export const dimension = memoOf((unit: Unit): string => {
  const powers = new Map<string, number>()
  for (const { atom, power } of unit.parts)
    for (const [base, times] of Object.entries(atom.dimension))
      powers.set(base, (powers.get(base) ?? 0) + times * power)
  const sorted = [...powers].sort(([a], [b]) => textOrder(a, b))
  const show = ([base, times]: [string, number]) =>
    Math.abs(times) === 1 ? base : `${base}^${Math.abs(times)}`
  const above = sorted.filter(([, times]) => times > 0).map(show)
  const below = sorted.filter(([, times]) => times < 0).map(show)
  return [above.join('*') || '1', ...below].join('/')
})

/** How many base units one of this unit is. */
export function factorOf(unit: Unit): Exact {
  return unit.parts.reduce((product, { atom, power }) => {
    const factor = power < 0 ? atom.factor.inverse() : atom.factor
    return bounded(product.mul(factor.pow(Math.abs(power))))
  }, one)
}

/** Where the scale of a unit that is just a temperature begins; `undefined` for all others. */
export function offsetOf(unit: Unit): Exact | undefined {
  const [only, ...rest] = unit.parts
  return only?.power === 1 && rest.length === 0 ? only.atom.offset : undefined
}

/** Whether the two are one unit, however spelled: the same size, and the same beginning of the scale. */
export function isSameUnit(a: Unit, b: Unit): boolean {
  const [one, other] = [offsetOf(a), offsetOf(b)]
  const begin = one && other ? one.equals(other) : one === other
  return begin && dimension(a) === dimension(b) && factorOf(a).equals(factorOf(b))
}

/** The unit of a difference of two temperatures: same size, no beginning of the scale. */
export function differenceUnit(unit: Unit): Unit {
  const parts = unit.parts.map(({ atom: { offset: _, ...atom }, power }) => ({ atom, power }))
  return { ...unit, parts }
}

/** True for percent and other units that only scale a plain number. */
export function isRatio(unit: Unit): boolean {
  return unit.parts.length > 0 && dimension(unit) === '1'
}

/** True when the unit counts things: it has no part that the table knows. */
export function isCount(unit: Unit): boolean {
  return unit.parts.length > 0 && unit.parts.every(part => part.atom.opaque)
}

/**
 * The product of `a` and `b`, or their quotient, with units of one dimension brought together:
 * `km/h` times `min` is `km` and a scale of 1/60.
 */
export function multiplyUnits(a: Unit, b: Unit, by: '*' | '/'): { unit: Unit; scale: Exact } {
  if (b.parts.length === 0 && !isRatio(a)) return { unit: a, scale: one }
  if (a.parts.length === 0 && by === '*' && !isRatio(b)) return { unit: b, scale: one }
  let scale = one
  const parts: { atom: Atom; power: number }[] = []
  const all = [...a.parts, ...(by === '*' ? b.parts : inverse(b.parts))]
  for (const { atom, power } of all) {
    const alike = parts.findIndex(p => sameDimension(p.atom.dimension, atom.dimension))
    const partner = parts[alike]
    const ratio = partner ? atom.factor.div(partner.atom.factor) : atom.factor
    const pure = Object.keys(atom.dimension).length === 0
    if (pure || partner) scale = bounded(scale.mul(ratio.pow(power)))
    if (partner) parts[alike] = { atom: partner.atom, power: partner.power + power }
    else if (!pure) parts.push({ atom, power })
  }
  const left = parts.filter(part => part.power !== 0)
  // a share of dollars is in dollars, as they were spelled
  return { unit: [a, b].find(each => isSame(each.parts, left)) ?? { parts: left }, scale }
}

/** The unit to a whole power. */
export function powerUnit(unit: Unit, exponent: number): Unit | undefined {
  const parts = unit.parts.map(({ atom, power }) => ({ atom, power: power * exponent }))
  if (parts.some(part => !Number.isInteger(part.power) || Math.abs(part.power) > 20))
    return undefined
  return exponent === 1 ? unit : { parts: parts.filter(part => part.power !== 0) }
}

// --- internal ---

type Parts = Unit['parts']

const isSame = (one: Parts, other: Parts) =>
  one.length === other.length &&
  one.every(({ atom, power }, at) => atom === other[at]!.atom && power === other[at]!.power)
interface Cursor {
  readonly tokens: readonly string[]
  at: number
}

const superscript = /[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g
const powerWords = new Map(Object.entries({ square: 2, sq: 2, cubic: 3, cu: 3 }))
const word = /^[\p{L}_°%‰$€£¥₹µ]+$/u

const parsed = memo(1_000, (trimmed): Unit | undefined => {
  const tokens = trimmed
    .replaceAll(superscript, run => `^${plainDigits(run)}`)
    .match(/\d+(?:\.\d+)?|\*\*|[\p{L}_°%‰$€£¥₹µ]+|[-^*·×/()]|\S/gu)
  const cursor = { tokens: tokens ?? [], at: 0 }
  const parts = readQuotient(cursor)
  if (!parts || cursor.at < cursor.tokens.length) return undefined
  return { parts, text: trimmed }
})

function readQuotient(cursor: Cursor): Parts | undefined {
  let parts = cursor.tokens[cursor.at] === '/' ? [] : readProduct(cursor)
  while (parts) {
    const operator = cursor.tokens[cursor.at]
    if (!operator || !['/', 'per', '*', '·', '×', '-'].includes(operator)) return parts
    cursor.at += 1
    const next = readProduct(cursor)
    const isBelow = operator === '/' || operator === 'per'
    parts = next && [...parts, ...(isBelow ? inverse(next) : next)]
  }
  return undefined
}

/** Words side by side bind closer than a slash: `J/kg K` is joule per (kilogram kelvin). */
function readProduct(cursor: Cursor): Parts | undefined {
  const parts: Parts[number][] = []
  const unknown: string[] = []
  for (let token = cursor.tokens[cursor.at]; token; token = cursor.tokens[cursor.at]) {
    if (token !== '(' && !/^\d/.test(token) && (token === 'per' || !word.test(token))) break
    const next = readFactor(cursor)
    if (!next) return undefined
    const [only] = next
    if (only?.atom.opaque && only.power === 1) unknown.push(only.atom.name)
    else parts.push(...next)
  }
  // several unknown words name one thing ("golden rings"); beside a known unit they are prose
  const measured = parts.some(part => Object.keys(part.atom.dimension).length > 0)
  if (unknown.length > 3 || (unknown.length > 0 && measured)) return undefined
  if (unknown.length > 0) parts.push({ atom: opaqueAtom(unknown.join(' ')), power: 1 })
  return parts.length > 0 ? parts : undefined
}

function readFactor(cursor: Cursor): Parts | undefined {
  const token = cursor.tokens[cursor.at] as string
  const pair = `${token} ${cursor.tokens[cursor.at + (cursor.tokens[cursor.at + 1] === '-' ? 2 : 1)]}`
  const joined = / \p{L}/u.test(pair) ? knownAtom(pair) : undefined
  const times = powerWords.get(token.toLowerCase())
  cursor.at += 1
  if (token === '(') {
    const inside = readQuotient(cursor)
    if (cursor.tokens[cursor.at] !== ')') return undefined
    cursor.at += 1
    return inside && raise(inside, cursor)
  }
  if (/^\d/.test(token)) {
    const value = fromNumber(Number(token))
    return value.n === 0n
      ? undefined
      : [{ atom: { name: token, factor: value, dimension: {} }, power: 1 }]
  }
  if (joined) {
    cursor.at += cursor.tokens[cursor.at] === '-' ? 2 : 1
    return raise([{ atom: joined, power: 1 }], cursor)
  }
  if (times && word.test(cursor.tokens[cursor.at] ?? '')) {
    const base = readFactor(cursor)
    return base?.map(part => ({ atom: part.atom, power: part.power * times }))
  }
  return raise([{ atom: knownAtom(token) ?? opaqueAtom(token), power: 1 }], cursor)
}

/** Reads `^2`, `^-1`, `**2`, or the digit of `m2`. */
function raise(parts: Parts, cursor: Cursor): Parts | undefined {
  const token = cursor.tokens[cursor.at] ?? ''
  const explicit = token === '^' || token === '**'
  const bare = /^[23]$/.test(token) && parts.length === 1 && !parts[0]?.atom.opaque
  if (!explicit && !bare) return parts
  if (explicit) cursor.at += 1
  const negative = explicit && cursor.tokens[cursor.at] === '-'
  if (negative) cursor.at += 1
  const exponent = Number(cursor.tokens[cursor.at])
  cursor.at += 1
  if (!Number.isInteger(exponent) || exponent > 9) return undefined
  const raised = parts.map(({ atom, power }) => ({ atom, power: power * exponent }))
  return negative ? inverse(raised) : raised
}

const inverse = (parts: Parts): Parts => parts.map(({ atom, power }) => ({ atom, power: -power }))

function sameDimension(a: Dimension, b: Dimension): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(k => a[k] === b[k])
}
