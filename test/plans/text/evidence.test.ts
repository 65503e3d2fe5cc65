import { expect, test } from 'vitest'
import { dateOccurs } from '../../../plans/text/evidence.ts'

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
