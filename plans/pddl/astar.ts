// A* with reopening, bounded from above: optimal when the estimate is admissible, and a proof that
// the bound is optimal when nothing below it is left.

import type { SearchEnd } from './greedy.ts'
import { Heap } from './heap.ts'
import type { Budget } from './limits.ts'
import type { Estimate } from './lmcut.ts'
import type { PackedTask } from './packed.ts'
import { holdsAll } from './packed.ts'
import { StateStore } from './state-store.ts'

/** What a search starts from, aims at and must stay below. */
export interface AstarOptions {
  readonly task: PackedTask
  readonly estimate: Estimate
  readonly budget: Budget
  readonly init?: Uint32Array
  readonly goal?: Int32Array
  /** Only cheaper plans are searched for. */
  readonly below?: number
  /** Expansions for this search alone, apart from the budget. */
  readonly expansions?: number
  /** The estimate counts this many times; above 1 the plan need not be optimal. */
  readonly weight?: number
  /** The costs of operators, by default the task's. */
  readonly costs?: Float64Array
}

/** The cheapest plan below the bound; `exhausted` when there is none. */
export function searchAstar(options: AstarOptions): SearchEnd {
  const { task, estimate, budget } = options
  const { weight = 1, costs = task.costs, init = task.init, goal = task.goal } = options
  const below = options.below ?? Number.POSITIVE_INFINITY
  const store = new StateStore(task.words)
  const open = new Heap()
  const applicable = new Int32Array(task.operators)
  const buffer = new Uint32Array(task.words)
  let h = new Float64Array(256)
  let closed = new Uint8Array(256)
  let left = options.expansions ?? Number.POSITIVE_INFINITY

  const push = (parent: number, operator: number, g: number): void => {
    const id = store.add(buffer, 0)
    if (store.isNew) {
      if (id >= h.length) {
        h = grown(h, new Float64Array(2 * h.length))
        closed = grown(closed, new Uint8Array(2 * closed.length))
      }
      h[id] = estimate(store.data, id * task.words)
    } else if (g >= store.g[id]!) {
      return
    }
    store.g[id] = g
    store.parent[id] = parent
    store.operator[id] = operator
    closed[id] = 0
    if (g + h[id]! < below) open.push(g + weight * h[id]!, h[id]!, id)
  }

  buffer.set(init)
  push(-1, -1, 0)
  while (open.size > 0) {
    const id = open.pop()
    if (closed[id]) continue
    closed[id] = 1
    const at = id * task.words
    if (holdsAll(goal, store.data, at)) return { kind: 'plan', operators: store.path(id) }
    if (--left < 0 || !budget.expand(store.bytes)) return { kind: 'stopped' }
    const count = task.applicable(store.data, at, applicable)
    for (let i = 0; i < count; i++) {
      const operator = applicable[i]!
      task.apply(operator, store.data, id * task.words, buffer, 0)
      push(id, operator, store.g[id]! + costs[operator]!)
    }
  }
  return { kind: 'exhausted' }
}

// --- internal ---

function grown<T extends Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(from: T, to: T): T {
  to.set(from)
  return to
}
