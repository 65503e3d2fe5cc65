// Estimates of what is left to do from a state, and the numbers that ground atoms have.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFf } from '../../../plans/pddl/search/ff.ts'
import { createLmCut } from '../../../plans/pddl/search/lmcut.ts'
import { relax } from '../../../plans/pddl/search/relaxed.ts'
import { groundWithin } from '../../../plans/pddl/search/solve.ts'
import { AtomTable } from '../../../plans/pddl/task/atoms.ts'
import { Budget } from '../../../plans/pddl/task/limits.ts'
import { type PackedTask, packTask } from '../../../plans/pddl/task/packed.ts'
import { anyTask } from './random-tasks.ts'
import { blocksTask } from './support.ts'

/** The states of a walk: at each the operator of that number is carried out, of those that can be. */
function walk(task: PackedTask, choices: readonly number[]): readonly Uint32Array[] {
  const states = [task.init.slice()]
  const applicable = new Int32Array(task.operators)
  for (const choice of choices) {
    const state = states.at(-1)!
    const count = task.applicable(state, 0, applicable)
    if (count === 0) break
    const next = new Uint32Array(task.words)
    task.apply(applicable[choice % count]!, state, 0, next, 0)
    states.push(next)
  }
  return states
}

test('estimates do not hang on what was estimated before, and landmarks are no more than a relaxed plan', () => {
  const choices = fc.array(fc.nat(50), { maxLength: 8 })
  fc.assert(
    fc.property(fc.oneof(anyTask(2), blocksTask), choices, (source, chosen) => {
      const ground = groundWithin(source, new Budget({}))
      if (!ground || ground.unreachable.length > 0) return
      const task = packTask(ground)
      const relaxation = relax(task)
      const landmarks = () => createLmCut(task, relaxation, new Budget({}))
      const relaxed = () => createFf(task, relaxation, task.costs)
      const [cut, ff] = [landmarks(), relaxed()]
      for (const state of walk(task, chosen)) {
        const [least, most] = [cut(state, 0), ff.evaluate(state, 0)]
        const again = relaxed()
        expect([landmarks()(state, 0), again.evaluate(state, 0)]).toEqual([least, most])
        expect(again.preferred()).toEqual(ff.preferred())
        expect(Number.isFinite(least)).toBe(Number.isFinite(most))
        expect(least).toBeLessThanOrEqual(most + 1e-9)
      }
    }),
  )
})

test.each([
  [1, 3, 2],
  [3, 2 ** 18, 2],
  // more than a number holds
  [1, 2 ** 18, 3],
  [3, 2 ** 13, 4],
])(
  'atoms of %d predicates over %d objects, %d at most, have a number each',
  (predicates, objects, arity) => {
    const object = fc.oneof(fc.nat(1), fc.integer({ min: objects - 2, max: objects - 1 }))
    const atom = fc.tuple(
      fc.nat(predicates - 1),
      fc.array(object, { minLength: arity, maxLength: arity }),
    )
    fc.assert(
      fc.property(fc.array(atom, { maxLength: 40 }), atoms => {
        const table = new AtomTable(predicates, objects, arity)
        const known = new Map<string, number>()
        for (const [predicate, args] of atoms) {
          const spelled = `${predicate} ${args}`
          expect(table.find(predicate, args)).toBe(known.get(spelled) ?? -1)
          const number = table.number(predicate, args)
          expect(number).toBe(known.get(spelled) ?? known.size)
          known.set(spelled, number)
        }
        expect(table.size).toBe(known.size)
      }),
    )
  },
)
