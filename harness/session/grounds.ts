// What an answer rests on: the belief that holds it, what that was made of, and where each was read.

import type { Belief, Evidence, State, StoredCall } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { type Held, keyOf, madeOf } from '../../phases/satisfy/made-of.ts'
import { readable } from '../../plans/answers/readable.ts'
import { show } from '../../plans/show.ts'
import { inWords } from '../terminal/brief.ts'
import { shortened } from '../terminal/plain-text.ts'

export type Beliefs = Readonly<Record<string, Belief>>

/** All that an intention believes, by name; nothing before it is formed. */
export const intentionBeliefs = (state: State, id: string): Beliefs =>
  state.intentions.has(id) ? view(state, id).beliefs : {}

/** By what name the answer is believed, also where a phase gave it another one. */
export const answering = (beliefs: Beliefs, answer: string | undefined): string | undefined =>
  beliefs.final_answer
    ? 'final_answer'
    : Object.keys(beliefs).findLast(name => answer !== undefined && show(beliefs[name]!) === answer)

/** A belief that an intention holds, by the name that its plan uses. */
export interface Grounded extends Held {
  readonly belief: Belief
}

/**
 * What a belief was made from, as `believed` tells what an intention believes. What a step was given with the question is
 * left out, unless `all` is wanted: its work shows that.
 */
export function inputsOf(
  { id, role, belief }: Grounded,
  state: State,
  believed: (id: string) => Beliefs = each => intentionBeliefs(state, each),
  all = false,
): readonly Grounded[] {
  const seen = { intention: state.intentions.get(id)!, beliefs: believed(id) }
  return madeOf(belief, role, seen, state).flatMap(held => {
    const input = believed(held.id)[held.role]
    const isOwn = held.id === id && held.role === role
    const isShown = !all && belief.derivation === undefined && input?.provenance === 'given'
    return input && !isOwn && !isShown ? [{ ...held, belief: input }] : []
  })
}

/** The files or the addresses that a call was about. */
export const placesOf = ({ input }: Pick<StoredCall, 'input'>): readonly string[] =>
  Object.entries(input ?? {})
    .flatMap(([name, value]) => (/^(path|file|url|address)$/.test(name) ? value : []))
    .filter(value => typeof value === 'string')

/** From what values a yes or a no was worked out, and where the answer was read, be it not the only file. */
export function groundsIn(
  state: State,
  id: string,
  files: number,
): Record<'since' | 'from', readonly string[]> {
  const beliefs = intentionBeliefs(state, id)
  const { answer } = state.intentions.get(id) ?? {}
  const role = answering(beliefs, answer)
  const top = role === undefined ? undefined : { id, role, belief: beliefs[role]! }
  const all = new Map(top ? [[keyOf(top), top]] : [])
  for (const [, each] of all)
    for (const input of inputsOf(each, state)) all.set(keyOf(input), input)
  const isVerdict = top && /^(?:true|false|yes|no)$/i.test(show(top.belief))
  // what is another belief by its name says nothing by itself
  const compared = [...all.values()].find(
    ({ belief: { derivation = '' } }) => !Object.hasOwn(beliefs, derivation),
  )
  const values = (isVerdict && compared ? inputsOf(compared, state) : []).map(
    ({ role, belief }) => `${inWords(role)} = ${said(belief)}`,
  )
  const evidence = [...all.values()].flatMap(({ belief }) => [
    belief.evidence ?? [],
    belief.furtherEvidence ?? [],
  ])
  const places = new Set(evidence.flat().flatMap(each => foundIn(each, state)))
  const told = [...places].filter(place => files !== 1 || /^https?:/.test(place))
  return { since: inLine('since', values, 4, 40), from: inLine('from', told, 3, 80) }
}

// --- internal ---

function said({ value, ...held }: Pick<Belief, 'value' | 'unit'>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return readable(show({ ...held, value: Array.isArray(value) ? value.join(', ') : value }))
}

/** `from a, b and 2 more`: the first of the items, each cut to its columns; one that is left takes no more room. */
function inLine(lead: string, items: readonly string[], most: number, columns: number) {
  const left = items.length > most + 1 ? items.length - most : 0
  const shown = items.slice(0, items.length - left).map(item => shortened(item, columns))
  const list = new Intl.ListFormat('en-GB').format(left > 0 ? [...shown, `${left} more`] : shown)
  return list === '' ? [] : [`${lead} ${list}`]
}

/** What the call was about, or of a search the hit that holds the quote. */
function foundIn({ call: id, quote }: Evidence, state: State): readonly string[] {
  const call = state.toolCalls.get(id)
  const named = call ? placesOf(call) : []
  if (!call || named.length > 0) return named
  const at = quote === undefined ? 0 : call.content.indexOf(quote)
  const above = call.content.slice(0, Math.max(0, at))
  const [, title = '', hit] = [...above.matchAll(/\n\n\[\d+\] (.*) \((.+)\)\n/g)].at(-1) ?? []
  // a file of many documents says little
  return hit === undefined ? [] : [/\.jsonl$/.test(hit) ? title : hit]
}
