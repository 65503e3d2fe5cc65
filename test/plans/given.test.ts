// Objects by their members and by their ids.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byId, given, greater, joined, textOrder } from '../../plans/given.ts'

test('texts have the order that sort gives them', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), texts => {
      expect(texts.toSorted(textOrder)).toEqual(texts.toSorted())
    }),
  )
  expect([textOrder('a', 'a'), textOrder('a', 'b'), textOrder('b', 'a')]).toEqual([0, -1, 1])
})

test('members that are undefined are left out, others are not', () => {
  expect(given({ a: undefined, b: 0, c: '', d: false })).toEqual({ b: 0, c: '', d: false })
  expect(Object.keys(given({ a: undefined }))).toEqual([])
})

test('what two say is joined member by member, and stays the same object where nothing is added', () => {
  const one = { count: 3, day: '2024', inner: { at: 1 } }
  expect(joined(one, { count: 5, day: '2023', inner: { at: 1 } }, greater)).toEqual({
    ...one,
    count: 5,
  })
  const more: object = { count: 2, inner: { at: 0, to: 7 } }
  expect(joined<object>(one, more, greater)).toEqual({ ...one, inner: { at: 1, to: 7 } })
  expect(joined(one, { ...one, count: 1 }, greater)).toBe(one)
  expect(joined<object | undefined>(undefined, one, greater)).toBe(one)
  expect(joined<object | undefined>(one, undefined, greater)).toBe(one)
})

test('of one id there is one, and none that is gone; of two reasons the first in spelling is told', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(id => ({ id }))
  const gone = [
    ['b', 'no use'],
    ['b', 'harm'],
    ['b', 'other'],
  ] as const
  let joins = 0
  const held = byId([a!, b!, c!, a!, { id: 'c' }], gone, (one, other) => {
    joins++
    expect([one, other]).toEqual([c, { id: 'c' }])
    return one
  })
  expect([...held.items]).toEqual([
    ['a', a],
    ['c', c],
  ])
  expect([joins, ...held.gone]).toEqual([1, ['b', 'harm']])
})
