// Phase 2 of agents that speak AgentSpeak(L): the goal or event that was perceived is what is intended.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionFormed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { triggerType } from '../../plans/agentspeak/draft.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import { parseProgram, parseTrigger, type Trigger } from '../../plans/agentspeak/program.ts'
import { AgentSpeakError } from '../../plans/agentspeak/reader.ts'
import { indicator, structure } from '../../plans/agentspeak/term.ts'
import { ProgramData } from '../agentspeak/plans.ts'
import { formed, notAnswered } from '../outcomes.ts'

/**
 * Forms the intention `id`: `reach(home)` and `!reach(home)` are goals, `+b(1)` and `-b(1)` events. A
 * message without a goal pursues the first of its program, or nothing where there is none.
 */
export async function formalize(
  id: string,
  state: State,
  ctx: Pick<Ctx, 'agent'>,
): Promise<IntentionFormed> {
  const { perception, failure } = state.perceptions.get(id)!
  const { text } = perception
  const unread = (failure: string) => ({ ...formed(id, '+!true/0', text), failure })
  if (failure !== undefined) return unread(failure)
  const { program = '', reached = '' } = ProgramData.parse(perception.data ?? {})
  try {
    const trigger = triggerOf(text.trim(), program)
    const intention = formed(id, triggerType(trigger), printTerm(trigger.literal), reached)
    return { ...intention, ...priorityOf(trigger) }
  } catch (error) {
    if (!(error instanceof AgentSpeakError)) throw error
    if (perception.kind === 'question')
      return unread(notAnswered(ctx, 'pursues goals such as reach(home)'))
    return unread(`"${text}" is no goal such as reach(home): ${error.message}`)
  }
}

// --- internal ---

/** `!!reach(home)[priority(5)]` */
function priorityOf({ literal }: Trigger): { readonly priority?: number } {
  const said = literal.annotations?.find(each => indicator(each) === 'priority/1')
  const [value] = said?.type === 'structure' ? said.args : []
  return value?.type === 'number' && value.value > 0 ? { priority: value.value } : {}
}

function triggerOf(said: string, program: string): Trigger {
  if (/^[+-]/.test(said)) return parseTrigger(said)
  if (said !== '') return parseTrigger(`+!${said.replace(/^!/, '')}`)
  const literal = parseProgram(program).goals[0] ?? structure('true')
  return { sign: '+', kind: 'achieve', literal }
}
