// Ground conditions: quantifiers expanded over the objects, negation at the atoms, static atoms
// decided. What the planner's operators are made from.

import type { Condition, Effect, Term, TypedName } from '../syntax/syntax.ts'
import { asDisjunction, isVariable, printAtom } from '../syntax/syntax.ts'
import type { AtomTable } from './atoms.ts'
import type { Task } from './task.ts'

/** A ground condition. A literal is `2 * atom` for the atom and `2 * atom + 1` for its negation. */
export type Formula =
  | boolean
  | number
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Formula[] }

/** One ground effect: what is added and deleted when the condition holds. */
export interface GroundEffect {
  readonly condition: Formula
  readonly add: number[]
  readonly delete: number[]
}

/** Numbers for objects, predicates and variables, and the static atoms. */
export interface GroundScope {
  readonly task: Task
  readonly atoms: AtomTable
  readonly objectIds: ReadonlyMap<string, number>
  readonly predicateIds: ReadonlyMap<string, number>
  readonly isFluent: readonly boolean[]
  readonly staticAtoms: ReadonlySet<number>
  /** Called in every loop over objects; may throw to stop. */
  readonly tick: () => void
}

/** What each variable stands for, by number of object. */
export type Assignment = ReadonlyMap<string, number>

/** The condition under an assignment, negated when `positive` is false. */
export function groundCondition(
  condition: Condition,
  positive: boolean,
  at: Assignment,
  scope: GroundScope,
): Formula {
  const recur = (part: Condition, sign: boolean, inner = at) =>
    groundCondition(part, sign, inner, scope)
  switch (condition.kind) {
    case 'atom': {
      const predicate = scope.predicateIds.get(condition.atom.name)!
      const args = condition.atom.args.map(t => objectOf(t, at, scope))
      if (scope.isFluent[predicate]) {
        return 2 * scope.atoms.number(predicate, args) + (positive ? 0 : 1)
      }
      const atom = scope.atoms.find(predicate, args)
      return (atom >= 0 && scope.staticAtoms.has(atom)) === positive
    }
    case 'equal':
      return (
        (objectOf(condition.left, at, scope) === objectOf(condition.right, at, scope)) === positive
      )
    case 'not':
      return recur(condition.part, !positive)
    case 'and':
    case 'or':
      return join(
        (condition.kind === 'and') === positive,
        condition.parts.map(part => () => recur(part, positive)),
      )
    case 'imply':
      return recur(asDisjunction(condition), positive)
    case 'forall':
    case 'exists':
      return join(
        (condition.kind === 'forall') === positive,
        assignments(condition.variables, at, scope).map(
          inner => () => recur(condition.body, positive, inner),
        ),
      )
  }
}

/** The effects of an action under an assignment, without those that can never fire. */
export function groundEffects(effect: Effect, at: Assignment, scope: GroundScope): GroundEffect[] {
  const always: GroundEffect = { condition: true, add: [], delete: [] }
  const result = [always]
  const visit = (e: Effect, inner: Assignment, into: GroundEffect): void => {
    switch (e.kind) {
      case 'add':
      case 'delete': {
        const args = e.atom.args.map(t => objectOf(t, inner, scope))
        into[e.kind].push(scope.atoms.number(scope.predicateIds.get(e.atom.name)!, args))
        return
      }
      case 'and':
        for (const part of e.parts) visit(part, inner, into)
        return
      case 'forall':
        for (const each of assignments(e.variables, inner, scope)) visit(e.effect, each, into)
        return
      case 'when': {
        const own = groundCondition(e.condition, true, inner, scope)
        const condition = join(true, [() => into.condition, () => own])
        if (condition === false) return
        const target = condition === true ? always : { condition, add: [], delete: [] }
        if (target !== always) result.push(target)
        visit(e.effect, inner, target)
        return
      }
      case 'increase':
    }
  }
  visit(effect, at, always)
  return result
}

/** The cost that an action states; not a number where it is a function that the problem gives no value. */
export function groundCost(effect: Effect, at: Assignment, scope: GroundScope): number {
  switch (effect.kind) {
    case 'and':
      return effect.parts.reduce((sum, part) => sum + groundCost(part, at, scope), 0)
    case 'forall':
      return assignments(effect.variables, at, scope).reduce(
        (sum, each) => sum + groundCost(effect.effect, each, scope),
        0,
      )
    case 'increase': {
      const { amount } = effect
      if (typeof amount === 'number') return amount
      const names = amount.args.map(t => (isVariable(t) ? scope.task.objects[at.get(t)!]! : t))
      return scope.task.values.get(printAtom(amount.name, names)) ?? Number.NaN
    }
    default:
      return 0
  }
}

/** Whether the effect is one with a cost, found without its instances. */
export function statesCost(effect: Effect): boolean {
  if (effect.kind === 'and') return effect.parts.some(statesCost)
  return effect.kind === 'forall' ? statesCost(effect.effect) : effect.kind === 'increase'
}

/** A conjunction (`every`) or disjunction, evaluated only as far as needed, and flattened. */
export function join(every: boolean, parts: readonly (() => Formula)[]): Formula {
  const kind = every ? 'and' : 'or'
  const result: Formula[] = []
  for (const part of parts) {
    const formula = part()
    if (formula === !every) return formula
    if (formula === every) continue
    if (typeof formula === 'object' && formula.kind === kind) result.push(...formula.parts)
    else result.push(formula)
  }
  if (result.length === 0) return every
  return result.length === 1 ? result[0]! : { kind, parts: result }
}

/** The formula that holds when this one does not. */
export function negate(formula: Formula): Formula {
  if (typeof formula === 'boolean') return !formula
  if (typeof formula === 'number') return formula ^ 1
  return { kind: formula.kind === 'and' ? 'or' : 'and', parts: formula.parts.map(negate) }
}

/** Decides the literals of atoms that never become true. */
export function simplify(formula: Formula, isReached: (atom: number) => boolean): Formula {
  if (typeof formula === 'boolean') return formula
  if (typeof formula === 'number') return isReached(formula >> 1) ? formula : formula % 2 === 1
  return join(
    formula.kind === 'and',
    formula.parts.map(part => () => simplify(part, isReached)),
  )
}

// --- internal ---

function objectOf(term: Term, at: Assignment, scope: GroundScope): number {
  return (isVariable(term) ? at.get(term) : scope.objectIds.get(term))!
}

function assignments(
  variables: readonly TypedName[],
  at: Assignment,
  scope: GroundScope,
): Assignment[] {
  let result: Assignment[] = [at]
  for (const variable of variables) {
    const objects = scope.task.range(variable).map(o => scope.objectIds.get(o)!)
    result = result.flatMap(a =>
      objects.map(object => {
        scope.tick()
        return new Map(a).set(variable.name, object)
      }),
    )
  }
  return result
}
