// How a value follows from beliefs: by arithmetic over their names, or by their values set into a
// text. One notation for a plan's executable steps and for the derivations that a verifier repeats.

import type { Value } from '../plan.ts'
import { show } from '../show.ts'
import { fill, replaceSlots, slots, slotsAt, unquoted } from '../template.ts'
import { withoutNumbering } from '../text/numerals.ts'
import { type Evaluated, evaluate, givesText, names, type Quantity } from './expression.ts'

/**
 * Evaluates `derivation` over `beliefs`. With `{role}` slots it is a text, such as
 * `{name}, {share}%`, and gives that text filled, of several lists of one length a text for each of their rows, or
 * these rows between the lines that hold no list; without, it is an expression, or the bare name of a belief, whose value it gives. `unit` is the unit wanted of a
 * number. Never throws.
 */
export function derive(
  derivation: string,
  beliefs: Readonly<Record<string, Quantity>>,
  unit?: string,
): Evaluated {
  const bare = derivation.trim()
  const known = Object.hasOwn(beliefs, bare) ? beliefs[bare] : undefined
  if (known && unit === undefined)
    return { ok: true, value: known.value, unit: known.unit, text: show(known) }
  const text = textOf(derivation)
  if (text === undefined) return evaluate(derivation, beliefs, unit)
  const inner = computedIn(text, Object.keys(beliefs))
  if (inner !== undefined) return { ok: false, error: inner }
  const values = Object.fromEntries(Object.entries(beliefs).map(([name, b]) => [name, b.value]))
  const blocks = blocksOf(text, values)
  // what has a line for itself is filled as such
  const end = blocks.length > 1 ? '\n' : ''
  const filled = blocks.map(block => rowsOf(block, values).map(row => fill(block + end, row)))
  const missing = filled.flat().find(each => 'missing' in each)?.missing
  if (missing) return { ok: false, error: `nothing is believed about ${missing.join(', ')}` }
  const texts = filled.flat().flatMap(each => ('filled' in each ? [each.filled] : []))
  const isOne = blocks.length > 1 || texts.length === 1
  const whole = texts.join('')
  const value = isOne ? whole.slice(0, whole.length - end.length) : texts
  return { ok: true, value, text: [value].flat().join(', ') }
}

/**
 * The text with slots that a derivation is, without quotes around it; `undefined` for an expression,
 * also for one that puts such texts together: `"{name}: " + if(a > b, "yes", "no")`.
 */
export function textOf(derivation: string): string | undefined {
  if (slots(derivation).length === 0) return undefined
  const text = unquoted(derivation)
  return text === derivation && (givesText(text) || isProgram(text)) ? undefined : text
}

/** Why the braces of a text hold more than a role and how its number is written, with the way out. */
export function computedIn(text: string, known: readonly string[]): string | undefined {
  const found = text.match(/(?<!\{)\{[^{}]+\}(?!\})/g)?.find(braces => {
    const [inner = ''] = braces.slice(1, -1).split(/:[,.\d]/)
    const read = slotsAt(braces).length === 0 ? names(inner, known) : undefined
    return read?.some(name => known.includes(name))
  })
  return (
    found &&
    `${found} stands in a text, where braces hold one role; compute it in a step before, and name its role in the braces`
  )
}

/** The words with digits that a text with slots brings along by itself, its numbering, days and what is in `known` aside. */
export function ownDigits(text: string, known: ReadonlySet<string>): readonly string[] {
  const rest = withoutNumbering(text).replaceAll(/(?:\{[a-z0-9_]+\}|\d{4})-\d{2}-\d{2}/g, ' ')
  const words = wordsIn(replaceSlots(rest, () => ' '))
  return [...new Set(words)].filter(word => /\d/.test(word) && !known.has(word))
}

/** Words and numbers as they are written: `CO2`, `1,000`. */
export const wordsIn = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}]+(?:[.,]\d+)*/gu) ?? []

/**
 * The names of `known` that `derivation` reads: a text with slots names its slots, whatever is known.
 * None when it is not understood.
 */
export function readBy(derivation: string, known: readonly string[]): readonly string[] {
  if (textOf(derivation) !== undefined) return slots(derivation)
  const bare = derivation.trim()
  if (known.includes(bare)) return [bare]
  return (names(derivation, known) ?? []).filter(name => known.includes(name))
}

// --- internal ---

/** What is written as a choice or a call over quoted texts, though it may be none: `CASE WHEN ...`, `concat("{a}", ...)`. */
const isProgram = (text: string): boolean =>
  /^\s*(?:case\s+when|if)\b[\s\S]*\bthen\s*["']/i.test(text) ||
  /^\s*[a-z_]\w*\((?=[\s\S]*(?:[(,]\s*)["'])[\s\S]*\)\s*$/i.test(text)

type Values = Readonly<Record<string, Value>>

/** The lines of a text in runs: those with lists, whose rows stand side by side, and those without. */
function blocksOf(text: string, values: Values): readonly string[] {
  const blocks: string[][] = []
  let listed: boolean | undefined
  for (const line of text.split('\n')) {
    const lists = slots(line).some(role => Array.isArray(values[role]))
    if (lists === listed) blocks.at(-1)!.push(line)
    else blocks.push([line])
    listed = lists
  }
  return blocks.map(lines => lines.join('\n'))
}

/** The values for each text that comes of a template: one, but where lists stand side by side in it. */
function rowsOf(text: string, values: Values): readonly Values[] {
  const lists = slots(text).flatMap(role => {
    const value = Object.hasOwn(values, role) ? values[role] : undefined
    return Array.isArray(value) ? [[role, value as readonly (string | number)[]] as const] : []
  })
  const [[, first] = ['', []], ...others] = lists
  if (others.length === 0 || first.length < 2) return [values]
  if (others.some(([, list]) => list.length !== first.length)) return [values]
  return first.map((_, at) => ({
    ...values,
    ...Object.fromEntries(lists.map(([role, list]) => [role, list[at]!])),
  }))
}
