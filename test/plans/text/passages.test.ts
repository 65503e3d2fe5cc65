import { expect, test } from 'vitest'
import { passagesOf } from '../../../plans/text/passages.ts'

type Shown = readonly [string, readonly string[], number]

/** Each passage with its parts and its group. */
const shown = (text: string): readonly Shown[] =>
  passagesOf(text).map(({ start, end, parts, group }) => [
    text.slice(start, end),
    parts.map(part => (part.head ? `${part.head}=` : '') + text.slice(part.start, part.end)),
    group,
  ])
const x = (count: number) => 'x'.repeat(count)

test.each<[string, readonly Shown[]]>([
  [
    'One is here. Two, and three; four: five.',
    [
      ['One is here.', ['One is here.'], 0],
      ['Two, and three; four: five.', ['Two,', 'and three;', 'four:', 'five.'], 0],
    ],
  ],
  [
    'Prices\n\n| Item | Cost |\n|---|---|\n| Tea | 3 |\n| Milk | 2 |\n\nAfter it.',
    [
      ['Prices', ['Prices'], 0],
      ['| Tea | 3 |', ['Item=Tea', 'Cost=3'], 3],
      ['| Milk | 2 |', ['Item=Milk', 'Cost=2'], 3],
      ['After it.', ['After it.'], 4],
    ],
  ],
  [
    '| a | b |\n| c ||',
    [
      ['| a | b |', ['a', 'b'], 1],
      ['| c ||', ['c', ''], 1],
    ],
  ],
  [
    'text\n| | |\n| 1 |\ntext.\n| 2 |',
    [
      ['text', ['text'], 0],
      ['| | |', ['', ''], 1],
      ['| 1 |', ['1'], 1],
      ['text.', ['text.'], 1],
      ['| 2 |', ['2'], 2],
    ],
  ],
  [
    'Title\nA line. Another line\n\nNew paragraph.',
    [
      ['Title', ['Title'], 0],
      ['A line.', ['A line.'], 0],
      ['Another line', ['Another line'], 0],
      ['New paragraph.', ['New paragraph.'], 1],
    ],
  ],
  [
    '| H |\n|---|\n| 1 |\n\n| 2 |',
    [
      ['| 1 |', ['H=1'], 2],
      ['| 2 |', ['2'], 3],
    ],
  ],
])('%j', (text, passages) => {
  expect(shown(text)).toEqual(passages)
})

test.each([
  ['Dr. Smith came. He left at 5 p.m. today! "Why?" He said.', 4],
  ['1. Hourly pay rose. 12. Then', 2],
  ['123. Then (he) left. “So”', 3],
  ['It ended. so it goes. 7 left.', 2],
  ['He (Alex.) Left it. “She” did', 2],
])('%s has %d sentences', (text, count) => {
  expect(passagesOf(text)).toHaveLength(count)
})

test.each([
  [`${x(70)}\nnext`, 1],
  [`${x(69)}\nnext`, 2],
  [`${x(75)}.\nNext`, 2],
  [`${x(75)}:\nNext`, 2],
  [`${x(70)}\n${x(70)}\nnext`, 1],
  [`${x(70)}\nshort\nnext`, 2],
  [`a   b${x(70)}\nnext`, 2],
])('a line goes on in the next one when it was broken for its length: %#', (text, count) => {
  expect(passagesOf(text)).toHaveLength(count)
})
