// Whether a person asks for something to be done, and not only to be told: who is named in a question about
// what they wrote is not written to by that. What is not understood is asked about.
import { type ProposedCall, partsOf, stemsIn, wordsOfPerson } from './origins.ts'

/** Whether the person speaks of an act at all, by this tool's name or by another word for doing. */
export function asksForAct(call: Pick<ProposedCall, 'tool' | 'input' | 'question'>): boolean {
  return isSpokenOf(call) || wordsOfPerson(call).some(text => doing.test(text))
}

/**
 * Whether the person speaks of what the tool does: of the first word of its name that is not what it is done
 * to, as `cancel` in `cancel_event` with an `event`.
 */
export function isSpokenOf(call: Pick<ProposedCall, 'tool' | 'input' | 'question'>): boolean {
  const things = stemsIn(...partsOf(call).map(({ name }) => namesIn(name)))
  const { name, server } = call.tool
  const own = server === undefined ? name : name.replace(/^.*?__/, '')
  const [act] = [...stemsIn(namesIn(own))].filter(word => !things.has(word))
  return act === undefined || stemsIn(...wordsOfPerson(call)).has(act)
}

// --- internal ---

/** The name of a program as the words it is made of. */
const namesIn = (name: string) => name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replace(/_/g, ' ')

/** Words for doing something to somebody else, unless the word before makes a thing of them: "the last order". */
const doing =
  /(?<!\b(?:the|a|an|this|that|my|your|his|her|its|our|their|new|newest|latest|last|first|next|each|every|any|no|which|what|of|in|by|from)\s+)\b(?:send|mail|e-?mail|write|forward|reply|respond|answer|tell|inform|notify|let|remind|ask|message|text|post|publish|share|invite|pay|transfer|wire|refund|repay|donate|give|grant|return|add|create|make|book|reserve|rent|schedule|reschedule|set|put|place|upload|submit|order|buy|move|copy|update|change|assign|subscribe|register|announce|contact|deliver|hand)\b/iu
