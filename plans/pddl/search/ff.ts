// The FF heuristic with additive supporters (Hoffmann and Nebel 2001; Keyder and Geffner 2008): the
// cost of one relaxed plan, and the operators it starts with as preferred ones.

import { has } from '../task/lists.ts'
import type { PackedTask } from '../task/packed.ts'
import { Heap } from './heap.ts'
import type { Relaxation } from './relaxed.ts'

export type FfHeuristic = ReturnType<typeof createFf>

/** The heuristic for a task under the given operator costs and goal. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure over arrays that every evaluation uses again
export function createFf(
  task: PackedTask,
  relaxation: Relaxation,
  costs: Float64Array,
  goal: Int32Array = task.goal,
) {
  const { conditions, adds, operatorOf, waiting, conditionCounts, unconditional } = relaxation
  const { rules, facts } = relaxation
  const ruleCost = Float64Array.from(operatorOf, o => (o < 0 ? 0 : costs[o]!))
  const factCost = new Float64Array(facts)
  const supporter = new Int32Array(facts)
  const open = new Int32Array(rules)
  const sum = new Float64Array(rules)
  const marked = new Uint8Array(facts)
  const chosen = new Uint8Array(task.operators)
  const isGoalFact = new Uint8Array(facts)
  for (const g of goal) isGoalFact[g] = 1
  const goals = new Set(goal).size
  const heap = new Heap()
  let preferred: number[] = []

  const reach = (fact: number, cost: number, rule: number) => {
    if (cost >= factCost[fact]!) return
    factCost[fact] = cost
    supporter[fact] = rule
    heap.push(cost, fact)
  }
  const fire = (rule: number) => {
    const cost = sum[rule]!
    const end = adds.start[rule + 1]!
    for (let i = adds.start[rule]!; i < end; i++) reach(adds.items[i]!, cost, rule)
  }

  const explore = (states: Uint32Array, at: number): boolean => {
    factCost.fill(Number.POSITIVE_INFINITY)
    open.set(conditionCounts)
    sum.set(ruleCost)
    heap.clear()
    for (let fact = 0; fact < facts; fact++) if (has(states, at, fact)) reach(fact, 0, -1)
    for (const rule of unconditional) fire(rule)
    let missing = goals
    while (heap.minKey < Number.POSITIVE_INFINITY) {
      const cost = heap.minKey
      const fact = heap.pop()
      if (cost > factCost[fact]!) continue
      if (isGoalFact[fact] && --missing === 0) return true
      const end = waiting.start[fact + 1]!
      for (let i = waiting.start[fact]!; i < end; i++) {
        const rule = waiting.items[i]!
        sum[rule]! += cost
        if (--open[rule]! === 0) fire(rule)
      }
    }
    return missing === 0
  }

  const stack: number[] = []
  /** Walks the supporters back from the goals. */
  const extract = (states: Uint32Array, at: number): number => {
    marked.fill(0)
    chosen.fill(0)
    let total = 0
    const want = (fact: number) => {
      if (marked[fact]) return
      marked[fact] = 1
      if (supporter[fact]! >= 0) stack.push(fact)
    }
    for (const g of goal) want(g)
    for (let fact = stack.pop(); fact !== undefined; fact = stack.pop()) {
      const rule = supporter[fact]!
      const operator = operatorOf[rule]!
      const end = conditions.start[rule + 1]!
      for (let i = conditions.start[rule]!; i < end; i++) want(conditions.items[i]!)
      if (operator < 0 || chosen[operator]) continue
      chosen[operator] = 1
      total += costs[operator]!
      if (task.isApplicable(operator, states, at)) preferred.push(operator)
    }
    return total
  }

  return {
    /** The cost of a relaxed plan, `Infinity` when there is none. */
    evaluate: (states: Uint32Array, at: number): number => {
      preferred = []
      if (!explore(states, at)) return Number.POSITIVE_INFINITY
      return extract(states, at)
    },
    /** After `evaluate`: the applicable operators of the relaxed plan. */
    preferred: (): readonly number[] => preferred,
  }
}

/** Costs by which the fewest steps are the cheapest. */
export function unitCosts({ operators }: PackedTask): Float64Array {
  return new Float64Array(operators).fill(1)
}
