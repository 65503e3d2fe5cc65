// Phase 2 of the baselines: what is intended is an answer, whatever the question.
import type { IntentionFormed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { formed } from '../outcomes.ts'

/** Forms the intention `id` to establish a final answer to the question in its own words; no model is asked. */
export async function formalize(id: string, state: State): Promise<IntentionFormed> {
  const goal = state.desires.get(id)?.text ?? ''
  return formed(id, 'answer_question', goal, 'ground_belief(final_answer) is known')
}
