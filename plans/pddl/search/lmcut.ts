// The LM-cut heuristic (Helmert and Domshlak 2009): admissible, a sum of disjoint action landmarks.
// A cut reduces the cost of whole operators, which keeps it admissible with conditional effects
// (Keyder, Hoffmann and Haslum 2012).

import type { Budget } from '../task/limits.ts'
import { has, invertLists, packLists } from '../task/lists.ts'
import type { PackedTask } from '../task/packed.ts'
import { Heap } from './heap.ts'
import { packRules, type Relaxation } from './relaxed.ts'

/** An admissible estimate of the cost from a state to the goal; `Infinity` at a dead end. */
export type Estimate = (states: Uint32Array, at: number) => number

/**
 * LM-cut for a goal under the given operator costs. When the budget is over an estimate ends with the
 * landmarks found so far, which are admissible as well.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure over arrays that every evaluation uses again
export function createLmCut(
  task: PackedTask,
  relaxation: Relaxation,
  budget: Budget,
  costs: Float64Array = task.costs,
  goal: Int32Array = task.goal,
): Estimate {
  const graph = extend(task, relaxation, goal)
  const { conditions, adds, waiting, achievers, operatorOf, rules, facts, start, end } = graph
  const ofRule = Array.from(operatorOf, operator => (operator < 0 ? [] : [operator]))
  const rulesOf = invertLists(packLists(ofRule), task.operators)
  const operatorCost = new Float64Array(task.operators)
  const factCost = new Float64Array(facts)
  const open = new Int32Array(rules)
  const supporter = new Int32Array(rules)
  const mark = new Uint8Array(facts)
  /** The marks before a cut is looked for: what holds is outside of the goal zone. */
  const unmarked = new Uint8Array(facts)
  const inCut = new Uint8Array(task.operators)
  const heap = new Heap()
  const stack = new Int32Array(facts)
  const visited = new Int32Array(facts)
  const path = new Int32Array(facts)
  const cursor = new Int32Array(facts)
  const cut: number[] = []
  let visitedCount = 0

  const costOf = (rule: number) => {
    const operator = operatorOf[rule]!
    return operator < 0 ? 0 : operatorCost[operator]!
  }
  const reach = (fact: number, cost: number) => {
    if (cost >= factCost[fact]!) return
    factCost[fact] = cost
    heap.push(cost, fact)
  }
  const fire = (rule: number, cost: number) => {
    for (let i = adds.start[rule]!; i < adds.start[rule + 1]!; i++) reach(adds.items[i]!, cost)
  }

  /** h-max of all facts, with the costliest condition of each rule as its supporter; a rule not reached is left open. */
  const exploreAll = (states: Uint32Array, at: number) => {
    factCost.fill(Number.POSITIVE_INFINITY)
    open.set(graph.conditionCounts)
    unmarked.fill(UNKNOWN)
    const hold = (fact: number) => {
      unmarked[fact] = OUTSIDE
      reach(fact, 0)
    }
    for (let fact = 0; fact < task.facts; fact++) if (has(states, at, fact)) hold(fact)
    hold(start)
    while (heap.minKey < Number.POSITIVE_INFINITY) {
      const cost = heap.minKey
      const fact = heap.pop()
      if (cost > factCost[fact]!) continue
      for (let i = waiting.start[fact]!; i < waiting.start[fact + 1]!; i++) {
        const rule = waiting.items[i]!
        if (--open[rule]! > 0) continue
        supporter[rule] = fact
        fire(rule, cost + costOf(rule))
      }
    }
  }

  /** Lowers h-max after operators of the cut became cheaper. */
  const exploreAgain = () => {
    for (const operator of cut) {
      for (let i = rulesOf.start[operator]!; i < rulesOf.start[operator + 1]!; i++) {
        const rule = rulesOf.items[i]!
        if (open[rule] === 0) fire(rule, factCost[supporter[rule]!]! + costOf(rule))
      }
    }
    while (heap.minKey < Number.POSITIVE_INFINITY) {
      const cost = heap.minKey
      const fact = heap.pop()
      if (cost > factCost[fact]!) continue
      for (let i = waiting.start[fact]!; i < waiting.start[fact + 1]!; i++) {
        const rule = waiting.items[i]!
        if (supporter[rule] !== fact) continue
        let best = fact
        for (let c = conditions.start[rule]!; c < conditions.start[rule + 1]!; c++) {
          if (factCost[conditions.items[c]!]! > factCost[best]!) best = conditions.items[c]!
        }
        supporter[rule] = best
        fire(rule, factCost[best]! + costOf(rule))
      }
    }
  }

  /** Marks the facts from which the goal costs nothing more, and collects them in `stack`. */
  const markGoalZone = () => {
    mark.set(unmarked)
    stack[0] = end
    let size = 1
    for (let next = 0; next < size; next++) {
      const fact = stack[next]!
      for (let i = achievers.start[fact]!; i < achievers.start[fact + 1]!; i++) {
        const rule = achievers.items[i]!
        const from = supporter[rule]!
        if (open[rule]! > 0 || mark[from] === ZONE || costOf(rule) > 0) continue
        mark[from] = ZONE
        stack[size++] = from
      }
    }
    return size
  }

  const entersZone = (rule: number): boolean => {
    for (let i = adds.start[rule]!; i < adds.start[rule + 1]!; i++) {
      if (mark[adds.items[i]!] === ZONE) return true
    }
    return false
  }

  /** Whether a path of supporters leads from the state to the fact and not through the zone. */
  const isOutside = (target: number): boolean => {
    let depth = 0
    visitedCount = 0
    const visit = (fact: number) => {
      mark[fact] = VISITED
      visited[visitedCount++] = fact
      path[depth] = fact
      cursor[depth++] = achievers.start[fact]!
    }
    if (mark[target] !== UNKNOWN) return mark[target] === OUTSIDE
    visit(target)
    while (depth > 0) {
      const fact = path[depth - 1]!
      const position = cursor[depth - 1]!
      if (position === achievers.start[fact + 1]!) {
        depth--
        continue
      }
      cursor[depth - 1] = position + 1
      const rule = achievers.items[position]!
      const from = supporter[rule]!
      if (open[rule]! > 0 || entersZone(rule)) continue
      if (mark[from] === UNKNOWN) visit(from)
      else if (mark[from] === OUTSIDE) {
        // what was left behind on the way may still be outside by another path
        for (let i = 0; i < visitedCount; i++) mark[visited[i]!] = UNKNOWN
        for (let i = 0; i < depth; i++) mark[path[i]!] = OUTSIDE
        return true
      }
    }
    return false
  }

  /** Collects the operators that lead from outside into the goal zone; their least cost. */
  const findCut = (): number => {
    let cheapest = Number.POSITIVE_INFINITY
    cut.length = 0
    const size = markGoalZone()
    for (let next = 0; next < size; next++) {
      const fact = stack[next]!
      for (let i = achievers.start[fact]!; i < achievers.start[fact + 1]!; i++) {
        const rule = achievers.items[i]!
        const from = supporter[rule]!
        const operator = operatorOf[rule]!
        // what costs nothing comes from the zone
        if (open[rule]! > 0 || mark[from] === ZONE || inCut[operator]) continue
        if (!isOutside(from)) continue
        inCut[operator] = 1
        cut.push(operator)
        if (operatorCost[operator]! < cheapest) cheapest = operatorCost[operator]!
      }
    }
    for (const operator of cut) inCut[operator] = 0
    return cheapest
  }

  return (states, at) => {
    operatorCost.set(costs)
    exploreAll(states, at)
    if (factCost[end] === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY
    let total = 0
    while (factCost[end]! > 0 && budget.checkClock()) {
      const cheapest = findCut()
      for (const operator of cut) operatorCost[operator]! -= cheapest
      total += cheapest
      exploreAgain()
    }
    return total
  }
}

// --- internal ---

const UNKNOWN = 0
const ZONE = 1
/** Reached from the state without passing through the zone. */
const OUTSIDE = 2
/** Seen in this walk, or in an earlier one that ended without reaching the state. */
const VISITED = 3

/** The relaxation with every rule having a condition, and one fact for the whole goal. */
function extend(task: PackedTask, { source }: Relaxation, goal: Int32Array) {
  // an artificial fact that always holds, and one that stands for the goal
  const start = task.facts
  const end = start + 1
  const orStart = (facts: readonly number[]) => (facts.length > 0 ? facts : [start])
  const graph = packRules(
    {
      conditions: [...source.conditions, [...new Set(goal)]].map(orStart),
      adds: [...source.adds, [end]],
      operatorOf: [...source.operatorOf, -1],
    },
    end + 1,
  )
  return { ...graph, achievers: invertLists(graph.adds, graph.facts), start, end }
}
