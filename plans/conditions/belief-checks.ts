// What the rows of belief-forms.ts check with.
import { RE2JS, RE2JSException } from 're2js'
import { type Quantity, toAmount } from '../expressions/quantity.ts'
import { dimension, isSameUnit, parseUnit } from '../expressions/units.ts'
import { memo } from '../memo.ts'
import { parseDate } from '../text/dates.ts'
import { type Cursor, take } from './cursor.ts'
import { compareQuantities, type Literal, showQuantity } from './literal.ts'
import type { Kind, Operator } from './types.ts'

const operators: readonly (readonly [RegExp, Operator])[] = [
  [/!=|≠|<>/iy, '!='],
  [/<=|≤|(?:at\s+most|less\s+than\s+or\s+equal\s+to|no\s+more\s+than)\b/iy, '<='],
  [/>=|≥|(?:at\s+least|greater\s+than\s+or\s+equal\s+to|no\s+less\s+than)\b/iy, '>='],
  [/<|(?:less\s+than|below|before|smaller\s+than)\b/iy, '<'],
  [/>|(?:greater\s+than|more\s+than|above|after|larger\s+than)\b|exceeds?\b/iy, '>'],
  [/={1,3}|equal\s+to\b|equals?\b/iy, '='],
  // `is 5`: the word alone compares when a literal follows
  [/(?<=\bis\s+(?:not\s+)?)(?=["'“$€£+\d.-]|true\b|false\b|ground_belief)/iy, '='],
]

/** Reads a comparison, a sign or in words. */
export function readOperator(cursor: Cursor): Operator | undefined {
  return operators.find(([pattern]) => take(cursor, pattern))?.[1]
}

/** Whether a value is of a kind; a text that reads as a number or a date counts as one. */
export function isKind(quantity: Quantity, kind: Kind): boolean {
  const { value } = quantity
  switch (kind) {
    case 'number':
      return toAmount(quantity) !== undefined
    case 'integer':
      return toAmount(quantity)?.number.d === 1n
    case 'text':
      return typeof value === 'string'
    case 'date':
      return typeof value === 'string' && parseDate(value) !== undefined
    case 'boolean':
      return (
        typeof value === 'boolean' ||
        (typeof value === 'string' && /^(?:true|false)$/i.test(value.trim()))
      )
    case 'list':
      return Array.isArray(value)
  }
}

/** A quantity with a unit, when there is one. */
export function withUnit(value: string | number, unit: string | undefined): Quantity {
  return unit === undefined ? { value } : { value, unit }
}

/** The quantity a literal stands for, or why there is none. */
export function resolve(
  literal: Literal,
  other: (name: string) => Quantity | string,
): Quantity | string {
  if (literal.type === 'belief') return other(literal.name)
  if (literal.type === 'number') return withUnit(literal.value, literal.unit)
  return { value: literal.value }
}

/** Whether the comparison holds, or a sentence why it cannot. */
export function compare(
  operator: Operator,
  value: Quantity,
  literal: Literal,
  other: (name: string) => Quantity | string,
): boolean | string {
  const wanted = resolve(literal, other)
  if (typeof wanted === 'string') return wanted
  const order =
    Array.isArray(value.value) || Array.isArray(wanted.value)
      ? compareLists(value, wanted)
      : compareQuantities(value, wanted)
  if (typeof order === 'string') return order
  switch (operator) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

/** Lists are equal item by item or not comparable. */
function compareLists(a: Quantity, b: Quantity): number | string {
  const { value: left } = a
  const { value: right } = b
  if (!Array.isArray(left) || !Array.isArray(right))
    return `cannot be compared with ${showQuantity(b)}`
  const same =
    left.length === right.length &&
    left.every(
      (item, i) =>
        compareQuantities(withUnit(item, a.unit), withUnit(right[i] as string, b.unit)) === 0,
    )
  return same ? 0 : `differs from ${showQuantity(b)}`
}

/** Whether the quantity is in that very unit, or a sentence what it is in. */
export function isIn(quantity: Quantity, unit: string): boolean | string {
  const wanted = parseUnit(unit)
  const first = Array.isArray(quantity.value) ? quantity.value[0] : quantity.value
  const read = first === undefined ? undefined : toAmount({ ...quantity, value: first })
  if (!wanted || !read) return 'is not a quantity'
  if (read.unit.parts.length === 0) return `has no unit, expected ${unit}`
  const there = quantity.unit ?? read.unit.text ?? ''
  if (dimension(read.unit) !== dimension(wanted))
    return `is in ${there}, which does not convert to ${unit}`
  return (
    isSameUnit(read.unit, wanted) || `is in ${there}, which converts to ${unit} but is not ${unit}`
  )
}

/** Whether the pattern is found in `text`, or a sentence why that cannot be told. */
export function matches(pattern: string, flags: string, text: string): boolean | string {
  const compiled = compile(pattern, flags)
  if (!compiled) return 'cannot be matched: the pattern is not one of RE2, or too large'
  if (text.length > longestMatched) return `is longer than the ${longestMatched} characters matched`
  return compiled.matcher(text).find()
}

/** RE2 takes time linear in text and pattern, so both are bounded; a pattern beyond is no condition. */
export const compile = (pattern: string, flags: string) => compiled(`${flags}/${pattern}`)

// --- internal ---

const longestMatched = 20_000
const largestProgram = 1000

const compiled = memo(500, flagged => {
  const slash = flagged.indexOf('/')
  const bits = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL }
  try {
    const all = [...flagged.slice(0, slash)].reduce((sum, flag) => sum | bits[flag as 'i'], 0)
    const made = RE2JS.compile(flagged.slice(slash + 1), all)
    return made.programSize() > largestProgram ? undefined : made
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
})
