// The plan library: in memory, or backed by a `plans.json` that several processes write at once
// (DESIGN 5). Reading is answered from memory; writing is read, merge, write under a lock.
import { fingerprint } from './canonical.ts'
import { openStore } from './library-store.ts'
import { contentOf, type LibraryContent, merge } from './merge.ts'
import type { Plan, RunStats } from './plan.ts'
import { createIndex, type PlanQuery, type Shortlist } from './retrieval.ts'

/** What a run has done to a library: plans used, written or refined; its own counters; removals with reasons. */
export interface Touched {
  readonly plans: Iterable<readonly [id: string, plan: Plan]>
  readonly stats: Iterable<readonly [id: string, stats: RunStats]>
  readonly removed: Iterable<readonly [id: string, reason: string]>
}

export interface PlanLibrary {
  /** Names what the library holds now: its plans, their statistics and what was removed. */
  readonly version: string
  /** A sentence for the user when a file that did not parse has been set aside. */
  readonly setAside?: string | undefined
  /** At most `limit` plans that fit exactly and `limit` near ones with why they do not. */
  shortlist(query: PlanQuery, limit: number): Shortlist
  get(id: string): Plan | undefined
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
}

/** A library without a file, such as the snapshot a parallel question works on. */
export function memoryLibrary(plans: Iterable<Plan> = []): PlanLibrary {
  const shelf = createShelf(contentOf(plans))
  return {
    ...shelf.reading,
    get version() {
      return shelf.version()
    },
    record: async (run, touched) =>
      shelf.put(merge(shelf.content(), shelf.toContent(run, touched))),
  }
}

/**
 * Opens the library in `file`; a file that does not exist is an empty library and is created by the
 * first `record`. A file that does not parse is renamed to `FILE.corrupt-TIME` and named in
 * `setAside`. Rejects when the file cannot be read or locked, or has a newer format.
 */
export async function openLibrary(
  file: string,
  options: LibraryOptions = {},
): Promise<PlanLibrary> {
  const store = await openStore(file, { stale: 10_000, now: Date.now, ...options })
  const shelf = createShelf(store.content())
  // all this handle has recorded goes into every write: should a lock be lost, the next write mends it
  let mine = contentOf([])
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()
  const write = async () => {
    next = undefined
    shelf.put(await store.update(content => merge(content, mine)))
  }
  return {
    ...shelf.reading,
    get version() {
      return shelf.version()
    },
    get setAside() {
      return store.setAside()
    },
    record(run, touched) {
      mine = merge(mine, shelf.toContent(run, touched))
      // records that arrive while one is being written share the write after it
      next ??= last.then(write)
      last = next.catch(() => undefined)
      return next
    },
  }
}

// --- internal ---

/** The content in memory with its index. */
function createShelf(initial: LibraryContent) {
  let content = contentOf([])
  let version: string | undefined
  const index = createIndex()
  const put = (newer: LibraryContent) => {
    for (const id of content.plans.keys()) if (!newer.plans.has(id)) index.remove(id)
    for (const [id, plan] of newer.plans) if (content.plans.get(id) !== plan) index.add(plan)
    content = newer
    version = undefined
  }
  put(initial)

  /** The touched plans with this run's counters alone, as a library to be merged. */
  const toContent = (run: string, touched: Touched): LibraryContent => {
    const plans = [...touched.plans].map(([, plan]) => plan)
    const known = new Map(plans.map(plan => [plan.id, plan]))
    const counted = [...touched.stats].flatMap(([id, stats]) => {
      const plan = known.get(id) ?? content.plans.get(id)
      return plan ? [{ ...plan, stats: { [run]: stats } }] : []
    })
    return contentOf([...plans, ...counted], touched.removed)
  }
  const sorted = () => [...content.plans.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    content: () => content,
    put,
    toContent,
    version: () =>
      (version ??= fingerprint([
        sorted().map(({ id, stats }) => [id, stats]),
        [...content.removed.keys()].sort(),
      ])),
    reading: {
      shortlist: (query: PlanQuery, limit: number) => index.shortlist(query, limit),
      get: index.get,
      plans: sorted,
    },
  }
}
