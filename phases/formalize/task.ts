// Phase 2 of an agent that lives by rules: the task in its own words is what is intended.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionFormed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { formed, notAnswered } from '../outcomes.ts'

/** Forms the intention `id` to do the task. When it is reached is for the world to say, so a question needs one. */
export async function formalize(
  id: string,
  state: State,
  ctx: Pick<Ctx, 'agent' | 'environment'>,
): Promise<IntentionFormed> {
  const task = state.desires.get(id)?.text ?? ''
  const asked = state.perceptions.get(id)?.perception.kind === 'question'
  return asked && !ctx.environment.world
    ? { ...formed(id, task, task), failure: notAnswered(ctx, 'does tasks in a world of words') }
    : formed(id, task, task)
}
