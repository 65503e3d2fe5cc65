// What an answer rests on: the belief that holds it, what that was made of, and where each was read.
import type { Belief, Evidence, State, StoredCall } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { readable } from '../../plans/answers/readable.ts'
import { readBy } from '../../plans/expressions/derive.ts'
import { show } from '../../plans/show.ts'
import { inWords } from '../terminal/brief.ts'
import { shortened } from '../terminal/plain-text.ts'

export type Beliefs = Readonly<Record<string, Belief>>

/** All that an intention believes, by name; nothing before it is formed. */
export const intentionBeliefs = (state: State, id: string): Beliefs =>
  state.intentions.has(id) ? view(state, id).beliefs : {}

/** The belief that holds the answer, also where a phase gave it another name. */
export const answering = (beliefs: Beliefs, answer: string | undefined): Belief | undefined =>
  beliefs.final_answer ??
  Object.values(beliefs).findLast(belief => answer !== undefined && show(belief) === answer)

export const inputsOf = ({ name, derivation }: Belief, beliefs: Beliefs): readonly Belief[] =>
  (derivation === undefined ? [] : readBy(derivation, Object.keys(beliefs)))
    .filter(read => read !== name)
    .flatMap(read => beliefs[read] ?? [])

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
  const top = answer === undefined ? undefined : answering(beliefs, answer)
  const all = new Set(top ? [top] : [])
  for (const each of all) for (const input of inputsOf(each, beliefs)) all.add(input)
  const isVerdict = top && /^(?:true|false|yes|no)$/i.test(show(top))
  // what is another belief by its name says nothing by itself
  const compared = [...all].find(({ derivation = '' }) => !Object.hasOwn(beliefs, derivation))
  const values = (isVerdict && compared ? inputsOf(compared, beliefs) : []).map(
    ({ name, ...held }) => `${inWords(name)} = ${said(held)}`,
  )
  const evidence = [...all].flatMap(belief => [belief.evidence ?? [], belief.furtherEvidence ?? []])
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
