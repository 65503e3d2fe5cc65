import { expect, test } from 'vitest'
import { killedWriter } from '../processes/killed-writers.ts'

test('200 writers killed at any moment leave readable libraries with true counts', async () => {
  let inside = 0
  for (let batch = 0; batch < 20; batch++) {
    const rounds = await Promise.all(
      Array.from({ length: 10 }, () => killedWriter(1 + Math.floor(Math.random() * 40))),
    )
    for (const { done, tried, found, after, setAside, left } of rounds) {
      expect(found).toBeGreaterThanOrEqual(done)
      expect(found).toBeLessThanOrEqual(tried)
      expect({ after, setAside, left }).toEqual({ after: tried, setAside: undefined, left: [] })
      if (tried > done) inside++
    }
  }
  expect(inside).toBeGreaterThan(100)
})
