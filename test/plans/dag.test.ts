import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ancestors, topological } from '../../plans/dag.ts'
import { acyclic, stepOf } from './steps.ts'

test('the topological order puts every step after its dependencies, and a cycle is named', () => {
  fc.assert(
    fc.property(acyclic, steps => {
      const sorted = topological(steps)
      const order = 'order' in sorted ? sorted.order.map(step => step.id) : []
      expect(order.toSorted()).toEqual(steps.map(step => step.id).sort())
      for (const step of steps)
        for (const dep of step.deps) expect(order.indexOf(dep)).toBeLessThan(order.indexOf(step.id))
    }),
  )
  const ring = [stepOf('a', ['c']), stepOf('b', ['a']), stepOf('c', ['b']), stepOf('free', [])]
  expect(topological(ring)).toEqual({ cycle: ['a', 'b', 'c'] })
})

test('ancestors are what is upstream, however deep, and a cycle does not trap the search', () => {
  const chain = Array.from({ length: 5000 }, (_, i) =>
    stepOf(`s${i}`, i === 0 ? [] : [`s${i - 1}`]),
  )
  expect(ancestors(chain, 's4999').size).toBe(4999)
  expect([...ancestors([stepOf('a', ['b']), stepOf('b', ['a'])], 'a')].sort()).toEqual(['a', 'b'])
})
