// Phase 6 of the baselines: the answer is given as the model wrote it, or there is none.
import type { IntentionClosed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { show } from '../../plans/show.ts'
import { closed } from '../outcomes.ts'

/** Closes the intention with its final answer, or with why there is none. How sure it is nobody says. */
export async function satisfy(id: string, state: State): Promise<IntentionClosed> {
  const { intention, beliefs } = view(state, id)
  const failure = intention.failures.at(-1)?.why
  const answer = beliefs.final_answer
  return failure === undefined && answer
    ? { ...closed(id, 'satisfied', 'the model says so'), answer: show(answer) }
    : closed(id, 'failed', failure ?? 'no answer')
}
