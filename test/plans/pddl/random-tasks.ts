// Random domains that use the whole language, with problems of them.
import fc from 'fast-check'
import { findUnstratified } from '../../../plans/pddl/syntax/axioms.ts'
import type {
  Action,
  Amount,
  Atom,
  Axiom,
  Condition,
  Domain,
  Effect,
  Problem,
} from '../../../plans/pddl/syntax/syntax.ts'
import { createTask, type Task } from '../../../plans/pddl/task/task.ts'

/** Types of a variable: any, one with another below it, the one below, one of several. */
const anyTypes = fc.constantFrom([], ['small'], ['tiny'], ['large'], ['small', 'large'])

const term = (names: string[]) => fc.constantFrom(...names)
const atomOver = (names: string[], derived: boolean): fc.Arbitrary<Atom> =>
  fc.oneof(
    fc.constantFrom('r', ...(derived ? ['d0'] : [])).map(name => ({ name, args: [] })),
    fc
      .tuple(fc.constantFrom('p', 's', ...(derived ? ['d1', 'e1'] : [])), term(names))
      .map(([name, a]) => ({ name, args: [a] })),
    fc
      .tuple(fc.constantFrom('q', ...(derived ? ['d2'] : [])), term(names), term(names))
      .map(([name, ...args]) => ({ name, args })),
  )

function conditionOver(names: string[], depth: number): fc.Arbitrary<Condition> {
  const atom = atomOver(names, true).map((a): Condition => ({ kind: 'atom', atom: a }))
  const equal = fc
    .tuple(term(names), term(names))
    .map(([left, right]): Condition => ({ kind: 'equal', left, right }))
  if (depth === 0) return fc.oneof({ weight: 5, arbitrary: atom }, equal)
  const inner = conditionOver(names, depth - 1)
  const inside = conditionOver([...names, `?v${depth}`], depth - 1)
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
    fc.tuple(fc.constantFrom('forall' as const, 'exists' as const), anyTypes, inside).map(
      ([kind, own, body]): Condition => ({
        kind,
        variables: [{ name: `?v${depth}`, types: own }],
        body,
      }),
    ),
  )
}

const amount: fc.Arbitrary<Amount> = fc.oneof(
  fc.constantFrom(0, 1, 3, 0.5),
  fc.constant({ name: 'toll', args: [] }),
)

/** What changes facts: alone, together, under conditions and for each object, one within another. */
function changesOver(names: string[], depth: number): fc.Arbitrary<Effect> {
  const change = fc
    .tuple(fc.constantFrom('add' as const, 'delete' as const), atomOver(names, false))
    .filter(([, atom]) => atom.name !== 's')
    .map(([kind, atom]): Effect => ({ kind, atom }))
  if (depth === 0) return change
  const inner = changesOver(names, depth - 1)
  const inside = changesOver([...names, `?w${depth}`], depth - 1)
  return fc.oneof(
    { weight: 2, arbitrary: change },
    fc.array(inner, { maxLength: 2 }).map((parts): Effect => ({ kind: 'and', parts })),
    fc
      .tuple(conditionOver(names, 1), inner)
      .map(([condition, effect]): Effect => ({ kind: 'when', condition, effect })),
    fc.tuple(anyTypes, inside).map(
      ([types, effect]): Effect => ({
        kind: 'forall',
        variables: [{ name: `?w${depth}`, types }],
        effect,
      }),
    ),
  )
}

function effectOver(names: string[]): fc.Arbitrary<Effect> {
  const cost = fc
    .oneof(amount, fc.constantFrom(...names.map(name => ({ name: 'way', args: [name] }))))
    .map((each): Effect => ({ kind: 'increase', amount: each }))
  const costEach = anyTypes.map(
    (types): Effect => ({
      kind: 'forall',
      variables: [{ name: '?k', types }],
      effect: { kind: 'increase', amount: { name: 'way', args: ['?k'] } },
    }),
  )
  return fc
    .tuple(
      fc.array(changesOver(names, 2), { minLength: 1, maxLength: 4 }),
      fc.array(fc.oneof({ weight: 4, arbitrary: cost }, costEach), { minLength: 1, maxLength: 2 }),
    )
    .map(([parts, costs]): Effect => ({ kind: 'and', parts: [...parts, ...costs] }))
}

const action = (name: string): fc.Arbitrary<Action> =>
  fc.constantFrom([], ['?x'], ['?x', '?y']).chain(parameters =>
    fc.record({
      name: fc.constant(name),
      parameters: fc.tuple(...parameters.map(p => anyTypes.map(types => ({ name: p, types })))),
      precondition: conditionOver([...parameters, 'c'], 2),
      effect: effectOver([...parameters, 'c']),
    }),
  )

const axiom: fc.Arbitrary<Axiom> = fc
  .constantFrom(...Object.entries({ d0: [], d1: ['?x'], e1: ['?x'], d2: ['?x', '?y'] }))
  .chain(([name, parameters]) =>
    fc.record({
      name: fc.constant(name),
      parameters: fc.tuple(...parameters.map(p => anyTypes.map(types => ({ name: p, types })))),
      condition: conditionOver([...parameters, 'c'], 2),
    }),
  )

/** The axioms without those that rest on their own negation. */
function stratified(axioms: readonly Axiom[]): readonly Axiom[] {
  const fault = findUnstratified(axioms)
  return fault ? stratified(axioms.toSpliced(fault.axiom, 1)) : axioms
}

const signature = (name: string, arity: number) => ({
  name,
  parameters: Array.from({ length: arity }, (_, i) => ({ name: `?a${i}`, types: [] })),
})

/** A task of two objects and a constant with up to so many axioms. */
export const anyTask = (maxAxioms: number): fc.Arbitrary<Task> =>
  fc
    .record({
      axioms: fc.array(axiom, { maxLength: maxAxioms }).map(stratified),
      actions: fc.tuple(action('one'), action('two'), action('three')),
      init: fc.array(atomOver(['a', 'b', 'c'], false), { maxLength: 6 }),
      goal: conditionOver(['a', 'b', 'c'], 2),
      minimizeCost: fc.boolean(),
    })
    .map(({ axioms, actions, init, goal, minimizeCost }) => {
      const domain: Domain = {
        name: 'random',
        requirements: [],
        types: [
          { name: 'small', types: [] },
          { name: 'large', types: [] },
          { name: 'tiny', types: ['small'] },
        ],
        constants: [{ name: 'c', types: ['large'] }],
        predicates: [
          ...[signature('p', 1), signature('q', 2), signature('r', 0), signature('s', 1)],
          ...[signature('d0', 0), signature('d1', 1), signature('e1', 1), signature('d2', 2)],
        ],
        functions: [signature('total-cost', 0), signature('toll', 0), signature('way', 1)],
        axioms,
        actions,
      }
      const objects = [
        { name: 'a', types: ['tiny'] },
        { name: 'b', types: ['small'] },
      ]
      const value = (name: string, args: string[], value: number) => ({
        function: { name, args },
        value,
      })
      const problem: Problem = {
        name: 'random',
        domain: 'random',
        requirements: [],
        objects,
        init,
        values: [
          value('toll', [], 2),
          ...['a', 'b', 'c'].map((object, i) => value('way', [object], i)),
        ],
        goal,
        minimizeCost,
      }
      return createTask(domain, problem)
    })
