// What the rows of belief-forms.ts check with.

import { RE2JS, RE2JSException } from 're2js'
import { comparisons } from '../expressions/amount.ts'
import { type Quantity, toAmount } from '../expressions/quantity.ts'
import { dimension, isSameUnit, parseUnit } from '../expressions/units.ts'
import { memo } from '../memo.ts'
import { parseDate } from '../text/dates.ts'
import { unless } from '../unless.ts'
import { type Cursor, take } from './cursor.ts'
import { compareQuantities, type Literal } from './literal.ts'

/** Finds the quantity of another belief, or says why there is none. */
export type Other = (name: string) => Quantity | string

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** Reads a comparison, a sign or in words. */
export function readOperator(cursor: Cursor): Operator | undefined {
  return operators.find(([pattern]) => take(cursor, pattern))?.[1]
}

/** Whether a value is of a kind; a text that reads as a number or a date counts as one. */
export const kinds = {
  number: quantity => toAmount(quantity) !== undefined,
  integer: quantity => toAmount(quantity)?.number.d === 1n,
  text: ({ value }) => typeof value === 'string',
  date: ({ value }) => typeof value === 'string' && parseDate(value) !== undefined,
  boolean: ({ value }) =>
    typeof value !== 'object' && /^\s*(?:true|false)\s*$/i.test(String(value)),
  list: ({ value }) => Array.isArray(value),
} satisfies Readonly<Record<string, (quantity: Quantity) => boolean>>

/** The quantity a literal stands for, or why there is none. */
export const resolve = (literal: Literal, other: Other): Quantity | string =>
  'belief' in literal ? other(literal.belief) : literal

/** Whether the comparison holds, or a sentence why it cannot. */
export function compare(
  operator: Operator,
  value: Quantity,
  literal: Literal,
  other: Other,
): boolean | string {
  const wanted = resolve(literal, other)
  const order = typeof wanted === 'string' ? wanted : compareQuantities(value, wanted)
  return typeof order === 'string' ? order : comparisons.get(operator)!(order)
}

/** Whether the quantity is in that very unit, or a sentence what it is in. */
export function isIn(quantity: Quantity, unit: string): boolean | string {
  const wanted = parseUnit(unit)
  const first = Array.isArray(quantity.value) ? quantity.value[0] : quantity.value
  const read = first === undefined ? undefined : toAmount({ ...quantity, value: first })
  if (!wanted || !read) return 'is not a quantity'
  if (read.unit.parts.length === 0) return `has no unit, expected ${unit}`
  const there = quantity.unit ?? read.unit.text
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

const longestMatched = 20_000
const largestProgram = 1000

const compiled = memo(500, flagged => {
  const slash = flagged.indexOf('/')
  const bits = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL }
  const all = [...flagged.slice(0, slash)].reduce((sum, flag) => sum | bits[flag as 'i'], 0)
  const made = unless(RE2JSException, () => RE2JS.compile(flagged.slice(slash + 1), all))
  return made && made.programSize() <= largestProgram ? made : undefined
})
