import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numbersOutOfNowhere } from '../../../plans/text/standing.ts'

const message =
  'Of 96 km, three eighths go to the first 2 couriers; 15 % is lost on 3 April 2026 by bus M 67, for 1,234.50 EUR.'

describe('the numbers of a value', () => {
  test.each([
    [96],
    [0.375],
    [2],
    [1],
    [15],
    [0.15],
    [-1234.5],
    ['M 67'],
    ['2026-04-03'],
    ['2026-04'],
    ['April'],
    ['03.04.2026'],
    [[96, 2]],
    [true],
    ['no number at all'],
  ])('%j stand in the message, however they are spelled there', value => {
    expect(numbersOutOfNowhere(value, message)).toEqual([])
  })

  test.each([
    [95, [95]],
    ['M 68', [68]],
    [0.425, [0.425]],
    ['2026-05-03', [5]],
    [[96, 7], [7]],
    ['12:30', [12, 30]],
    [[0.5, 'x', 96], [0.5]],
    [0, []],
    ['m 6', [6]],
  ])('%j stand nowhere in it', (value, strange) => {
    expect(numbersOutOfNowhere(value, message)).toEqual(strange)
  })

  test('stand in a text that holds them, and not in one that holds others only', () => {
    const number = fc.integer({ min: 13, max: 10_000_000 })
    fc.assert(
      fc.property(number, number, (one, other) => {
        expect(numbersOutOfNowhere(one, `it is ${one} now`)).toEqual([])
        if (one !== other) expect(numbersOutOfNowhere(one, `it is ${other} now`)).toEqual([one])
      }),
    )
  })
})
