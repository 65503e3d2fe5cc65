// What conditions and effects mean in a state, directly on the syntax: used where a plan is judged,
// so that the judge shares nothing with the planner's grounding.

import type { Atom, Condition, Effect, Term, TypedName } from '../syntax/syntax.ts'
import { isVariable, printAtom } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'

/** The facts that hold, printed. */
export type State = ReadonlySet<string>

/** What each variable stands for. */
export type Binding = ReadonlyMap<string, string>

/** A ground literal: a fact, or its absence. Equalities appear as facts named `=`. */
export interface Literal {
  readonly fact: string
  readonly positive: boolean
}

/** The net change of an action in one state. What is both deleted and added is added. */
export interface Change {
  readonly add: ReadonlySet<string>
  readonly delete: ReadonlySet<string>
  readonly cost: number
  /** Literals that make the conditional effects fire or not fire as they did. */
  readonly reads: readonly Literal[]
}

/** A literal as PDDL text. */
export function printLiteral(literal: Literal): string {
  return literal.positive ? literal.fact : `(not ${literal.fact})`
}

/** Whether the condition holds. */
export function holds(condition: Condition, binding: Binding, state: State, task: Task): boolean {
  switch (condition.kind) {
    case 'atom':
      return state.has(ground(condition.atom, binding))
    case 'equal':
      return value(condition.left, binding) === value(condition.right, binding)
    case 'not':
      return !holds(condition.part, binding, state, task)
    case 'and':
      return condition.parts.every(part => holds(part, binding, state, task))
    case 'or':
      return condition.parts.some(part => holds(part, binding, state, task))
    case 'imply':
      return (
        !holds(condition.left, binding, state, task) || holds(condition.right, binding, state, task)
      )
    case 'forall':
      return all(condition.variables, binding, task, b => holds(condition.body, b, state, task))
    case 'exists':
      return !all(condition.variables, binding, task, b => !holds(condition.body, b, state, task))
  }
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
  const truth = holds(condition, binding, state, task) === wanted
  const recur = (part: Condition, want: boolean, b = binding) =>
    deciding(part, want, b, state, task)
  const isDecided = (part: Condition, want: boolean, b = binding) =>
    holds(part, b, state, task) === want
  /** The cases of a conjunction (`every`) or disjunction, each with its own wanted value. */
  const combine = (cases: readonly (readonly [Condition, boolean, Binding])[], every: boolean) => {
    const relevant = cases.filter(([part, want, b]) => isDecided(part, want, b) === truth)
    const literals = relevant.map(([part, want, b]) => recur(part, want, b))
    return every ? distinct(literals.flat()) : shortest(literals)
  }
  const bindings = (variables: readonly TypedName[]) => instances(variables, binding, task)
  switch (condition.kind) {
    case 'atom':
      return [{ fact: ground(condition.atom, binding), positive: wanted }]
    case 'equal': {
      const sides = [value(condition.left, binding), value(condition.right, binding)]
      return [{ fact: printAtom('=', sides), positive: wanted }]
    }
    case 'not':
      return recur(condition.part, !wanted)
    case 'and':
      return combine(
        condition.parts.map(part => [part, wanted, binding]),
        wanted,
      )
    case 'or':
      return combine(
        condition.parts.map(part => [part, wanted, binding]),
        !wanted,
      )
    case 'imply':
      return combine(
        [
          [condition.left, !wanted, binding],
          [condition.right, wanted, binding],
        ],
        !wanted,
      )
    case 'forall':
      return combine(
        [...bindings(condition.variables)].map(b => [condition.body, wanted, b]),
        wanted,
      )
    case 'exists':
      return combine(
        [...bindings(condition.variables)].map(b => [condition.body, wanted, b]),
        !wanted,
      )
  }
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
          typeof e.amount === 'number' ? e.amount : (task.values.get(ground(e.amount, b)) ?? 0)
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

/** The binding of an action's parameters to a step's arguments; surplus arguments are ignored. */
export function bind(parameters: readonly TypedName[], args: readonly string[]): Binding {
  return new Map(parameters.map((p, i) => [p.name, args[i] ?? '']))
}

// --- internal ---

function value(term: Term, binding: Binding): string {
  return isVariable(term) ? (binding.get(term) ?? term) : term
}

function ground(atom: Atom, binding: Binding): string {
  let text = `(${atom.name}`
  for (const term of atom.args) text += ` ${value(term, binding)}`
  return `${text})`
}

function* instances(
  variables: readonly TypedName[],
  binding: Binding,
  task: Task,
): Generator<Binding> {
  const [first, ...rest] = variables
  if (!first) {
    yield binding
    return
  }
  for (const object of task.range(first)) {
    yield* instances(rest, new Map(binding).set(first.name, object), task)
  }
}

function all(
  variables: readonly TypedName[],
  binding: Binding,
  task: Task,
  test: (binding: Binding) => boolean,
): boolean {
  for (const b of instances(variables, binding, task)) if (!test(b)) return false
  return true
}

function shortest(alternatives: readonly Literal[][]): Literal[] {
  return alternatives.reduce(
    (best, next) => (next.length < best.length ? next : best),
    alternatives[0] ?? [],
  )
}

function distinct(literals: readonly Literal[]): Literal[] {
  const seen = new Set<string>()
  return literals.filter(l => {
    const key = printLiteral(l)
    return !seen.has(key) && seen.add(key)
  })
}
