// Other orders of a plan's steps with the same result, which bring related steps together.

import type { Operator } from './ground.ts'
import type { PackedTask } from './packed.ts'

/** `forward` follows each step with what depends on it, `backward` precedes it with what it needs. */
export type Order = 'given' | 'forward' | 'backward'

/**
 * The plan in another order; every pair of steps of which one touches what the other reads or
 * changes keeps its order, so the result is the same. Tasks with axioms keep the given order. A `seed`
 * other than 0 shuffles a little.
 */
export function reorder(
  task: PackedTask,
  plan: readonly number[],
  order: Order,
  seed = 0,
): readonly number[] {
  if (order === 'given' || task.source.axioms.length > 0) return plan
  const isForward = order === 'forward'
  const steps = isForward ? plan : [...plan].reverse()
  const access = steps.map(o => accessOf(task.source.operators[o]!))
  const before = steps.map((_, j) =>
    access.slice(0, j).map(earlier => conflict(earlier, access[j]!)),
  )
  const noise = createNoise(seed)
  const result: number[] = []
  const isPlaced = steps.map(() => false)
  const placedAt = steps.map(() => -1)
  const isReady = (j: number) =>
    !isPlaced[j] && before[j]!.every((depends, i) => !depends || isPlaced[i])
  /** When the latest step on which this one depends was placed. */
  const recency = (j: number) =>
    before[j]!.reduce((last, depends, i) => (depends ? Math.max(last, placedAt[i]!) : last), -1)
  while (result.length < steps.length) {
    let next = -1
    let latest = -2
    for (let j = 0; j < steps.length; j++) {
      if (!isReady(j)) continue
      const r = recency(j) + noise()
      if (r <= latest) continue
      latest = r
      next = j
    }
    isPlaced[next] = true
    placedAt[next] = result.length
    result.push(steps[next]!)
  }
  return isForward ? result : result.reverse()
}

// --- internal ---

/** Up to two places of disorder; the same numbers for the same seed on every machine. */
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = Math.imul(state, 48271) % 0x7fffffff
    return (2 * Math.abs(state)) / 0x7fffffff
  }
}

interface Access {
  readonly reads: ReadonlySet<number>
  readonly adds: ReadonlySet<number>
  readonly deletes: ReadonlySet<number>
}

function accessOf(operator: Operator): Access {
  const { effects } = operator
  return {
    reads: new Set([...operator.precondition, ...effects.flatMap(e => e.condition)]),
    adds: new Set(effects.flatMap(e => e.add)),
    deletes: new Set(effects.flatMap(e => e.delete)),
  }
}

function conflict(a: Access, b: Access): boolean {
  return (
    overlap(a.adds, b.reads) ||
    overlap(a.deletes, b.reads) ||
    overlap(a.deletes, b.adds) ||
    overlap(a.reads, b.adds) ||
    overlap(a.reads, b.deletes) ||
    overlap(a.adds, b.deletes)
  )
}

function overlap(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const item of a) if (b.has(item)) return true
  return false
}
