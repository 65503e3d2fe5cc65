// Imported by every source with mutants in it: which of them is at work, and which are reached.
import { appendFileSync, readFileSync } from 'node:fs'

/** What `rerun.ts` sets in its process between one run of a test and the next. */
export interface InPlace {
  mutant: number
  /** Counts the runs of tests. */
  run: number
  readonly reached: Set<number>
  /** How often any mutant is reached before the run is taken for one that would not end. */
  left: number
  /** When, by the clock: where each round waits for the next, no timer may have its turn. */
  until: number
}

declare global {
  var mutantsInPlace: InPlace | undefined
}

/** A file beside this one, not the environment: some processes of the program start without one. */
const state = new URL('active.json', import.meta.url)
const { mutant, record } = JSON.parse(readFileSync(state, 'utf8')) as {
  readonly mutant: number
  readonly record: boolean
}
const reached = new Set<number>()

/** Whether the source is to run with this change. */
export function isOn(id: number): boolean {
  const inPlace = globalThis.mutantsInPlace
  if (inPlace) {
    inPlace.reached.add(id)
    inPlace.left -= 1
    const looksUp = inPlace.left % 1024 === 0
    if (inPlace.left < 0 || (looksUp && performance.now() > inPlace.until))
      throw new Error('does not end')
    return id === inPlace.mutant
  }
  if (record && !reached.has(id)) {
    reached.add(id)
    appendFileSync(new URL('reached', import.meta.url), `${id}\n`)
  }
  return id === mutant
}
