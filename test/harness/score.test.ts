import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grade, isRight, pythonFloat } from '../../harness/score.ts'

describe('the official scorer', () => {
  test.each([
    ['17', '17'],
    ['17.0', '17'],
    ['$17', '17'],
    ['17 %', '17'],
    ['1.7e1', '17'],
    ['17,000', '17000'],
    [' 17 ', '17'],
    ['1_7', '17'],
    ['１７', '17'],
    ['١٧', '17'],
    ['Inf', 'inf'],
    ['A;B', 'a,b'],
    ['a, B', 'A,b'],
    ['Fig , 3.50', 'fig,3.5'],
    ['the Red  House!', 'The Red House'],
    ['34', '3/4'],
    ["O'Neil-Smith", 'oneilsmith'],
  ])('%j is right against %j', (answer, truth) => {
    expect(isRight(answer, truth)).toBe(true)
  })

  test.each([
    ['17 hours', '17'],
    ['16.95', '17'],
    ['€5', '5'],
    ['', '0'],
    ['0x11', '17'],
    ['1234', '1,234'],
    ['a, b,', 'a, b'],
    ['b, a', 'a, b'],
    ['a, b.', 'a, b'],
    ['1,000, 2', '1000, 2'],
    ['five', '5'],
    ['a house', 'house'],
    ['café', 'cafe'],
    ['“quoted”', 'quoted'],
    ['nan', 'nan'],
    ['not a number', '3'],
  ])('%j is wrong against %j', (answer, truth) => {
    expect(isRight(answer, truth)).toBe(false)
  })

  test('an answer is right against itself unless it is not a number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const number = pythonFloat(text)
        fc.pre(number === undefined || !Number.isNaN(number))
        fc.pre(number === undefined || !/[$%,]/.test(text))
        expect(isRight(text, text)).toBe(true)
      }),
    )
  })
})

describe('the reading of numbers', () => {
  test.each([
    ['1e3', 1000],
    ['.5', 0.5],
    ['5.', 5],
    ['+1_000.2_5', 1000.25],
    ['\u00a03\u0085', 3],
    ['\u001c4\u001f', 4],
    ['-INFINITY', -Infinity],
  ])('takes %j', (text, value) => expect(pythonFloat(text)).toBe(value))

  test.each(['', ' ', '1__0', '_1', '1_', '1e', '0x1', '1 2', '\ufeff1', '1,0', '--1', '.'])(
    'refuses %j',
    text => expect(pythonFloat(text)).toBeUndefined(),
  )

  test('agrees with JavaScript on plain decimals', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        expect(pythonFloat(String(value))).toBe(value + 0) // a zero loses its sign in String
      }),
    )
  })
})

describe('the grade beside it', () => {
  test.each([
    ['17', '17', 'right'],
    ['17 hours', '17', 'form'],
    ['It is the Red House.', 'Red House', 'form'],
    ['16.95', '17', 'near'],
    ['16', '17', 'wrong'],
    ['Blue House', 'Red House', 'wrong'],
  ] as const)('%j against %j is %s', (answer, truth, expected) => {
    expect(grade(answer, truth)).toBe(expected)
  })

  test('takes the tolerance a question gives', () => {
    expect(grade('16', '17', 1)).toBe('near')
  })
})
