// The plans of a library as workers have them: those it began with, each by its hash, and a list in Redis of
// what has changed since. So a question costs what changes, however many plans there are and however often they are used.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { memoryLibrary, type PlanLibrary } from '../../plans/library/library.ts'
import { Plan } from '../../plans/plan.ts'
import { madeOnce } from '../bench/made-once.ts'
import { type Blobs, Hash, keptSeconds } from './blobs.ts'
import { prefix, type Redis } from './redis.ts'

/** The plans that a question begins with. */
export const Plans = z.object({
  /** The hash of the hashes of the first ones. */
  base: Hash,
  /** Names the library: workers that use the same one share what it learns, as the questions of one process do. */
  library: z.uuid(),
  changes: z.int().nonnegative(),
})
export type Plans = z.infer<typeof Plans>

export type Publishing = ReturnType<typeof publishing>

/** The leader's side. */
export function publishing(redis: Redis, blobs: Blobs) {
  const hashes = new WeakMap<Plan, Promise<string>>()
  const published = new WeakMap<PlanLibrary, Promise<Published>>()
  const lists = new Set<string>()
  const hashOf = (plan: Plan) => {
    const hash = hashes.get(plan) ?? blobs.put(JSON.stringify(plan))
    hashes.set(plan, hash)
    return hash
  }
  const begin = async (plans: readonly Plan[]): Promise<Published> => {
    const base = await blobs.put(JSON.stringify(await Promise.all(plans.map(hashOf))))
    return { plans, told: { base, library: randomUUID(), changes: 0 } }
  }
  const update = async ({ plans: before, told }: Published, plans: readonly Plan[]) => {
    if (plans === before) return { plans, told }
    if (told.changes >= mostChanges) return begin(plans)
    const key = changesOf(told.library)
    lists.add(key)
    const [changes] = await Promise.all([
      redis.rpush(key, JSON.stringify(changeOf(before, plans))),
      redis.expire(key, keptSeconds),
    ])
    return { plans, told: { ...told, changes } }
  }
  return {
    /** Lets workers have what the library holds now. */
    async publish(library: PlanLibrary): Promise<Plans> {
      const last = published.get(library)
      const next = last?.then(known => update(known, library.plans())) ?? begin(library.plans())
      published.set(library, next)
      next.catch(() => published.delete(library)) // the next one begins anew
      return (await next).told
    },
    /** Takes the changes away. */
    close: () => Promise.all([...lists].map(key => redis.del(key))),
  }
}

/** A worker's side: gives the library that a question is pursued with. */
export function subscribing(redis: Redis, blobs: Blobs): (plans: Plans) => Promise<PlanLibrary> {
  const open = new Map<string, Promise<{ readonly library: PlanLibrary; seen: number }>>()
  const plans = new Map<string, Promise<Plan>>()
  const begin = async (base: string) => {
    if (plans.size > mostPlans) plans.clear()
    const all = Hash.array()
      .parse(await blobs.json(base))
      .map(hash => madeOnce(plans, hash, async () => Plan.parse(await blobs.json(hash))))
    return { library: memoryLibrary(await Promise.all(all)), seen: 0 }
  }
  return async ({ base, library: name, changes }) => {
    const opening = madeOnce(open, name, () => begin(base))
    open.delete(name)
    open.set(name, opening) // the latest last
    for (const other of [...open.keys()].slice(0, -mostLibraries)) open.delete(other)
    const known = await opening
    const { library, seen } = known
    if (seen >= changes) return library
    const texts = await redis.lrange(changesOf(name), seen, -1)
    for (const text of texts)
      await library.record('', { ...Change.parse(JSON.parse(text)), stats: [] })
    known.seen = Math.max(known.seen, seen + texts.length) // another question may have read the same
    return library
  }
}

// --- internal ---

/** Changes after which a library is published anew, so that a worker that joins late need not follow all of them. */
const mostChanges = 2_000
/** Plans, and libraries, that a worker keeps. */
const mostPlans = 50_000
const mostLibraries = 8

const changesOf = (library: string) => `${prefix}:changes:${library}`

interface Published {
  /** As the library gave them, the same list as long as nothing has changed. */
  readonly plans: readonly Plan[]
  readonly told: Plans
}

const Change = z.object({
  plans: z.array(Plan.transform(plan => [plan.id, plan] as const)),
  removed: z.array(z.tuple([z.string(), z.string()])),
})

/** A plan has the counters of all runs that have used it: only those that have changed travel. */
function changeOf(before: readonly Plan[], now: readonly Plan[]) {
  const known = new Map(before.map(plan => [plan.id, plan]))
  const ids = new Set(now.map(({ id }) => id))
  const changed = now.filter(plan => known.get(plan.id) !== plan)
  return {
    plans: changed.map(plan => {
      const old = known.get(plan.id)?.stats
      const stats = Object.entries(plan.stats).filter(([run, each]) => old?.[run] !== each)
      return { ...plan, stats: Object.fromEntries(stats) }
    }),
    removed: before.flatMap(({ id }) => (ids.has(id) ? [] : [[id, 'removed by its leader']])),
  }
}
