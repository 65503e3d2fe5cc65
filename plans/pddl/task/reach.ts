// Delete-relaxed reachability on action schemas: which ground actions can be applicable at all.
// A semi-naive join over the reached atoms, after Helmert 2009 ("Concise finite-domain
// representations", section 6), without building the Datalog program.

import type { Rule } from '../syntax/axioms.ts'
import { type Action, type Condition, isVariable } from '../syntax/syntax.ts'
import { AtomTable, ReachedIndex } from './atoms.ts'
import type { Assignment, Formula, GroundEffect, GroundScope } from './formula.ts'
import { groundCondition, groundCost, groundEffects, statesCost } from './formula.ts'
import type { Task } from './task.ts'

/** A ground action or axiom that delete relaxation reaches. */
interface Instance {
  readonly action: Action
  readonly args: readonly number[]
  readonly precondition: Formula
  readonly effects: readonly GroundEffect[]
  readonly cost: number
}

/** The reached ground actions in the order found, and the atoms they speak about. */
export type Reached = ReturnType<typeof reachActions>

/** Too many ground actions, or the time for finding them is over. */
export class GroundingLimit extends Error {
  override readonly name = 'GroundingLimit'
}

/**
 * Finds all ground actions reachable under delete relaxation. `check` is called now and then and
 * may throw to stop.
 */
export function reachActions(task: Task, check: (instances: number) => void) {
  const instances: Instance[] = []
  /** The axioms, as actions without a cost that add their heads. */
  const axioms: Instance[] = []
  let turns = 0
  const tick = () => {
    if ((++turns & 1023) === 0) check(instances.length + axioms.length)
  }
  const scope = createScope(task, tick)
  const index = new ReachedIndex(scope.atoms, scope.predicateIds.size, task.objects.length)
  const { init } = scope
  const rules = [
    ...task.domain.actions.map(action => createRule(action, instances, scope)),
    ...task.strata.flatMap(s => s.rules.map(r => createRule(asAction(r), axioms, scope))),
  ]
  const queue: number[] = []
  const enqueued: boolean[] = []
  const enqueue = (atom: number) => {
    if (enqueued[atom]) return
    enqueued[atom] = true
    queue.push(atom)
  }
  const emit = (rule: JoinRule, args: readonly number[]) => {
    tick()
    const at: Assignment = new Map(rule.action.parameters.map((p, i) => [p.name, args[i]!]))
    const precondition = groundCondition(rule.action.precondition, true, at, scope)
    if (precondition === false) return
    const { effect } = rule.action
    const effects = groundEffects(effect, at, scope)
    const stated = rule.hasCost ? groundCost(effect, at, scope) : 0
    if (Number.isNaN(stated)) return // as PDDL 2.1 has it of an undefined value, whatever the metric
    const cost = task.problem.minimizeCost ? stated : 1
    rule.into.push({ action: rule.action, args: args.slice(), precondition, effects, cost })
    for (const e of effects) for (const atom of e.add) enqueue(atom)
  }
  for (const atom of init) {
    if (scope.isFluent[scope.atoms.predicateOf[atom]!]) enqueue(atom)
    else if (index.order[atom] === undefined) index.add(atom)
  }
  const join = createJoin(scope, index, emit)
  for (const rule of rules) if (!rule.atoms.some(a => a.isFluent)) join(rule, -1, -1)
  for (let next = 0; next < queue.length; next++) {
    const atom = queue[next]!
    index.add(atom)
    const predicate = scope.atoms.predicateOf[atom]!
    for (const rule of rules) {
      for (let i = 0; i < rule.atoms.length; i++) {
        if (rule.atoms[i]!.isFluent && rule.atoms[i]!.predicate === predicate) join(rule, i, atom)
      }
    }
  }
  /** Whether an atom can become true. */
  const isReached = (atom: number) => enqueued[atom] === true
  return { scope, instances, axioms, isReached, init }
}

// --- internal ---

/** An atom of a precondition; a term is a parameter's number or `~object`. */
interface RuleAtom {
  readonly predicate: number
  readonly terms: readonly number[]
  readonly isFluent: boolean
}

interface JoinRule {
  readonly action: Action
  /** Where its instances go. */
  readonly into: Instance[]
  readonly hasCost: boolean
  readonly ranges: readonly (readonly number[])[]
  readonly allowed: readonly ReadonlySet<number>[]
  readonly atoms: readonly RuleAtom[]
  /** Pairs of terms that must differ. */
  readonly different: readonly (readonly [number, number])[]
}

function createScope(task: Task, tick: () => void): GroundScope & { init: readonly number[] } {
  const { predicates } = task.domain
  const maxArity = Math.max(0, ...predicates.map(p => p.parameters.length))
  const atoms = new AtomTable(predicates.length, task.objects.length, maxArity)
  const objectIds = new Map(task.objects.map((o, i) => [o, i]))
  const predicateIds = new Map(predicates.map((p, i) => [p.name, i]))
  const isFluent = predicates.map(p => task.fluents.has(p.name))
  const init = task.problem.init.map(({ name, args }) =>
    atoms.number(
      predicateIds.get(name)!,
      args.map(o => objectIds.get(o)!),
    ),
  )
  const staticAtoms = new Set(init.filter(atom => !isFluent[atoms.predicateOf[atom]!]))
  return { task, atoms, objectIds, predicateIds, isFluent, staticAtoms, tick, init }
}

function asAction({ head, parameters, parts }: Rule): Action {
  const precondition: Condition = { kind: 'and', parts }
  return { name: head.name, parameters, precondition, effect: { kind: 'add', atom: head } }
}

function createRule(action: Action, into: Instance[], scope: GroundScope): JoinRule {
  const numbers = new Map(action.parameters.map((p, i) => [p.name, i]))
  const term = (t: string) => (isVariable(t) ? numbers.get(t)! : ~scope.objectIds.get(t)!)
  const atoms: RuleAtom[] = []
  const different: [number, number][] = []
  const visit = (condition: Condition): void => {
    if (condition.kind === 'and') for (const part of condition.parts) visit(part)
    if (condition.kind === 'atom') {
      const predicate = scope.predicateIds.get(condition.atom.name)!
      const isFluent = scope.isFluent[predicate]!
      atoms.push({ predicate, terms: condition.atom.args.map(term), isFluent })
    }
    if (condition.kind === 'not' && condition.part.kind === 'equal') {
      different.push([term(condition.part.left), term(condition.part.right)])
    }
  }
  visit(action.precondition)
  const ranges = action.parameters.map(p => scope.task.range(p).map(o => scope.objectIds.get(o)!))
  const allowed = ranges.map(r => new Set(r))
  return { action, into, hasCost: statesCost(action.effect), ranges, allowed, atoms, different }
}

/**
 * Finds every assignment of a rule's parameters in which atom number `trigger` is the atom `fact`,
 * the atoms before it were reached earlier and those after it not later: so each is found once.
 */
function createJoin(
  scope: GroundScope,
  index: ReachedIndex,
  emit: (rule: JoinRule, args: readonly number[]) => void,
): (rule: JoinRule, trigger: number, fact: number) => void {
  return (rule, trigger, fact) => {
    const args: number[] = rule.ranges.map(() => -1)
    const limit = trigger < 0 ? Number.POSITIVE_INFINITY : index.order[fact]!
    const value = (term: number) => (term < 0 ? ~term : args[term]!)
    const isClash = () => rule.different.some(([a, b]) => value(a) >= 0 && value(a) === value(b))

    /** Binds the atom's variables to the fact's objects; the variables bound, or undefined. */
    const unify = (atom: RuleAtom, objects: readonly number[]): number[] | undefined => {
      scope.tick()
      const bound: number[] = []
      for (let i = 0; i < objects.length; i++) {
        const term = atom.terms[i]!
        const known = value(term)
        const object = objects[i]!
        const fits = known < 0 ? rule.allowed[term]!.has(object) : known === object
        if (!fits) {
          for (const v of bound) args[v] = -1
          return undefined
        }
        if (known < 0) {
          args[term] = object
          bound.push(term)
        }
      }
      return bound
    }

    const extend = (open: readonly number[]): void => {
      if (rule.different.length > 0 && isClash()) return
      const next = chooseAtom(open)
      if (next < 0) {
        assignRest(0)
        return
      }
      const atom = rule.atoms[next]!
      const rest = open.filter(i => i !== next)
      for (const candidate of index.candidates(atom.predicate, atom.terms.map(value))) {
        if (atom.isFluent && trigger >= 0) {
          const order = index.order[candidate]!
          if (order > limit) break
          if (order === limit && next < trigger) continue
        }
        const bound = unify(atom, scope.atoms.argsOf[candidate]!)
        if (!bound) continue
        extend(rest)
        for (const v of bound) args[v] = -1
      }
    }

    /** The open atom with the fewest candidates. */
    const chooseAtom = (open: readonly number[]): number => {
      let best = -1
      let fewest = Number.POSITIVE_INFINITY
      for (const i of open) {
        const atom = rule.atoms[i]!
        const { length } = index.candidates(atom.predicate, atom.terms.map(value))
        if (length < fewest) {
          best = i
          fewest = length
        }
      }
      return best
    }

    const assignRest = (from: number): void => {
      let i = from
      while (i < args.length && args[i]! >= 0) i++
      if (i === args.length) {
        emit(rule, args)
        return
      }
      for (const object of rule.ranges[i]!) {
        args[i] = object
        if (rule.different.length === 0 || !isClash()) assignRest(i + 1)
      }
      args[i] = -1
    }

    const open = rule.atoms.map((_, i) => i).filter(i => i !== trigger)
    if (trigger < 0) return extend(open)
    if (unify(rule.atoms[trigger]!, scope.atoms.argsOf[fact]!)) extend(open)
  }
}
