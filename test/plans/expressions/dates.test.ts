// Arithmetic on dates: what lies between two, where a duration leads, and what is refused.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { evaluate } from '../../../plans/expressions/expression.ts'

const scope = {
  start: { value: '2024-01-31' },
  end: { value: '15 March 2026' },
  born: { value: '2000-02-29' },
  starts: { value: ['2024-01-01', '2024-02-01'] },
  spring: { value: '2024-05' },
  term: { value: 18, unit: 'months' },
  notice: { value: 30, unit: 'days' },
  bare: { value: 30 },
  rent: { value: 1200, unit: 'USD/month' },
}

describe('of dates', () => {
  it.each<[string, unknown, string?]>([
    ['end - start', 774, 'days'],
    ['date(end) - date(start)', 774, 'days'],
    ['days_between(start, end)', 774, 'days'],
    ['start - end', -774, 'days'],
    ['starts - start', [-30, 1], 'days'],
    ['"2024-03-01T10:30" - "2024-03-01T09:00" to min', 90, 'min'],
    ['months_between(start, end)', 25, 'months'],
    ['months_between(end, start)', -25, 'months'],
    ['months_between(start, "2024-02-29")', 1, 'months'],
    ['years_between(born, "2018-02-27")', 17, 'years'],
    ['years_between(born, "2018-02-28")', 18, 'years'],
    ['rent * months_between(start, end)', 30_000, 'USD'],
    ['start + notice', '2024-03-01'],
    ['notice + start', '2024-03-01'],
    ['start - 2 weeks', '2024-01-17'],
    ['start + term', '2025-07-31'],
    ['start + 1 month', '2024-02-29'],
    ['start + 1 year 6 months', '2025-07-31'],
    ['born + 1 year', '2001-02-28'],
    ['spring + term', '2025-11'],
    ['start + 36 h', '2024-02-01T12:00'],
    ['"2024-03-01T10:30" + 90 min', '2024-03-01T12:00'],
    ['year(start + term)', 2025],
    ['max(start, end)', '15 March 2026'],
    ['min(starts)', '2024-01-01'],
    ['max(end - start, 2 years)', 774, 'days'],
    ['end > start', true],
    ['end == "2026-03-15"', true],
    ['filter(starts, it > start)', ['2024-02-01']],
  ])('%s is %j', (expression, value, unit) => {
    expect(evaluate(expression, scope)).toMatchObject({ ok: true, value, ...(unit && { unit }) })
  })

  const moved = (by: string) =>
    `a date is moved by a duration such as 30 days or 18 months, not by ${by}`

  it.each([
    ['start + bare', moved('30')],
    ['start + 3 km', moved('3 km')],
    ['start + 1.5 days', moved('1.5 days')],
    ['start + 0.5 months', moved('0.5 months')],
    ['spring + 3 days', moved('3 days')],
    [
      'start + end',
      '2024-01-31 and 15 March 2026 are dates: one is subtracted from the other, or moved by a duration',
    ],
    ['notice - start', '2024-01-31 is a date and is taken from no 30 days'],
    ['spring - start', '2024-05 is a month and has no day'],
    ['spring - "2024-03"', '2024-05 is a month and has no day'],
    [
      'max(start, spring)',
      '2024-05 and 2024-01-31 are a day and a month; give days alone or months alone',
    ],
    ['max(start, bare)', 'start is the text "2024-01-31" where a number is needed'],
    ['start * 2', 'start is the text "2024-01-31" where a number is needed'],
    [
      '"14:20" - 1 h',
      'there is the text "14:20" where a number is needed; clock("14:20") is a time of day as a duration',
    ],
    ['start + 9000 years', 'the date is too far from 2024-01-31'],
    ['months_between(start, "soon")', '"soon" is no date'],
  ])('%s is refused', (expression, error) => {
    expect(evaluate(expression, scope)).toEqual({ ok: false, error })
  })
})

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(date => ({ value: date.toISOString().slice(0, 10) }))

test('what a date is moved by lies between it and where it leads', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -2000, max: 2000 }), (from, count) => {
      const days = evaluate('(from + n) - from', { from, n: { value: count, unit: 'days' } })
      expect(days).toMatchObject({ value: count, unit: 'days' })
      const n = { value: Math.abs(count), unit: 'months' }
      const months = evaluate('months_between(from, from + n)', { from, n })
      expect(months).toMatchObject({ value: Math.abs(count) })
    }),
  )
})

test('a difference of dates is not converted a second time', () => {
  const ages = (expression: string) => evaluate(expression, scope, 'years')
  expect(ages('floor((end - born) / 365)')).toMatchObject({
    ok: false,
    error: expect.stringMatching(/units are converted to .* without being told/),
  })
  expect(ages('(end - born) / 365.25')).toMatchObject({ ok: false })
  expect(ages('(end - born) / 2')).toMatchObject({ ok: true, unit: 'years' })
  expect(ages('floor(end - born to years)')).toMatchObject({ ok: true, value: 26 })
})
