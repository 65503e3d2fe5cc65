import { describe, expect, test } from 'vitest'
import { nearest } from '../../../plans/text/nearest.ts'
import { plainMarks } from '../../../plans/text/quotes.ts'
import { asPattern, singular, stem, stemsOf, termsOf } from '../../../plans/text/words.ts'

describe('stems', () => {
  test.each([
    ['bak', 'baked baking'],
    ['run', 'run runs running'],
    ['plan', 'plan plans planned planning'],
    ['quick', 'quick quickly'],
    ['city', 'city cities'],
    ['copy', 'copy copies copied'],
    ['hous', 'house houses housing'],
    ['tie', 'tie ties'],
    ['fly', 'fly'],
    ['only', 'only'],
    ['using', 'using'],
    ['being', 'being'],
    ['bed', 'bed'],
    ['used', 'used'],
    ['sing', 'sing'],
    ['add', 'add adds added adding'],
    ['glass', 'glass'],
    ['status', 'status'],
    ['axis', 'axis'],
  ])('%s is of: %s', (wanted, words) => {
    for (const word of words.split(' ')) expect(stem(word), word).toBe(wanted)
  })

  test.each([
    ['cities', 'city'],
    ['flies', 'fly'],
    ['pies', 'pie'],
    ['ties', 'tie'],
    ['dogs', 'dog'],
    ['ads', 'ads'],
    ['bus', 'bus'],
    ['glass', 'glass'],
    ['axis', 'axis'],
  ])('one of %s is %s', (many, one) => {
    expect(singular(many)).toBe(one)
  })

  test('of a text are its telling words in order, without accents and very long runs', () => {
    expect(
      termsOf(`the Booked rooms and Étés, room 7 ${'a'.repeat(60)} ${'b'.repeat(61)}`),
    ).toEqual(['book', 'room', 'ete', 'room', '7', 'a'.repeat(60)])
    expect([...stemsOf('room rooms')]).toEqual(['room'])
  })
})

test.each([
  ['colour', 'color hue', 'color'],
  ['total_cost', 'cost_sum unit', 'cost_sum'],
  ['the_a', 'the_b', 'the_b'],
  ['it_is', 'is_on', undefined],
  ['abcdefg_sum', 'sum_zzzzzzz', 'sum_zzzzzzz'],
  ['abcdefg_is', 'is_zzzzzzz', undefined],
  ['abcd', 'abxy xbcd', 'xbcd'],
  ['abcd', 'xbcd ybcd', 'xbcd'],
  ['abcd', 'abxy', 'abxy'],
  ['abcd', 'axyz', undefined],
  [
    `${'a'.repeat(100)}b`,
    `${'a'.repeat(100)}${'c'.repeat(200)}`,
    `${'a'.repeat(100)}${'c'.repeat(200)}`,
  ],
  ['', '', ''],
])('nearest to %s of %s: %s', (name, known, found) => {
  expect(nearest(name, known.split(' '))).toBe(found)
})

test('a text as a pattern matches itself', () => {
  const text = 'a.*+?^${}()|[]\\/b'
  expect(text.replace(new RegExp(`^${asPattern(text)}$`), '')).toBe('')
})

test('marks are written as a keyboard has them', () => {
  expect(plainMarks('‘a’ “b” «c» 1–2 − x\u00a0y\u202fz so\u00adft\u200b')).toBe(
    `'a' "b" "c" 1-2 - x y z soft`,
  )
})
