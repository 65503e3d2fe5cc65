// One job on its worker, from its files to its end.
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from '../../agent/event.ts'
import { Fact } from '../../agent/memory/fact.ts'
import { type Memory, openMemory } from '../../agent/memory/memory.ts'
import type { Journal } from '../../agent/runs/journal.ts'
import type { State } from '../../agent/state.ts'
import type { PlanLibrary } from '../../plans/library/library.ts'
import { confine, type Saying } from '../configuration/confine.ts'
import type { Environment } from '../configuration/own.ts'
import { pursue } from '../run/pursue.ts'
import { type Run, workspaceOf } from '../run/runs.ts'
import { barrierKey } from './attempts.ts'
import type { Item, Job } from './job.ts'
import type { Opened } from './opened.ts'
import { filesBelow } from './packing.ts'
import { place } from './place.ts'
import type { Redis } from './redis.ts'

/** What it takes to carry a job out. */
export interface CarryingOut {
  readonly opened: Opened
  /** The worker's own folder. */
  readonly home: string
  readonly env: Environment
  readonly redis: Redis
  readonly signal: AbortSignal
  readonly onEvent: (event: Event, state: State) => void
  /** Takes what comes of it, in order, each as JSON. */
  readonly tell: (item: string) => void
}

/**
 * Pursues the question of the job, or goes on with it. What the job says is believed no more than what a folder
 * says that came from anybody: what sends, pays or has effects takes this worker's own person. Rejects with Refused
 * when the model cannot be opened here, and as `pursue` does.
 */
export async function carryOut(job: Job, carrying: CarryingOut): Promise<void> {
  const { opened, home, env, signal, tell } = carrying
  const setup = await opened.setup(job)
  const placed = await place(job, setup, opened.blobs, home)
  const { folder } = placed
  refuseUnasked(folder.run, { file: 'a question of the queue', folder: home, env })
  const give = (item: Item) => tell(placed.toLeader(item))
  const events = job.journal && placed.toHere((await opened.blobs.get(job.journal)).toString())
  const written = writtenIn(workspaceOf(folder), async (name, content) =>
    give({ type: 'written', name, hash: await opened.blobs.put(content) }),
  )
  try {
    const [shared, library] = await Promise.all([
      opened.shared(job, setup, placed),
      opened.library(job.plans),
    ])
    const memory = job.facts && (await remembering(job, carrying, give))
    await pursue(folder, {
      env,
      signal,
      onTrace: () => undefined,
      journal: telling((events ?? []) as readonly Event[], give, number =>
        told(job, number, carrying),
      ),
      onEvent: (event, state) => {
        if (event.type === 'tool-called') void written()
        carrying.onEvent(event, state)
      },
      shared: {
        ...shared,
        library: learning(library, give),
        ...(memory && { memory }),
      },
    })
    await written()
  } finally {
    rmSync(folder.path, { recursive: true, force: true })
  }
}

// --- internal ---

/** Refuses what the job may not say. The files it names are copies of what came with it. */
function refuseUnasked(run: Run, saying: Saying): void {
  const { folder: _, files: __, corpus: ___, allow: ____, plans: _____, model, ...said } = run
  const { settings = {}, ...rest } = said
  confine(rest, saying)
  confine(settings, saying)
  for (const each of model.split(',')) confine({ model: each }, saying)
}

/** A journal whose events are told, and which is forced onto the disk of the leader. */
function telling(
  past: readonly Event[],
  give: (item: Item) => void,
  isThere: (number: number) => Promise<void>,
): Journal {
  let barriers = 0
  return {
    past,
    append: event => give({ type: 'event', event: { ...event } }),
    flush() {
      barriers += 1
      give({ type: 'barrier', number: barriers })
      return isThere(barriers)
    },
    close: () => undefined,
  }
}

/** Resolves when the leader has all that was told before a barrier on its disk. */
async function told({ attempt }: Job, number: number, { redis, signal }: CarryingOut) {
  // usually there within a few milliseconds; where the leader is away, it is asked for now and then
  for (let pause = 2; Number(await redis.call('GET', barrierKey(attempt))) < number; pause *= 2)
    await wait(Math.min(pause, 500), undefined, { signal })
  signal.throwIfAborted()
}

/** The library, with what is learned told. */
function learning(library: PlanLibrary, give: (item: Item) => void): PlanLibrary {
  return {
    ...library,
    get version() {
      return library.version
    },
    async record(run, touched) {
      await library.record(run, touched)
      const [plans, stats, removed] = [touched.plans, touched.stats, touched.removed].map(each => [
        ...each,
      ]) as unknown as [[], [], []]
      give({ type: 'learned', plans, stats, removed })
    },
  }
}

async function remembering(
  job: Job,
  { opened, home }: CarryingOut,
  give: (item: Item) => void,
): Promise<Memory> {
  const memory = await openMemory(join(home, 'attempts', `${job.attempt}.memory.json`))
  await memory.remember(
    Fact.array().parse(JSON.parse((await opened.blobs.get(job.facts!)).toString())),
  )
  return {
    ...memory,
    async remember(facts) {
      await memory.remember(facts)
      give({ type: 'remembered', facts: [...facts] })
    },
  }
}

/** Tells each file below the folder once it is there, and again when it has changed. */
function writtenIn(folder: string, tell: (name: string, content: Buffer) => Promise<void>) {
  const known = new Map<string, string>()
  for (const name of filesBelow(folder)) known.set(name, stateOf(join(folder, name)))
  let last: Promise<void> = Promise.resolve()
  const look = async () => {
    for (const name of filesBelow(folder)) {
      const state = stateOf(join(folder, name))
      if (known.get(name) === state) continue
      known.set(name, state)
      await tell(name, readFileSync(join(folder, name)))
    }
  }
  return () => {
    last = last.then(look)
    return last
  }
}

function stateOf(file: string): string {
  const { mtimeMs, size } = statSync(file)
  return `${mtimeMs} ${size}`
}
