// A task as propositional operators over numbered facts. Negative conditions become complementary
// facts, small disjunctions several operators, large ones axioms (Nebel 2000; Thiébaux, Hoffmann
// and Nebel 2005).

import type { Step } from '../syntax/syntax.ts'
import { printAtom } from '../syntax/syntax.ts'
import type { Formula } from './formula.ts'
import { groundCondition } from './formula.ts'
import type { GroundTask } from './ground-task.ts'
import { createNormalizer } from './normal-form.ts'
import type { RawOperator, RawTask } from './prune.ts'
import { pruneTask } from './prune.ts'
import type { Reached } from './reach.ts'
import { reachActions } from './reach.ts'
import type { Task } from './task.ts'

/** How to ground. */
export interface GroundOptions {
  /** Steps whose operators stay even when they serve no goal or change nothing. */
  readonly keep?: readonly Step[]
  /** Called now and then with the number of ground actions; may throw to stop. */
  readonly check?: (instances: number) => void
}

/** Grounds a task: reachable, relevant operators only. */
export function groundTask(task: Task, options: GroundOptions = {}): GroundTask {
  const reached = reachActions(task, options.check ?? (() => undefined))
  return pruneTask(rawTask(task, reached, options.keep ?? []))
}

// --- internal ---

function rawTask(task: Task, reached: Reached, keep: readonly Step[]): RawTask {
  const { scope, instances, isReached } = reached
  const normalizer = createNormalizer(scope.atoms.size)
  const kept = new Set(keep.map(s => printAtom(s.action, s.args)))
  const operators: RawOperator[] = []
  for (const instance of instances) {
    const args = instance.args.map(o => task.objects[o]!)
    const step = { action: instance.action.name, args }
    const effects = instance.effects.flatMap(effect =>
      normalizer
        .normalize(simplify(effect.condition, isReached))
        .map(condition => ({ condition, add: effect.add, delete: effect.delete })),
    )
    const isKept = kept.size > 0 && kept.has(printAtom(step.action, step.args))
    for (const precondition of normalizer.normalize(simplify(instance.precondition, isReached))) {
      operators.push({ step, precondition, effects, cost: instance.cost, isKept })
    }
  }
  const goal = groundCondition(task.problem.goal, true, new Map(), scope)
  const name = (atom: number) =>
    printAtom(
      task.domain.predicates[scope.atoms.predicateOf[atom]!]!.name,
      scope.atoms.argsOf[atom]!.map(o => task.objects[o]!),
    )
  return {
    operators,
    init: reached.init,
    ...goalLiterals(goal, normalizer.asConjunction, isReached, name),
    axioms: normalizer.axioms,
    isAtom: atom => atom < scope.atoms.size,
    name,
  }
}

/** The goal as literals; a conjunct that can never hold is reported by name. */
function goalLiterals(
  goal: Formula,
  asConjunction: (formula: Formula) => readonly number[] | undefined,
  isReached: (atom: number) => boolean,
  name: (atom: number) => string,
): { goal: readonly number[]; unreachable: readonly string[] } {
  const parts = typeof goal === 'object' && goal.kind === 'and' ? goal.parts : [goal]
  const unreachable = parts.flatMap(part => {
    if (simplify(part, isReached) !== false) return []
    return [typeof part === 'number' ? name(part >> 1) : 'the goal']
  })
  const literals = asConjunction(simplify(goal, isReached))
  return {
    goal: literals ?? [],
    unreachable: literals
      ? unreachable
      : [...unreachable, 'the goal'].slice(0, Math.max(1, unreachable.length)),
  }
}

/** Decides the literals of atoms that never become true. */
function simplify(formula: Formula, isReached: (atom: number) => boolean): Formula {
  if (typeof formula === 'boolean') return formula
  if (typeof formula === 'number') return isReached(formula >> 1) ? formula : formula % 2 === 1
  const isAnd = formula.kind === 'and'
  const parts: Formula[] = []
  for (const part of formula.parts) {
    const simple = simplify(part, isReached)
    if (simple === !isAnd) return simple
    if (simple !== isAnd) parts.push(simple)
  }
  if (parts.length === 0) return isAnd
  return parts.length === 1 ? parts[0]! : { kind: formula.kind, parts }
}
