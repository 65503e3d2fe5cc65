import { expect, test } from 'vitest'
import {
  dateOccurs,
  numbersIn,
  quoteOccurs,
  toNumber,
  valueOccurs,
} from '../../../plans/text/evidence.ts'

const text = 'Free are 1 May and 14 May 2026, 25 and 26 December 2026 and, last year, 2 May 2025.'

test.each([
  ['2026-05-01', true],
  ['2026-05-14', true],
  ['2026-12-25', true],
  ['2026-12-26', true],
  ['2025-05-02', true],
  ['2026-05-02', false],
  ['2026-12-27', false],
  ['2024-05-01', false],
])('%s in words: %s', (date, stands) => {
  expect(dateOccurs(date, text, text)).toBe(stands)
})

test.each([
  ['2026-06-05', '5 June', '', false],
  ['2026-06-05', '5 June', 'in 2026', true],
  ['2026-06-05', '5 June', '20261', false],
  ['5 June 2026', 'on June 5th', '2026', true],
  ['2026-06-05', '5.6.2026', '', true],
  ['2026-06-05', '6/5/26', '', true],
  ['2026-06-05', '05-06-26', '', true],
  ['2026-06-05', '2026/06/05', '', true],
  ['2026-06-05', '2026-06/05', '', false],
  ['2026-06-05', '15.6.2026', '', false],
  ['2026-06-05', '5.6.20261', '', false],
  ['2026-06-05', '5th of June 2026', '', true],
  ['2026-06-05', 'June 5, 2025', '2026', false],
  ['2026-06-05', '3, 4 or 5 June 2026', '', true],
  ['2026-06-05', '5-7 June 2026', '', true],
  ['2026-06-05', 'xJune 5', '2026', false],
  ['2026-06-05', 'June 55', '2026', false],
  ['2026-12-25', '25 Dec. 2026', '', true],
  ['2026-07-11', 'du samedi 11 juillet 2026 à 16 heures', '', true],
  ['2026-07-01', 'le 1er juillet 2026', '', true],
  ['2026-03-03', 'am 3. März', '2026', true],
  ['2026-10-05', 'el 5 de octubre de 2026', '', true],
  ['2026-08-02', '2 ago. 2026', '', true],
  ['2026-07-11', '11 août 2026', '', false],
  ['2026-05', 'octobre 2026', '', false],
  ['2026-10', 'octobre 2026', '', true],
  ['2026-01-25', 'January 25', '2026', true],
  ['June 2026', 'June 2026', '2026', false],
  ['June 2026', '1 June 2026', '', false],
  ['2026-06', '2026-06', '', true],
  ['2026-06', '2026-06-05', '', false],
])('%s stands in %j of %j: %s', (date, quote, context, stands) => {
  expect(dateOccurs(date, quote, context)).toBe(stands)
})

test.each([
  ['2026-05', 'the sailings in May 2026, by ship', true],
  ['2026-09', 'Sept. 2026', true],
  ['2026-05', 'on 1 May 2026', true],
  ['2026-05', '05/2026', true],
  ['2026-05', '2026-05', true],
  ['2026-05', '15/2026', false],
  ['2026-05', 'in May 20261', false],
  ['2026-05', 'in March 2026', false],
  ['2026-05', '5 may come in 2026', false],
  ['2026-13', '2026', false],
])('the month %s in %j: %s', (month, quote, stands) => {
  expect(dateOccurs(month, quote, quote)).toBe(stands)
})

test.each([
  ['A  b', 'x a B y', true],
  ['it’s', "It's", true],
  ['', 'x', false],
  [' ', 'x', false],
])('%j is a quote of %j: %s', (quote, text, occurs) => {
  expect(quoteOccurs(quote, text)).toBe(occurs)
})

test.each([
  [1234.5, 'is 1,234.50', true],
  [[1, 2], '1 and 2', true],
  [[1, 3], '1 and 2', false],
  [[5], '5', true],
  [[], 'x', false],
  [true, 'true', false],
  ['1,200', '1200', true],
  ['12', '112', false],
  ['ab', 'x AB', true],
  [3.000000001, '3', true],
  [3.00000001, '3', false],
  [0, '0', true],
  [-5, '−5', true],
  [5, 'a-5', false],
])('the value %j stands in %j: %s', (value, text, occurs) => {
  expect(valueOccurs(value, text)).toBe(occurs)
})

test.each([
  ['1,234.50', 1234.5],
  [' 12 ', 12],
  ['-3', -3],
  ['+4.5', 4.5],
  ['1E-2', 0.01],
  ['.5', 0.5],
  ['', undefined],
  ['-', undefined],
  ['1,23', undefined],
  ['12a', undefined],
  ['1234,567', undefined],
  ['E-0099', undefined],
  ['E9', undefined],
])('%j as a number: %s', (text, number) => {
  expect(toNumber(text)).toBe(number)
})

test.each([
  ['S1 and 2026-05-15 or v1.2.3 at 12:30 for a_5 5_b 3/4 x.5', []],
  [
    'EUR 310,000, of 1,180, 2,300, and 1,234,567. Or 12,345.5, 7,',
    [310000, 1180, 2300, 1234567, 12345.5, 7],
  ],
  ['Ben,12 49,506,0,-1 1.5,,7 1,234,5 1,234,567', [12, 49, 506, 0, -1, 1.5, 7, 1, 234, 5, 1234567]],
  ['(1,234) 1.5e3 -7 −8 +9 12. 4: 5-x', [1234, 1500, -7, -8, 9, 12, 4, 5]],
])('numbers of %s: %j', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers)
})
