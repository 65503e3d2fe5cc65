// The plan library: in memory, or backed by a `plans.json` that several processes write at once. Reading is
// answered from memory; writing is read, merge, write under a lock.

import { readFile } from 'node:fs/promises'
import { coalesced } from '../awaitable.ts'
import { fingerprint } from '../canonical.ts'
import { ConfigurationError } from '../configuration.ts'
import { textOrder } from '../given.ts'
import { memoOf } from '../memo.ts'
import { Plan, type RunStats } from '../plan.ts'
import { createIndex, type PlanQuery, type Shortlist } from '../retrieval/plan-index.ts'
import { looksLikeRules } from '../rules/parse.ts'
import { reasonOf, refuseLinks } from '../writable.ts'
import { createBaselines } from './baselines.ts'
import type { Beta } from './beta.ts'
import { parseLibrary } from './file.ts'
import { createLineage } from './lineage.ts'
import { contentOf, type LibraryContent, merge } from './merge.ts'
import { createPhrased } from './phrased.ts'
import { openStore } from './store.ts'
import { type Seal, trustOf } from './trust.ts'
import { createWorded } from './worded.ts'

/** What a run has done to a library: plans used, written or refined; its own counters; removals with reasons. */
export interface Touched {
  readonly plans: Iterable<readonly [id: string, plan: Plan]>
  readonly stats: Iterable<readonly [id: string, stats: RunStats]>
  readonly removed: Iterable<readonly [id: string, reason: string]>
}

/**
 * Plans with what is known of them: what an agent chooses from and adds to.
 * @example
 * ```ts
 * import { memoryLibrary, type PlanLibrary } from 'intend/plans'
 *
 * const count = (library: PlanLibrary) => library.plans().length
 * console.log(count(memoryLibrary())) // 0
 * ```
 */
export interface PlanLibrary {
  /** Names what the library holds now: its plans, their statistics and what was removed. */
  version(): string
  /** A sentence for the user when a file that did not parse has been set aside, or plans wait for a test. */
  readonly setAside?: string | undefined
  /**
   * At most `limit` plans that fit exactly and `limit` near ones with why they do not. A plan stands back
   * while a refinement of it is there.
   */
  shortlist(query: PlanQuery, limit: number): Shortlist
  get(id: string): Plan | undefined
  /** Plans in force with wordings whose first and last words are those of a message; see `readWording`. */
  worded(message: string): readonly Plan[]
  /** Plans in force that were asked for in much the same way as a message does, nearest first. */
  askedLike(message: string): readonly Plan[]
  /** What is known of doing without a plan, for one type of intention and the model named. */
  baseline(type: string, model?: string): Beta
  /** Sorted by id. */
  plans(): readonly Plan[]
  /**
   * Records what the run named `run` has touched. Counters are assigned by maximum, so recording the
   * same again changes nothing, and a removed plan stays removed. Resolves when it is on disk.
   */
  record(run: string, touched: Touched): Promise<void>
}

export interface LibraryOptions {
  /** Milliseconds after which the lock of a process that has died may be taken over; at least 2000. */
  readonly stale?: number
  /** Milliseconds since the epoch; names the file that is set aside. */
  readonly now?: () => number
  /** For a file that nobody named and that may have come with a folder: what does not bear it is imported. */
  readonly seal?: Seal | undefined
}

/**
 * A library without a file, such as the snapshot a parallel question works on. Throws a ConfigurationError that
 * names the first of `plans` that is none, and what it lacks.
 * @example
 * ```ts
 * import { memoryLibrary } from 'intend/plans'
 *
 * const library = memoryLibrary()
 * console.log(library.plans().length) // 0
 * ```
 */
export function memoryLibrary(plans: Iterable<Plan> = []): PlanLibrary {
  const given = [...plans]
  for (const [at, plan] of given.entries()) {
    const why = misshapen(plan ?? {})
    if (why === undefined) continue
    const named = plan?.id ? `plan ${plan.id}` : `plan ${at + 1} of ${given.length}`
    throw new ConfigurationError(`${named} is not one that a library can hold (${why})`)
  }
  const shelf = createShelf(contentOf(given))
  return {
    ...shelf.reading,
    record: async (run, touched) => shelf.join(shelf.toContent(run, touched)),
  }
}

/** Throws a ConfigurationError for an address, which only some commands can do with. */
export function refuseAddress(file: string): void {
  if (!/^\w+:\/\//.test(file)) return
  const served = 'one at an address serves `intend ask` and `intend bench`'
  throw new ConfigurationError(`the library is a file here, such as plans.json; ${served}`)
}

/**
 * Opens the library in `file`; a file that does not exist is an empty library and is created by the
 * first `record`. A text of rules is read and never written. One that is damaged is renamed to `FILE.corrupt-TIME` and named in `setAside`. Rejects
 * with a ConfigurationError as `openVersionedFile` does.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { openLibrary } from 'intend/plans'
 *
 * const plans = await openLibrary('plans.json')
 * const agent = await createAgent({ model: 'offline', plans })
 * await agent.ask('A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?')
 * agent.close()
 * console.log((await openLibrary('plans.json')).plans().length > 0) // true
 * ```
 */
export async function openLibrary(
  file: string,
  options: LibraryOptions = {},
): Promise<PlanLibrary> {
  refuseAddress(file)
  refuseLinks(file)
  const rules = await readFile(file, 'utf8').catch(() => '')
  // a person's text is never written over: what is learned lives as long as the library is open
  if (looksLikeRules(rules)) {
    const parsed = parseLibrary(rules, file, options.seal)
    return memoryLibrary('content' in parsed ? parsed.content.plans.values() : [])
  }
  const store = await openStore(file, { stale: 10_000, now: Date.now, ...options })
  const shelf = createShelf(store.content())
  const isImported = (plan: Plan) => options.seal && trustOf(plan) === 'imported'
  const untested = shelf.reading.plans().filter(isImported).length
  // all this handle has recorded goes into a file that is not as it left it: should a lock be lost, the next write mends it
  let mine = contentOf([])
  let news = contentOf([])
  let left: LibraryContent | undefined
  const write = coalesced(async () => {
    const [telling, before] = [news, left]
    news = contentOf([])
    left = undefined
    left = await store.update(content => merge(content, content === before ? telling : mine))
    shelf.put(left)
  })
  return {
    ...shelf.reading,
    get setAside() {
      return store.setAside() ?? untestedIn(file, untested)
    },
    record(run, touched) {
      const more = shelf.toContent(run, touched)
      mine = merge(mine, more)
      news = merge(news, more)
      return write()
    },
  }
}

// --- internal ---

/** What keeps it from being a plan; found out once, for snapshots hold the same plans again and again. */
const misshapen = memoOf((plan: object) => {
  const { error } = Plan.safeParse(plan)
  return error && reasonOf(error)
})

const untestedIn = (file: string, count: number) =>
  count === 0
    ? undefined
    : `${count} plan${count === 1 ? '' : 's'} of ${file} came from elsewhere and ${count === 1 ? 'is' : 'are'} not used before a test on questions of yours: intend plans test --set FILE`

/** The content in memory with its index. */
function createShelf(initial: LibraryContent) {
  const plans = new Map<string, Plan>()
  const removed = new Map<string, string>()
  let found: { version?: string; plans?: readonly Plan[] } = {} // of what is held now
  const index = createIndex()
  const worded = createWorded()
  const phrased = createPhrased()
  const lineage = createLineage(index, worded, phrased)
  const baselines = createBaselines()

  const set = (plan: Plan) => {
    const known = plans.get(plan.id)
    if (known === plan) return
    if (known) baselines.remove(known)
    baselines.add(plan)
    plans.set(plan.id, plan)
    lineage.add(plan)
  }
  const drop = (id: string) => {
    const known = plans.get(id)
    if (known) baselines.remove(known)
    plans.delete(id)
    lineage.remove(id)
  }
  /** Holds what `newer` holds and nothing else. */
  const put = (newer: LibraryContent) => {
    found = {}
    for (const id of plans.keys()) if (!newer.plans.has(id)) drop(id)
    for (const plan of newer.plans.values()) set(plan)
    removed.clear()
    for (const [id, reason] of newer.removed) removed.set(id, reason)
  }
  /** Merges `more` in place: what it costs hangs on `more` alone, however much is held. */
  const join = (more: LibraryContent) => {
    found = {}
    const ids = [...more.plans.keys(), ...more.removed.keys()]
    const joined = merge(partOf({ plans, removed }, ids), more)
    for (const [id, reason] of joined.removed) {
      removed.set(id, reason)
      drop(id)
    }
    for (const plan of joined.plans.values()) set(plan)
  }
  put(initial)

  /** The touched plans with this run's counters alone, as a library to be merged. */
  const toContent = (run: string, touched: Touched): LibraryContent => {
    const told = [...touched.plans].map(([, plan]) => plan)
    const known = new Map(told.map(plan => [plan.id, plan]))
    const counted = [...touched.stats].flatMap(([id, stats]) => {
      const plan = known.get(id) ?? plans.get(id)
      return plan ? [{ ...plan, stats: { [run]: stats } }] : []
    })
    return contentOf([...told, ...counted], touched.removed)
  }
  const sorted = () => (found.plans ??= [...plans.values()].sort((a, b) => textOrder(a.id, b.id)))
  return {
    put,
    join,
    toContent,
    reading: {
      version: () =>
        (found.version ??= fingerprint([
          sorted().map(({ id, stats }) => [id, stats]),
          [...removed.keys()].sort(),
        ])),
      shortlist: index.shortlist,
      get: (id: string) => plans.get(id),
      worded: worded.of,
      askedLike: phrased.like,
      baseline: baselines.of,
      plans: sorted,
    },
  }
}

function partOf({ plans, removed }: LibraryContent, ids: readonly string[]): LibraryContent {
  const part = <T>(all: ReadonlyMap<string, T>) =>
    new Map(ids.flatMap(id => (all.has(id) ? [[id, all.get(id)!] as const] : [])))
  return { plans: part(plans), removed: part(removed) }
}
