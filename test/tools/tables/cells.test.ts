import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIsoDay, parseAmount, parseDate, parseNumber } from '../../../tools/tables/cells.ts'

test.each([
  ['1,234.50', 1234.5],
  ['1,234', 1234],
  ['$12', 12],
  ['-$12.50', -12.5],
  ['$-12.50', -12.5],
  ['12 %', 12],
  ['1 234', 1234],
  ['1\u00a0234.5', 1234.5],
  ["1'234'567", 1234567],
  ['(1,234.50)', -1234.5],
  ['($5)', -5],
  ['−3', -3],
  ['+4', 4],
  ['.5', 0.5],
  ['0.10', 0.1],
  ['1.5e3', 1500],
  ['12 €', 12],
  ['EUR 12', 12],
  ['  7 ', 7],
])('the cell %j is the number %d', (cell, value) => {
  expect(parseNumber(cell)).toBe(value)
})

test.each([
  '',
  '-',
  'n/a',
  '007',
  '1234567890123456',
  '12 34',
  '1,23,4',
  '1.234.5678',
  '(5',
  '5)',
  '$5€',
  '12 km',
  '12-13',
  '2024-01-05',
  '=1+1',
  '0x10',
  'Infinity',
  '1e999',
  '5 apples',
])('the cell %j is no number', cell => {
  expect(parseNumber(cell)).toBeUndefined()
})

test('with a decimal comma points group and commas divide', () => {
  expect(parseNumber('1.234,50', ',')).toBe(1234.5)
  expect(parseNumber('1,5', ',')).toBe(1.5)
  expect(parseNumber('1.234', ',')).toBe(1234)
  expect(parseAmount('1.5', ',')).toBeUndefined()
  expect(parseAmount('12,5 %', ',')).toEqual({ value: 12.5, after: 1, plain: false, mark: '%' })
})

test('what only the other decimal mark makes a number is that number', () => {
  expect(parseNumber('17,8')).toBe(17.8)
  expect(parseNumber('1.234.567')).toBe(1234567)
  expect(parseNumber('1.5', ',')).toBe(1.5)
  expect(parseAmount('17,8')).toBeUndefined()
})

test('every number is read back however it is printed', () => {
  const spellings: readonly ((n: number) => readonly ['.' | ',', string])[] = [
    n => ['.', n.toFixed(2)],
    n => ['.', n.toLocaleString('en-US', { minimumFractionDigits: 2 })],
    n => [',', n.toLocaleString('de-DE', { minimumFractionDigits: 2 })],
    n => ['.', n < 0 ? `(${(-n).toFixed(2)})` : `$${n.toFixed(2)}`],
    n => [',', n.toLocaleString('fr-FR', { minimumFractionDigits: 2 })],
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999, max: 999_999_999 }),
      fc.constantFrom(...spellings),
      (cents, spell) => {
        const value = cents / 100
        const [decimal, text] = spell(value)
        expect(parseNumber(text, decimal)).toBe(value === 0 ? 0 : value)
      },
    ),
  )
})

test.each([
  ['2024-03-31', '2024-03-31'],
  ['2024/3/1', '2024-03-01'],
  ['2024-03-31 14:05', '2024-03-31T14:05'],
  ['2024-03-31T14:05:06Z', '2024-03-31T14:05:06Z'],
  ['31.3.2024', '2024-03-31'],
  ['31/03/2024', '2024-03-31'],
  ['03/31/2024', '2024-03-31'],
  ['5 Mar 2024', '2024-03-05'],
  ['March 5, 2024', '2024-03-05'],
  ['29-Feb-2024', '2024-02-29'],
  ['2 de enero de 2026', '2026-01-02'],
  ['1er juillet 2026', '2026-07-01'],
  ['3. März 2026', '2026-03-03'],
])('the cell %j is the day %s', (cell, day) => {
  expect(parseDate(cell)).toBe(day)
})

test.each([
  '2024-02-30',
  '29.02.2023',
  '03/04/2024',
  '2024',
  '1.5',
  'May',
  '13/13/2024',
  '2024-13-01',
])('the cell %j alone is no certain day', cell => {
  expect(parseDate(cell)).toBeUndefined()
})

test('an ambiguous day is read in the order its column has', () => {
  expect(parseDate('03/04/2024', 'day-first')).toBe('2024-04-03')
  expect(parseDate('03/04/2024', 'month-first')).toBe('2024-03-04')
})

test('a plain spelling means the same as the general reading of it', () => {
  const digits = fc.stringMatching(/^-?(?:0|[1-9]?)\d{0,17}(?:[.,]\d{0,4})?(?:[.,]\d{1,3})?$/)
  // a space in front is no plain spelling, so the general reading is taken
  const general = (cell: string, decimal: '.' | ',') => parseAmount(` ${cell}`, decimal)?.value
  fc.assert(
    fc.property(digits, fc.constantFrom('.' as const, ',' as const), (cell, decimal) => {
      expect(parseAmount(cell, decimal)?.value).toBe(general(cell, decimal))
    }),
    { numRuns: 500 },
  )
})

test('a day as ISO writes it is told without the general reading', () => {
  const part = (most: number) => fc.integer({ min: 0, max: most })
  fc.assert(
    fc.property(part(2500), part(14), part(33), (year, month, day) => {
      const two = (n: number) => String(n).padStart(2, '0')
      const cell = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
      expect(isIsoDay(cell)).toBe(parseDate(` ${cell}`) !== undefined)
    }),
  )
})
