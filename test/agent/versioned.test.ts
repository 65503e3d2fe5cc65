import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Versioned } from '../../agent/versioned.ts'

test('every version stays as it is, whichever is changed next', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const change = fc.record({ of: fc.nat(), key: name, read: name, goes: fc.boolean() })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), changes => {
      const versions = [{ is: new Versioned<object>(), should: new Map<string, object>() }]
      for (const [n, { of, key, read, goes }] of changes.entries()) {
        // mostly the newest, as in a run
        const { is, should } = versions.at(of % 4 === 0 ? of % versions.length : -1)!
        expect(is.get(read)).toBe(should.get(read))
        const next = new Map(should)
        if (goes) next.delete(key)
        else next.set(key, { n })
        versions.push({ is: goes ? is.delete(key) : is.set(key, next.get(key)!), should: next })
      }
      for (const { is, should } of versions) {
        expect(is.size).toBe(should.size)
        expect(new Map(is)).toEqual(should)
        for (const key of ['a', 'b', 'c', 'd']) expect(is.get(key)).toBe(should.get(key))
      }
    }),
  )
})

test('a version is read from however far behind the newest', () => {
  const first = new Versioned<{ readonly n: number }>()
  let now = first
  for (let n = 0; n < 50_000; n += 1) now = now.set('only', { n })
  expect(first.has('only')).toBe(false)
  expect([...first]).toEqual([])
  expect(now.get('only')).toEqual({ n: 49_999 })
})
