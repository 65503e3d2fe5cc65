// What the call of a plan is filled with: for each argument the sources of the beliefs in its slots.
import type { StoredCall } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { readBy } from '../../plans/expressions/derive.ts'
import { type Json, slots } from '../../plans/template.ts'
import { type EarlierResult, type Origin, originOf } from '../../tools/permission/origins.ts'
import type { Filled } from './calls.ts'

/** The sources of a template's slots by the path of the argument; an expression has those of its inputs. */
export function filledFrom(
  template: Json,
  { beliefs, call }: Pick<View, 'beliefs' | 'call'>,
  resultOf: (call: StoredCall) => EarlierResult,
): Filled {
  const known: Record<string, readonly Origin[]> = {}
  let assumed = false
  for (const [path, text] of texts(template, '')) {
    const sources = slots(text).map(role => sourcesOf(role, beliefs, new Set()))
    assumed ||= sources.includes(undefined)
    const stored = sources.flatMap(ids => (ids ?? []).flatMap(id => call(id) ?? []))
    if (stored.length > 0) known[path] = stored.map(each => originOf(resultOf(each)))
  }
  return { known, assumed }
}

// --- internal ---

/** The ids of the calls a belief rests on; none where a person gave it, undefined where a model only says so. */
function sourcesOf(
  role: string,
  beliefs: View['beliefs'],
  open: Set<string>,
): readonly string[] | undefined {
  const belief = beliefs[role]
  if (!belief) return undefined
  if (open.has(role)) return [] // counted already
  open.add(role)
  const { evidence, furtherEvidence = [], derivation, by, provenance } = belief
  if (derivation !== undefined) {
    const inputs = readBy(derivation, Object.keys(beliefs)).map(name =>
      sourcesOf(name, beliefs, open),
    )
    return inputs.includes(undefined) ? undefined : inputs.flatMap(ids => ids ?? [])
  }
  if (evidence) return [evidence, ...furtherEvidence].map(each => each.call)
  return by === undefined && provenance === 'given' ? [] : undefined
}

function* texts(value: Json, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* texts(item, `${path}[${at}]`)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value))
      yield* texts(item as Json, path === '' ? key : `${path}.${key}`)
}
