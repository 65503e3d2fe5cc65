// Beliefs as the facts of a Prolog program, written by code and never by a model: whatever a value
// holds, it stays a value.
import type { Exact } from '../../plans/expressions/exact.ts'
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { dimension, factorOf, offsetOf, parseUnit } from '../../plans/expressions/units.ts'
import type { Value } from '../../plans/plan.ts'

/**
 * One line `belief(Name, Value, Unit).` for each belief. Names and units are atoms, the unit of what
 * has none is `none`; numbers are numbers (the engine reads 0.1 as exactly one tenth); a text is an
 * atom in single quotes, also when it looks like a number; `2024-05-31` is `date(2024,5,31)`; a list
 * is a list. Halves of characters outside the basic plane (lone surrogates) become U+FFFD.
 */
export function factsOf(beliefs: readonly NamedQuantity[]): string {
  return beliefs.map(belief => `${factOf(belief)}\n`).join('')
}

/** The units of `beliefs` and those that `program` names beside them, as the engine converts them. */
export function scalesOf(beliefs: readonly NamedQuantity[], program: string): string {
  const own = beliefs.flatMap(({ unit }) => (unit === undefined ? [] : [unit]))
  const measured = new Set(own.map(unit => parseUnit(unit)).map(unit => unit && dimension(unit)))
  const named = [...program.matchAll(/'((?:[^'\\\n]|''){1,40})'|"([^"\\\n]{1,40})"|\b[\p{L}]+\b/gu)]
    .slice(0, 2_000)
    .map(([whole, single, double]) => single ?? double ?? whole)
  return [...new Set([...own, ...named])]
    .map(text => {
      const unit = text.length <= 80 ? parseUnit(text) : undefined
      if (!unit || !measured.has(dimension(unit))) return ''
      const offset = offsetOf(unit)
      const begin = offset ? ratio(offset) : '0'
      return `scale(${quoted(text)}, ${quoted(dimension(unit))}, ${ratio(factorOf(unit))}, ${begin}).\n`
    })
    .join('')
}

/** `text` as an atom in single quotes, on one line. */
export function quoted(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/[\\']/g, character => `\\${character}`)
    .replaceAll('\n', '\\n')
    // no control or format character and no line end stands for itself; others the engine takes only so
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      character => `\\x${character.codePointAt(0)?.toString(16)}\\`,
    )
  return `'${escaped}'`
}

// --- internal ---

function factOf({ name, value, unit }: NamedQuantity): string {
  return `belief(${atom(name)}, ${termOf(value)}, ${unit === undefined ? 'none' : atom(unit)}).`
}

function termOf(value: Value): string {
  if (typeof value === 'number') return numeral(value)
  if (typeof value === 'string') return dateOf(value) ?? quoted(value)
  if (typeof value === 'boolean') return String(value)
  return `[${value.map(termOf).join(', ')}]`
}

function numeral(value: number): string {
  if (!Number.isFinite(value)) return quoted(String(value))
  if (Number.isInteger(value)) return BigInt(value).toString()
  // 1e-7 is no number in Prolog, 1.0e-7 is
  return String(value).replace(/^(-?\d+)e/, '$1.0e')
}

/** `2024-05-31` as `date(2024, 5, 31)`; none for what is no date. */
export function dateOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const at = new Date(`${text}T00:00:00Z`)
  // 30 February would roll over into March
  const real = year && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
  return real ? `date(${Number(year)}, ${Number(month)}, ${Number(day)})` : undefined
}

function atom(text: string): string {
  return /^[a-z][A-Za-z0-9_]*$/.test(text) ? text : quoted(text)
}

function ratio(value: Exact): string {
  const above = (value.s * value.n).toString()
  return value.d === 1n ? above : `${above}r${value.d}`
}
