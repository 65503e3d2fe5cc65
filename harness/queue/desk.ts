// The attempts that are under way, as the one who handed them out sees them: news is read from their lists,
// and an attempt whose worker has died is ended.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { barrierKey, endAttempt, entriesOf, listOf, newsChannel, stopChannel } from './attempts.ts'
import { keptSeconds } from './blobs.ts'
import { type Ending, Item, type Job } from './job.ts'
import { openQueue, prefix, type Queue, type Redis } from './redis.ts'
import type { Hearing } from './returned.ts'

export interface Desk {
  /**
   * Has a question attempted once, or takes the attempt over that a leader before this one has begun. Resolves
   * with how it ended, or to `lost` when its worker died. Rejects with the signal's reason once that is
   * aborted and the worker has stopped, and with what `hear` throws.
   */
  attempt(job: Omit<Job, 'attempt'>, hear: Hearing, signal: AbortSignal): Promise<Ending | 'lost'>
  close(): Promise<void>
}

/** Opens the desk on a connection; it has two more of its own. */
export async function openDesk(redis: Redis): Promise<Desk> {
  const queue = await openQueue(redis)
  const listening = redis.duplicate()
  const flights = new Map<string, Flight>()
  listening.on('error', () => undefined) // it comes back by itself
  listening.on('message', (_, attempt) => void flights.get(attempt)?.news())
  const listen = async () => {
    await listening.call('SUBSCRIBE', newsChannel).catch(() => undefined)
    // what was told before nobody has heard; what is told from now on is
    for (const flight of flights.values()) void flight.check()
  }
  await listening.connect()
  await listen()
  listening.on('ready', () => void listen())
  const rounds = setInterval(() => void sweep(queue, flights).catch(() => undefined), 1_000)
  return {
    async attempt(job, hear, signal) {
      signal.throwIfAborted()
      const begun = await begunBefore(redis, job.run)
      const attempt = begun ?? (await handOut(redis, queue, job))
      const flight = follow({ redis, queue, attempt, hear })
      flights.set(attempt, flight)
      const onAbort = () => void flight.stop(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      void (begun === undefined ? flight.news() : flight.check())
      try {
        return await flight.ended
      } finally {
        signal.removeEventListener('abort', onAbort)
        flights.delete(attempt)
        redis.call('DEL', attemptOf(job.run)).catch(() => undefined)
      }
    },
    async close() {
      clearInterval(rounds)
      listening.disconnect()
      await queue.close()
    },
  }
}

// --- internal ---

/** Which attempt at a run is under way. */
const attemptOf = (run: string) => `${prefix}:attempt-of:${run}`
/** Milliseconds a worker has for telling what it has done when it is to stop. */
const graceMs = 600

/** One attempt that is under way. */
interface Flight {
  readonly ended: Promise<Ending | 'lost'>
  /** Reads what is new. */
  news(): Promise<void>
  /** Ends it: its worker is known to have died. */
  lost(): Promise<void>
  /** Looks whether Redis still knows of it. */
  check(): Promise<void>
  /** Has the worker stop. */
  stop(reason: unknown): Promise<void>
}

interface Following {
  readonly redis: Redis
  readonly queue: Queue
  readonly attempt: string
  readonly hear: Hearing
}

function follow({ redis, queue, attempt, hear }: Following): Flight {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ending | 'lost'>()
  ended.catch(() => undefined) // whoever waits for it is told
  let heard = 1 // the first entry says that it is open
  let over = false
  let reading: Promise<void> = Promise.resolve()
  const settle = (how: () => void) => {
    over = true
    how()
  }
  const take = async (entries: readonly string[]) => {
    for (const entry of entries) {
      if (over) return
      const item = Item.parse(JSON.parse(entry))
      await hear(item, attempt)
      heard += 1
      if (isEnding(item)) settle(() => resolve(item))
    }
  }
  /** One after the other, and nothing after a failure. */
  const inTurn = (read: () => Promise<void>) => {
    reading = reading
      .then(() => (over ? undefined : read()))
      .catch(error => {
        if (!over) settle(() => reject(error))
      })
      .then(() => (over ? forget(redis, queue, attempt) : undefined))
      .catch(() => undefined)
    return reading
  }
  const news = () => inTurn(async () => take(await entriesOf(redis, attempt, heard)))
  const lost = () =>
    inTurn(async () => {
      const entries = await endAttempt(redis, attempt)
      await take(entries.slice(heard))
      if (!over) settle(() => resolve('lost'))
    })
  return {
    ended,
    news,
    lost,
    async check() {
      await news()
      const state = await queue.getJobState(attempt).catch(() => 'waiting') // it is looked at again
      if (!over && (state === 'unknown' || state === 'failed')) await lost()
    },
    async stop(reason) {
      const asked = redis.call('PUBLISH', stopChannel, attempt).catch(() => undefined)
      const stopped = asked.then(() => queue.remove(attempt).catch(() => 0))
      const waiting = await Promise.race([stopped, wait(graceMs, 0)]) // one that nobody has taken goes at once
      if (waiting !== 1) await Promise.race([ended.catch(() => undefined), wait(graceMs)])
      if (!over) settle(() => reject(reason))
      await Promise.race([forget(redis, queue, attempt).catch(() => undefined), wait(graceMs)])
    },
  }
}

const isEnding = (item: Item): item is Ending =>
  ['done', 'stopped', 'failed', 'refused'].includes(item.type)

async function forget(redis: Redis, queue: Queue, attempt: string): Promise<void> {
  await redis.call('DEL', listOf(attempt), barrierKey(attempt))
  await queue.remove(attempt).catch(() => undefined) // its worker still has it, and takes it away itself
}

/** Attempts whose workers have shown no sign of life. */
async function sweep(queue: Queue, flights: ReadonlyMap<string, Flight>): Promise<void> {
  for (const attempt of await queue.getRanges(['failed'], 0, -1)) {
    const flight = flights.get(attempt)
    await flight?.news()
    await flight?.lost()
  }
}

/** The attempt at the run that a leader before this one has begun and nobody has ended. */
async function begunBefore(redis: Redis, run: string): Promise<string | undefined> {
  const attempt = (await redis.call('GET', attemptOf(run))) as string | null
  if (attempt === null) return undefined
  const length = await redis.call('LLEN', listOf(attempt))
  return Number(length) > 0 ? attempt : undefined
}

async function handOut(redis: Redis, queue: Queue, job: Omit<Job, 'attempt'>): Promise<string> {
  const attempt = randomUUID()
  const kept = { removeOnComplete: true, removeOnFail: { age: keptSeconds }, attempts: 1 }
  await Promise.all([
    redis.call('RPUSH', listOf(attempt), 'open'),
    redis.call('EXPIRE', listOf(attempt), keptSeconds),
    redis.call('SET', attemptOf(job.run), attempt, 'EX', keptSeconds),
    queue.add('question', { ...job, attempt }, { jobId: attempt, ...kept }), // sent after those
  ])
  return attempt
}
