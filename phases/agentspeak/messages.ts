// What agents of one process say to each other.

import { z } from 'zod'
import type { Message, Performative } from '../../agent/contract.ts'
import { triggerType } from '../../plans/agentspeak/draft.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import { parseTrigger } from '../../plans/agentspeak/program.ts'
import { AgentSpeakError } from '../../plans/agentspeak/reader.ts'
import type { Term } from '../../plans/agentspeak/term.ts'
import { spoken } from '../../plans/agentspeak/unify.ts'
import { unless } from '../../plans/unless.ts'

/** What a message hands over with its content, which is the text of the perception. */
export const MessageData = z.object({ performative: z.enum(['tell', 'untell', 'achieve']) })

/** The message that the arguments of `.send` are, or `undefined`. */
export function asked(
  performative: Term | undefined,
  content: Term | undefined,
): Pick<Message, 'performative' | 'content'> | undefined {
  if (!performative || !content) return undefined
  const said = performatives.find(each => each === spoken(performative))
  if (!said) return undefined
  if (said !== 'askHow') return { performative: said, content: printTerm(content) }
  const type = unless(AgentSpeakError, () => triggerType(parseTrigger(spoken(content))))
  return type === undefined ? undefined : { performative: said, content: type }
}

// --- internal ---

const performatives: readonly Performative[] = ['tell', 'untell', 'achieve', 'askHow']
