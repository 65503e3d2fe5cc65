// The first plan: lazy greedy best-first search with preferred operators (Helmert 2006; Richter and
// Westphal 2010).

import type { Budget } from '../task/limits.ts'
import { grown } from '../task/lists.ts'
import type { PackedTask } from '../task/packed.ts'
import type { FfHeuristic } from './ff.ts'
import { Heap } from './heap.ts'
import { StateStore } from './state-store.ts'

/** How a search ended: with a plan, with every state seen, or too early. */
export type SearchEnd =
  | { readonly kind: 'plan'; readonly operators: readonly number[] }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'stopped' }

/** Each time the best estimate improves, preferred operators get this many extra turns. */
const BOOST = 1000

/**
 * Searches from a state, by default the initial one; `expansions` is a limit of its own. A `lean` search
 * follows preferred operators only: it takes a fraction of the memory, and may end without having seen all.
 */
export function searchGreedily(
  task: PackedTask,
  heuristic: FfHeuristic,
  budget: Budget,
  options: {
    readonly init?: Uint32Array
    readonly expansions?: number
    readonly lean?: boolean
  } = {},
): SearchEnd {
  const { init = task.init, lean = false } = options
  let left = options.expansions ?? Number.POSITIVE_INFINITY
  const store = new StateStore(task.words)
  const queues = [new Heap(), new Heap()] as const
  const priority = [0, 0]
  const applicable = new Int32Array(task.operators)
  const edges = new EdgeList()
  const buffer = new Uint32Array(task.words)
  let best = Number.POSITIVE_INFINITY

  /** Expands the state in the buffer; its number when it is a goal state. */
  const expand = (parent: number, operator: number): number | undefined => {
    const id = store.add(buffer, 0)
    if (!store.isNew) return
    store.parent[id] = parent
    store.operator[id] = operator
    const at = id * task.words
    if (task.isGoal(store.data, at)) return id
    const h = heuristic.evaluate(store.data, at)
    if (h === Number.POSITIVE_INFINITY) return
    if (h < best) {
      if (best !== Number.POSITIVE_INFINITY) priority[1]! -= BOOST
      best = h
    }
    const preferred = new Set(heuristic.preferred())
    const count = task.applicable(store.data, at, applicable)
    for (let i = 0; i < count; i++) {
      const next = applicable[i]!
      const isPreferred = preferred.has(next)
      if (lean && !isPreferred) continue
      const edge = edges.add(id, next)
      queues[0].push(h, edge, edge)
      if (isPreferred && !lean) queues[1].push(h, edge, edge)
    }
    return
  }

  buffer.set(init)
  let goal = expand(0, 0)
  while (goal === undefined) {
    const turn = queues[1].size > 0 && priority[1]! <= priority[0]! ? 1 : 0
    const queue = queues[turn]
    if (queue.size === 0) return { kind: lean ? 'stopped' : 'exhausted' }
    if (--left < 0 || !budget.expand(store.bytes + edges.bytes)) return { kind: 'stopped' }
    priority[turn]!++
    const edge = queue.pop()
    const parent = edges.parents[edge]!
    const operator = edges.operators[edge]!
    task.apply(operator, store.data, parent * task.words, buffer, 0)
    goal = expand(parent, operator)
  }
  return { kind: 'plan', operators: store.path(goal) }
}

// --- internal ---

/** Edges not yet followed: a state and an operator applicable in it. */
class EdgeList {
  parents = new Int32Array(1024)
  operators = new Int32Array(1024)
  #size = 0

  get bytes(): number {
    return 48 * this.#size
  }

  add(parent: number, operator: number): number {
    if (this.#size === this.parents.length) {
      this.parents = grown(this.parents, 2 * this.#size)
      this.operators = grown(this.operators, 2 * this.#size)
    }
    this.parents[this.#size] = parent
    this.operators[this.#size] = operator
    return this.#size++
  }
}
