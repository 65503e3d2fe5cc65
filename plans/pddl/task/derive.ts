// Axioms over ground atoms: what gives each derived fact, and its negation where that is asked for.

import { type Formula, join, negate, simplify } from './formula.ts'
import type { Normalizer } from './normal-form.ts'
import type { Reached } from './reach.ts'

/**
 * Has the normalizer define what is derived. Where a negation in `used`, or in an axiom, is of a predicate
 * that is not recursive, it gets axioms of its own, so that heuristics see what it takes; the atoms of the
 * others are returned, stratum by stratum: those are false when nothing gives them.
 */
export function defineDerived(
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
