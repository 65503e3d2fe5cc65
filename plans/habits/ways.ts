// The counts of the ways in which steps were carried out: counting one more, and all together.
import { canonical } from '../canonical.ts'
import { joined } from '../given.ts'
import type { Action, RunStats, WayCounts } from '../plan.ts'

/** An executable form, and the units in which it takes numbers whose unit the plan does not fix. */
export type Form = Action & { readonly units?: Readonly<Record<string, string>> }

/** By step, then by way. */
export type Ways = NonNullable<RunStats['ways']>

/** What became of a step: a model found the way, code did it, or code could not. */
export type Practice = keyof WayCounts

/** The counts with one more; those handed over stay as they are. */
export const counted = (
  ways: Ways,
  {
    step,
    way,
    practice,
  }: { readonly step: string; readonly way: Form; readonly practice: Practice },
): Ways => {
  const one = { found: 0, done: 0, failed: 0, [practice]: 1 }
  return joined(ways, { [step]: { [canonical(way)]: one } }, sum)
}

/** The counts of several runs together. */
export const sumOfWays = (runs: readonly Ways[]): Ways =>
  runs.reduce((all, run) => joined(all, run, sum), {})

// --- internal ---

const sum = (x: number, y: number) => x + y
