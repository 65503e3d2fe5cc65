// Whether a text says what is believed and nothing else.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formAnswer } from '../../../plans/answers/form.ts'
import { sameValue } from '../../../plans/answers/same-value.ts'
import type { AnswerForm, Value } from '../../../plans/plan.ts'

type Case = [
  believed: Value,
  text: string,
  form: AnswerForm,
  also?: { readonly question?: string; readonly unit?: string },
]
const number: AnswerForm = { kind: 'number' }
const date: AnswerForm = { kind: 'date' }
const truth: AnswerForm = { kind: 'boolean' }
const list: AnswerForm = { kind: 'list' }
const words: AnswerForm = { kind: 'text' }

const same = (
  value: Value,
  text: string,
  form: AnswerForm,
  { question = '', unit }: Case[3] = {},
) => sameValue({ value, ...(unit !== undefined && { unit }) }, text, form, question)

test.each<Case>([
  ['about 17', '17', number],
  ['17 days of rain', '17', number, { question: 'On how many days was there rain?' }],
  ['The total is 1,234 euros', '1234', { ...number, unit: 'EUR' }, { question: 'the total?' }],
  ['roughly 12.5 km', '12500', { ...number, unit: 'm' }],
  [7, '420', { ...number, unit: 'min' }, { unit: 'h' }],
  [51.66, '51.7', { ...number, decimals: 1 }],
  ['It happened on the 5th of June in 2026', '2026-06-05', date, { question: 'When happened it?' }],
  ['Friday the 5th of June, 2026', '2026-06-05', date],
  ['2026, on the 5th of June', '2026-06-05', date, { question: 'On what day?' }],
  ['5 June 2026', 'June 5, 2026', { ...date, note: 'in words' }],
  ['The answer is no', 'no', truth],
  ['3, 139', '3, 139.00', words],
  ['The Harbour School', 'Harbour School', words],
  ['Jura, 51.66%', 'Jura, 51.7%', { ...words, decimals: 1 }],
  ['12 hours', '12 hour', words],
  ['seven', '7', words],
  ['Ilse and Tomas', 'Ilse, Tomas', list],
  [['a', 'b'], 'a; b', list],
  ['Tomas, Ilse', 'Ilse, Tomas', { ...list, order: 'alphabetical' }],
  ['Jura, 5166', 'Jura, 5200', { ...words, roundTo: 100 }],
  ['zero and one', '0, 1', words],
  ['x'.repeat(10_000), 'X'.repeat(10_000), words],
  ['salt, fish and chips', 'salt, fish and chips', list],
  [['the Nile', 'Po'], 'Po; Nile', { ...list, order: 'alphabetical' }],
  ['May 2026', '2026-05', date],
  ['the 5th of June 2026 at noon', '2026-06-05', date, { question: 'On what day, at noon?' }],
  ['yes it is', 'yes', truth],
  ['it was about 12 km in total', '12', { ...number, unit: 'km' }],
  [
    'it took 2 thousand hours of work',
    '2000',
    { ...number, unit: 'h' },
    { question: 'What work took it?' },
  ],
  ['17.', '17', number],
  ['the 3rd and 4th', '3 4', words],
])('%j and %j are the same', (believed, text, form, also) => {
  expect(same(believed, text, form, also)).toBe(true)
})

test.each<Case>([
  [['the Nile', 'Po', 'Rhine'], 'Po; Nile', { ...list, order: 'alphabetical' }],
  ['x'.repeat(10_001), 'X'.repeat(10_001), words],
  ['x.'.repeat(5000), `${'X.'.repeat(5000)}.`, words],
  [`${'The '.repeat(2500)}x`, 'x', words],
  ['x', `${'The '.repeat(2500)}x`, words],
  [['b', 'a'], 'a; b', { ...list, order: 'as-found' }],
  [['a', 'b', 'c'], 'a, b c', list],
  ['salt fish', 'salt, fish', list],
  ['on 5 Paris June in 2026', '2026-06-05', date],
  ['17 km in total westward', '17', { ...number, unit: 'km' }],
  ['about 17', '18', number],
  ['at least 17', '17', number],
  ['17 of 20', '17', number],
  ['17 dozen', '17', number],
  ['minus 5', '5', number],
  ['17 without Jura', '17', number, { question: 'How many are there?' }],
  [7, '42', { ...number, unit: 'min' }, { unit: 'h' }],
  ['5 June 2026', '2026-05-06', date],
  ['on the 5th of June in 2026', '2026-05-06', date],
  ['in 2026', '2026-06-05', date],
  ['5 June 2026 or 7 June 2026', '2026-06-05', date],
  ['The answer is not yes', 'yes', truth],
  ['maybe', 'yes', truth],
  ['no longer', 'no', truth],
  ['Paris 17', '17', number],
  ['3, 139', '3, 139.50', words],
  ['3, 139', '139, 3', words],
  ['Harbour', 'Harbour School', words],
  ['Jura and Alps', 'Jura', words, { question: 'Is it Jura or Alps?' }],
  ['51.7%', '51.7', words],
  ['$5', '€5', words],
  ['12:15', '12:51', words],
  ['2:30', '2, 30', words],
  ['not A', 'A', words],
  ['x', ' ', words],
  ['Ilse and Tomas', 'Tomas, Ilse', list],
  ['Ilse and Tomas Berg, Ann', 'Ilse, Tomas, Berg Ann', list],
  ['John Smith, Mary Jones', 'John Jones, Mary Smith', { ...list, order: 'alphabetical' }],
  ['a, b', 'a b', list],
  [['a', 'b'], 'a', list],
  [['a', 'a'], 'a; b', { ...list, order: 'alphabetical' }],
  [['a', 'b'], 'a; a', { ...list, order: 'alphabetical' }],
  [['a', 'b'], 'a, c', list],
  ['5 5 June 2026', '2026-06-05', date],
  ['2026-06', '2026-06-05', date],
  ['yes or no', 'yes', truth],
  ['yes', 'yes it is', truth],
  ['17 and 18', '17', number],
  ['it is 17 and 17', '17', number],
  ['', 'a', words],
  ['the', 'a', words],
  ['a b', 'a', words],
  ['2 thousand', '2', number],
])('%j and %j are not the same', (believed, text, form, also) => {
  expect(same(believed, text, form, also)).toBe(false)
})

test('what is too long to be an answer is not compared', () => {
  const long = 'word, '.repeat(2000)
  expect(same(long, long.replaceAll(',', ';'), words)).toBe(false)
  expect(same(long.slice(0, 6000), long.slice(0, 6000).replaceAll(',', ';'), words)).toBe(true)
})

describe('any answer', () => {
  const word = fc.stringMatching(/^[b-z]{4,8}$/)
  const value: fc.Arbitrary<Value> = fc.oneof(
    word,
    fc.array(word, { minLength: 2, maxLength: 4 }).map(all => all.join(', ')),
    fc.array(word, { minLength: 1, maxLength: 5 }),
    fc.integer({ min: -1e6, max: 1e6 }),
  )
  const form = fc.constantFrom(number, list, words)

  test('is the same as itself in form', () => {
    fc.assert(
      fc.property(value, form, (believed, wanted) => {
        const formed = formAnswer({ value: believed }, wanted)
        if ('text' in formed) expect(sameValue({ value: believed }, formed.text, wanted)).toBe(true)
      }),
    )
  })

  test('is another with one word or number more', () => {
    fc.assert(
      fc.property(
        value,
        form,
        fc.constantFrom('also zebra', '77777777'),
        (believed, kind, more) => {
          const formed = formAnswer({ value: believed }, kind)
          const text = 'text' in formed ? formed.text : String(believed)
          expect(sameValue({ value: believed }, `${text}, ${more}`, kind)).toBe(false)
        },
      ),
    )
  })

  test('is another number when a digit changes', () => {
    const two = fc.tuple(fc.integer(), fc.integer()).filter(([a, b]) => a !== b)
    fc.assert(
      fc.property(two, fc.constantFrom(number, words), ([a, b], kind) => {
        expect(sameValue({ value: `it is ${a}` }, String(b), kind)).toBe(false)
        expect(sameValue({ value: a }, String(b), kind)).toBe(false)
      }),
    )
  })
})
