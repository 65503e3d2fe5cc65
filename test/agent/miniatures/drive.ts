// Runs a miniature agent in a folder, or goes on with the one that was killed there. All five go
// through the same `createLoop`; nothing here knows which one it is.
import { join } from 'node:path'
import type { Library, Surroundings } from '../../../agent/contract.ts'
import type { Event } from '../../../agent/event.ts'
import { createLoop } from '../../../agent/loop.ts'
import { defaultPolicy } from '../../../agent/policy.ts'
import { openJournal, readJournal } from '../../../agent/runs/journal.ts'
import type { State } from '../../../agent/state.ts'
import { canonical } from '../../../plans/canonical.ts'
import { compiled } from './compiled.ts'
import type { Miniature } from './kit.ts'
import { npc } from './npc.ts'
import { questionAnswerer } from './question-answerer.ts'
import { recursive } from './recursive.ts'
import { ruleFollower } from './rule-follower.ts'
import { effects, fileWorld } from './world.ts'

export const miniatures = { questionAnswerer, ruleFollower, npc, compiled, recursive }
export type Name = keyof typeof miniatures
export const names = Object.keys(miniatures) as readonly Name[]

export const journalIn = (folder: string): string => join(folder, 'journal.jsonl')
export const worldIn = (folder: string): string => join(folder, 'world.jsonl')

export interface Hooks {
  readonly signal?: AbortSignal
  /** Called when the event is in the journal. */
  readonly onEvent?: (event: Event, state: State) => void
  /** Called when the world has changed and no event says so yet. */
  readonly afterEffect?: (count: number) => void
}

/** Resolves with the state when nothing is left to do. */
export async function drive(name: Name, folder: string, hooks: Hooks = {}): Promise<State> {
  const { phases, concurrent, perceptions, ...miniature } = miniatures[name] as Miniature
  const past = readJournal(journalIn(folder))
  const journal = openJournal(journalIn(folder))
  const world = miniature.world && fileWorld(worldIn(folder), miniature.world, hooks.afterEffect)
  const { onEvent } = hooks
  const loop = createLoop({
    phases,
    surroundings: surroundings(miniature, world, hooks.signal),
    journal: onEvent ? { ...journal, defer: journal.append } : journal,
    run: 'test',
    past,
    ...(onEvent && { onEvent }),
  })
  const received = past.filter(
    each => each.type === 'perception-received' && each.perception.kind !== 'observation',
  )
  const left = perceptions.slice(received.length)
  try {
    if (concurrent) await all([loop.resume(), ...left.map(each => loop.handle(each))])
    else {
      await loop.resume()
      for (const seen of (await world?.observations(loop.state().observed)) ?? [])
        await loop.handle({ ...seen, kind: 'observation', source: 'world' })
      for (const perception of left) await loop.handle(perception)
    }
    return loop.state()
  } finally {
    journal.close()
  }
}

/** Waits for every one, also when another has failed. */
async function all(work: readonly Promise<unknown>[]): Promise<void> {
  for (const done of await Promise.allSettled(work))
    if (done.status === 'rejected') throw done.reason
}

export function surroundings(
  { policy, limits, tools = [] }: Pick<Miniature, 'policy' | 'limits' | 'tools'>,
  world?: ReturnType<typeof fileWorld>,
  signal: AbortSignal = new AbortController().signal,
): Surroundings {
  const noModel = () => {
    throw new Error('the miniature agents use no model')
  }
  return {
    llm: { name: 'none', complete: noModel, runAgentic: noModel },
    environment: { tools, roots: [], ...(world && { world }) },
    library: noLibrary,
    policy: { ...defaultPolicy(), reviewIsDue: () => false, ...policy },
    limits,
    signal,
    agent: 'miniature',
    now: Date.now,
  }
}

const noLibrary: Library = {
  version: () => '',
  shortlist: () => ({ exact: [], candidates: [] }),
  get: () => undefined,
  plans: () => [],
  worded: () => [],
  askedLike: () => [],
  baseline: () => ({ right: 1, wrong: 1 }),
  record: async () => undefined,
}

/**
 * What two runs of the same agent must agree on, as text: the whole state and the effects in the
 * world. Left out are clock readings (`at`, `since`, `seconds`). What concurrency may reorder is sorted: the
 * records of roots that ran at once, and effects of steps that do not depend on each other.
 */
export function end(state: State, folder: string): string {
  const timeless = (key: string, value: unknown) =>
    ['at', 'since', 'seconds'].includes(key) ? undefined : value
  const all = canonical({
    ...state,
    intentionHistory: state.intentionHistory.sortBy(record => record.intention),
    effects: effects(worldIn(folder)).map(canonical).sort(),
  })
  return JSON.stringify(JSON.parse(all), timeless, 1)
}
