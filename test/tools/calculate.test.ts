import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculate } from '../../tools/calculate.ts'
import { toolContract } from '../contracts/tool.ts'

const context = { roots: [], signal: new AbortController().signal }
const run = (input: object) => calculate.execute(calculate.input.parse(input), context)

toolContract({
  tool: calculate,
  context: async () => context,
  works: [
    { expression: '2 + 3 * 4' },
    { expression: '240 km / (80 km/h)', unit: 'min' },
    { expression: '0.1 + 0.2' },
    { expression: '2026-03-01 + 10 days' },
    { expression: '42.195 km / 2:01:09', unit: 'km/h' },
  ],
  fails: [
    { input: { expression: '2 +' }, says: /./ },
    { input: { expression: '3 km + 2 kg' }, says: /km|kg|length|mass/ },
    { input: { expression: '5 km', unit: 'kg' }, says: /kg/ },
    { input: { expression: '1 / 0' }, says: /zero/ },
    { input: { expression: 'require("fs")' }, says: /./ },
    { input: { expression: '2026-02-30 + 1 day' }, says: /there is no day 2026-02-30/ },
    { input: { expression: '2026-03-01 + 2025-12-24' }, says: /are dates: one is subtracted/ },
    { input: { expression: '2026-03-01 * 2' }, says: /"2026-03-01" where a number is needed/ },
    { input: { expression: '2026-03-01 + 0.5 months' }, says: /a date is moved by a duration/ },
    { input: { expression: '2026-03-01 + 1 day', unit: 'h' }, says: /"2026-03-02" where a number/ },
    { input: { expression: '10:30 - 8:15' }, says: /write 10:30:00 or 0:10:30/ },
    { input: { expression: '2:61:00' }, says: /minutes and seconds go up to 59/ },
  ],
  refused: [{}, { expression: '' }, { expression: 5 }],
})

test('units cancel, convert and are shown with the calculation', async () => {
  const hours = await run({ expression: '240 km / (80 km/h)' })
  expect([hours.value, hours.unit]).toEqual([3, 'h'])
  expect(hours.content).toBe('240 km / (80 km/h) = 3 h')
  const minutes = await run({ expression: '240 km / (80 km/h)', unit: 'min' })
  expect([minutes.value, minutes.unit]).toEqual([180, 'min'])
})

test('decimals are exact', async () => {
  expect((await run({ expression: '0.1 + 0.2' })).value).toBe(0.3)
  expect((await run({ expression: '1.1 * 3' })).value).toBe(3.3)
})

describe('dates and durations', () => {
  test.each([
    ['2026-03-01 - 2025-12-24', undefined, 67, 'days'],
    ['"March 1, 2026" - "24.12.2025"', undefined, 67, 'days'],
    ['2026-03-01T10:30 - 2026-02-28T09:00', 'h', 25.5, 'h'],
    ['2024-02-28 + 2 days', undefined, '2024-03-01', undefined],
    ['2024-01-31 + 18 months', undefined, '2025-07-31', undefined],
    ['months_between(2024-01-31, 2025-07-31)', undefined, 18, 'months'],
    ['months_between(2024-05, 2025-01)', undefined, 8, 'months'],
    ['year(2024-05) + 1', undefined, 2025, undefined],
    ['2024-10', undefined, 2014, undefined],
    ['date(2026-03-01) - date(2025-12-24)', undefined, 67, 'days'],
    ['2026-03-01 + 36 hours', undefined, '2026-03-02T12:00', undefined],
    ['max(2026-03-01, 2025-12-24)', undefined, '2026-03-01', undefined],
    ['min([2026-03-01, 2025-12-24, 2026-01-01])', undefined, '2025-12-24', undefined],
    ['max(2026-03-01 - 2025-12-24, 60 days)', undefined, 67, 'days'],
    ['2026-03-01 > 2025-12-24', undefined, true, undefined],
    ['2:01:09', 's', 7269, 's'],
    ['2:01:09 + 0:58:51', 'h', 3, 'h'],
    ['42.195 km / 2:00:00', 'km/h', 21.0975, 'km/h'],
    ['2026 - 3 - 1', undefined, 2022, undefined],
  ])('%s', async (expression, unit, value, of) => {
    const result = await run({ expression, ...(unit !== undefined && { unit }) })
    expect([result.value, result.unit]).toEqual([value, of])
  })

  test('a date moved by some days is those days away from it, as the calendar has it', async () => {
    const days = fc.date({
      min: new Date('1600-01-01T00:00:00Z'),
      max: new Date('2400-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(days, fc.integer({ min: -90_000, max: 90_000 }), async (date, moved) => {
        const iso = date.toISOString().slice(0, 10)
        const sign = moved < 0 ? '-' : '+'
        const there = new Date(Date.parse(iso) + moved * 86_400_000).toISOString().slice(0, 10)
        expect((await run({ expression: `${iso} ${sign} ${Math.abs(moved)} days` })).value).toBe(
          there,
        )
        expect((await run({ expression: `${there} - ${iso}`, unit: 'days' })).value).toBe(moved)
      }),
    )
  })
})
