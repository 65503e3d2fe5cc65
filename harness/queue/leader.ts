// Questions handed out over Redis. This process alone writes: journals, traces, results and the library.

import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event } from '../../agent/event.ts'
import type { Budget } from '../../agent/llm/limits/budget.ts'
import { maskedBy } from '../../agent/llm/secrets.ts'
import { type Journal, openJournal, readJournal } from '../../agent/runs/journal.ts'
import { given } from '../../plans/given.ts'
import { runBench } from '../bench/bench.ts'
import { madeOnce } from '../bench/made-once.ts'
import type { Elsewhere, Jobs, Shared } from '../bench/work.ts'
import { type Environment, usage } from '../cli/command.ts'
import { version } from '../cli/version.ts'
import { outcomeOf, traceOf } from '../run/outcome.ts'
import { filesBelow, journalFile, type RunFolder, traceFile, workspaceOf } from '../run/runs.ts'
import { mostDeaths } from '../workers/tasks.ts'
import { barrierKey, usedChannel, usedKey } from './attempts.ts'
import { type Blobs, blobsOn, keptSeconds } from './blobs.ts'
import { type Desk, openDesk } from './desk.ts'
import { type Ending, type Job, Setup } from './job.ts'
import { type Publishing, publishing } from './plans.ts'
import { looking } from './presence.ts'
import { openRedis, type Redis } from './redis.ts'
import { hearing } from './returned.ts'

/**
 * Questions are pursued by the workers that serve the queue at `address`; see `openRedis` for what it rejects
 * with. Attempts of a leader that has died are taken over by the next one that runs the same bench.
 */
export async function queued(address: string, env: Environment): Promise<Jobs> {
  let notice: (sentence: string) => void = () => undefined
  const redis = await openRedis(address, sentence => notice(sentence))
  const desk = await openDesk(redis)
  const packing = packingOn(redis)
  const elsewhere = pursuing({ redis, desk, leader: randomUUID(), env, packing })
  return {
    async run(folder, work) {
      notice = work.onNotice ?? notice
      const look = looking(redis, what => work.onTrouble?.(what))
      const rounds = setInterval(() => {
        look().then(work.onWorkers, () => undefined) // Redis is away
      }, 1_000)
      const shared = { ...work.shared, elsewhere }
      await runBench(folder, { ...work, shared }).finally(() => clearInterval(rounds))
    },
    async close() {
      await packing()
        .published.close()
        .catch(() => undefined)
      await desk.close()
      redis.disconnect()
    },
  }
}

// --- internal ---

interface Leading {
  readonly redis: Redis
  readonly desk: Desk
  readonly leader: string
  readonly env: Environment
  readonly packing: ReturnType<typeof packingOn>
}

function pursuing(leading: Leading): Elsewhere {
  const { redis, desk, leader, env, packing } = leading
  return async (run, asking) => {
    if (asking.goal) throw usage('what happens in a world stays in one process; leave --queue out')
    const { library, model } = asking.shared
    const file = journalFile(run)
    const events = [...readJournal(file)]
    let journal: Journal | undefined // opened once a worker has begun: very many questions may wait
    const keep = (event: Event) => {
      journal ??= openJournal(file)
      journal.append(event)
      events.push(event)
      if (event.type === 'model-called') void tellUsed(event, model.budget, leading)
      asking.onEvent(event)
    }
    const barrier = async (attempt: string, number: number) => {
      await journal?.flush()
      await redis.set(barrierKey(attempt), number, 'EX', keptSeconds)
    }
    try {
      const attempt = async () => {
        const { blobs, pack } = packing()
        const packed = await pack(run, events, asking.shared)
        const hear = hearing(run, { asking, blobs, keep, barrier, known: () => events.length })
        return desk.attempt({ ...packed, leader }, hear, asking.signal)
      }
      await untilEnded(attempt, why => asking.onTrouble?.(`${run.name}: ${why}`))
      const state = events.reduce(apply, emptyState(library.version()))
      const outcome = outcomeOf(state, traceFile(run))
      asking.onTrace?.(maskedBy(env)(traceOf(run.run, outcome, events, state)))
    } finally {
      journal?.close()
    }
  }
}

/** What has been put on the server; one that was restarted may have forgotten it. */
function packingOn(redis: Redis) {
  const blobs = blobsOn(redis)
  const begin = () => {
    const published = publishing(redis, blobs)
    return { blobs, published, pack: packingInto(blobs, published) }
  }
  let packing = begin()
  redis.on('ready', () => {
    packing = begin()
  })
  return () => packing
}

/** Tries again when a worker died, but not more often than `mostDeaths`. */
async function untilEnded(
  attempt: () => Promise<Ending | 'lost'>,
  onTrouble: (why: string) => void,
): Promise<void> {
  for (let deaths = 0; deaths < mostDeaths; ) {
    const ended = await attempt()
    if (ended !== 'lost' && ended.type === 'done') return
    if (ended !== 'lost' && ended.type === 'failed') throw new Error(ended.message)
    onTrouble(`its worker has ${ended === 'lost' ? 'died' : 'left'}; it goes on elsewhere`)
    if (ended === 'lost') deaths += 1
    else await wait(200) // nobody has begun: the next worker may be another one
  }
  throw new Error(`${mostDeaths} workers died while they were at work on it`)
}

/** Counts a call here, and tells all workers what is used by now. */
async function tellUsed(
  { usage, error }: Event & { readonly type: 'model-called' },
  budget: Budget | undefined,
  { redis, leader }: Leading,
): Promise<void> {
  if (!budget || Object.keys(budget.limits).length === 0) return
  const { inputTokens, outputTokens, cost } = usage
  budget.count({ tokens: inputTokens + outputTokens, cost })
  if (error?.kind === 'budget') budget.end(error.message)
  const told = JSON.stringify({ leader, ...budget.spent() })
  await Promise.all([
    redis.set(usedKey(leader), told, 'EX', keptSeconds),
    redis.publish(usedChannel, told),
  ]).catch(() => undefined) // it is told with the next call again
}

/** Packs jobs; what has not changed since the last one is not read again. */
function packingInto(blobs: Blobs, { publish }: Publishing) {
  const known = new Map<string, Promise<string>>()
  const file = (path: string) => {
    const { mtimeMs, size } = statSync(path)
    return madeOnce(known, `${path} ${mtimeMs} ${size}`, () => blobs.put(readFileSync(path)))
  }
  const folder = (path: string) =>
    madeOnce(known, path, async () => {
      const tree = filesBelow(path).map(async name => ({
        name,
        hash: await file(join(path, name)),
      }))
      return blobs.put(JSON.stringify(await Promise.all(tree)))
    })
  const copies = (paths: readonly string[], of: (path: string) => Promise<string>) =>
    Promise.all(paths.map(async path => ({ path, hash: await of(path) })))
  return async (
    folderOf: RunFolder,
    events: readonly Event[],
    { library, memory }: Pick<Shared, 'library' | 'memory'>,
  ): Promise<Omit<Job, 'attempt' | 'leader'>> => {
    const { run } = folderOf
    const written = workspaceOf(folderOf)
    const setup = JSON.stringify(Setup.parse(run))
    const facts = memory?.facts().map(({ fact }) => fact)
    return {
      version: version(),
      run: run.id,
      question: run.question,
      files: await copies(run.files, file),
      folders: await copies([run.corpus ?? [], run.allow].flat(), folder),
      written: await copies(filesBelow(written), name => file(join(written, name))),
      setup: await madeOnce(known, setup, () => blobs.put(setup)),
      plans: await publish(library),
      ...given({
        facts: facts && (await blobs.put(JSON.stringify(facts))),
        journal: events.length > 0 ? await blobs.put(JSON.stringify(events)) : undefined,
      }),
    }
  }
}
