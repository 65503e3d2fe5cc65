// Merging libraries is a join: commutative, associative and idempotent, so that parallel workers,
// several machines and a colleague's file all need one operation, and nothing is counted twice.
import { canonical } from '../canonical.ts'
import { byId, given, greater, joined } from '../given.ts'
import { mostExamples, mostWordings, type Origin, type Plan } from '../plan.ts'
import { isRunHash, runHash } from './seen.ts'
import { higherTrust } from './trust.ts'

/** What a library holds. No id is in both maps. */
export interface LibraryContent {
  readonly plans: ReadonlyMap<string, Plan>
  /** Ids of removed plans and why; a removed plan stays removed. */
  readonly removed: ReadonlyMap<string, string>
}

/** The library of these plans and tombstones; entries of the same id are joined. */
export function contentOf(
  plans: Iterable<Plan>,
  removed: Iterable<readonly [id: string, reason: string]> = [],
): LibraryContent {
  const { items, gone } = byId(plans, removed, mergePlans)
  return { plans: items, removed: gone }
}

/**
 * The join of two libraries: every plan of either that neither has removed, each run's counters at
 * their maximum (also where one has the run by the hash that an export gave it), the earliest origin
 * with all questions seen. Plans that `b` adds nothing to stay the same objects as in `a`. Ids must
 * name the content (`identify`).
 */
export function merge(a: LibraryContent, b: LibraryContent): LibraryContent {
  return contentOf([...a.plans.values(), ...b.plans.values()], [...a.removed, ...b.removed])
}

// --- internal ---

function mergePlans(a: Plan, b: Plan): Plan {
  const names = namesOf([...Object.keys(a.stats), ...Object.keys(b.stats)])
  const byName = <Runs extends Plan['stats'] | Plan['released']>(one: Runs, other: Runs) =>
    joined(named(one, names), named(other, names), greater)
  const both: Plan = {
    ...a,
    ...given({
      stats: byName(a.stats, b.stats),
      origin: mergeOrigins(a.origin, b.origin),
      examples: firstOf(a.examples, b.examples, mostExamples),
      wordings: firstOf(a.wordings, b.wordings, mostWordings),
      released: byName(a.released, b.released),
    }),
  }
  const changed = Object.entries(both).some(([name, member]) => a[name as keyof Plan] !== member)
  return changed ? both : a
}

/** The names of runs by their hashes, where any run goes by its hash: no run is counted under both. */
function namesOf(runs: readonly string[]): ReadonlyMap<string, string> {
  if (!runs.some(isRunHash)) return new Map()
  return new Map(runs.filter(run => !isRunHash(run)).map(run => [runHash(run), run]))
}

function named<Runs extends Plan['stats'] | Plan['released']>(
  runs: Runs,
  names: ReadonlyMap<string, string>,
): Runs {
  const hashed = Object.entries(runs ?? {}).filter(([run]) => names.has(run))
  if (hashed.length === 0) return runs
  const others = Object.entries(runs!).filter(([run]) => !names.has(run))
  const renamed = hashed.map(([run, counts]) => [names.get(run), counts])
  return joined(Object.fromEntries(others), Object.fromEntries(renamed), greater) as Runs
}

/** The first few of all in a fixed order: a bounded union is a join as well. */
export function firstOf<Item>(
  a: Item[] | undefined,
  b: Item[] | undefined,
  most: number,
): Item[] | undefined {
  if (!a || !b) return a ?? b
  const all = new Map<string, Item>()
  for (const item of [...a, ...b]) all.set(canonical(item), item)
  const first = [...all.keys()].sort().slice(0, most)
  const few = first.map(key => all.get(key)!)
  return canonical(few) === canonical(a) ? a : few
}

function mergeOrigins(a: Origin, b: Origin): Origin {
  if (a === b) return a
  const { seenQuestions: seenA, seenHashes: hashesA, trust: trustA, ...restA } = a
  const { seenQuestions: seenB, seenHashes: hashesB, trust: trustB, ...restB } = b
  const rankA = a.createdAt + canonical(restA)
  const rankB = b.createdAt + canonical(restB)
  const trust = higherTrust(trustA, trustB)
  const joined: Origin = {
    ...(rankB < rankA ? restB : restA),
    seenQuestions: union(seenA, seenB),
    ...((hashesA || hashesB) && { seenHashes: union(hashesA ?? [], hashesB ?? []) }),
    ...(trust && { trust }),
  }
  return canonical(joined) === canonical(a) ? a : joined
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].sort()
}
