// Slots in the texts of a plan: `{role}` stands for the value of a belief. Filling copies values;
// nothing is ever evaluated, and a value that looks like a slot stays the text it is.

import { printExact, toDecimals, toScientific, toSignificant } from './expressions/exact.ts'
import { toAmount } from './expressions/quantity.ts'
import type { Value } from './plan.ts'
import { inQuery, isQuery } from './text/query.ts'

/** JSON, as it travels between a model, a tool, a plan and the journal. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** The filled template, or the roles that had no value: then nothing was filled. */
type Filled<T> = { readonly filled: T } | { readonly missing: readonly string[] }

const TOKEN = /\{\{|\}\}|\{([a-z][a-z0-9_]*)(?::(,?(?:\d{1,2}|\.\d{1,2}[efg]?)))?\}/g
const ONLY_SLOT = /^\{([a-z][a-z0-9_]*)\}$/

/**
 * The roles a template names, in order of first appearance. A template is a string or the JSON
 * input of a tool call; keys of objects are never slots. `{{` and `}}` stand for single braces, and
 * a brace that opens no slot is ordinary text. `{share:2}` and `{share:.2f}` fix the decimals of a
 * number, `{p:.2e}` is scientific, `{p:.3g}` has so many significant digits, a comma before groups.
 */
export function slots(template: Json): readonly string[] {
  const found = new Set<string>()
  for (const text of texts(template))
    for (const match of text.matchAll(TOKEN)) if (match[1] !== undefined) found.add(match[1])
  return [...found]
}

/** Every slot of a text, with the role it names and where it stands. */
export function slotsAt(
  text: string,
): readonly { readonly role: string; readonly slot: string; readonly index: number }[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: slot, 1: role, index }) =>
    role === undefined ? [] : [{ role, slot, index }],
  )
}

/** The text with something else in the place of each slot; doubled braces stay. */
export function replaceSlots(text: string, by: (role: string, slot: string, at: number) => string) {
  return text.replace(TOKEN, (token, role: string | undefined, _format, at: number) =>
    role === undefined ? token : by(role, token, at),
  )
}

/** A text with slots that was written as code writes a text, in quotes: the text in them. */
export function unquoted(text: string): string {
  const inner = /^\s*(["'`])((?:(?!\1).)*)\1\s*$/s.exec(text)?.[2]
  return inner !== undefined && slots(inner).length > 0 ? unescaped(inner) : text
}

/** What stands between quotes: `\n` begins a line, `\t` is a tab, any other mark is itself. */
export const unescaped = (quoted: string): string =>
  quoted.replaceAll(/\\(.)/gs, (_, mark: string) => ({ n: '\n', t: '\t' })[mark] ?? mark)

/**
 * Writes the values of roles into a text. Numbers are written as JavaScript writes them, lists with commas, or an item
 * a line where the slot has a line of the text for itself, be it behind a bullet. A text is never a query, whatever it begins with.
 */
export function fill(template: string, values: Readonly<Record<string, Value>>): Filled<string> {
  return ifComplete(template, values, () => interpolate(template, values, false))
}

/**
 * Fills the JSON input of a tool call. A string that is exactly one slot becomes the value itself
 * (a number stays a number, a list a list); any other string is filled as text. In a query in SQL a
 * value cannot leave its place: quotes in it are doubled, and what stands bare is quoted where needed.
 */
export function fillInput<T extends Json>(
  template: T,
  values: Readonly<Record<string, Value>>,
): Filled<Json> {
  return ifComplete(template, values, () =>
    withTexts(template, text => {
      const only = ONLY_SLOT.exec(text)?.[1]
      return only === undefined ? interpolate(text, values, isQuery(text)) : values[only]!
    }),
  )
}

/** The template that gives back `text` unchanged: every brace doubled. */
export function escapeSlots(text: string): string {
  return text.replace(/[{}]/g, brace => brace + brace)
}

function ifComplete<T>(
  template: Json,
  values: Readonly<Record<string, Value>>,
  build: () => T,
): Filled<T> {
  const missing = slots(template).filter(role => !Object.hasOwn(values, role))
  return missing.length > 0 ? { missing } : { filled: build() }
}

/** All texts and numbers in a value, as texts. */
export function* texts(value: Json): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value)
  else if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) yield* texts(inner)
}

/** The value with other texts in the place of its own. */
export function withTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(inner => withTexts(inner, change))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withTexts(inner as Json, change)]),
  )
}

function interpolate(
  text: string,
  values: Readonly<Record<string, Value>>,
  query: boolean,
): string {
  return text.replace(
    TOKEN,
    (token, role: string | undefined, format: string | undefined, at: number) => {
      if (role === undefined) return token.slice(1)
      const value = values[role]!
      if (query && format === undefined) return inQuery(text, at, token.length, value)
      return spell(value, format, partedBy(text, at, token.length))
    },
  )
}

/** What parts the items of a list: of a slot that has a line of a longer text for itself the end of it, or the bullet of its line. */
function partedBy(text: string, at: number, length: number): string {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  const isEnd = (text[at + length] ?? '\n') === '\n'
  if (isEnd && /^ *[-*•] +$/.test(before)) return `\n${before}`
  return isEnd && before === '' && text.includes('\n') ? '\n' : ', '
}

function spell(value: Value, format: string | undefined, between = ', '): string {
  if (Array.isArray(value)) return value.map(item => spell(item, format)).join(between)
  return format === undefined ? String(value) : printNumber(value, format)
}

// --- internal ---

/**
 * `value` in the form that a slot asks for: `2` or `.2f` fixes the decimals, `.2e` writes a power of ten,
 * `.3g` gives significant digits; a comma before groups thousands. What is no number stays as it is.
 */
function printNumber(value: Value, format: string): string {
  const [, comma, digits = '0', form = 'f'] = /^(,?)\.?(\d{1,2})([efg]?)$/.exec(format) ?? []
  const number = toAmount({ value })?.number
  if (!number) return String(value)
  const places = Math.min(Number(digits), 40)
  const text =
    form === 'e'
      ? toScientific(number, places)
      : form === 'g'
        ? printExact(toSignificant(number, Math.max(1, places)))
        : toDecimals(number, places)
  return comma ? text.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ',')) : text
}
