import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from '../../../agent/goals/turns.ts'

test('nobody who always asks again is overtaken more often than priorities say', async () => {
  const roots = fc.array(
    fc.record({ priority: fc.integer({ min: 1, max: 6 }), turns: fc.integer({ min: 1, max: 30 }) }),
    { minLength: 1, maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(roots, async all => {
      const turns = createTurns(() => 0)
      const taken: number[] = []
      const run = async (of: number) => {
        for (let i = 0; i < all[of]!.turns; i += 1) {
          await turns.take(String(of), all[of]!.priority, false)
          taken.push(of)
          await undefined
        }
        turns.leave(String(of))
      }
      await Promise.all(all.map((_, of) => run(of)))
      expect(taken).toHaveLength(all.reduce((sum, { turns }) => sum + turns, 0))
      for (const [one, { priority }] of all.entries())
        for (const [other, { priority: theirs }] of all.entries()) {
          if (one === other) continue
          let between = 0
          let begun = false
          for (const of of taken) {
            if (of === other) between += 1
            if (of !== one) continue
            if (begun) expect(between).toBeLessThanOrEqual(Math.ceil(theirs / priority) + 1)
            ;[between, begun] = [0, true]
          }
        }
    }),
    { numRuns: 60 },
  )
})

test('who asks for the first time has nothing to catch up on', async () => {
  const turns = createTurns(() => 0)
  const taken: string[] = []
  const run = async (id: string, priority: number, times: number) => {
    for (let i = 0; i < times; i += 1) {
      await turns.take(id, priority, false)
      taken.push(id)
    }
  }
  await run('early', 1, 20)
  await Promise.all([run('early', 1, 10), run('late', 2, 10)])
  expect(taken.slice(20).join(' ')).not.toContain('late late late late')
})

test('a root that is alone has its turn at once, but for a breath now and then', async () => {
  let clock = 0
  const turns = createTurns(() => clock)
  expect(turns.take('1', 1, true)).toBeUndefined()
  clock = 11
  let others = false
  setImmediate(() => {
    others = true
  })
  const breath = turns.take('1', 1, true)
  expect(turns.take('1', 1, true), 'steps that ask at once share a turn').toBe(breath)
  await breath
  expect(others).toBe(true)
  expect(turns.take('1', 1, true)).toBeUndefined()
  expect(turns.take('1', 1, false)).toBeInstanceOf(Promise)
})
