// A task as propositional operators over numbered facts. Negative conditions become complementary
// facts, small disjunctions several operators, large ones axioms (Nebel 2000; Thiébaux, Hoffmann
// and Nebel 2005).
import { printAtom, type Step } from '../syntax/syntax.ts'
import { type Formula, groundCondition, join, negate, simplify } from './formula.ts'
import type { GroundAxiom, GroundTask } from './ground-task.ts'
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

/** Turns formulas into disjunctive normal form, collecting axioms on the way. */
type Normalizer = ReturnType<typeof createNormalizer>

/** More alternatives than this become one derived atom. */
const MOST_ALTERNATIVES = 8

/** A normalizer whose derived atoms are numbered from `firstAtom`. */
export function createNormalizer(firstAtom: number) {
  /** Over literals. */
  const axioms: GroundAxiom[] = []
  const heads = new Map<string, number>()
  let nextAtom = firstAtom

  const derive = (alternatives: readonly (readonly number[])[]): readonly number[] => {
    const key = alternatives.map(a => a.join(' ')).join('|')
    const known = heads.get(key)
    if (known !== undefined) return [2 * known]
    const head = nextAtom++
    heads.set(key, head)
    for (const body of alternatives) axioms.push({ head: 2 * head, body })
    return [2 * head]
  }

  /** The alternatives of a formula, each a conjunction of literals. */
  const normalize = (formula: Formula): readonly (readonly number[])[] => {
    if (typeof formula === 'boolean') return formula ? [[]] : []
    if (typeof formula === 'number') return [[formula]]
    if (formula.kind === 'or') {
      const alternatives = formula.parts.flatMap(normalize)
      return alternatives.length > MOST_ALTERNATIVES ? [derive(alternatives)] : alternatives
    }
    const literals = formula.parts.filter(p => typeof p === 'number')
    const factors = formula.parts.filter(p => typeof p === 'object').map(normalize)
    const size = factors.reduce((product, f) => product * f.length, 1)
    const small = size > MOST_ALTERNATIVES ? factors.map(f => [derive(f)]) : factors
    const product = small.reduce<readonly (readonly number[])[]>(
      (rows, factor) => rows.flatMap(row => factor.map(more => [...row, ...more])),
      [literals],
    )
    // none with a literal and its negation
    return product
      .map(row => [...new Set(row)])
      .filter(row => !row.some(l => l % 2 === 1 && row.includes(l - 1)))
  }

  /** One conjunction for the whole formula; undefined when it is false. */
  const asConjunction = (formula: Formula) => {
    const alternatives = normalize(formula)
    return alternatives.length > 1 ? derive(alternatives) : alternatives[0]
  }
  /** Makes a literal follow from a formula. */
  const define = (head: number, formula: Formula) => {
    for (const body of normalize(formula)) axioms.push({ head, body })
  }
  return { normalize, asConjunction, define, axioms }
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

/**
 * Has the normalizer define what is derived. Where a negation in `used`, or in an axiom, is of a predicate
 * that is not recursive, it gets axioms of its own, so that heuristics see what it takes; the atoms of the
 * others are returned, stratum by stratum: those are false when nothing gives them.
 */
function defineDerived(
  { scope, axioms, isReached }: Reached,
  normalizer: Normalizer,
  used: Iterable<number>,
): readonly (readonly number[])[] {
  const { strata } = scope.task
  const stratumOf = new Map<number, number>()
  for (const [i, { predicates }] of strata.entries())
    for (const name of predicates) stratumOf.set(scope.predicateIds.get(name)!, i)
  const given = new Map<number, Formula[]>()
  for (const { effects, precondition } of axioms) {
    scope.tick()
    const head = effects[0]!.add[0]!
    const formula = simplify(precondition, isReached)
    normalizer.define(2 * head, formula)
    given.set(head, [...(given.get(head) ?? []), formula])
  }
  const absences = strata.map((): number[] => [])
  const negated = new Set<number>()
  const complete = (literals: Iterable<number>) => {
    for (const literal of literals) {
      scope.tick()
      const stratum = stratumOf.get(scope.atoms.predicateOf[literal >> 1] ?? -1)
      if (literal % 2 === 0 || stratum === undefined || negated.has(literal)) continue
      negated.add(literal)
      const ways = (given.get(literal >> 1) ?? []).map(way => () => negate(way))
      if (strata[stratum]!.isRecursive) absences[stratum]!.push(literal >> 1)
      else normalizer.define(literal, join(true, ways))
    }
  }
  complete(used)
  // it grows on the way
  for (const { body } of normalizer.axioms) complete(body)
  return absences
}
