import { expect, test } from 'vitest'
import { numbersOutOfNowhere } from '../../../plans/text/evidence.ts'
import { monthsAbroad, numbersAbroad } from '../../../plans/text/languages.ts'

test.each([
  [
    'höchstens eine Stunde und zweiundzwanzig Tage',
    [
      ['eine', 1],
      ['zweiundzwanzig', 22],
    ],
  ],
  [
    'deux adultes, quatre-vingt-dix-neuf jours et vingt et un kilos',
    [
      ['deux', 2],
      ['quatre-vingt-dix-neuf', 99],
      ['vingt et un', 21],
    ],
  ],
  [
    'dieciséis días, treinta y dos horas',
    [
      ['dieciséis', 16],
      ['treinta y dos', 32],
    ],
  ],
  ['entro due settimane', [['due', 2]]],
  [
    'uma hora, três dias',
    [
      ['uma', 1],
      ['três', 3],
    ],
  ],
  [
    'drie weken of duizend euro',
    [
      ['drie', 3],
      ['duizend', 1000],
    ],
  ],
  [
    'ein achtjähriges Kind, dreimal',
    [
      ['ein', 1],
      ['achtjähriges', 8],
      ['dreimal', 3],
    ],
  ],
  ['dwa bilety', [['dwa', 2]]],
  ['The rent is due once a month', []],
  ['one hour', []],
] as const)('numbers in words of %j', (text, found) => {
  const numbers = [...numbersAbroad(text)]
  expect(numbers.map(({ value, start, end }) => [text.slice(start, end), value])).toEqual(found)
})

test('places are those of the whole text', () => {
  const text = 'The price is due.\nNach drei Tagen\n'
  const [three, ...others] = numbersAbroad(text)
  expect(text.slice(three!.start, three!.end)).toBe('drei')
  expect(others).toEqual([])
})

test('months in full, in lines that are not English', () => {
  expect(monthsAbroad('le 1er juillet, im Dezember\nlife on Mars and the rest')).toEqual([7, 12])
})

test('what a message says in another language is given', () => {
  expect(numbersOutOfNowhere(2, 'Nous étions deux adultes')).toEqual([])
  expect(numbersOutOfNowhere(3, 'Nous étions deux adultes')).toEqual([3])
})
