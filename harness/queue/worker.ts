// A worker of the queue: takes questions that others have handed out and pursues them, as one who was sent
// them by somebody unknown. What comes of it goes back as it happens; nothing stays here.
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from '../../agent/event.ts'
import { untilAborted } from '../../agent/llm/abort.ts'
import type { State } from '../../agent/state.ts'
import { again } from '../bench/watch/sight.ts'
import { CommandError, exit, type Surroundings, toCommandError } from '../cli/command.ts'
import { version } from '../cli/version.ts'
import { openOutbox, stopChannel, usedChannel } from './attempts.ts'
import { blobsOn } from './blobs.ts'
import { carryOut } from './carry-out.ts'
import { type Ending, Job, Told } from './job.ts'
import { createOpened, Refused } from './opened.ts'
import { sayPresent } from './presence.ts'
import { openRedis, serveJobs, shown, type Taken } from './redis.ts'

export interface QueueWorking {
  /** Questions at once. */
  readonly parallel: number
  readonly env: Surroundings['env']
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
 * Serves the queue at `address` until the signal is aborted. Rejects with a CommandError when it is none for the
 * questions there: of another version of intend, or without the key of their model.
 */
export async function serveQueue(address: string, working: QueueWorking): Promise<void> {
  const { signal, parallel } = working
  // the address holds a password, which nothing that is told may hold
  const env = { ...working.env, INTEND_QUEUE_URL: address }
  const redis = await openRedis(address, working.onNotice)
  const listening = redis.duplicate()
  listening.on('error', () => undefined)
  await listening.connect()
  await listening.call('SUBSCRIBE', stopChannel, usedChannel)
  const home = mkdtempSync(join(tmpdir(), 'intend-worker-'))
  const { promise: unfit, reject: refuse } = Promise.withResolvers<never>()
  unfit.catch(() => undefined)
  const name = `${hostname()} ${process.pid}`
  const presence = sayPresent(redis, { name, version: version() })
  const onRetry = (why: string, ms: number) => presence.trouble(again(why, ms))
  const opened = createOpened(redis, blobsOn(redis), { env, onRetry })
  const under = new Map<string, AbortController>()
  listening.on('message', (channel, message) => {
    if (channel === stopChannel) under.get(message)?.abort(new Error('it was stopped'))
    else opened.tell(Told.parse(JSON.parse(message)))
  })
  const take = async ({ data }: Taken) => {
    const { attempt } = Job.pick({ attempt: true }).parse(data)
    const run = Job.shape.run.catch('a question').parse((data as Job).run) // of another version
    const abort = new AbortController()
    under.set(attempt, abort)
    const onStop = () => abort.abort(signal.reason)
    signal.addEventListener('abort', onStop, { once: true })
    const outbox = openOutbox(redis, attempt, {
      first: JSON.stringify({ type: 'begun', worker: `${name} ${attempt}` }),
      onLost: () => abort.abort(new Error('somebody else goes on with it')),
    })
    const ended = await endOf(data, abort.signal, item => outbox.put(item))
    outbox.put(JSON.stringify(ended))
    await outbox.flushed()
    signal.removeEventListener('abort', onStop)
    under.delete(attempt)
    working.onEnd(run, ended)
    if (ended.type === 'refused') refuse(new CommandError(ended.message, exit.configuration))
  }
  const endOf = async (data: unknown, stop: AbortSignal, tell: (item: string) => void) => {
    try {
      const { version: theirs } = Job.pick({ version: true }).parse(data)
      if (theirs !== version())
        throw new Refused(
          `the questions at ${shown(address)} are from intend ${theirs}, and this is ${version()}; run the same version on every machine`,
        )
      const job = Job.parse(data)
      const onEvent = (event: Event, state: State) => working.onEvent(job.run, event, state)
      await carryOut(job, { opened, home, env, redis, tell, onEvent, signal: stop })
      return { type: 'done' } as const
    } catch (error) {
      return ending(error, stop)
    }
  }
  const worker = await serveJobs(redis, { concurrency: parallel, process: take })
  working.onServing(shown(address))
  try {
    await Promise.race([unfit, untilAborted(signal)])
  } finally {
    for (const abort of under.values()) abort.abort(new Error('the worker leaves'))
    const left = Promise.all([worker.close(), presence.end()])
    await Promise.race([left, wait(1_500)])
    listening.disconnect()
    redis.disconnect()
    rmSync(home, { recursive: true, force: true })
  }
}

// --- internal ---

function ending(error: unknown, stop: AbortSignal): Ending {
  if (stop.aborted) return { type: 'stopped' } as const
  const message =
    toCommandError(error)?.message ?? (error instanceof Error ? error.message : String(error))
  return { type: error instanceof Refused ? 'refused' : 'failed', message } as const
}
