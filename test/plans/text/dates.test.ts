import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDate } from '../../../plans/text/dates.ts'
import { monthNames, monthNumber, weekdayNames } from '../../../plans/text/months.ts'

const parsed = (text: string) => {
  const at = parseDate(text)
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 19)
}

test('a day is the same day in every spelling', () => {
  const day = fc.date({
    min: new Date('0100-01-01'),
    max: new Date('9999-12-31'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(day, fc.integer({ min: 3, max: 9 }), (date, letters) => {
      const iso = date.toISOString().slice(0, 10)
      const [year, month, d] = [iso.slice(0, 4), monthNames[date.getUTCMonth()]!, date.getUTCDate()]
      const short = month.slice(0, letters)
      const first = `${iso.slice(0, 8)}01T00:00:00`
      for (const text of [iso, `${d} ${short} ${year}`, `${d}th ${month}, ${year}`])
        expect(parsed(text), text).toBe(`${iso}T00:00:00`)
      for (const text of [`${short}. ${d}, ${year}`, ` ${month.toUpperCase()} ${d}nd ${year}`])
        expect(parsed(text), text).toBe(`${iso}T00:00:00`)
      for (const text of [iso.slice(0, 7), `${month} ${year}`])
        expect(parsed(text), text).toBe(first)
      expect(parsed(`${iso}T10:30:15.5Z`)).toBe(`${iso}T10:30:15`)
    }),
  )
})

test.each([
  ['2024-05-01T10:30Z', '2024-05-01T10:30:00'],
  ['2024-05-01 10:30', '2024-05-01T10:30:00'],
  ['2024-05-01T10:30+0200', '2024-05-01T08:30:00'],
  ['2024-05-01T10:30-05:30', '2024-05-01T16:00:00'],
  ['2024-02-29', '2024-02-29T00:00:00'],
  [`${' '.repeat(30)}2024-05-01`, '2024-05-01T00:00:00'],
])('%s is %s', (text, at) => {
  expect(parsed(text)).toBe(at)
})

test.each([
  '2023-02-29',
  '29 February 2023',
  '31 April 2024',
  '2024-13-01',
  '2024-00-01',
  '2024-01-00',
  'May 0, 2024',
  '0099-01-01',
  '2024-05-01T24:30Z',
  `${' '.repeat(31)}2024-05-01`,
  '1 Foo 2024',
  '5.6.2024',
  '',
])('%j is no day', text => {
  expect(parseDate(text)).toBeUndefined()
})

test('months and days are known by name', () => {
  expect(monthNames.at(0)).toBe('January')
  expect(monthNames.at(-1)).toBe('December')
  expect([weekdayNames.length, weekdayNames[0], weekdayNames[6]]).toEqual([7, 'Monday', 'Sunday'])
  expect(['Jan', 'sept.', 'DECEMBER', 'Ma', 'Mayo'].map(monthNumber)).toEqual([
    1,
    9,
    12,
    undefined,
    undefined,
  ])
})
