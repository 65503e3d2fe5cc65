// The right claims of a run: what its steps established, with what each of them saw.
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event } from '../../agent/event.ts'
import type { NewBelief, StepResult } from '../../agent/state.ts'
import { type View, view } from '../../agent/view.ts'
import type { Step } from '../../plans/plan.ts'

/** A step result that passed, with what the step saw; `belief` is the one of its claims that is looked at. */
export interface Right {
  readonly run: string
  readonly step: Step
  readonly result: StepResult
  readonly belief: NewBelief
  readonly seen: View
}

/** Every claim of the steps that passed in a run, with the view that the step had. */
export function rightClaims(run: string, events: readonly Event[]): readonly Right[] {
  const found: Right[] = []
  let state = emptyState()
  for (const event of events) {
    const intention = state.intentions.get(event.intention)
    const plan = intention?.plan && state.planLibrary.plans.get(intention.plan)
    if (event.type === 'step-finished' && event.verdict.passed && intention && plan) {
      const step = plan.steps.find(({ id }) => id === event.step)!
      const seen = view(state, intention.id, step)
      if (step.kind !== 'achieve' && step.kind !== 'act' && step.kind !== 'believe')
        for (const belief of event.result.beliefs)
          found.push({ run, step, result: event.result, belief, seen })
    }
    state = apply(state, event)
  }
  return found
}
