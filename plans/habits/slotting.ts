// The input of a tool call as a template: the values of roles taken out, slots put in their place.
// What cannot be told apart is not guessed at.

import { canonical } from '../canonical.ts'
import type { Quantity } from '../expressions/expression.ts'
import { textOrder } from '../given.ts'
import type { Value } from '../plan.ts'
import {
  escapeSlots,
  fillInput,
  type Json,
  replaceSlots,
  slotsAt,
  texts,
  withTexts,
} from '../template.ts'
import { isNameIn, isQuery, ordinary, quoteAt, spelledQuery } from '../text/query.ts'
import { asPattern } from '../text/words.ts'

/** A call with slots where values of roles stood. */
export interface Slotted {
  readonly template: Json
  /** Roles that have a slot. */
  readonly used: ReadonlySet<string>
  /** What is left of every text and number of the input; a zero character stands where a slot is. */
  readonly rest: readonly string[]
}

/**
 * Takes the values of `roles` out of `input`: whole texts, numbers and lists, and inside a text what
 * stands on its own there, longest values first. A short or ordinary word is taken only whole or
 * between quotes, a single digit only where it stands once. `undefined` when a value could be that of two roles;
 * filled with the same values, the template gives back `input`.
 */
export function slotted(
  input: Json,
  roles: Readonly<Record<string, Quantity>>,
): Slotted | undefined {
  const values = Object.fromEntries(Object.entries(roles).map(([role, q]) => [role, q.value]))
  const found: string[] = []
  const rest: string[] = []
  let ambiguous = false
  const only = (matching: readonly string[]): string | undefined => {
    const [first, ...more] = matching
    if (more.length > 0) ambiguous = true
    if (first !== undefined) found.push(first)
    return first
  }
  const walk = (node: Json): Json => {
    const whole = only(rolesOf(node, values))
    if (whole !== undefined) return `{${whole}}`
    if (typeof node === 'number') rest.push(String(node))
    if (typeof node === 'string') return inside(node)
    if (node === null || typeof node !== 'object') return node
    if (Array.isArray(node)) return node.map(walk)
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, walk(inner)]))
  }
  const inside = (text: string): string => {
    let parts: readonly Part[] = [{ text, at: 0 }]
    for (const [spelled, named] of spellings(values)) {
      const next = parts.flatMap(part =>
        'role' in part ? [part] : cut(part, spelled, text, () => only(named)),
      )
      parts = next
    }
    rest.push(parts.map(part => ('role' in part ? '\0' : part.text)).join(''))
    return parts.map(part => ('role' in part ? `{${part.role}}` : escapeSlots(part.text))).join('')
  }
  const template = walk(input)
  const twice = [...new Set(found)].some(
    role => isDigit(values[role]!) && found.filter(each => each === role).length > 1,
  )
  if (ambiguous || twice) return undefined
  const back = fillInput(template, values)
  const same = 'filled' in back && canonical(back.filled) === canonical(input)
  return same ? { template: evened(template, values), used: new Set(found), rest } : undefined
}

/**
 * A role whose value may not be set into `template`, or `undefined`: one that holds the quote it would
 * stand between. In a query `fillInput` doubles it; how another language writes it nobody knows here.
 */
export function misplaced(
  template: Json,
  values: Readonly<Record<string, Value>>,
): string | undefined {
  for (const text of texts(template)) {
    if (isQuery(text)) continue
    for (const { role, slot, index } of slotsAt(text)) {
      if (!Object.hasOwn(values, role) || slot === text) continue
      const quote = quoteAt(text, index)
      if (quote !== undefined && String(values[role]).includes(quote)) return role
    }
  }
  return undefined
}

// --- internal ---

type Part = { readonly text: string; readonly at: number } | { readonly role: string }

/** The template with every query in one spelling, and quotes around what stands bare in it as a word: a name. */
const evened = (template: Json, values: Readonly<Record<string, Value>>): Json =>
  withTexts(template, text => (isQuery(text) ? spelledQuery(withQuotes(text, values)) : text))

function withQuotes(query: string, values: Readonly<Record<string, Value>>): string {
  return replaceSlots(query, (role, slot, at) => {
    const bare = quoteAt(query, at) === undefined
    return bare && /^[\p{L}_]/u.test(String(values[role])) ? `"${slot}"` : slot
  })
}

const isDigit = (value: Value) => typeof value === 'number' && /^\d$/.test(String(value))

/** The roles whose whole value this is. */
function rolesOf(node: Json, values: Readonly<Record<string, Value>>): readonly string[] {
  if (node === '') return []
  const spelled = canonical(node)
  return Object.keys(values).filter(role => canonical(values[role]) === spelled)
}

/** How values stand inside a text, longest first, each with the roles that have it. */
function spellings(
  values: Readonly<Record<string, Value>>,
): readonly (readonly [spelled: string, roles: readonly string[]])[] {
  const found = new Map<string, string[]>()
  for (const [role, value] of Object.entries(values)) {
    if (typeof value === 'object' || typeof value === 'boolean' || value === '') continue
    const spelled = String(value)
    found.set(spelled, [...(found.get(spelled) ?? []), role])
  }
  return [...found].sort(([a], [b]) => b.length - a.length || textOrder(a, b))
}

/** The part with every place of `spelled` that stands on its own turned into the role `take` names. */
function cut(
  part: { readonly text: string; readonly at: number },
  spelled: string,
  whole: string,
  take: () => string | undefined,
): readonly Part[] {
  const cuts: Part[] = []
  let from = 0
  for (const match of part.text.matchAll(standing(spelled))) {
    const at = part.at + match.index
    if (!standsApart(spelled, whole, at)) continue
    const role = take()
    if (role === undefined) continue
    cuts.push({ text: part.text.slice(from, match.index), at: part.at + from }, { role })
    from = match.index + spelled.length
  }
  return [...cuts, { text: part.text.slice(from), at: part.at + from }].filter(
    each => 'role' in each || each.text !== '',
  )
}

function standing(spelled: string): RegExp {
  const letters = asPattern(spelled)
  return /^-?\d/.test(spelled)
    ? new RegExp(`(?<![\\p{L}\\p{N}_]|\\d[.,])${letters}(?![\\p{L}\\p{N}_]|[.,]\\d)`, 'gu')
    : new RegExp(`(?<![\\p{L}\\p{N}_])${letters}(?![\\p{L}\\p{N}_])`, 'gu')
}

/** Whether what stands there can be nothing but the value. */
function standsApart(spelled: string, whole: string, at: number): boolean {
  const before = whole.slice(0, at)
  const after = whole.slice(at + spelled.length)
  if (/^\d{1,2}$/.test(spelled) && /\bround\(.*,\s*$/i.test(before) && /^\s*\)/.test(after))
    return false
  if (!ordinary(spelled) || isNameIn(whole, spelled, at + spelled.length)) return true
  const quote = before.at(-1) ?? ''
  return '\'"`['.includes(quote) && quote !== '' && after.startsWith(quote === '[' ? ']' : quote)
}
