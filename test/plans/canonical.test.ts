// What a text spells in JSON, and how a value is spelled.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, fingerprint, jsonOf } from '../../plans/canonical.ts'

test.each([
  ['{"a": 1}', { a: 1 }],
  ['null', null],
  ['{"a": 1,}', undefined],
  ['', undefined],
])('%j spells %j', (text, value) => {
  expect(jsonOf(text)).toEqual(value)
})

/** The value with the members of all objects in the order of `sort`. */
function ordered(value: unknown, sort: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map(each => ordered(each, sort))
  if (value === null || typeof value !== 'object') return value
  const members = value as Readonly<Record<string, unknown>>
  const names = sort(Object.keys(members).sort())
  return Object.fromEntries(names.map(name => [name, ordered(members[name], sort)]))
}

test('one value has one spelling and one fingerprint, whatever the order of its members', () => {
  const member = fc.constantFrom('a', 'b', 'c', 'd')
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(1, 'x', null, true),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(member, tie('tree')),
    ),
  }))
  fc.assert(
    fc.property(tree, value => {
      const spelled = JSON.stringify(ordered(value, names => names))
      const other = ordered(value, names => names.toReversed())
      expect([canonical(value), canonical(other)]).toEqual([spelled, spelled])
      const hash = createHash('sha256').update(spelled).digest('hex')
      expect([fingerprint(other), fingerprint(other, 16)]).toEqual([
        hash.slice(0, 10),
        hash.slice(0, 16),
      ])
    }),
  )
  expect(canonical({ b: undefined, a: new Date(0) })).toBe('{"a":"1970-01-01T00:00:00.000Z"}')
  expect(fingerprint([undefined])).toBe(fingerprint([null]))
})
