// Derived predicates against exhaustive search, whose axioms are evaluated in the plainest way there is.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withDerived } from '../../../plans/pddl/judge/derive.ts'
import { evaluate, ground, instances } from '../../../plans/pddl/judge/truth.ts'
import { solve } from '../../../plans/pddl/search/solve.ts'
import type { Task } from '../../../plans/pddl/task/task.ts'
import { anyTask } from './random-tasks.ts'
import { exhaustiveCost, expectAsExhaustive } from './support.ts'

/** Every axiom for every binding, again and again until nothing is new, one stratum after the other. */
function plainly(state: ReadonlySet<string>, task: Task): ReadonlySet<string> {
  const facts = new Set(state)
  for (const { predicates } of task.strata) {
    const axioms = task.domain.axioms.filter(axiom => predicates.has(axiom.name))
    for (let before = -1; before < facts.size; ) {
      before = facts.size
      for (const { name, parameters, condition } of axioms) {
        for (const binding of instances(parameters, new Map(), task)) {
          if (!evaluate(condition, binding, facts, task)) continue
          facts.add(ground({ name, args: parameters.map(p => p.name) }, binding))
        }
      }
    }
  }
  return facts
}

it('2,000 random tasks with axioms are solved, judged, repaired and deordered as exhaustive search has it', () => {
  const derived = anyTask(8).filter(task => task.domain.axioms.length > 0)
  let recursive = 0
  let solved = 0
  fc.assert(
    fc.property(derived, task => {
      const seen: ReadonlySet<string>[] = []
      exhaustiveCost(task, state => seen.push(state))
      for (const state of seen)
        expect(new Set(withDerived(state, task))).toEqual(plainly(state, task))
      expectAsExhaustive(task)
      if (task.strata.some(stratum => stratum.isRecursive)) recursive++
      if (solve(task, { mode: 'first' }).status === 'solved') solved++
    }),
    { numRuns: Number(process.env.INTEND_RUNS ?? 2000) },
  )
  // the generator has not come to give only what is trivial
  expect(recursive).toBeGreaterThan(200)
  expect(solved).toBeGreaterThan(500)
})
