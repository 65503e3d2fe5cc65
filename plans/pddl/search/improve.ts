// Shortening a plan that is already valid: redundant steps are removed (Nakhost and Müller 2010),
// then windows of it are planned anew, under several orders of its independent steps, in the manner
// of block deordering (Siddiqui and Haslum 2015).

import type { Operator } from '../task/ground-task.ts'
import type { Budget } from '../task/limits.ts'
import { has } from '../task/lists.ts'
import { holdsAll, type PackedTask } from '../task/packed.ts'
import { createAstar } from './astar.ts'
import { createFf } from './ff.ts'
import { createLmCut } from './lmcut.ts'
import type { Relaxation } from './relaxed.ts'

/** Sequences of operators for one task, with what it takes to judge them. */
export type Operators = readonly number[]

/** What improving works with. */
interface ImproveOptions {
  readonly task: PackedTask
  readonly relaxation: Relaxation
  readonly budget: Budget
  /** No plan is cheaper; reaching it ends the work. */
  readonly bound: number
  /** From 0; each step works harder on a window, or in another way. */
  readonly effort: number
  readonly onImproved?: (plan: Operators) => void
}

/** The cost of a sequence of operators. */
export function costOf(task: PackedTask, plan: Operators): number {
  return plan.reduce((sum, operator) => sum + task.costs[operator]!, 0)
}

/**
 * Makes a plan cheaper until no window of it can be improved, the bound is met or the budget is
 * spent. The result is valid and at most as costly.
 */
export function improvePlan(plan: Operators, options: ImproveOptions): Operators {
  const { task, budget, bound } = options
  let best = eliminate(task, plan, budget)
  if (best.length < plan.length) options.onImproved?.(best)
  for (const size of SIZES) {
    for (const order of ['given', 'forward', 'backward'] as const) {
      if (costOf(task, best) <= bound || !budget.checkClock()) return best
      const ordered = reorder(task, best, order, budget, options.effort)
      const improved = improveWindows(ordered, size, options)
      if (costOf(task, improved) < costOf(task, best)) {
        best = eliminate(task, improved, budget)
        options.onImproved?.(best)
      } else {
        best = improved
      }
    }
    if (size >= best.length) break
  }
  return best
}

/** The states before each step and after the last, one after the other; undefined when invalid. */
function statesOf(task: PackedTask, plan: Operators): Uint32Array | undefined {
  const { words } = task
  const states = new Uint32Array((plan.length + 1) * words)
  states.set(task.init)
  for (const [i, operator] of plan.entries()) {
    if (!task.isApplicable(operator, states, i * words)) return undefined
    task.apply(operator, states, i * words, states, (i + 1) * words)
  }
  return task.isGoal(states, plan.length * words) ? states : undefined
}

/** `forward` follows a step with what depends on it, `backward` precedes it with what it needs. */
type Order = 'given' | 'forward' | 'backward'

/**
 * The plan in another order; every pair of steps of which one touches what the other reads or
 * changes keeps its order, so the result is the same. Tasks with axioms keep the given order. A
 * `seed` other than 0 shuffles a little.
 */
export function reorder(
  task: PackedTask,
  plan: readonly number[],
  order: Order,
  budget: Budget,
  seed = 0,
): readonly number[] {
  if (order === 'given' || task.source.axioms.length > 0) return plan
  const isForward = order === 'forward'
  const steps = isForward ? plan : [...plan].reverse()
  const access = steps.map(o => accessOf(task.source.operators[o]!))
  const after = access.map((earlier, i) =>
    budget.checkClock()
      ? access.flatMap((later, j) => (j > i && conflict(earlier, later) ? [j] : []))
      : [],
  )
  if (budget.stopped) return plan
  const blockers = steps.map(() => 0)
  for (const list of after) for (const j of list) blockers[j]!++
  /** When the latest step on which each one depends was placed. */
  const recency = steps.map(() => -1)
  const noise = createNoise(seed)
  const result: number[] = []
  while (result.length < steps.length) {
    let next = -1
    let latest = Number.NEGATIVE_INFINITY
    for (let j = 0; j < steps.length; j++) {
      if (blockers[j] !== 0) continue
      const r = recency[j]! + noise()
      if (r <= latest) continue
      latest = r
      next = j
    }
    blockers[next] = PLACED
    for (const j of after[next]!) {
      blockers[j]!--
      recency[j] = result.length
    }
    result.push(steps[next]!)
  }
  return isForward ? result : result.reverse()
}

// --- internal ---

const SIZES = [8, 14, 24, 40, 70]

/** Drops each step together with those that need it, where the goal is still reached. */
function eliminate(task: PackedTask, plan: Operators, budget: Budget): Operators {
  const state = new Uint32Array(task.words)
  const next = new Uint32Array(task.words)
  const without = (operators: Operators, dropped: number): Operators | undefined => {
    const kept = operators.slice(0, dropped)
    state.set(task.init)
    for (const operator of kept) {
      task.apply(operator, state, 0, next, 0)
      state.set(next)
    }
    for (const operator of operators.slice(dropped + 1)) {
      if (!task.isApplicable(operator, state, 0)) continue
      task.apply(operator, state, 0, next, 0)
      state.set(next)
      kept.push(operator)
    }
    return task.isGoal(state, 0) ? kept : undefined
  }
  let best = plan
  for (let i = 0; i < best.length && budget.checkClock(); ) {
    const shorter = without(best, i)
    if (shorter) best = shorter
    else i++
  }
  return best
}

/** Plans each window of `size` steps anew, from the start of the plan to its end. */
function improveWindows(plan: Operators, size: number, options: ImproveOptions): Operators {
  const { task, relaxation, budget, effort } = options
  // the FF heuristic is inadmissible but five times faster
  const isThorough = effort % 2 === 1
  // another window of the same cost may open the way to a cheaper plan
  const sideways = effort > 1 ? 1e-6 : 0
  let best = plan
  let start = 0
  while (start < best.length && budget.checkClock()) {
    const end = Math.min(best.length, start + size)
    const states = statesOf(task, best)
    if (!states) throw new Error('a plan became invalid while it was improved')
    const goal = neededAfter(task, best, end, states)
    const cost = costOf(task, best.slice(start, end))
    const estimate = isThorough
      ? createLmCut(task, relaxation, budget, task.costs, goal)
      : createFf(task, relaxation, task.costs, goal).evaluate
    const init = states.slice(start * task.words, (start + 1) * task.words)
    const expansions = (isThorough ? 200 : 600) * 2 ** (effort >> 1)
    const search = createAstar({ task, estimate, init, goal })
    const found = search.run({ budget, below: cost + sideways, expansions })
    if (found.kind === 'plan') {
      const candidate = [...best.slice(0, start), ...found.operators, ...best.slice(end)]
      if (statesOf(task, candidate)) {
        best = candidate
        if (costOf(task, found.operators) < cost) {
          start = Math.max(0, start - (size >> 1))
          continue
        }
      }
    }
    if (end === best.length) break
    start += Math.max(1, size >> 1)
  }
  return best
}

/** Facts after step `end` from which the rest of the plan runs and reaches the goal. */
function neededAfter(
  task: PackedTask,
  plan: Operators,
  end: number,
  states: Uint32Array,
): Int32Array {
  const needed = new Set<number>(task.goal)
  for (let i = plan.length - 1; i >= end; i--) {
    const operator = task.source.operators[plan[i]!]!
    const firing = operator.effects.filter(e =>
      holdsAll(Int32Array.from(e.condition), states, i * task.words),
    )
    for (const e of firing) for (const fact of e.add) needed.delete(fact)
    for (const e of firing) for (const fact of e.condition) needed.add(fact)
    for (const fact of operator.precondition) needed.add(fact)
  }
  // what is derived may come about only after this step
  return Int32Array.from(needed).filter(fact => has(states, end * task.words, fact))
}

/** The count of a step that is placed already; it never falls to zero again. */
const PLACED = -1

/** Up to two places of disorder; the same numbers for the same seed on every machine. */
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = Math.imul(state, 48271) % 0x7fffffff
    return (2 * Math.abs(state)) / 0x7fffffff
  }
}

type Access = ReturnType<typeof accessOf>

function accessOf(operator: Operator) {
  const { effects } = operator
  return {
    reads: new Set([...operator.precondition, ...effects.flatMap(e => e.condition)]),
    adds: new Set(effects.flatMap(e => e.add)),
    deletes: new Set(effects.flatMap(e => e.delete)),
  }
}

function conflict(a: Access, b: Access): boolean {
  const disturbs = (one: Access, other: Access) =>
    overlap(one.adds, other.reads) ||
    overlap(one.deletes, other.reads) ||
    overlap(one.deletes, other.adds)
  return disturbs(a, b) || disturbs(b, a)
}

function overlap(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const item of a) if (b.has(item)) return true
  return false
}
