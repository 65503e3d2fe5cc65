import { expect, test, vi } from 'vitest'
import { after, coalesced, rescued } from '../../plans/awaitable.ts'

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

test('those who ask for work while it is under way share the time after it, also when it fails', async () => {
  const begun: PromiseWithResolvers<void>[] = []
  const work = coalesced(() => {
    begun.push(Promise.withResolvers<void>())
    return begun.at(-1)!.promise
  })
  const first = work()
  await Promise.resolve()
  const [second, third] = [work(), work()]
  await new Promise(setImmediate)
  expect(begun).toHaveLength(1)
  begun[0]!.reject(new Error('full'))
  await expect(first).rejects.toThrow('full')
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  begun[1]!.resolve()
  await Promise.all([second, third])
  expect(begun).toHaveLength(2)
})
