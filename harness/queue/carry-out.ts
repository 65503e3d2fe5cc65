// One job on its worker, from its files to its end.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from '../../agent/event.ts'
import { Fact } from '../../agent/memory/fact.ts'
import { type Memory, openMemory } from '../../agent/memory/memory.ts'
import type { Journal } from '../../agent/runs/journal.ts'
import type { State } from '../../agent/state.ts'
import type { PlanLibrary } from '../../plans/library/library.ts'
import type { Environment } from '../cli/command.ts'
import { confine, type Saying } from '../configuration/confine.ts'
import { replaceFile } from '../run/folders.ts'
import { pursue } from '../run/pursue.ts'
import { filesBelow, type Run, type RunFolder, workspaceOf } from '../run/runs.ts'
import { barrierKey } from './attempts.ts'
import type { Blobs } from './blobs.ts'
import { type Item, type Job, type Setup, Tree } from './job.ts'
import type { Opened } from './opened.ts'
import type { Redis } from './redis.ts'

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
 * Pursues or resumes the question of the job. What the job says is trusted no more than a folder that came from
 * anybody: what sends, pays or has effects needs the permission of this worker's own person. Rejects with
 * Refused when the model cannot be opened here, and as `pursue` does.
 */
export async function carryOut(job: Job, carrying: CarryingOut): Promise<void> {
  const { opened, home, env, signal, tell } = carrying
  const { blobs } = opened
  const setup = await opened.setup(job)
  const { folder, toHere, toLeader } = await place(job, setup, blobs, home)
  refuseUnasked(folder.run, { file: 'a question of the queue', folder: home, env })
  const give = (item: Item) => tell(toLeader(item))
  const events = job.journal && toHere((await blobs.get(job.journal)).toString())
  const tellWritten = writtenIn(workspaceOf(folder), async (name, content) =>
    give({ type: 'written', name, hash: await blobs.put(content) }),
  )
  try {
    const [shared, library] = await Promise.all([
      opened.shared(job, setup, folder.run),
      opened.library(job.plans),
    ])
    const memory = job.facts && (await remembering(job, carrying, give))
    await pursue(folder, {
      env,
      signal,
      onTrace: () => undefined,
      journal: tellingJournal((events ?? []) as readonly Event[], give, number =>
        isThere(job, number, carrying),
      ),
      onEvent: (event, state) => {
        if (event.type === 'tool-called') void tellWritten()
        carrying.onEvent(event, state)
      },
      shared: { ...shared, library: tellingLibrary(library, give), ...(memory && { memory }) },
    })
    await tellWritten()
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
function tellingJournal(
  past: readonly Event[],
  give: (item: Item) => void,
  onDisk: (barrier: number) => Promise<void>,
): Journal {
  let barriers = 0
  const append = (event: Event) => give({ type: 'event', event: { ...event } })
  return {
    past,
    append,
    defer: append,
    flush() {
      barriers += 1
      give({ type: 'barrier', number: barriers })
      return onDisk(barriers)
    },
    close: () => undefined,
  }
}

/** Resolves when the leader has all that was told before a barrier on its disk. */
async function isThere({ attempt }: Job, number: number, { redis, signal }: CarryingOut) {
  // usually within a few milliseconds; longer where the leader is away
  for (let pause = 2; Number(await redis.get(barrierKey(attempt))) < number; pause *= 2)
    await wait(Math.min(pause, 500), undefined, { signal })
  signal.throwIfAborted()
}

/** The library, with what is learned told. */
const tellingLibrary = (library: PlanLibrary, give: (item: Item) => void): PlanLibrary => ({
  ...library,
  async record(run, touched) {
    await library.record(run, touched)
    const [plans, stats] = [copyOf(touched.plans), copyOf(touched.stats)]
    give({ type: 'learned', plans, stats, removed: copyOf(touched.removed) })
  },
})

const copyOf = <Of>(pairs: Iterable<readonly [string, Of]>): [string, Of][] =>
  Array.from(pairs, ([id, each]) => [id, each])

async function remembering(
  { attempt, facts }: Job,
  { opened, home }: CarryingOut,
  give: (item: Item) => void,
): Promise<Memory> {
  const memory = await openMemory(join(home, 'attempts', `${attempt}.memory.json`))
  await memory.remember(Fact.array().parse(await opened.blobs.json(facts!)))
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
  const stateOf = (name: string) => {
    const { mtimeMs, size } = statSync(join(folder, name))
    return `${mtimeMs} ${size}`
  }
  const known = new Map(filesBelow(folder).map(name => [name, stateOf(name)]))
  const tellChanged = async () => {
    for (const name of filesBelow(folder)) {
      const state = stateOf(name)
      if (known.get(name) === state) continue
      known.set(name, state)
      await tell(name, readFileSync(join(folder, name)))
    }
  }
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(tellChanged)
    return last
  }
}

/** Puts below `home` what the job needs and is not there yet. */
async function place(job: Job, setup: Setup, blobs: Blobs, home: string) {
  const names = new Map<string, string>() // of the leader's files, to those here
  for (const { path, hash } of job.files) {
    const copy = join(home, 'files', hash, basename(path))
    await copied(hash, copy, blobs)
    names.set(path, copy)
  }
  for (const { path, hash } of job.folders) {
    const copy = join(home, 'folders', hash)
    const tree = Tree.parse(await blobs.json(hash))
    for (const { name, hash } of tree) {
      await copied(hash, below(copy, name), blobs)
      names.set(join(path, name), join(copy, name))
    }
    mkdirSync(copy, { recursive: true })
    names.set(path, copy)
  }
  const path = join(home, 'attempts', job.attempt)
  const here = (name: string) => names.get(name) ?? name
  const { corpus, memory: _, budget: __, allowHosts: ___, ...common } = setup
  const run = {
    ...common,
    id: job.run,
    question: job.question,
    folder: home,
    files: job.files.map(file => here(file.path)),
    allow: common.allow.map(here),
    plans: join(home, '.intend', 'plans.json'),
    ...(corpus !== undefined && { corpus: here(corpus) }),
  }
  const folder: RunFolder = { run, path, name: job.run }
  for (const { path, hash } of job.written)
    await copied(hash, below(workspaceOf(folder), path), blobs)
  const back = new Map([...names].map(([leader, here]) => [here, leader]))
  const by = (of: ReadonlyMap<string, string>) => (_: string, value: unknown) =>
    typeof value === 'string' ? (of.get(value) ?? value) : value
  return {
    folder,
    /** JSON of values that name the leader's files, as values that name the copies. Names of files stand alone in values. */
    toHere: (text: string): unknown => JSON.parse(text, by(names)),
    /** Values that name the copies, as JSON that names the leader's files. */
    toLeader: (value: unknown) => JSON.stringify(value, by(back)),
  }
}

async function copied(hash: string, file: string, blobs: Blobs): Promise<void> {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  replaceFile(file, await blobs.get(hash), false)
}

/** The path of `name` in the folder. Throws where it would lead out of it. */
function below(folder: string, name: string): string {
  const path = resolve(folder, name)
  if (!path.startsWith(folder + sep))
    throw new Error(`a question names ${name}, which is not below its folder`)
  return path
}
