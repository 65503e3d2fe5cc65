import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateWithDates } from '../../../tools/calendar/dates.ts'

const value = (expression: string) => {
  const result = evaluateWithDates(expression)
  return result.ok ? result.value : result.error
}
const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const days = fc.integer({ min: 10_000, max: 30_000 })
const holidays = fc.array(fc.integer({ min: 10_000, max: 10_060 }), { maxLength: 5 })
const list = (all: readonly number[]) => `[${all.map(iso).join(', ')}]`

describe('the calendar in an expression', () => {
  test.each([
    ['weekday(2026-11-22)', 7],
    ['weekday("May 1, 2026")', 5],
    ['workdays(2026-02-26, 2026-03-09, [2026-03-06])', 6],
    ['workdays(2026-03-06, 2026-03-09)', 1],
    ['workday(2026-02-26, 7, [2026-03-06, "3 April 2026"])', '2026-03-10'],
    ['workday(workday(2026-02-26, 7) + 12 days, 1) + 3 days', '2026-03-26'],
    ['workdays(2026-03-01 + 1 day, 2026-03-09) * 8', 40],
  ])('%s is %s', (expression, expected) => {
    expect(value(expression)).toBe(expected)
  })

  test.each([
    ['workday(3, 4)', /workday is written workday\(FROM, N/],
    ['workdays(2026-02-30, 2026-03-09)', /there is no day 2026-02-30/],
    ['workday(2026-02-26, 1000000000)', /workday is written/],
    ['workday(2026-02-26, 2, [7])', /holidays are dates/],
    ['weekday()', /weekday is written/],
  ])('%s is refused in words', (expression, says) => {
    expect(value(expression)).toMatch(says)
  })

  test('counts what a walk from day to day counts', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 60 }), holidays, (from, length, free) => {
        const walked = Array.from({ length }, (_, at) => from + at + 1)
        // a Sunday lies at the remainder 3 of the days since 1 January 1970
        const working = walked.filter(
          day => ![2, 3].includes(day % 7) && !free.includes(day),
        ).length
        const to = iso(from + length)
        expect(value(`workdays(${iso(from)}, ${to}, ${list(free)})`)).toBe(working)
      }),
      { numRuns: 100 },
    )
  })

  test('the n-th working day after a date is n working days away', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 80 }), holidays, (from, n, free) => {
        const to = value(`workday(${iso(from)}, ${n}, ${list(free)})`)
        expect(value(`workdays(${iso(from)}, ${to}, ${list(free)})`)).toBe(n)
      }),
      { numRuns: 100 },
    )
  })
})
