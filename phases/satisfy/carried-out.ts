// Phase 6 of agents that speak AgentSpeak(L): a goal is reached when its plan has been carried out and,
// where it says what has to be believed then, when that is believed.
import type { IntentionClosed, PlanSetAside } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { literals } from '../../agent/view.ts'
import { parseTerm } from '../../plans/agentspeak/reader.ts'
import { first } from '../../plans/agentspeak/solve.ts'
import { closed, refused, setAside } from '../outcomes.ts'

/** Closes the intention, or sets its plan aside with what failed or is not yet believed. */
export function satisfy(id: string, state: State): IntentionClosed | PlanSetAside {
  const { failures, satisfactionCondition } = state.intentions.get(id)!
  const [failure] = failures
  if (failure) return { type: 'plan-set-aside', intention: id, reason: failure.why }
  if (satisfactionCondition === '') return closed(id, 'satisfied', 'the plan was carried out')
  if (first([parseTerm(satisfactionCondition)], literals(state), undefined))
    return closed(id, 'satisfied', `${satisfactionCondition} is believed`)
  const why = `the plan was carried out, and ${satisfactionCondition} is not believed`
  return setAside(id, refused('world', why, 'plan_failed'))
}
