// A* with reopening, bounded from above: optimal when the estimate is admissible, and a proof that
// the bound is optimal when nothing below it is left.

import type { Budget } from '../task/limits.ts'
import { holdsAll, type PackedTask } from '../task/packed.ts'
import type { SearchEnd } from './greedy.ts'
import { Heap } from './heap.ts'
import type { Estimate } from './lmcut.ts'
import { StateStore } from './state-store.ts'

/** What a search starts from, aims at and must stay below. */
interface AstarOptions {
  readonly task: PackedTask
  readonly estimate: Estimate
  readonly init?: Uint32Array
  readonly goal?: Int32Array
  /** How many times the estimate counts; above 1 a plan comes sooner and need not be optimal. */
  readonly weight?: number
}

/** How far one run goes. */
interface AstarRun {
  readonly budget: Budget
  /** Only cheaper plans are searched for; from run to run it may only fall. */
  readonly below?: number
  /** Expansions for this run alone, apart from the budget. */
  readonly expansions?: number
}

/** A search that can be interrupted and taken up again. */
export function createAstar(options: AstarOptions) {
  const { task, estimate, init = task.init, goal = task.goal, weight = 1 } = options
  const store = new StateStore(task.words)
  const open = new Heap()
  const applicable = new Int32Array(task.operators)
  const buffer = new Uint32Array(task.words)
  let below = Number.POSITIVE_INFINITY

  const push = (parent: number, operator: number, g: number): void => {
    const id = store.add(buffer, 0)
    if (store.isNew) store.h[id] = estimate(store.data, id * task.words)
    if (store.reach(id, parent, operator, g)) enqueue(id)
  }

  const isPromising = (id: number) => store.g[id]! + store.h[id]! < below
  const enqueue = (id: number) => {
    if (isPromising(id)) open.push(store.g[id]! + weight * store.h[id]!, id, store.h[id]!)
  }

  /** False when interrupted; the state is then expanded again later. */
  const expand = (id: number, budget: Budget): boolean => {
    const count = task.applicable(store.data, id * task.words, applicable)
    for (let i = 0; i < count; i++) {
      const operator = applicable[i]!
      task.apply(operator, store.data, id * task.words, buffer, 0)
      push(id, operator, store.g[id]! + task.costs[operator]!)
      if (!budget.checkClock()) return false
    }
    store.closed[id] = 1
    return true
  }

  /** The cheapest plan below the bound; `exhausted` when there is none. */
  const run = ({ budget, below: limit = below, expansions }: AstarRun): SearchEnd => {
    below = limit
    let left = expansions ?? Number.POSITIVE_INFINITY
    if (store.size === 0) {
      buffer.set(init)
      push(0, 0, 0)
    }
    while (open.minKey < weight * below) {
      if (--left < 0 || !budget.expand(store.bytes)) return { kind: 'stopped' }
      const id = open.pop()
      if (store.closed[id] || !isPromising(id)) continue
      if (holdsAll(goal, store.data, id * task.words)) {
        return { kind: 'plan', operators: store.path(id) }
      }
      if (!expand(id, budget)) {
        enqueue(id)
        return { kind: 'stopped' }
      }
    }
    return { kind: 'exhausted' }
  }
  /** When the estimate is admissible and counts once: no plan is cheaper than this. */
  const bound = () => Math.min(open.minKey, below)
  return { run, bound }
}
