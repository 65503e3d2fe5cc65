// What a text spells in JSON.
import { expect, test } from 'vitest'
import { jsonOf } from '../../plans/canonical.ts'

test.each([
  ['{"a": 1}', { a: 1 }],
  ['null', null],
  ['{"a": 1,}', undefined],
  ['', undefined],
])('%j spells %j', (text, value) => {
  expect(jsonOf(text)).toEqual(value)
})
