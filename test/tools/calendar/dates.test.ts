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
    ['networkdays(2026-02-26, 2026-03-09, [2026-03-06])', 7],
    ['networkdays(2026-03-09, 2026-03-06)', -2],
    ['networkdays(2026-04-01, 2026-04-30, [2026-04-03, 2026-04-06])', 20],
    ['workday(2026-03-09, -1)', '2026-03-06'],
    ['clock("17:45") - clock("09:15")', 8.5],
    ['clock(clock("10:40 pm") + 2 h 30 min)', '01:10'],
    ['clock(clock("0:20") - 1 h)', '23:20'],
    ['date("2026-03-12T18:05", "D MMM HH:mm")', '12 Mar 18:05'],
    ['at_zone(2026-03-12T18:25, "New York", "Berlin") + 7 h 50 min', '2026-03-13T07:15'],
    ['at_zone(2026-03-29T02:30, "UTC", "Berlin")', '2026-03-29T04:30'],
    ['at_zone(2026-07-12T18:25, "Asia/Kolkata", "UTC")', '2026-07-12T12:55'],
    ['workday(2026-02-26, 7, [2026-03-06, "3 April 2026"])', '2026-03-10'],
    ['workday(workday(2026-02-26, 7) + 12 days, 1) + 3 days', '2026-03-26'],
    ['networkdays(2026-03-01 + 1 day, 2026-03-09) * 8', 48],
  ])('%s is %s', (expression, expected) => {
    expect(value(expression)).toBe(expected)
  })

  test.each([
    ['workday(3, 4)', /"3" is no date/],
    ['networkdays(2026-02-30, 2026-03-09)', /there is no day 2026-02-30/],
    ['workday(2026-02-26, 1000000000)', /half a century at most/],
    ['networkdays(2026-02-26, 9999-02-26)', /a century at most/],
    ['workday(2026-02-26, 2, [7])', /"7" is no date/],
    ['workday(2026-02-26, 1.5)', /whole numbers/],
    ['weekday()', /weekday takes 1/],
    ['18:25 + 7 h', /clock\("18:25"\) for a time of day/],
    ['clock("25:10")', /no time of day/],
    ['clock(3)', /a time of day or a duration/],
    ['at_zone(2026-03-12, "Berlin", "UTC")', /no time of day/],
    ['at_zone(2026-03-12T10:00, "Portland", "UTC")', /"Portland" names no time zone/],
  ])('%s is refused in words', (expression, says) => {
    expect(value(expression)).toMatch(says)
  })

  test('counts what a walk from day to day counts', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 60 }), holidays, (from, length, free) => {
        const walked = Array.from({ length: length + 1 }, (_, at) => from + at)
        // a Sunday lies at the remainder 3 of the days since 1 January 1970
        const working = walked.filter(
          day => ![2, 3].includes(day % 7) && !free.includes(day),
        ).length
        const to = iso(from + length)
        expect(value(`networkdays(${iso(from)}, ${to}, ${list(free)})`)).toBe(working)
      }),
      { numRuns: 100 },
    )
  })

  test('the n-th working day after a date is n working days away', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 80 }), holidays, (from, n, free) => {
        const to = value(`workday(${iso(from)}, ${n}, ${list(free)})`)
        expect(value(`networkdays(${iso(from + 1)}, ${to}, ${list(free)})`)).toBe(n)
      }),
      { numRuns: 100 },
    )
  })
})
