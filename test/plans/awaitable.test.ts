import { expect, test } from 'vitest'
import { after, rescued } from '../../plans/awaitable.ts'

test('what is there at once is gone on with at once, what is not when it has come', async () => {
  expect(after(1, n => n + 1)).toBe(2)
  expect(await after(Promise.resolve(1), n => Promise.resolve(n + 1))).toBe(2)
})

test('an error is rescued whether it is thrown or comes later', async () => {
  const rescue = (error: unknown) => (error as Error).message
  const thrown = () => {
    throw new Error('at once')
  }
  expect(rescued(thrown, rescue)).toBe('at once')
  expect(await rescued(() => Promise.reject(new Error('later')), rescue)).toBe('later')
  expect(rescued(() => 'fine', rescue)).toBe('fine')
})
