// Phase 6 of the baselines: the answer is given as the model wrote it, or there is none.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { show } from '../../plans/show.ts'

/** Closes the intention with its final answer, or with why there is none. How sure it is nobody says. */
export async function satisfy(id: string, state: State, _ctx: Ctx): Promise<IntentionClosed> {
  const { intention, beliefs } = view(state, id)
  const closed = { type: 'intention-closed', intention: id } as const
  const failure = intention.failures.at(-1)?.why
  const answer = beliefs.final_answer
  return failure === undefined && answer
    ? { ...closed, status: 'satisfied', reason: 'the model says so', answer: show(answer) }
    : { ...closed, status: 'failed', reason: failure ?? 'no answer' }
}
