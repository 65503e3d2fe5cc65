// What searches are made of: the heap, the states seen, and conditions in normal form.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Heap } from '../../../plans/pddl/search/heap.ts'
import { reorder } from '../../../plans/pddl/search/improve.ts'
import { groundWithin } from '../../../plans/pddl/search/solve.ts'
import { StateStore } from '../../../plans/pddl/search/state-store.ts'
import { stratify } from '../../../plans/pddl/syntax/axioms.ts'
import { suggestion } from '../../../plans/pddl/syntax/names.ts'
import type { Formula } from '../../../plans/pddl/task/formula.ts'
import { createNormalizer } from '../../../plans/pddl/task/ground.ts'
import { Budget } from '../../../plans/pddl/task/limits.ts'
import { packTask } from '../../../plans/pddl/task/packed.ts'
import { readTask } from '../../../plans/pddl/task/task.ts'

const small = fc.integer({ min: 0, max: 5 })

test('a heap gives what is in it, smallest first by key and then by tie', () => {
  const operation = fc.oneof(
    fc.record({ key: small, tie: small }),
    fc.constant('pop' as const),
    fc.constant('clear' as const),
  )
  const mostly = fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.record({ key: small, tie: small }) }, operation),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(mostly, fc.integer({ min: 1, max: 4 }), (operations, capacity) => {
      const heap = new Heap(capacity)
      let held: { key: number; tie: number; value: number }[] = []
      for (const [value, each] of operations.entries()) {
        if (each === 'clear') {
          heap.clear()
          held = []
        } else if (each !== 'pop') {
          heap.push(each.key, value, each.tie)
          held.push({ ...each, value })
          held.sort((a, b) => a.key - b.key || a.tie - b.tie)
        } else if (held.length > 0) {
          const value = heap.pop()
          const popped = held.find(one => one.value === value)
          expect(popped).toBeDefined()
          held = held.filter(one => one !== popped)
          expect(
            held.every(
              one => one.key > popped!.key || (one.key === popped!.key && one.tie >= popped!.tie),
            ),
          ).toBe(true)
        }
        expect(heap.size).toBe(held.length)
        expect(heap.minKey).toBe(held[0]?.key ?? Number.POSITIVE_INFINITY)
      }
      const order = held.map(({ key, tie }) => [key, tie])
      const popped = held.map(() => heap.pop())
      const byValue = new Map(held.map(each => [each.value, [each.key, each.tie]]))
      expect(popped.map(value => byValue.get(value))).toEqual(order)
      expect(new Set(popped).size).toBe(held.length)
    }),
  )
})

test('a store numbers each state once, however many there are, and finds the way to it', () => {
  const words = fc.array(fc.tuple(fc.nat(3), fc.nat(700)), { maxLength: 1500 })
  fc.assert(
    fc.property(words, states => {
      const store = new StateStore(2)
      const numbers = new Map<string, number>()
      for (const [one, two] of states) {
        const buffer = Uint32Array.of(9, one, two)
        const id = store.add(buffer, 1)
        const known = numbers.get(`${one} ${two}`)
        expect(store.isNew).toBe(known === undefined)
        expect(id).toBe(known ?? numbers.size)
        numbers.set(`${one} ${two}`, id)
        if (!store.isNew) continue
        store.parent[id] = id - 1
        store.operator[id] = 10 * id
        store.g[id] = id / 2
      }
      const { size } = numbers
      expect(store.size).toBe(size)
      expect(store.bytes).toBe(size * 32)
      if (size === 0) return
      expect(store.path(size - 1)).toEqual(Array.from({ length: size - 1 }, (_, i) => 10 * (i + 1)))
      expect(store.g[size - 1]).toBe((size - 1) / 2)
      for (const [text, id] of numbers)
        expect([...store.data.slice(2 * id, 2 * id + 2)].join(' ')).toBe(text)
    }),
    { numRuns: 20 },
  )
})

test('a normal form is true where the formula is', () => {
  const atoms = 4
  const formula = fc.letrec<{ any: Formula }>(tie => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.nat(2 * atoms - 1),
      fc.boolean(),
      fc.record({
        kind: fc.constantFrom('and', 'or'),
        parts: fc.array(
          tie('any').filter(part => typeof part !== 'boolean'),
          { minLength: 1, maxLength: 5 },
        ),
      }) as fc.Arbitrary<Formula>,
    ),
  })).any
  const holds = (of: Formula, world: number): boolean => {
    if (typeof of === 'boolean') return of
    // an odd literal is the negation of the atom before it
    if (typeof of === 'number') return ((world >> (of >> 1)) & 1) === 1 - (of % 2)
    return of.kind === 'and'
      ? of.parts.every(part => holds(part, world))
      : of.parts.some(part => holds(part, world))
  }
  fc.assert(
    fc.property(formula, of => {
      const normalizer = createNormalizer(atoms)
      const alternatives = normalizer.normalize(of)
      const conjunction = normalizer.asConjunction(of)
      const head = 2 * 1000
      normalizer.define(head, of)
      for (let world = 0; world < 1 << atoms; world++) {
        const derived = new Set<number>()
        const isTrue = (literal: number) =>
          literal < 2 * atoms ? holds(literal, world) : derived.has(literal)
        for (let before = -1; before !== derived.size; ) {
          before = derived.size
          for (const axiom of normalizer.axioms)
            if (axiom.body.every(isTrue)) derived.add(axiom.head)
        }
        const wanted = holds(of, world)
        expect(alternatives.some(each => each.every(isTrue))).toBe(wanted)
        expect(conjunction?.every(isTrue) ?? false).toBe(wanted)
        expect(derived.has(head)).toBe(wanted)
      }
      expect(alternatives.length).toBeLessThanOrEqual(8)
      for (const each of alternatives) {
        expect(new Set(each).size).toBe(each.length)
        expect(each.some(literal => literal % 2 === 1 && each.includes(literal - 1))).toBe(false)
      }
    }),
  )
  // three by three alternatives would be nine
  const three = (first: number) => ({
    kind: 'or' as const,
    parts: [first, first + 2, first + 4],
  })
  const nine: Formula = { kind: 'and', parts: [three(0), three(6)] }
  expect(createNormalizer(6).normalize(nine)).toHaveLength(1)
  expect(createNormalizer(6).normalize({ kind: 'and', parts: [three(0), 6] })).toHaveLength(3)
})

test('what is derived from something stands behind it, and together what rests on each other', () => {
  const { domain } = readTask(
    `(define (domain d) (:predicates (p) (a) (b) (c) (e))
      (:derived (e) (and (c) (a)))
      (:derived (c) (or (b) (p)))
      (:derived (b) (or (c) (a)))
      (:derived (a) (p))
      (:action act :parameters () :precondition (e) :effect (p)))`,
    '(define (problem x) (:domain d) (:init) (:goal (e)))',
  )
  const strata = stratify(domain.axioms)
  expect(strata.map(({ predicates }) => [...predicates].sort())).toEqual([['a'], ['b', 'c'], ['e']])
  expect(strata.map(({ isRecursive }) => isRecursive)).toEqual([false, true, false])
})

describe('steps in another order', () => {
  // three jobs of three steps each, which have nothing to do with each other
  const jobs = ['a', 'b', 'c']
  const task = packTask(
    groundWithin(
      readTask(
        `(define (domain d) (:predicates (zero ?j) (one ?j) (two ?j) (three ?j))
          (:action first :parameters (?j) :precondition (zero ?j) :effect (one ?j))
          (:action second :parameters (?j) :precondition (one ?j) :effect (and (two ?j) (not (one ?j))))
          (:action third :parameters (?j) :precondition (two ?j) :effect (three ?j)))`,
        `(define (problem p) (:domain d) (:objects ${jobs.join(' ')})
          (:init ${jobs.map(job => `(zero ${job})`).join(' ')})
          (:goal (and ${jobs.map(job => `(three ${job})`).join(' ')})))`,
      ),
      new Budget({}),
    )!,
  )
  const named = (operator: number) => {
    const { action, args } = task.source.operators[operator]!.step
    return `${action[0]}${args.join('')}`
  }
  const numbers = new Map(task.source.operators.map((_, operator) => [named(operator), operator]))
  const inOrder = (
    plan: string,
    ...[order, seed]: [order: 'given' | 'forward' | 'backward', seed?: number]
  ) => {
    const steps = plan.split(' ').map(step => numbers.get(step)!)
    return reorder(task, steps, order, new Budget({}), seed).map(named).join(' ')
  }
  const mixed = 'fa fb fc sa sb sc tb ta tc'

  test('stand together where one depends on the other', () => {
    expect(inOrder(mixed, 'given')).toBe(mixed)
    expect(inOrder(mixed, 'forward')).toBe('fa sa ta fb sb tb fc sc tc')
    expect(inOrder(mixed, 'backward')).toBe('fb sb tb fa sa ta fc sc tc')
  })

  test('come to the same, whatever the seed, which shuffles the same everywhere', () => {
    const order = fc.constantFrom('forward', 'backward')
    fc.assert(
      fc.property(order, fc.nat(1000), (how, seed) => {
        const found = inOrder(mixed, how as 'forward', seed)
        expect(found.split(' ').sort()).toEqual(mixed.split(' ').sort())
        for (const job of jobs)
          expect(
            found
              .replaceAll(/[^ ]+/g, step => (step[1] === job ? step[0]! : ''))
              .replaceAll(' ', ''),
          ).toBe('fst')
        expect(inOrder(mixed, how as 'forward', seed)).toBe(found)
      }),
    )
    const orders = [1, 2, 3, 4].map(seed => inOrder(mixed, 'forward', seed))
    expect(orders).toEqual([
      'fb sb tb fc sc tc fa sa ta',
      'fc sc tc fb sb tb fa sa ta',
      'fc sc tc fa sa ta fb sb tb',
      'fc fb sb tb sc tc fa sa ta',
    ])
  })
})

test.each([
  ['trukc', ['truck', 'crate'], ', did you mean "truck"?'],
  ['z', [...'abcdefgh'], '; there is a, b, c, d, e, f, g, h'],
  ['z', [...'abcdefghi'], '; there is a, b, c, d, e, f, g, h, ...'],
  ['z', [], ', and none is declared'],
])('of an unknown name %s it is said what there is of %j', (name, known, says) => {
  expect(suggestion(name, known)).toBe(says)
})
