import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event } from '../../../agent/event.ts'
import { spentIn } from '../../../agent/runs/spent.ts'
import { addTotals, noUsageTotals } from '../../../agent/runs/usage.ts'

const called = (at: number, ms: number, cost: number | null = 0): Event => ({
  type: 'model-called',
  intention: '1',
  purpose: 'perceive',
  model: 'm',
  parsed: 'as-is',
  issues: [],
  attempt: 1,
  seq: 1,
  at,
  ms,
  usage: { calls: 1, inputTokens: 10, outputTokens: 5, cachedTokens: 3, cost },
})

describe('what a run has used', () => {
  it('is the sum of its model calls; a cost that is not known counts as none', () => {
    const { tokens, cost } = spentIn([called(1, 1, 0.5), called(2, 1, null), called(3, 1, 0.25)])
    expect({ tokens, cost }).toEqual({ tokens: 45, cost: 0.75 })
  })

  it('does not count the time between a crash and going on, nor calls at the same time twice', () => {
    const hour = 3_600_000
    const before = [called(2000, 2000), called(2500, 2000)]
    const after = [called(hour + 1000, 1000)]
    expect(spentIn([...before, ...after]).seconds).toBe(3.5)
  })

  it('is each millisecond in which some call was under way, once, in whatever order they ended', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(100), fc.nat(20))), spans => {
        const busy = spans.flatMap(([at, ms]) => Array.from({ length: ms }, (_, n) => at - n))
        const { seconds } = spentIn(spans.map(([at, ms]) => called(at, ms)))
        expect(seconds).toBe(new Set(busy).size / 1000)
      }),
    )
  })
})

describe('what is used together', () => {
  const used = { calls: 1, inputTokens: 10, outputTokens: 5, cachedTokens: 3, cost: 0.5 }

  it('is the sum of each', () => {
    const more = { calls: 2, inputTokens: 20, outputTokens: 30, cachedTokens: 40, cost: 0.25 }
    expect(addTotals(used, more)).toEqual({
      calls: 3,
      inputTokens: 30,
      outputTokens: 35,
      cachedTokens: 43,
      cost: 0.75,
    })
    expect(addTotals(noUsageTotals, used)).toEqual(used)
  })

  it('has a cost that nobody knows where one of them has', () => {
    const unknown = { ...used, cost: null }
    expect(addTotals(used, unknown).cost).toBeNull()
    expect(addTotals(unknown, used).cost).toBeNull()
  })
})
