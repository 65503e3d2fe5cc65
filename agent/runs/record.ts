// The paper's IntentionRecord (A Self-Aware BDI Agent, 2026, section 4.7), built from the state when a root
// is done.
import { given } from '../../plans/given.ts'
import { inPlanOrder } from '../beliefs/beliefs.ts'
import { type IntentionRecord, type State, stepsIn } from '../state.ts'
import { noUsageTotals } from './usage.ts'

/** What happened to the root intention `id`; `now` in milliseconds since the epoch. */
export function recordOf(state: State, id: string, now: number): IntentionRecord {
  const intention = state.intentions.get(id)!
  const { status, tried, failures, plan } = intention
  const steps = stepsIn(state, plan)
  const beliefs = [...(state.groundBeliefs.get(id)?.values() ?? [])].map(versions => {
    const { name, value, unit, provenance } = inPlanOrder(versions, steps, intention.cycle).at(-1)!
    return given({ name, value, unit, provenance })
  })
  const last =
    failures.length > 0 ? [{ ...(plan && { plan }), cycle: intention.cycle, failures }] : []
  return given({
    intention: id,
    question: state.perceptions.get(id)?.perception.text ?? intention.goal,
    type: intention.type,
    goal: intention.goal,
    satisfied: status === 'satisfied',
    answer: intention.answer,
    reason: intention.reason,
    declined: intention.declined,
    cycles: Math.min(intention.cycle, tried.length + 1),
    plan,
    tried: [...tried, ...last],
    beliefs,
    usage: state.usage.get(id) ?? noUsageTotals,
    seconds: (now - (state.begun.get(id) ?? now)) / 1000,
  })
}
