// Whose turn it is to begin a step: one root at a time, each as often as its priority says (stride scheduling,
// Waldspurger and Weihl 1995). Who waits for a model, a world or a timer stands in no line and holds nobody up.
import { setImmediate } from 'node:timers/promises'

export interface Turns {
  /**
   * Resolves when it is the root's turn. Between two turns of one that has always asked again, another of
   * priority q has at most q / p + 1 turns, where p is its own. Steps that ask at once share a turn.
   */
  take(root: string, priority: number): Promise<void>
  /** Forgets a root that is closed. */
  leave(root: string): void
}

/** Milliseconds of reckoning after which people, timers and the network have their say. */
const longestBreath = 10

/** Turns by the clock `now`, in milliseconds. */
export function createTurns(now: () => number): Turns {
  const lines = new Map<number, Waiting[]>() // by priority; who came first is the first of its line
  const due = new Map<string, number>()
  const asking = new Map<string, Promise<void>>()
  let reached = 0
  let breath = now()
  let calling = false

  const next = (): Waiting | undefined => {
    let first: readonly [Waiting, number] | undefined
    for (const [priority, line] of lines)
      if (!first || line[0]!.at < first[0].at) first = [line[0]!, priority]
    if (!first) return undefined
    const line = lines.get(first[1])!
    line.shift()
    if (line.length === 0) lines.delete(first[1])
    return first[0]
  }

  const call = () => {
    const called = next()
    calling = lines.size > 0
    if (!called) return
    reached = called.at
    asking.delete(called.root)
    called.wake()
    if (calling) whenQuiet(call)
  }

  /** When what the last turn has begun has come to its end, or waits for something outside. */
  const whenQuiet = (work: () => void) => {
    if (now() - breath <= longestBreath) return queueMicrotask(() => process.nextTick(work))
    void setImmediate().then(() => {
      breath = now()
      work()
    })
  }

  return {
    take: (root, priority) => {
      const same = asking.get(root)
      if (same !== undefined) return same
      const turn = new Promise<void>(wake => {
        const at = Math.max(due.get(root) ?? 0, reached)
        due.set(root, at + 1 / priority)
        const line = lines.get(priority)
        if (line) line.push({ root, at, wake })
        else lines.set(priority, [{ root, at, wake }])
        if (!calling) whenQuiet(call)
        calling = true
      })
      asking.set(root, turn)
      return turn
    },
    leave: root => void due.delete(root),
  }
}

// --- internal ---

interface Waiting {
  readonly root: string
  /** When it is due, in turns of a root of priority 1. */
  readonly at: number
  readonly wake: () => void
}
