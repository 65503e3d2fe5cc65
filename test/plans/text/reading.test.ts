import { expect, test } from 'vitest'
import { read } from '../../../plans/text/reading.ts'
import { placesOf } from '../../../plans/text/values.ts'

test.each([
  ['A  B\nc “d”', 'a b C "D"', ['A  B\nc “d”']],
  ['It is **very** good', 'very good', ['very** good']],
  ['It is **very** good', '*very* good', ['very** good']],
  ['a long-\n winded one', 'longwinded', ['long-\n winded']],
  ['see [the page](http://a.b) now', 'the page now', ['the page](http://a.b) now']],
  ['x[12] is <b>y</b>', 'x is y', ['x[12] is <b>y']],
  ['One two three. Four', 'one ... three', ['One', 'three']],
  ['the first of the first last', 'first [...] last', ['first', 'last']],
  ['a b, a c', 'a … c', ['a', 'c']],
  ['b a b c b c', 'a … b … c', ['a', 'b', 'c']],
  ['a b c b', 'a … b … c', ['a', 'b', 'c']],
  ['ab', 'a…b', ['a', 'b']],
  ['One two', '... two', ['two']],
  ['a * b', 'a * b', ['a * b']],
  ['x x*', 'x*', ['x*']],
  ['One two.\n\nThree', 'one ... three', []],
  ['One two three', 'three … one', []],
  ['a b a b', 'a b', ['a b', 'a b']],
  ['ﬁne', 'fine', ['ﬁne']],
  ['a', '...', []],
  ['a', '  ', []],
  ['aaa', 'aa', ['aa', 'aa']],
])('in %j the words %j stand at %j', (text, words, places) => {
  const reading = read(text)
  const found = reading.find(words)
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(places)
  expect(reading.find(words)).toBe(found)
  expect(found).toEqual([...found].sort((a, b) => a.start - b.start))
})

test('at most 200 places are told', () => {
  expect(read('a '.repeat(300)).find('a')).toHaveLength(200)
  expect(read('a '.repeat(199)).find('a')).toHaveLength(199)
})

test.each([
  ["cat cats catses cat's category scat", 'cat', [0, 4, 16]],
  ['foxes foxy', 'fox', [0]],
  ['東京都', '京', [1]],
  ['x1 x', 'x', [3]],
  ['co-op', 'op', [3]],
  ['scat cat', 'cat', [5]],
  ['C+x', 'C+', [0]],
])('in %s the whole word %s begins at %j', (text, word, places) => {
  const found = read(text).findWords(word, [{ start: 0, end: text.length }])
  expect(found.map(({ start }) => start)).toEqual(places)
})

test('whole words are looked for within bounds', () => {
  const at = (start: number, end: number) => read('a cat').findWords('cat', [{ start, end }]).length
  expect([at(2, 5), at(2, 4), at(3, 5), at(0, 5)]).toEqual([1, 0, 0, 1])
})

test('a place lies in the passage around it', () => {
  const text = 'One. Two.'
  const reading = read(text)
  const at = [0, 3, 4, 5, 9, 10].map(place => reading.passageAt(place)?.start)
  expect(at).toEqual([0, 0, 0, 5, 5, undefined])
  expect(read('a\n\nb').passageAt(2)).toBeUndefined()
})

test.each([
  [384_000, '384 thousand', undefined, ['384']],
  [384, '384 thousand', undefined, ['384']],
  [8400, '8.4 km', 'm', ['8.4']],
  [8400, '8.4 km', undefined, []],
  [5e6, '5 million km', undefined, ['5']],
  [5e9, '5 million km', 'm', ['5']],
  [1e12 + 1, '1000000000000', undefined, ['1000000000000']],
  [1e12 + 1e4, '1000000000000', undefined, []],
  [7, 'seven', undefined, ['seven']],
  [7, 'seven or 7', undefined, ['7']],
  [0.61, '61 %', undefined, ['61']],
  [61, '0.61', '%', ['0.61']],
  [99, '0.99', '%', ['0.99']],
  [100, '1', '%', []],
  [700, '7', '%', []],
  [0.18, '18 %', 'fraction', ['18']],
  [0.18, '18 %', 'share', ['18']],
  [0.18, '18 %', 'proportion', ['18']],
  [0.18, '18 %', 'ratio', ['18']],
  [1 / 3, '0.3333333333', undefined, ['0.3333333333']],
  [1 / 3, '0.333333', undefined, []],
])('%d stands in %j, wanted in %s: %j', (value, text, unit, places) => {
  const spans = [{ start: 0, end: text.length }]
  const found = placesOf(value, spans, read(text), unit)
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(places)
})

test('a number stands in a span that holds the whole of it', () => {
  const at = (start: number, end: number) => placesOf(51, [{ start, end }], read('a 51 b')).length
  expect([at(2, 4), at(3, 6), at(0, 3), at(0, 6)]).toEqual([1, 0, 0, 1])
})
