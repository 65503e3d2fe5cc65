// How a step of kind `achieve` becomes an intention of its own and comes back as a result. Roles go
// down and results come up explicitly (`bind`), so a sub-plan's names never touch its parent's.

import { given } from '../../plans/given.ts'
import type { Step } from '../../plans/plan.ts'
import { fill } from '../../plans/template.ts'
import type { SubGoal } from '../event.ts'
import { type Intention, type NewBelief, type State, type StepResult, stepKey } from '../state.ts'
import { view } from '../view.ts'
import { isTermGoal, termGoal, termOutcome } from './term-goal.ts'

/** The sub-goal that `step` of the intention `above` asks for; `undefined` where the step needs none. */
export function subGoal(state: State, above: Intention, step: Step): SubGoal | undefined {
  const { id } = above
  const path = stepKey(above, step.id)
  // a path from the root or from where it grew long and was numbered, so that an id costs the same at any depth
  const child = path.length <= 32 ? path : `~${state.intentions.size}`
  if (isTermGoal(above)) return termGoal(state, above, child, step)
  const { beliefs } = view(state, id, step)
  const action = step.action && 'achieve' in step.action ? step.action : undefined
  const bind = Object.entries(step.bind ?? {})
  const results = bind.filter(([, role]) => step.writes.some(w => w.role === role))
  const down = bind.flatMap(([name, role]): NewBelief[] => {
    const belief = beliefs[role]
    return belief && step.reads.includes(role) ? [handed(name, belief)] : []
  })
  const values = Object.fromEntries(Object.entries(beliefs).map(([name, b]) => [name, b.value]))
  const filled = (text: string) => {
    const result = fill(text, values)
    return 'filled' in result ? result.filled : text
  }
  return {
    id: child,
    intentionType: filled(action?.achieve ?? step.description),
    goal: named(filled(step.description), bind) + inUnits(step, results),
    satisfactionCondition: results.map(([name]) => `ground_belief(${name}) is known`).join(' and '),
    openParameters: results.map(([name]) => name),
    beliefs: down,
    ...(action?.requires && { schemaBeliefs: action.requires }),
  }
}

/** What a closed sub-goal gives the step of `above` that asked for it. */
export function outcome(state: State, above: Intention, child: Intention, step: Step): StepResult {
  const { status, reason = status, failures, tried } = child
  if (status !== 'satisfied') {
    const unplanned = isTermGoal(child) ? 'no_plan' : 'budget'
    const mode = [...failures, ...tried.flatMap(t => t.failures)].at(-1)?.mode ?? unplanned
    return { summary: reason, beliefs: [], calls: [], error: { mode, message: reason } }
  }
  if (isTermGoal(above)) return termOutcome(above, child, step)
  const { beliefs } = view(state, child.id)
  const up = Object.entries(step.bind ?? {}).flatMap(([name, role]): NewBelief[] => {
    const belief = beliefs[name]
    return belief && step.writes.some(w => w.role === role) ? [handed(role, belief)] : []
  })
  return { summary: reason, beliefs: up, calls: [] }
}

/** The words of the step with the names that roles have in the sub-goal. */
function named(text: string, bind: readonly (readonly [inner: string, outer: string])[]): string {
  const inner = new Map(bind.map(([name, role]) => [role, name]))
  // a name of one word may be just that
  return text.replaceAll(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g, word => inner.get(word) ?? word)
}

/** The units the step wants its results in, in words: a plan for the part reads nothing else of the step. */
function inUnits({ writes }: Step, results: readonly (readonly [string, string])[]): string {
  const units = results.flatMap(([name, outer]) => {
    const unit = writes.find(({ role }) => role === outer)?.unit
    return unit === undefined ? [] : [`${name} in ${unit}`]
  })
  return units.length > 0 ? ` (${units.join(', ')})` : ''
}

function handed(name: string, belief: NewBelief): NewBelief {
  const { value, unit, source, provenance, evidence } = belief
  return given({ name, value, source, provenance, unit, evidence })
}
