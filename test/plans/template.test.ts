import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Value } from '../../plans/plan.ts'
import {
  escapeSlots,
  fill,
  fillInput,
  type Json,
  replaceSlots,
  slots,
  slotsAt,
  unquoted,
} from '../../plans/template.ts'

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 3 }),
)

test('a text names each role once, in order, and never a brace that opens no slot', () => {
  expect(slots('{rate} by {distance}, {rate} again; { }, {Rate}, {{escaped}}, {a-b}')).toEqual([
    'rate',
    'distance',
  ])
})

test('the input of a tool call is searched at every depth, its keys are not', () => {
  const input: Json = { '{key}': ['{a}', { deep: 'x {b}' }], n: 4, none: null }
  expect(slots(input)).toEqual(['a', 'b'])
})

test('values are written into text; lists with commas', () => {
  const values = { rate: 12.5, names: ['x', 'y'], known: true }
  expect(fill('{rate} of {names}: {known} {{rate}}', values)).toEqual({
    filled: '12.5 of x, y: true {rate}',
  })
})

test('a string that is exactly one slot becomes the value itself, any other string text', () => {
  const input = { limit: '{n}', list: ['{names}'], query: 'top {n}', raw: '{{n}}', keep: [1, null] }
  expect(fillInput(input, { n: 3, names: ['x', 'y'] })).toEqual({
    filled: { limit: 3, list: [['x', 'y']], query: 'top 3', raw: '{n}', keep: [1, null] },
  })
})

test.each([
  "SELECT sum(share) FROM t WHERE owner IN ('{names}')",
  'SELECT sum(share) FROM t WHERE owner IN ({names})',
  'SELECT sum(share) FROM t WHERE owner IN {names}',
  "WITH q AS (SELECT 'it''s' FROM t) SELECT * FROM q -- the owners' own\nWHERE owner IN ('{names}')",
  "SELECT /* don't */ sum(share) FROM t WHERE owner NOT IN ('{names}') AND flat = '--'",
])('a list in a query is a list of constants, within quotes or not: %s', template => {
  const constants = "'Adler', 'O''Neill'"
  const sql = template.replace(/\(?'?\{names\}'?\)?/, `(${constants})`)
  expect(fillInput({ sql: template }, { names: ['Adler', "O'Neill"] })).toEqual({ filled: { sql } })
})

test('roles without a value are named and nothing is filled, not even a role named like a property of every object', () => {
  expect(fill('{a} {constructor} {b}', { b: 1 })).toEqual({ missing: ['a', 'constructor'] })
  expect(fillInput({ x: '{to_string}' }, {})).toEqual({ missing: ['to_string'] })
})

test('a value that looks like a slot stays the text it is', () => {
  fc.assert(
    fc.property(value, fc.string(), (secret, text) => {
      const hostile = `{b}${text}{{`
      expect(fill('<{a}>', { a: hostile, b: String(secret) })).toEqual({ filled: `<${hostile}>` })
      expect(fillInput({ q: '{a}' }, { a: hostile, b: secret })).toEqual({ filled: { q: hostile } })
    }),
  )
})

test('an escaped text has no slots and fills to itself', () => {
  const braces = fc.string({ unit: fc.constantFrom('{', '}', 'a', '_', ' ') })
  fc.assert(
    fc.property(braces, text => {
      expect(slots(escapeSlots(text))).toEqual([])
      expect(fill(escapeSlots(text), {})).toEqual({ filled: text })
    }),
  )
})

test('every role that slots names is needed, and no other', () => {
  const template = fc
    .array(fc.constantFrom('{a}', '{b}', '{{a}}', 'text', '{', '}'))
    .map(p => p.join(' '))
  fc.assert(
    fc.property(template, text => {
      const values = Object.fromEntries(slots(text).map(role => [role, 'v']))
      expect(fill(text, values)).toHaveProperty('filled')
      for (const role of slots(text)) {
        const { [role]: _, ...others } = values
        expect(fill(text, others)).toEqual({ missing: [role] })
      }
    }),
  )
})

test('slots are found and replaced where they stand, doubled braces stay', () => {
  const text = '{{a}} {a:.2f} and {b}'
  expect(slotsAt(text)).toEqual([
    { role: 'a', slot: '{a:.2f}', index: 6 },
    { role: 'b', slot: '{b}', index: 18 },
  ])
  const marked = replaceSlots(text, (role, slot, at) => `<${role} ${slot.length} ${at}>`)
  expect(marked).toBe('{{a}} <a 7 6> and <b 3 18>')
})

test.each([
  ["'{a} km'", '{a} km'],
  [' "{a}" ', '{a}'],
  ['`{a}`', '{a}'],
  ["'{a}' + '{b}'", "'{a}' + '{b}'"],
  ["'plain'", "'plain'"],
])('%s without quotes is %s', (text, inner) => {
  expect(unquoted(text)).toBe(inner)
})

test.each([
  ['{n:2}', { n: 1.005 }, '1.01'],
  ['{n:.2e}', { n: 1234.5 }, '1.23e3'],
  ['{n:.3g}', { n: 1234.5 }, '1230'],
  ['{n:,2}', { n: 1234567.891 }, '1,234,567.89'],
  ['{n:1}', { n: [1, 2.25] }, '1.0, 2.3'],
  ['select {n:1}', { n: 2 }, 'select 2.0'],
])('%s of %j is %s', (template, values, filled) => {
  expect(fill(template, values)).toEqual({ filled })
})

test('a text is no query, whatever it begins with; an input may be one', () => {
  const values = { name: 'two words', table: 'my t' }
  expect(fill('With {name} we go', values)).toEqual({ filled: 'With two words we go' })
  expect(fillInput('With {name} we go', values)).toEqual({ filled: 'With two words we go' })
  const query = 'With a as (select {name} from x) select 1'
  expect(fillInput(query, values)).toEqual({ filled: query.replace('{name}', '"two words"') })
})

test('a list has an item a line where its slot has a line for itself', () => {
  const values = { rows: ['| a |', '| b |'], name: 'x' }
  const filled = (text: string) => fill(text, values)
  expect(filled('# {name}\n{rows}\nand {rows}')).toEqual({
    filled: '# x\n| a |\n| b |\nand | a |, | b |',
  })
  expect(filled('# {name}\n{rows}')).toEqual({ filled: '# x\n| a |\n| b |' })
  expect(filled('{rows}')).toEqual({ filled: '| a |, | b |' })
})
