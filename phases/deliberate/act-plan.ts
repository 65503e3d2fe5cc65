// A partially ordered PDDL plan as a plan of `act` steps: what is done, in which order it must be, and
// what the world must show after each step.
import type { Intention } from '../../agent/state.ts'
import { identify } from '../../plans/identify.ts'
import { deorderPlan } from '../../plans/pddl/judge/deorder.ts'
import { applyChange, changeOf } from '../../plans/pddl/judge/semantics.ts'
import { bind } from '../../plans/pddl/judge/truth.ts'
import { type Step as PddlStep, printAtom } from '../../plans/pddl/syntax/syntax.ts'
import type { Task } from '../../plans/pddl/task/task.ts'
import type { Origin, Plan, Step } from '../../plans/plan.ts'

/**
 * The plan of `act` steps for a valid sequence of actions, ordered only where a step needs or disturbs
 * another. Its context conditions are the facts it was made for. Throws when the sequence is not valid.
 */
export function actPlan(
  task: Task,
  sequence: readonly PddlStep[],
  intention: Pick<Intention, 'type' | 'goal'>,
  origin: Origin,
): Plan {
  let facts: ReadonlySet<string> = task.init
  const steps = deorderPlan(task, sequence).steps.map(({ id, action, args, deps }): Step => {
    const { effect, parameters } = task.actions.get(action)!
    const change = changeOf(effect, bind(parameters, args), facts, task)
    facts = applyChange(facts, change)
    return {
      id,
      kind: 'act',
      description: printAtom(action, args),
      deps: [...deps],
      reads: [],
      writes: [],
      effect: true,
      action: { act: action, args: [...args] },
      postcondition: [
        ...[...change.add].map(fact => `holds(${fact})`),
        ...[...change.delete].map(fact => `not holds(${fact})`),
      ].join(' and '),
    }
  })
  const { type: intentionType, goal } = intention
  const contextConditions = [...task.init]
  return identify({ intentionType, goal, contextConditions, parameters: [], steps }, origin)
}
