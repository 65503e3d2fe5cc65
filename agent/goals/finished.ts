// What a finished step changes: its beliefs where it passed, its failure where it did not, and what it has
// done beside its own intention. Pure.
import { learn } from '../beliefs/beliefs.ts'
import { changedBeliefs } from '../beliefs/revise.ts'
import type { StepFinished } from '../event.ts'
import { practised } from '../plans/habits.ts'
import { offered } from '../plans/known.ts'
import type { Intention, NewBelief, State, Verdict } from '../state.ts'
import { begun, update } from './intentions.ts'

/** The state after a step that was begun. */
export function finished(state: State, event: StepFinished & { readonly at: number }): State {
  const { intention: id, step, verdict, result, ask } = event
  const intention = state.intentions.get(id)!
  const { failures, cycle, root, values } = intention
  const { passed } = verdict
  const steps: Intention['steps'] = { ...intention.steps, [step]: passed ? 'done' : 'failed' }
  const beliefs = passed ? established(result.beliefs, verdict) : []
  const next = {
    ...state,
    intentions: state.intentions.set(id, {
      ...intention,
      steps,
      failures: passed ? failures : [...failures, { step, mode: verdict.mode, why: verdict.why }],
      values: result.values ? { ...values, ...result.values } : values,
      ...(result.attempted !== undefined && { otherwise: true as const }),
    }),
    groundBeliefs: learn(state.groundBeliefs, id, beliefs, event.at, { step, cycle }),
    planLibrary: practised(state, event),
  }
  const told = learnedBy(next, event)
  if (ask === 'continue') return told
  return update(told, ask === 'rethink' ? root : id, { asked: ask })
}

// --- internal ---

/** A model claims evidence; what the claim was worth is the verdict's to say. */
function established(beliefs: readonly NewBelief[], verdict: Verdict): readonly NewBelief[] {
  const found = verdict.passed ? verdict.provenance : undefined
  if (!found) return beliefs
  return beliefs.map(b => ({ ...b, provenance: found[b.name] ?? b.provenance }))
}

/** What the step has changed beside its own intention: beliefs of the session, further roots. */
function learnedBy(state: State, { result, at }: StepFinished & { readonly at: number }) {
  const { change, plans, begins } = result
  const next = change ? changedBeliefs(state, 'session', change, at) : state
  return begun(offered(next, plans), begins, at)
}
