// A* over pairs of a state and a position in a wrong plan: the valid plan with the fewest edits.

import type { SearchEnd } from '../search/greedy.ts'
import { Heap } from '../search/heap.ts'
import { createLmCut, type Estimate } from '../search/lmcut.ts'
import type { Relaxation } from '../search/relaxed.ts'
import { StateStore } from '../search/state-store.ts'
import type { Budget } from '../task/limits.ts'
import type { PackedTask } from '../task/packed.ts'

/** What the edit search works on. */
export interface EditSearch {
  readonly task: PackedTask
  readonly relaxation: Relaxation
  /** The operators of each step of the wrong plan; none where it can only be dropped. */
  readonly matching: readonly (readonly number[])[]
  readonly budget: Budget
  /** How many times the estimate counts; above 1 the edits need not be the fewest. */
  readonly weight?: number
  /** Only plans with fewer edits are searched for; `exhausted` says that there is none. */
  readonly below?: number
}

/**
 * The plan with the least edit distance. Between two kept steps, dropping `d` steps and inserting
 * `k` costs `max(d, k)`, as pairs of them are replacements; so drops come first and each pays for
 * one insertion. A state carries position, unused drops and whether something was inserted.
 */
export function searchEdits(options: EditSearch): SearchEnd {
  const { task, relaxation, matching, budget, weight = 1 } = options
  const { below = Number.POSITIVE_INFINITY } = options
  const { words } = task
  // after the facts stand the position, and how the current gap began
  const width = words + 2
  const store = new StateStore(width)
  const open = new Heap()
  const applicable = new Int32Array(task.operators)
  const buffer = new Uint32Array(width)
  const estimates = createEstimates(task, relaxation, matching, budget)

  const push = (parent: number, operator: number, g: number, at: Place) => {
    buffer[words] = at.position
    buffer[words + 1] = 2 * at.drops + +at.inserted
    const id = store.add(buffer, 0)
    if (store.isNew) store.h[id] = estimates(at, store.data, id * width)
    if (!store.reach(id, parent, operator, g)) return
    const h = store.h[id]!
    if (g + h < below) open.push(g + weight * h, id, h)
  }

  const expand = (id: number, place: Place) => {
    const from = id * width
    const g = store.g[id]!
    const { position, drops, inserted } = place
    if (position < matching.length) {
      for (const operator of matching[position]!) {
        if (!task.isApplicable(operator, store.data, from)) continue
        task.apply(operator, store.data, from, buffer, 0)
        push(id, operator, g, { position: position + 1, drops: 0, inserted: false })
      }
      if (!inserted) {
        for (let i = 0; i < words; i++) buffer[i] = store.data[from + i]!
        push(id, NONE, g + 1, { position: position + 1, drops: drops + 1, inserted })
      }
    }
    const count = task.applicable(store.data, from, applicable)
    for (let i = 0; i < count && budget.checkClock(); i++) {
      task.apply(applicable[i]!, store.data, from, buffer, 0)
      const next = { position, drops: Math.max(0, drops - 1), inserted: true }
      push(id, applicable[i]!, g + (drops > 0 ? 0 : 1), next)
    }
  }

  buffer.set(task.init)
  push(0, NONE, 0, { position: 0, drops: 0, inserted: false })
  while (open.minKey < Number.POSITIVE_INFINITY) {
    const id = open.pop()
    if (store.closed[id]) continue
    store.closed[id] = 1
    const from = id * width
    const position = store.data[from + words]!
    const gap = store.data[from + words + 1]!
    const place = { position, drops: gap >> 1, inserted: (gap & 1) === 1 }
    if (position === matching.length && task.isGoal(store.data, from)) {
      return { kind: 'plan', operators: store.path(id).filter(o => o !== NONE) }
    }
    if (!budget.expand(store.bytes)) return { kind: 'stopped' }
    expand(id, place)
  }
  return { kind: 'exhausted' }
}

// --- internal ---

/** Where in the wrong plan a state is, and how the current gap between kept steps began. */
interface Place {
  readonly position: number
  readonly drops: number
  readonly inserted: boolean
}

/** The mark of a dropped step in a path. */
const NONE = 0x7fffffff

/**
 * A lower bound on the edits left: what LM-cut demands when the steps still to come are free, or
 * the steps to come that can only be dropped; less the insertions already paid for.
 */
function createEstimates(
  task: PackedTask,
  relaxation: Relaxation,
  matching: readonly (readonly number[])[],
  budget: Budget,
): (place: Place, states: Uint32Array, at: number) => number {
  const lmCuts: (Estimate | undefined)[] = matching.map(() => undefined)
  const hopeless = [0]
  for (const operators of [...matching].reverse()) {
    hopeless.unshift(hopeless[0]! + (operators.length === 0 ? 1 : 0))
  }
  const costsFrom = (position: number) => {
    const costs = new Float64Array(task.operators).fill(1)
    for (const operators of matching.slice(position)) for (const o of operators) costs[o] = 0
    return costs
  }
  return ({ position, drops }, states, at) => {
    lmCuts[position] ??= createLmCut(task, relaxation, budget, costsFrom(position))
    const inserts = lmCuts[position]!(states, at)
    return Math.max(0, inserts - drops, hopeless[position]!)
  }
}
