// A task as propositional operators over numbered facts. Negative conditions become complementary
// facts, small disjunctions several operators, large ones axioms (Nebel 2000; Thiébaux, Hoffmann
// and Nebel 2005).

import { printAtom, type Step } from '../syntax/syntax.ts'
import { defineDerived } from './derive.ts'
import { type Formula, groundCondition, simplify } from './formula.ts'
import type { GroundTask } from './ground-task.ts'
import { createNormalizer } from './normal-form.ts'
import { pruneTask, type RawOperator, type RawTask } from './prune.ts'
import { type Reached, reachActions } from './reach.ts'
import type { Task } from './task.ts'

/**
 * Grounds a task: reachable, relevant operators only, and those of the steps in `keep` even when they serve
 * no goal or change nothing. `check` is called at short distances with the number of ground actions and may
 * throw to stop.
 */
export function groundTask(
  task: Task,
  check: (instances: number) => void,
  keep: readonly Step[],
): GroundTask {
  const reached = reachActions(task, check)
  return pruneTask(rawTask(task, reached, keep), reached.scope.tick)
}

// --- internal ---

function rawTask(task: Task, reached: Reached, keep: readonly Step[]): RawTask {
  const { scope, instances, isReached } = reached
  const goal = groundCondition(task.problem.goal, true, new Map(), scope)
  const normalizer = createNormalizer(scope.atoms.size)
  const kept = new Set(keep.map(s => printAtom(s.action, s.args)))
  const operators: RawOperator[] = []
  for (const instance of instances) {
    scope.tick()
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
  const name = (atom: number) => {
    const args = scope.atoms.argsOf[atom]?.map(o => task.objects[o]!)
    const predicate = task.domain.predicates[scope.atoms.predicateOf[atom]!]
    return predicate && args ? printAtom(predicate.name, args) : `(alternatives ${atom})`
  }
  const aims = goalLiterals(goal, normalizer.asConjunction, isReached, name)
  const used = [
    ...aims.goal,
    ...operators.flatMap(o => [...o.precondition, ...o.effects.flatMap(e => e.condition)]),
  ]
  const derived = new Set(task.domain.axioms.map(axiom => scope.predicateIds.get(axiom.name)!))
  return {
    operators,
    init: reached.init,
    ...aims,
    absences: defineDerived(reached, normalizer, used),
    axioms: normalizer.axioms,
    isAtom: atom => atom < scope.atoms.size && !derived.has(scope.atoms.predicateOf[atom]!),
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
