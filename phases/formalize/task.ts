// Phase 2 of an agent that lives by rules: the task in its own words is what is intended.
import type { IntentionFormed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { formed } from '../outcomes.ts'

/** Forms the intention `id` to do the task. When it is reached is for the world to say. */
export async function formalize(id: string, state: State): Promise<IntentionFormed> {
  const task = state.desires.get(id)?.text ?? ''
  return formed(id, task, task)
}
