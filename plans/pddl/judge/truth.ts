// When a condition is true, directly on the syntax, and what decides it.

import type { Atom, Condition, Term, TypedName } from '../syntax/syntax.ts'
import { asDisjunction, isVariable, printAtom } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'

/** The facts that hold, derived ones included, printed. */
export type Facts = ReadonlySet<string>

/** What each variable stands for. */
export type Binding = ReadonlyMap<string, string>

/** A ground literal: a fact, or its absence. Equalities appear as facts named `=`. */
export interface Literal {
  readonly fact: string
  readonly positive: boolean
}

/** How much of an answer some literals are; the least is given. */
export type Rank = (literals: readonly Literal[]) => number

/** A literal as PDDL text. */
export function printLiteral(literal: Literal): string {
  return literal.positive ? literal.fact : `(not ${literal.fact})`
}

/** Whether the condition holds. */
export function evaluate(
  condition: Condition,
  binding: Binding,
  facts: Facts,
  task: Task,
): boolean {
  switch (condition.kind) {
    case 'atom':
      return facts.has(ground(condition.atom, binding))
    case 'equal':
      return value(condition.left, binding) === value(condition.right, binding)
    case 'not':
      return !evaluate(condition.part, binding, facts, task)
    case 'and':
      return condition.parts.every(part => evaluate(part, binding, facts, task))
    case 'or':
      return condition.parts.some(part => evaluate(part, binding, facts, task))
    case 'imply':
      return evaluate(asDisjunction(condition), binding, facts, task)
    case 'forall':
    case 'exists': {
      const isAll = condition.kind === 'forall'
      for (const b of instances(condition.variables, binding, task))
        if (evaluate(condition.body, b, facts, task) !== isAll) return !isAll
      return isAll
    }
  }
}

/**
 * Ground literals that decide the condition: when it has the value `wanted`, literals that hold and
 * force that value; otherwise literals that do not hold and whose becoming true would give it.
 * Of alternatives the one of least `rank` is taken, by default the one with the fewest literals.
 */
export function decide(
  condition: Condition,
  wanted: boolean,
  binding: Binding,
  facts: Facts,
  task: Task,
  rank: Rank = literals => literals.length,
): Literal[] {
  const truth = evaluate(condition, binding, facts, task) === wanted
  const recur = (part: Condition, want: boolean, b = binding) =>
    decide(part, want, b, facts, task, rank)
  /** The cases of a conjunction (`every`) or disjunction, each with its own wanted value. */
  const combine = (cases: readonly (readonly [Condition, boolean, Binding])[], every: boolean) => {
    const relevant = cases.filter(
      ([part, want, b]) => (evaluate(part, b, facts, task) === want) === truth,
    )
    const literals = relevant.map(([part, want, b]) => recur(part, want, b))
    return every ? distinct(literals.flat()) : least(literals, rank)
  }
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
    case 'or':
      return combine(
        condition.parts.map(part => [part, wanted, binding]),
        (condition.kind === 'and') === wanted,
      )
    case 'imply':
      return recur(asDisjunction(condition), wanted)
    case 'forall':
    case 'exists':
      return combine(
        [...instances(condition.variables, binding, task)].map(b => [condition.body, wanted, b]),
        (condition.kind === 'forall') === wanted,
      )
  }
}

/** The binding of an action's parameters to a step's arguments; surplus arguments are ignored. */
export function bind(parameters: readonly TypedName[], args: readonly string[]): Binding {
  return new Map(parameters.map((p, i) => [p.name, args[i] ?? '']))
}

/** An atom under a binding, printed. */
export function ground(atom: Atom, binding: Binding): string {
  let text = `(${atom.name}`
  for (const term of atom.args) text += ` ${value(term, binding)}`
  return `${text})`
}

/**
 * The binding with what makes the pattern the atom, where objects are of the types of their variables; undefined when
 * nothing does.
 */
export function match(
  pattern: Atom,
  { name, args }: Atom,
  variables: readonly TypedName[],
  binding: Binding,
  task: Task,
): Map<string, string> | undefined {
  if (pattern.name !== name || pattern.args.length !== args.length) return undefined
  const more = new Map(binding)
  for (const [i, term] of pattern.args.entries()) {
    const object = args[i]!
    const known = isVariable(term) ? more.get(term) : term
    if (known !== undefined && known !== object) return undefined
    if (known !== undefined) continue
    if (!task.isA(object, variables.find(v => v.name === term)?.types ?? [])) return undefined
    more.set(term, object)
  }
  return more
}

/** Every binding of more variables. */
export function* instances(
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

// --- internal ---

function value(term: Term, binding: Binding): string {
  return isVariable(term) ? (binding.get(term) ?? term) : term
}

function least(alternatives: readonly Literal[][], rank: Rank): Literal[] {
  return alternatives.reduce(
    (best, next) => (rank(next) < rank(best) ? next : best),
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
