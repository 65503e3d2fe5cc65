// How a value follows from beliefs: by arithmetic over their names, or by their values set into a
// text. One notation for a plan's executable steps and for the derivations that a verifier repeats.

import { show } from '../show.ts'
import { fill, slots, unquoted } from '../template.ts'
import { type Evaluated, evaluate, names, type Quantity } from './expression.ts'

/**
 * Evaluates `derivation` over `beliefs`. With `{role}` slots it is a text, such as
 * `{name}, {share}%`, and gives that text filled; without, it is an expression, or the bare name of a
 * belief, whose value it gives. `unit` is the unit wanted of a number. Never throws.
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
  if (slots(derivation).length === 0) return evaluate(derivation, beliefs, unit)
  const values = Object.fromEntries(Object.entries(beliefs).map(([name, b]) => [name, b.value]))
  const filled = fill(unquoted(derivation), values)
  return 'filled' in filled
    ? { ok: true, value: filled.filled, text: filled.filled }
    : { ok: false, error: `nothing is believed about ${filled.missing.join(', ')}` }
}

/**
 * The names of `known` that `derivation` reads: a text with slots names its slots, whatever is known.
 * None when it is not understood.
 */
export function readBy(derivation: string, known: readonly string[]): readonly string[] {
  const filled = slots(derivation)
  if (filled.length > 0) return filled
  const bare = derivation.trim()
  if (known.includes(bare)) return [bare]
  return (names(derivation, known) ?? []).filter(name => known.includes(name))
}
