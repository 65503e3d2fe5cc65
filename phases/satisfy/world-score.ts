// Phase 6 of an agent that lives by rules: the world's own score says whether the task is done.
import type { IntentionClosed, PlanSetAside } from '../../agent/event.ts'
import { type State, stepsIn } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import { closed, judged, setAside } from '../outcomes.ts'

/**
 * Closes a sub-task when its plan has been carried out. The task itself is done when the world says so,
 * or, in a world that does not tell, when its plan has been carried out; else the plan is set aside, and
 * in a world where nothing can be done any more the task has failed.
 */
export async function satisfy(id: string, state: State): Promise<IntentionClosed | PlanSetAside> {
  const { intention, beliefs } = view(state, id)
  const done = stepsIn(state, intention.plan).every(step => intention.steps[step.id] === 'done')
  const { score, over, won } = beliefs
  const told = won !== undefined && !intention.parent
  const why = told ? `the world says ${score?.value} of 1` : 'what was intended has been done'
  const passed = told ? won.value === true : done
  const verdict = judged(passed, 'world', why, 'world_refused')
  if (passed) return { ...closed(id, 'satisfied', why), answer: 'done', verdict }
  if (told && over?.value === true) return { ...closed(id, 'failed', why), verdict }
  const reached = typeof score?.value === 'number' ? { reached: score.value } : {}
  return { ...setAside(id, verdict), ...reached }
}
