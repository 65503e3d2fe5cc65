// Whose turn it is to begin a step: one root at a time, each as often as its priority says (stride scheduling,
// Waldspurger and Weihl 1995). Who waits for a model, a world or a timer stands in no line and holds nobody up.
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of reckoning after which people, timers and the network have their say. */
const longestBreath = 10

/** Turns by the clock `now`, in milliseconds. */
export function createTurns(now: () => number) {
  const lines = new Map<number, Waiting[]>() // by priority; who came first is the first of its line
  const roots = new Map<string, Root>()
  let reached = 0
  let breath = now()
  let calling = false

  const next = (): Waiting | undefined => {
    let first: Waiting[] | undefined
    for (const line of lines.values())
      if (line[0] && (!first || line[0].at < first[0]!.at)) first = line
    return first?.shift()
  }

  const call = () => {
    const called = next()
    calling = called !== undefined
    if (!called) return
    reached = called.at
    called.root.asking = undefined
    called.wake()
    whenQuiet(call)
  }

  const isBreathing = () => now() - breath <= longestBreath

  /** When what the last turn has begun has come to its end, or waits for something outside. */
  const whenQuiet = (work: () => void) => {
    if (isBreathing()) return queueMicrotask(() => process.nextTick(work))
    void setImmediate().then(() => {
      breath = now()
      work()
    })
  }

  return {
    /**
     * Resolves when it is the root's turn. Between two turns of one that has always asked again, another of
     * priority q has at most q / p + 1 turns, where p is its own. Steps that ask at once share a turn. Nothing
     * where it is the root's turn at once, because it is `alone`.
     */
    take(id: string, priority: number, alone: boolean): Promise<void> | undefined {
      if (alone && isBreathing()) return undefined
      const root = roots.get(id) ?? { due: 0 }
      roots.set(id, root)
      if (root.asking !== undefined) return root.asking
      const at = Math.max(root.due, reached)
      root.due = at + 1 / priority
      root.asking = new Promise(wake => {
        const line = lines.get(priority) ?? []
        line.push({ root, at, wake })
        lines.set(priority, line)
        if (!calling) whenQuiet(call)
        calling = true
      })
      return root.asking
    },
    /** Forgets a root that is closed. */
    leave: (id: string) => void roots.delete(id),
  }
}

// --- internal ---

interface Root {
  /** When its next turn is due, in turns of a root of priority 1. */
  due: number
  asking?: Promise<void> | undefined
}

interface Waiting {
  readonly root: Root
  readonly at: number
  readonly wake: () => void
}
