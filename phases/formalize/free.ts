// Phase 2 of the baselines: what is intended is an answer, whatever the question.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionFormed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'

/** Forms the intention `id` to establish a final answer to the question in its own words; no model is asked. */
export async function formalize(id: string, state: State, _ctx: Ctx): Promise<IntentionFormed> {
  return {
    type: 'intention-formed',
    intention: id,
    intentionType: 'answer_question',
    goal: state.desires.get(id)?.text ?? '',
    satisfactionCondition: 'ground_belief(final_answer) is known',
    openParameters: [],
    bind: {},
  }
}
