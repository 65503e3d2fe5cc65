// Claims without tool calls are weighed once for the same sight; another sight is never answered by it.
import { expect, test } from 'vitest'
import type { Belief, NewBelief } from '../../agent/state.ts'
import { weigh } from '../../phases/claims.ts'
import type { Step } from '../../plans/plan.ts'

const step: Step = {
  ...{ id: 's1', kind: 'compute', description: 'Add a and b.', deps: [], reads: ['a', 'b'] },
  ...{ writes: [{ role: 'sum' }], postcondition: 'ground_belief(sum) is known' },
}

const believed = (name: string, value: number): Belief => ({
  ...{ name, value, source: 'user', provenance: 'given', scope: '1', version: 1, at: 0 },
})

const claims: readonly NewBelief[] = [
  { name: 'sum', value: 5, source: 'compute', provenance: 'assumed', derivation: 'a + b' },
]
const a = believed('a', 2)
const b = believed('b', 3)
const call = () => undefined
const seen = { beliefs: { a, b }, call, question: 'How many?', files: [] }
const made = { beliefs: claims, calls: [] }

test('the same claims in the same sight are weighed once, also where the sight was put together again', () => {
  const first = weigh(step, made, seen)
  expect(first).toEqual({ provenance: { sum: 'derived' }, faults: [] })
  expect(weigh(step, made, { ...seen, beliefs: { a, b } })).toBe(first)
})

test('another belief, another step or another question is weighed anew', () => {
  const first = weigh(step, made, seen)
  const wrong = weigh(step, made, { ...seen, beliefs: { a, b: believed('b', 4) } })
  expect(wrong.faults.map(({ mode }) => mode)).toEqual(['incorrect_computation'])
  const inMetres: Step = { ...step, writes: [{ role: 'sum', unit: 'm' }] }
  expect(weigh(inMetres, made, seen).faults.map(({ tier }) => tier)).toContain('pattern')
  expect(weigh(step, made, { ...seen, question: 'How much?' })).not.toBe(first)
  expect(weigh(step, made, { ...seen, beliefs: { a } }).faults).toHaveLength(1)
})

test('claims of a step with calls of its own are weighed each time', () => {
  const withCall = { ...made, calls: ['1/1.s1.c1'] }
  expect(weigh(step, withCall, seen)).not.toBe(weigh(step, withCall, seen))
})
