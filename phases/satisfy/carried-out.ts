// Phase 6 of agents that speak AgentSpeak(L): a goal is reached when its plan has been carried out and,
// where it says what has to be believed then, when that is believed.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed, PlanSetAside } from '../../agent/event.ts'
import type { Received, State } from '../../agent/state.ts'
import { literals } from '../../agent/view.ts'
import { parseTerm } from '../../plans/agentspeak/reader.ts'
import { first } from '../../plans/agentspeak/solve.ts'
import type { Awaitable } from '../../plans/awaitable.ts'
import { closed, refused, setAside } from '../outcomes.ts'

/**
 * Closes the intention, or sets its plan aside with what failed or is not yet believed. A goal that brought a
 * program is reached when none of the other goals fails that the program begins with.
 */
export function satisfy(
  id: string,
  state: State,
  ctx: Ctx,
): Awaitable<IntentionClosed | PlanSetAside> {
  const { failures, root } = state.intentions.get(id)!
  const [failure] = failures
  if (failure) return { type: 'plan-set-aside', intention: id, reason: failure.why }
  const beside = root === id ? goalsBeside(id, state) : none
  return beside.length === 0 ? reached(id, state) : together(id, beside, state, ctx)
}

// --- internal ---

const none = [] as const

/** The roots of the other goals of the program that the root has brought. */
function goalsBeside(root: string, { perceptions }: State): readonly string[] {
  const { data } = perceptions.get(root)?.perception ?? {}
  if (typeof data !== 'object' || data === null || !('program' in data)) return none
  const isGoal = ({ from, perception }: Received) =>
    from === root && perception.text.startsWith('+!')
  return [...perceptions.values()].filter(isGoal).map(({ id }) => id)
}

/** What comes of the root when the others are over, or it has been dropped itself; one that was dropped has not failed. */
async function together(
  id: string,
  others: readonly string[],
  state: State,
  { changed, signal }: Ctx,
): Promise<IntentionClosed | PlanSetAside> {
  signal.throwIfAborted() // a signal that is aborted tells it no more
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  stopped.catch(() => undefined)
  let now = state
  while (now.begun.has(id) && others.some(root => now.begun.has(root)))
    now = await Promise.race([changed(now), stopped])
  const failed = others
    .map(root => now.intentions.get(root))
    .find(other => other?.status === 'failed')
  if (!failed) return reached(id, now)
  const why = `${failed.goal}, with which the program begins too, failed: ${failed.reason}`
  return closed(id, 'failed', why)
}

/** Whether the goal itself is reached, by what is believed where it says so. */
function reached(id: string, state: State): IntentionClosed | PlanSetAside {
  const { satisfactionCondition } = state.intentions.get(id)!
  if (satisfactionCondition === '') return closed(id, 'satisfied', 'the plan was carried out')
  if (first([parseTerm(satisfactionCondition)], literals(state), undefined))
    return closed(id, 'satisfied', `${satisfactionCondition} is believed`)
  const why = `the plan was carried out, and ${satisfactionCondition} is not believed`
  return setAside(id, refused('world', why, 'plan_failed'))
}
