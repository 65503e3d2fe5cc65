// The counts of the ways in which steps were carried out: counting one more, and merging.
import { canonical } from '../canonical.ts'
import type { Action, RunStats, WayCounts } from '../plan.ts'

/** An executable form, and the units in which it takes numbers whose unit the plan does not fix. */
export type Form = Action & { readonly units?: Readonly<Record<string, string>> }

/** By step, then by way. */
export type Ways = NonNullable<RunStats['ways']>

/** What became of a step: a model found the way, code did it, or code could not. */
export type Practice = keyof WayCounts

/** The counts with one more; those handed over stay as they are. */
export function counted(
  ways: Ways,
  {
    step,
    way,
    practice,
  }: { readonly step: string; readonly way: Form; readonly practice: Practice },
): Ways {
  const key = canonical(way)
  const ofStep = own(ways, step) ?? {}
  const counts = own(ofStep, key) ?? none
  const one = { ...counts, [practice]: counts[practice] + 1 }
  return { ...ways, [step]: { ...ofStep, [key]: one } }
}

/** The join of two counts of the same run: every counter at its maximum. */
export function mergeWays(a: Ways, b: Ways): Ways {
  return joined(a, b, (x, y) => joined(x, y, (one, other) => combined(one, other, Math.max)))
}

/** The counts of several runs together. */
export function sumOfWays(runs: Iterable<Ways>): Ways {
  const add = (x: number, y: number) => x + y
  let sum: Ways = {}
  for (const run of runs)
    sum = joined(sum, run, (x, y) => joined(x, y, (one, other) => combined(one, other, add)))
  return sum
}

// --- internal ---

const none: WayCounts = { found: 0, done: 0, failed: 0 }

const own = <T>(all: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(all, key) ? all[key] : undefined

function joined<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  join: (x: T, y: T) => T,
): Record<string, T> {
  const all = new Map(Object.entries(a))
  for (const [key, value] of Object.entries(b)) {
    const other = all.get(key)
    all.set(key, other === undefined ? value : join(other, value))
  }
  return Object.fromEntries(all)
}

const combined = (a: WayCounts, b: WayCounts, by: (x: number, y: number) => number): WayCounts => ({
  found: by(a.found, b.found),
  done: by(a.done, b.done),
  failed: by(a.failed, b.failed),
})
