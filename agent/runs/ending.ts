// How a question has come to its end, read from the state: for programs and for exit codes alike.
import type { State } from '../state.ts'

/**
 * - `answered`: an answer was found, and it stands.
 * - `declined`: none was found that does; the reason says why.
 * - `mismatched`: one was found that is not of the type asked for.
 * - `unavailable`: the last that was heard of the model is that its server failed, or cannot be asked until a person
 *   mends what the reason names.
 * - `budget`: what may be used is used up.
 * - `dropped`: it was given up from outside, or a person or the policy was against its plan.
 *
 * A question that is stopped by its signal has no end: `ask` rejects, and `resume` goes on with it.
 * @example
 * ```ts
 * import { createAgent, type Ending } from 'intend'
 *
 * const later: ReadonlySet<Ending> = new Set(['unavailable', 'budget'])
 * const agent = await createAgent()
 * const { ended } = await agent.ask('How many km are 3 h at 50 km/h?')
 * console.log(later.has(ended) ? 'ask again later' : ended) // answered
 * agent.close()
 * ```
 */
export type Ending = 'answered' | 'declined' | 'mismatched' | 'unavailable' | 'budget' | 'dropped'

/** How the closed root `id` has ended; `served` where the model is behind a server, and not rules that know no answer. */
export function endingOf(state: State, id: string, served: boolean): Ending {
  const { status } = state.intentions.get(id)!
  if (status === 'satisfied') return 'answered'
  if (status === 'dropped') return 'dropped'
  const failure = state.unanswered.get(id)
  if (failure === 'budget') return 'budget'
  return failure === 'unavailable' || (served && failure === 'error') ? 'unavailable' : 'declined'
}
