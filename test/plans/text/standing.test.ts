import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numbersOutOfNowhere } from '../../../plans/text/evidence.ts'

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

  test.each([
    [7, 'a week in August', []],
    [7, 'the price of one week', []],
    [14, 'two weeks, or 2 weeks', []],
    [14, 'a fortnight', []],
    [30, 'half an hour late', []],
    [90, 'for 1.5 hours', []],
    [36, 'a three-year lease', []],
    [7, 'each weekday', [7]],
    [7, 'two weeks', [7]],
    [60, 'for 2 hours', [60]],
    [12, 'in yearly terms', [12]],
    [0.95, 'the 95th percentile', []],
    [0.9, 'the 95th percentile', [0.9]],
    [0.95, 'the 95th of May', [0.95]],
  ])('%j of a span of time, "%s": not said are %j', (value, text, strange) => {
    expect(numbersOutOfNowhere(value, text)).toEqual(strange)
  })

  test.each([
    ['2023-04-01', 'in April 2023', []],
    ['2023-04-30', 'in April 2023', []],
    ['2023-05-01', 'before the end of April 2023', []],
    ['2023-04-29', 'in April 2023', [29]],
    ['2023-04-02', 'in April 2023', [2]],
    ['2024-02-28', 'in February 2024', [28]],
    ['2024-02-29', 'in February 2024', []],
    ['2023-12-31', 'in 2023', []],
    ['2024-01-01', 'all of 2023', []],
    ['2023-11-30', 'in 2023', [11, 30]],
    ['2022-12-31', 'in 2023', [2022, 12, 31]],
    ['2023-06-30', 'in Q2 2023', []],
    ['2023-04-01', 'the second quarter of 2023', []],
    ['2023-05-31', 'in Q2 2023', [5, 31]],
    ['2023-13-01', 'in 2023', [13, 1]],
  ])('the day %s, of "%s": not said are %j', (value, text, strange) => {
    expect(numbersOutOfNowhere(value, text)).toEqual(strange)
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
