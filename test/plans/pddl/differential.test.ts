// The planner against exhaustive search over the semantics, on random domains that use the whole
// language.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deorderPlan, validateGraph } from '../../../plans/pddl/judge/deorder.ts'
import { validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { repairPlan } from '../../../plans/pddl/repair/repair.ts'
import { solve } from '../../../plans/pddl/search/solve.ts'
import type {
  Action,
  Condition,
  Domain,
  Effect,
  Problem,
} from '../../../plans/pddl/syntax/syntax.ts'
import { createTask, type Task } from '../../../plans/pddl/task/task.ts'
import { exhaustiveCost } from './support.ts'

const term = (names: string[]) => fc.constantFrom(...names)
const atomOver = (names: string[]) =>
  fc.oneof(
    fc.constant({ name: 'r', args: [] }),
    fc.tuple(fc.constantFrom('p', 's'), term(names)).map(([name, a]) => ({ name, args: [a] })),
    fc.tuple(term(names), term(names)).map(args => ({ name: 'q', args })),
  )

function conditionOver(names: string[], depth: number): fc.Arbitrary<Condition> {
  const atom = atomOver(names).map((a): Condition => ({ kind: 'atom', atom: a }))
  const equal = fc
    .tuple(term(names), term(names))
    .map(([left, right]): Condition => ({ kind: 'equal', left, right }))
  if (depth === 0) return fc.oneof({ weight: 5, arbitrary: atom }, equal)
  const inner = conditionOver(names, depth - 1)
  const inside = conditionOver([...names, `?v${depth}`], depth - 1)
  const types = fc.constantFrom([], ['small'], ['small', 'large'])
  return fc.oneof(
    { weight: 3, arbitrary: atom },
    inner.map((part): Condition => ({ kind: 'not', part })),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(inner, { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, parts]): Condition => ({ kind, parts })),
    fc.tuple(inner, inner).map(([left, right]): Condition => ({ kind: 'imply', left, right })),
    fc.tuple(fc.constantFrom('forall' as const, 'exists' as const), types, inside).map(
      ([kind, own, body]): Condition => ({
        kind,
        variables: [{ name: `?v${depth}`, types: own }],
        body,
      }),
    ),
  )
}

function effectOver(names: string[]): fc.Arbitrary<Effect> {
  const change = (over: string[]) =>
    fc
      .tuple(fc.constantFrom('add' as const, 'delete' as const), atomOver(over))
      .filter(([, atom]) => atom.name !== 's')
      .map(([kind, atom]): Effect => ({ kind, atom }))
  const when = (over: string[]) =>
    fc
      .tuple(conditionOver(over, 1), change(over))
      .map(([condition, effect]): Effect => ({ kind: 'when', condition, effect }))
  const each = fc
    .oneof(change([...names, '?w']), when([...names, '?w']))
    .map((effect): Effect => ({ kind: 'forall', variables: [{ name: '?w', types: [] }], effect }))
  const cost = fc.nat(3).map((amount): Effect => ({ kind: 'increase', amount }))
  return fc
    .tuple(
      fc.array(fc.oneof(change(names), change(names), when(names), each), {
        minLength: 1,
        maxLength: 4,
      }),
      cost,
    )
    .map(([parts, increase]): Effect => ({ kind: 'and', parts: [...parts, increase] }))
}

const action = (name: string): fc.Arbitrary<Action> =>
  fc.constantFrom([], ['?x'], ['?x', '?y']).chain(parameters =>
    fc.record({
      name: fc.constant(name),
      parameters: fc.constant(
        parameters.map((p, i) => ({ name: p, types: i === 0 ? ['small'] : [] })),
      ),
      precondition: conditionOver([...parameters, 'c'], 2),
      effect: effectOver([...parameters, 'c']),
    }),
  )

const signature = (name: string, arity: number) => ({
  name,
  parameters: Array.from({ length: arity }, (_, i) => ({ name: `?a${i}`, types: [] })),
})

const anyTask: fc.Arbitrary<Task> = fc
  .record({
    actions: fc.tuple(action('one'), action('two'), action('three')),
    init: fc.array(atomOver(['a', 'b', 'c']), { maxLength: 6 }),
    goal: conditionOver(['a', 'b', 'c'], 2),
    minimizeCost: fc.boolean(),
  })
  .map(({ actions, init, goal, minimizeCost }) => {
    const domain: Domain = {
      name: 'random',
      requirements: [],
      types: [
        { name: 'small', types: [] },
        { name: 'large', types: [] },
      ],
      constants: [{ name: 'c', types: ['large'] }],
      predicates: [signature('p', 1), signature('q', 2), signature('r', 0), signature('s', 1)],
      functions: [signature('total-cost', 0)],
      actions,
    }
    const objects = ['a', 'b'].map(name => ({ name, types: ['small'] }))
    const problem: Problem = {
      name: 'random',
      domain: 'random',
      requirements: [],
      objects,
      init,
      values: [],
      goal,
      minimizeCost,
    }
    return createTask(domain, problem)
  })

describe('on random tasks of the whole language', () => {
  it('the planner finds the optimum that exhaustive search finds, or proves that there is none', () => {
    fc.assert(
      fc.property(anyTask, task => {
        const cost = exhaustiveCost(task)
        const first = solve(task, { mode: 'first' })
        const best = solve(task, { mode: 'optimal' })
        expect(first.status).toBe(cost === undefined ? 'unsolvable' : 'solved')
        expect(best).toMatchObject(
          cost === undefined ? { status: 'unsolvable' } : { status: 'solved', cost, optimal: true },
        )
        for (const found of [first, best]) {
          if (found.status !== 'solved') continue
          expect(validatePlan(task, found.plan)).toMatchObject({ valid: true, cost: found.cost })
          const graph = deorderPlan(task, found.plan)
          expect(validateGraph(task, graph)).toMatchObject({ valid: true, everyOrder: true })
          const { status, ...repaired } = repairPlan(task, found.plan.slice(1))
          expect(status).toBe('repaired')
          expect(repaired).toMatchObject({ minimal: true })
        }
      }),
      { numRuns: Number(process.env.INTEND_RUNS ?? 150) },
    )
  })
})
