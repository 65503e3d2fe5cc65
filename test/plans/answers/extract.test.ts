import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractAnswer } from '../../../plans/answers/extract.ts'

describe('the answer in a reply', () => {
  test.each([
    ['Answer: 9\nFINAL ANSWER: 3\nAnswer: 8\nGood bye', '3', 'the final answer before any other'],
    ['FINAL ANSWER: 3\nNo, FINAL ANSWER: 4\nSure.', '4', 'the last of several final answers'],
    ['FINAL ANSWER: 3, or rather FINAL ANSWER: 4', '4', 'the last of several in one line'],
    ['I add.\nAnswer: 9\nGood bye', '9', 'else the line after Answer'],
    ['Answer: 8\nAnswer: 9\nGood bye', '9', 'the last Answer'],
    ['I add four and five.\n9\n\n  \n', '9', 'else the last line that is not empty'],
    ['', '', 'nothing of an empty reply'],
    [' \n\t\n---\n', '', 'nothing of a reply of empty lines'],
  ])('%j gives %j: %3$s', (reply, value) => expect(extractAnswer(reply)).toBe(value))

  test.each([
    ['final answer: 5', '5'],
    ['So the Final Answer : 5', '5'],
    ['FINAL ANSWER：5', '5'],
    ['FINAL ANSWER:\r\n\r\n5\r\n', '5'],
    ['FINAL ANSWER:\n> 5\nbye', '5'],
    ['FINAL ANSWER: 5\nFINAL ANSWER:', '5'],
    ['FINAL ANSWER:', ''],
    ['It is\n\n```text\n5\n```', '5'],
    ['- 4\n- 5', '5'],
  ])('a mark may be written in several ways: %j gives %j', (reply, value) =>
    expect(extractAnswer(reply)).toBe(value),
  )

  test.each([
    ['**FINAL ANSWER:** 5', '5'],
    ['**FINAL ANSWER**: 5', '5'],
    ['**FINAL ANSWER: 5**', '5'],
    ['## FINAL ANSWER: **5.**', '5'],
    ['FINAL ANSWER: `x = 1`', 'x = 1'],
    ['FINAL ANSWER: "Paris".', 'Paris'],
    ['FINAL ANSWER: [a, b]', 'a, b'],
    ['FINAL ANSWER: <17>', '17'],
    ['FINAL ANSWER: \\boxed{17}', '17'],
    ['Answer: $17$', '17'],
    ['FINAL ANSWER: 16.95.', '16.95'],
    ['The capital is Paris.', 'The capital is Paris'],
  ])('the dress of a value comes off: %j gives %j', (reply, value) =>
    expect(extractAnswer(reply)).toBe(value),
  )

  test.each([
    ['A*'],
    ['-5'],
    ['.5'],
    ['$5'],
    ['Apple Inc.'],
    ['7 p.m.'],
    ['J. R. R.'],
    ['*a* and *b*'],
    ['[1] and [2]'],
    ['3:05'],
    ['wait...'],
  ])('the value itself stays as it is: %j', value => {
    expect(extractAnswer(`I think.\nFINAL ANSWER: ${value}\n`)).toBe(value)
  })

  test('any dress comes off any words, with the full stop of the sentence; what is nothing else stays', () => {
    const words = fc.stringMatching(/^[a-z0-9]{1,8}( [a-z0-9]{1,8}){0,3}$/).filter(isPlain)
    const pairs = '*,* **,** _,_ `,` "," “,” [,] <,> $,$ $$,$$ \\boxed{,} \\(,\\)'.split(' ')
    fc.assert(
      fc.property(
        words,
        fc.constantFrom(...pairs),
        fc.constantFrom('', '.'),
        (value, pair, stop) => {
          const [open, close] = pair.split(',') as [string, string]
          expect(extractAnswer(`So:\nFINAL ANSWER: ${open}${value}${close}${stop}`)).toBe(value)
          expect(extractAnswer(`FINAL ANSWER: ${open}${value}`)).not.toBe(value)
        },
      ),
    )
    for (const bare of ['""', '“”', '[]', '$$', '\\boxed{}'])
      expect(extractAnswer(`FINAL ANSWER: ${bare}`)).toBe(bare)
  })

  test('plain words come back as they were, whatever stands before and after', () => {
    const words = fc.stringMatching(/^[a-z0-9]{1,8}( [a-z0-9]{1,8}){0,3}$/).filter(isPlain)
    const noise = fc.array(fc.oneof(words, fc.constantFrom('', 'Answer: none', '---', '```')))
    fc.assert(
      fc.property(noise, words, noise, (before, value, after) => {
        const reply = [...before, `FINAL ANSWER: ${value}`, ...after].join('\n')
        expect(extractAnswer(reply)).toBe(value)
      }),
    )
  })

  test.each(['*', 'FINAL ANSWER:', 'final answer:\n', ' ', '- ', '> ', '[', '"', 'a.'])(
    'a long run of %j is read in time that grows with its length',
    part => {
      // a time that grew with the square would end the test
      expect(() => extractAnswer(part.repeat(100_000))).not.toThrow()
    },
  )
})

const isPlain = (text: string) => !/answer/.test(text)
