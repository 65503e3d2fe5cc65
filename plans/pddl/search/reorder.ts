// Other orders of a plan's steps with the same result, which bring related steps together.

import type { Operator } from '../task/ground-task.ts'
import type { Budget } from '../task/limits.ts'
import type { PackedTask } from '../task/packed.ts'

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
