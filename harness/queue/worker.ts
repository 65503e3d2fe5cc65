// A worker of the queue: takes questions that others have handed out and pursues them, trusting them no more than
// what comes from a stranger. What comes of it goes back as it happens; nothing stays here.
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Event } from '../../agent/event.ts'
import { untilAborted } from '../../agent/llm/abort.ts'
import { again } from '../../agent/llm/retry.ts'
import type { State } from '../../agent/state.ts'
import { type Environment, messageOf, misconfigured, toCommandError } from '../cli/command.ts'
import { version } from '../cli/version.ts'
import { openOutbox, stopChannel, usedChannel } from './attempts.ts'
import { blobsOn } from './blobs.ts'
import { type CarryingOut, carryOut } from './carry-out.ts'
import { type Ending, Job, Told } from './job.ts'
import { createOpened, Refused } from './opened.ts'
import { sayPresent } from './presence.ts'
import { listenTo, openRedis, serveJobs, shown } from './redis.ts'

interface QueueWorking {
  /** Questions at once. */
  readonly parallel: number
  readonly env: Environment
  /** Ends it: what is under way is handed back. */
  readonly signal: AbortSignal
  /** Told the address, without what is secret in it, once the queue is served. */
  readonly onServing: (address: string) => void
  readonly onEvent: (run: string, event: Event, state: State) => void
  /** Told of each question that it has ended. */
  readonly onEnd: (run: string, how: Ending) => void
  /** Told that Redis is away, and that it is back. */
  readonly onNotice: (sentence: string) => void
}

/**
 * Serves the queue at `address` until the signal is aborted. Rejects with a CommandError when it cannot take the
 * questions there: they are of another version of intend, or it has no key for their model.
 */
export async function serveQueue(address: string, working: QueueWorking): Promise<void> {
  const { signal, parallel } = working
  // the address holds a password, which nothing that is told may hold
  const env = { ...working.env, INTEND_QUEUE_URL: address }
  const redis = await openRedis(address, working.onNotice)
  const listening = await listenTo(redis, [stopChannel, usedChannel])
  const home = mkdtempSync(join(tmpdir(), 'intend-worker-'))
  const { promise: unfit, reject: refuse } = Promise.withResolvers<never>()
  unfit.catch(() => undefined)
  const name = `${hostname()} ${process.pid}`
  const presence = sayPresent(redis, { name, version: version() })
  const onRetry = (why: string, ms: number) => presence.trouble(again(why, ms))
  const opened = createOpened(redis, blobsOn(redis), { env, onRetry })
  const underWay = new Map<string, AbortController>()
  listening.on('message', (channel, message) => {
    if (channel === stopChannel) underWay.get(message)?.abort(new Error('it was stopped'))
    else opened.tell(Told.parse(JSON.parse(message)))
  })
  const take = async ({ data }: { readonly data: unknown }) => {
    const { attempt, run } = AnyJob.parse(data)
    const abort = new AbortController()
    underWay.set(attempt, abort)
    const outbox = openOutbox(redis, attempt, {
      first: JSON.stringify({ type: 'begun', worker: `${name} ${attempt}` }),
      onLost: () => abort.abort(new Error('another worker goes on with it')),
    })
    const stop = AbortSignal.any([signal, abort.signal])
    const onEvent = (event: Event, state: State) => working.onEvent(run, event, state)
    const tell = (item: string) => outbox.put(item)
    const carrying = { opened, home, env, redis, tell, onEvent, signal: stop }
    const ended = await endOf(data, carrying, shown(address))
    outbox.put(JSON.stringify(ended))
    await outbox.flushed()
    underWay.delete(attempt)
    working.onEnd(run, ended)
    if (ended.type === 'refused') refuse(misconfigured(ended.message))
  }
  const worker = await serveJobs(redis, parallel, take)
  working.onServing(shown(address))
  try {
    await Promise.race([unfit, untilAborted(signal)])
  } finally {
    for (const abort of underWay.values()) abort.abort(new Error('the worker leaves'))
    const left = Promise.all([worker.close(), presence.end()])
    await Promise.race([left, wait(1_500)])
    listening.disconnect()
    redis.disconnect()
    rmSync(home, { recursive: true, force: true })
  }
}

// --- internal ---

/** What a job of any version says. */
const AnyJob = z.object({
  attempt: Job.shape.attempt,
  version: z.string(),
  run: z.string().catch('a question'),
})

/** Carries the job out; gives how that ended. */
async function endOf(data: unknown, carrying: CarryingOut, address: string): Promise<Ending> {
  try {
    const { version: theirs } = AnyJob.parse(data)
    if (theirs !== version())
      throw new Refused(
        `the questions at ${address} are from intend ${theirs}, and this is ${version()}; run the same version on every machine`,
      )
    await carryOut(Job.parse(data), carrying)
    return { type: 'done' }
  } catch (error) {
    if (carrying.signal.aborted) return { type: 'stopped' }
    const message = toCommandError(error)?.message ?? messageOf(error)
    return { type: error instanceof Refused ? 'refused' : 'failed', message }
  }
}
