// How fast a provider is asked: so many at once, so far apart.
import { setTimeout as wait } from 'node:timers/promises'
import type { Pace } from './provider.ts'

/** Does work when its turn has come; rejects with the reason of the signal when aborted before. */
export type Gate = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/** A gate that keeps to `pace`. */
export function createGate({ atOnce, everyMs }: Pace): Gate {
  let free = atOnce
  let next = 0
  let waiting: (() => void)[] = []
  return async (signal, work) => {
    while (free === 0)
      await Promise.race([new Promise<void>(come => waiting.push(come)), aborted(signal)])
    free -= 1
    try {
      const now = Date.now()
      const begin = Math.max(now, next)
      next = begin + everyMs
      await pause(begin - now, signal)
      return await work()
    } finally {
      free += 1
      const called = waiting
      waiting = []
      for (const come of called) come()
    }
  }
}

/** Waits, or rejects with the reason of the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (ms <= 0) return
  await wait(ms, undefined, { signal }).catch(error => {
    signal.throwIfAborted()
    throw error
  })
}

/** Rejects with the reason of the signal once that is aborted, and never resolves. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
