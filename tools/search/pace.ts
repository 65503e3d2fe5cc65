// How fast a provider is asked: so many at once, so far apart, so many a day and a month.
import { appendFile, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
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

/** How many searches a provider may be asked in all. */
export interface Budget {
  readonly perDay?: number
  readonly perMonth?: number
}

/** Takes one search from a budget; resolves with one sentence when there is none left. */
export type Spend = () => Promise<string | undefined>

/**
 * Counts the searches of `provider` in files in `folder`, one byte a search, so that all processes
 * count together; without a folder, in this process. Days and months are those of UTC.
 */
export function createBudget(
  provider: string,
  { perDay, perMonth }: Budget,
  folder: string | undefined,
): Spend {
  const counts = folder === undefined ? countsHere() : countsIn(folder)
  return async () => {
    const today = new Date().toISOString().slice(0, 10)
    const periods = [
      { name: `${provider}-${today}.count`, most: perDay, of: 'day' },
      { name: `${provider}-${today.slice(0, 7)}.count`, most: perMonth, of: 'month' },
    ]
    const kept = periods.filter(({ most }) => most !== undefined)
    for (const { name, most, of } of kept)
      if ((await counts.of(name)) >= most!)
        return `its budget of ${most} searches a ${of} is used up`
    for (const { name } of kept) await counts.add(name)
    return undefined
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

// --- internal ---

interface Counts {
  readonly of: (name: string) => Promise<number>
  readonly add: (name: string) => Promise<void>
}

function countsHere(): Counts {
  const counts = new Map<string, number>()
  return {
    of: async name => counts.get(name) ?? 0,
    add: async name => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
  }
}

function countsIn(folder: string): Counts {
  return {
    of: async name => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0,
    add: async name => {
      await mkdir(folder, { recursive: true })
      await appendFile(join(folder, name), '.')
    },
  }
}
