// What stands on the screen of a session, as plain data: lines that are finished and never change, what runs,
// what is asked of the person, what waits. Screens draw it, and nothing else.
import type { Turn } from './turn.ts'

export interface Board {
  /** Written once, in order. */
  readonly finished: readonly string[]
  /** What is being set up, before questions can be answered. */
  readonly preparing?: string
  readonly turn?: Turn
  /** What may be answered to what is asked in the middle of a turn; the next line answers it. */
  readonly asked?: readonly string[]
  /** Questions that wait for the one under way. */
  readonly queue: readonly string[]
  /** Absolute paths of the files that go with every question. */
  readonly files: readonly string[]
  /** Whether all is shown of a turn, or a few lines. */
  readonly unfolded: boolean
  /** Who answers in the session, in a few words, for the line at the bottom. */
  readonly about: string
  /** What the session is called, or its id. */
  readonly name?: string
  /** Set when it is over: the exit code. */
  readonly left?: number
}

export type Store<Value extends object> = ReturnType<typeof createStore<Value>>

/** Milliseconds between two drawings: what comes faster is drawn together. */
const pace = 40

export function createStore<Value extends object>(first: Value) {
  const watching = new Set<() => void>()
  let value = first
  let drawn = 0
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    drawn = Date.now()
    for (const changed of watching) changed()
  }
  return {
    get: () => value,
    /** Changes some members; one given as undefined goes. */
    set(change: { readonly [Key in keyof Value]?: Value[Key] | undefined }): void {
      const kept = Object.entries({ ...value, ...change }).filter(([, each]) => each !== undefined)
      value = Object.fromEntries(kept) as Value
      if (timer === undefined) timer = setTimeout(tell, Math.max(0, drawn + pace - Date.now()))
    },
    /** Calls `changed` soon after changes, several at once; gives what ends that. */
    subscribe(changed: () => void) {
      watching.add(changed)
      return () => watching.delete(changed)
    },
  }
}
