// The numbers of a bench: intervals, verdicts, sums.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, summarize, wilson } from '../../harness/bench-result.ts'

const outcome = {
  ...{ answer: '3', satisfied: true, declined: false, reason: 'r', plan: 'p', cycles: 1 },
  ...{ beliefs: [], seconds: 2, endedAt: '2026-11-21T10:00:02.000Z' },
  usage: { calls: 1, inputTokens: 2, outputTokens: 3, cachedTokens: 0, cost: null },
  verdicts: [
    { tier: 'pattern', passed: true },
    { tier: 'provenance', passed: false },
  ],
}
const question = { id: 'q', question: 'q', answer: '3', files: [] }

describe('the interval', () => {
  test("is Wilson's", () => {
    const [low, high] = wilson(8, 10)
    expect(low).toBeCloseTo(0.4902, 4)
    expect(high).toBeCloseTo(0.9433, 4)
    expect(wilson(0, 0)).toEqual([0, 1])
  })

  test('holds the share, stays in [0, 1], and narrows with more questions', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (right, other) => {
        const total = right + other
        const [low, high] = wilson(right, total)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        if (total === 0) return
        expect(low).toBeLessThanOrEqual(right / total + 1e-12)
        expect(high).toBeGreaterThanOrEqual(right / total - 1e-12)
        const [lower, higher] = wilson(4 * right, 4 * total)
        expect(higher - lower).toBeLessThan(high - low)
      }),
    )
  })
})

describe('a verdict', () => {
  const verdict = (answer: string, given: Partial<typeof outcome>) => {
    const { verdict, miss } = judge({ ...question, answer }, { ...outcome, ...given })
    return miss === undefined ? verdict : `${verdict} ${miss}`
  }
  test('is right for the answer, and for declining where that is right', () => {
    expect(verdict('3', {})).toBe('right')
    expect(verdict('', { satisfied: false })).toBe('right')
    expect(verdict('', {})).toBe('wrong wrong')
    expect(verdict('3', { satisfied: false })).toBe('declined')
  })
  test('says how a wrong answer is wrong', () => {
    expect(verdict('3', { answer: '3 h' })).toBe('wrong form')
    expect(verdict('3.02', {})).toBe('wrong near')
    expect(verdict('4', {})).toBe('wrong wrong')
  })
})

test('every question counts once in the summary', () => {
  const verdicts = fc.constantFrom('right', 'wrong', 'declined', 'failed')
  const of = {
    ...{ set: '/s', agent: 'a', model: 'm', plansAtStart: 0, plansAtEnd: 1, run: '/r' },
    begunAt: '2026-11-21T10:00:00.000Z',
  }
  fc.assert(
    fc.property(fc.array(verdicts), given => {
      const results = given.map(verdict => ({ ...judge(question, outcome), verdict }) as const)
      const summary = summarize(results, of)
      const { correct, wrong, declined, failed, total } = summary
      expect(correct + wrong + declined + failed).toBe(total)
      expect(total).toBe(given.length)
      expect(summary.usage.calls).toBe(total)
      expect(summary.verdictsByTier.pattern?.passed ?? 0).toBe(total)
      expect(summary.seconds).toBe(total > 0 ? 2 : 0)
    }),
  )
})
