// What conditions and effects mean in a state, directly on the syntax: used where a plan is judged,
// so that the judge shares nothing with the planner's grounding.

import type { Condition, Effect } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'
import { withDerived } from './derive.ts'
import type { Binding, Facts, Literal } from './truth.ts'
import { decide, evaluate, ground, instances } from './truth.ts'

/** The facts that actions made true, printed; what is derived from them is not among them. */
export type State = Facts

/** The net change of an action in one state. What is both deleted and added is added. */
export interface Change {
  readonly add: ReadonlySet<string>
  readonly delete: ReadonlySet<string>
  readonly cost: number
  /** Literals that make the conditional effects fire or not fire as they did. */
  readonly reads: readonly Literal[]
}

/** Whether the condition holds. */
export function holds(condition: Condition, binding: Binding, state: State, task: Task): boolean {
  return evaluate(condition, binding, withDerived(state, task), task)
}

/**
 * Ground literals that decide the condition: when it has the value `wanted`, literals that hold and
 * force that value; otherwise literals that do not hold and whose becoming true would give it.
 * Of alternatives the one with the fewest literals is taken.
 */
export function deciding(
  condition: Condition,
  wanted: boolean,
  binding: Binding,
  state: State,
  task: Task,
): Literal[] {
  return decide(condition, wanted, binding, withDerived(state, task), task)
}

/** What the effect changes in a state. */
export function changeOf(effect: Effect, binding: Binding, state: State, task: Task): Change {
  const add = new Set<string>()
  const deleted = new Set<string>()
  const reads: Literal[] = []
  let cost = 0
  const visit = (e: Effect, b: Binding): void => {
    switch (e.kind) {
      case 'add':
        add.add(ground(e.atom, b))
        return
      case 'delete':
        deleted.add(ground(e.atom, b))
        return
      case 'increase':
        cost +=
          typeof e.amount === 'number'
            ? e.amount
            : (task.values.get(ground(e.amount, b)) ?? Number.NaN)
        return
      case 'and':
        for (const part of e.parts) visit(part, b)
        return
      case 'when': {
        const fires = holds(e.condition, b, state, task)
        reads.push(...deciding(e.condition, fires, b, state, task))
        if (fires) visit(e.effect, b)
        return
      }
      case 'forall':
        for (const inner of instances(e.variables, b, task)) visit(e.effect, inner)
    }
  }
  visit(effect, binding)
  for (const fact of add) deleted.delete(fact)
  return { add, delete: deleted, cost, reads }
}

/** The state after a change. */
export function applyChange(state: State, change: Change): Set<string> {
  const next = new Set(state)
  for (const fact of change.delete) next.delete(fact)
  for (const fact of change.add) next.add(fact)
  return next
}
