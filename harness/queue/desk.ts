// The attempts that are under way, as the leader sees them: news is read from their lists, and an attempt whose
// worker has died is ended.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Queue } from 'bullmq'
import { barrierKey, endAttempt, listOf, newsChannel, stopChannel } from './attempts.ts'
import { keptSeconds } from './blobs.ts'
import { type Ending, Item, type Job } from './job.ts'
import { listenTo, openQueue, prefix, type Redis } from './redis.ts'
import type { Hearing } from './returned.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Opens the desk on a connection; it has two more of its own. */
export async function openDesk(redis: Redis) {
  const queue = await openQueue(redis)
  const underWay = new Map<string, Attempt>()
  const listening = await listenTo(redis, [newsChannel], () => {
    // nobody has heard what was told before; what is told from now on is heard
    for (const attempt of underWay.values()) void attempt.check()
  })
  listening.on('message', (_, attempt) => void underWay.get(attempt)?.news())
  const rounds = setInterval(() => void endDead(queue, underWay).catch(() => undefined), 1_000)
  return {
    /**
     * Has a question attempted once, or takes over the attempt that a leader before this one has begun. Resolves
     * with how it ended, or to `lost` when its worker died. Rejects with the signal's reason once that is
     * aborted and the worker has stopped, and with what `hear` throws.
     */
    async attempt(job: Omit<Job, 'attempt'>, hear: Hearing, signal: AbortSignal) {
      signal.throwIfAborted()
      const begun = await begunBefore(redis, job.run)
      const name = begun ?? (await handOut(redis, queue, job))
      const attempt = follow({ redis, queue, name, hear })
      underWay.set(name, attempt)
      const onAbort = () => void attempt.stop(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      void (begun === undefined ? attempt.news() : attempt.check())
      try {
        return await attempt.ended
      } finally {
        signal.removeEventListener('abort', onAbort)
        underWay.delete(name)
        redis.del(attemptOf(job.run)).catch(() => undefined)
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

type Attempt = ReturnType<typeof follow>

interface Following {
  readonly redis: Redis
  readonly queue: Queue
  readonly name: string
  readonly hear: Hearing
}

/** Follows an attempt that is under way. */
function follow({ redis, queue, name, hear }: Following) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ending | 'lost'>()
  ended.catch(() => undefined) // `attempt` rejects
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
      await hear(item, name)
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
      .then(() => (over ? forget(redis, queue, name) : undefined))
      .catch(() => undefined)
    return reading
  }
  const news = () => inTurn(async () => take(await redis.lrange(listOf(name), heard, -1)))
  /** Ends it: its worker is known to have died. */
  const lost = () =>
    inTurn(async () => {
      const entries = await endAttempt(redis, name)
      await take(entries.slice(heard))
      if (!over) settle(() => resolve('lost'))
    })
  return {
    ended,
    news,
    lost,
    /** Checks whether Redis still knows of it. */
    async check() {
      await news()
      const state = await queue.getJobState(name).catch(() => 'waiting') // it is checked again
      if (!over && (state === 'unknown' || state === 'failed')) await lost()
    },
    async stop(reason: unknown) {
      const asked = redis.publish(stopChannel, name).catch(() => undefined)
      const stopped = asked.then(() => queue.remove(name).catch(() => 0))
      const removed = await Promise.race([stopped, wait(graceMs, 0)]) // one that no worker has taken goes at once
      if (removed !== 1) await Promise.race([ended.catch(() => undefined), wait(graceMs)])
      if (!over) settle(() => reject(reason))
      await Promise.race([forget(redis, queue, name).catch(() => undefined), wait(graceMs)])
    },
  }
}

const isEnding = (item: Item): item is Ending =>
  ['done', 'stopped', 'failed', 'refused'].includes(item.type)

async function forget(redis: Redis, queue: Queue, name: string): Promise<void> {
  await redis.del(listOf(name), barrierKey(name))
  await queue.remove(name).catch(() => undefined) // its worker still has it, and takes it away itself
}

/** Ends the attempts whose workers have shown no sign of life. */
async function endDead(queue: Queue, underWay: ReadonlyMap<string, Attempt>): Promise<void> {
  for (const name of await queue.getRanges(['failed'], 0, -1)) {
    await underWay.get(name)?.news()
    await underWay.get(name)?.lost()
  }
}

/** The attempt at the run that a leader before this one has begun and nobody has ended. */
async function begunBefore(redis: Redis, run: string): Promise<string | undefined> {
  const name = await redis.get(attemptOf(run))
  return name !== null && (await redis.llen(listOf(name))) > 0 ? name : undefined
}

async function handOut(redis: Redis, queue: Queue, job: Omit<Job, 'attempt'>): Promise<string> {
  const attempt = randomUUID()
  const kept = { removeOnComplete: true, removeOnFail: { age: keptSeconds }, attempts: 1 }
  await Promise.all([
    redis.rpush(listOf(attempt), 'open'),
    redis.expire(listOf(attempt), keptSeconds),
    redis.set(attemptOf(job.run), attempt, 'EX', keptSeconds),
    queue.add('question', { ...job, attempt }, { jobId: attempt, ...kept }), // sent after those
  ])
  return attempt
}
