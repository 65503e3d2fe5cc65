// Beam search: of every step's states only those that look best are gone on from, so a plan stays short
// where greedy search wanders.

import type { Budget } from '../task/limits.ts'
import type { PackedTask } from '../task/packed.ts'
import type { FfHeuristic } from './ff.ts'
import type { SearchEnd } from './greedy.ts'
import { StateStore } from './state-store.ts'

/** How a beam search goes. */
interface Beam {
  readonly task: PackedTask
  readonly heuristic: FfHeuristic
  readonly budget: Budget
  /** How many states of each step are gone on from. */
  readonly width: number
  /** Only cheaper plans are searched for. */
  readonly below: number
}

/** A plan below the bound; it is `stopped` without one, as the beam does not see every state. */
export function searchBeam({ task, heuristic, budget, width, below }: Beam): SearchEnd {
  const store = new StateStore(task.words)
  const buffer = task.init.slice()
  const look = (id: number): Candidate => {
    const h = heuristic.evaluate(store.data, id * task.words)
    return { id, f: store.g[id]! + h, operators: heuristic.preferred() }
  }
  let beam = [look(store.add(buffer, 0))]
  while (beam.length > 0) {
    const next: Candidate[] = []
    for (const { id, operators } of beam) {
      const at = id * task.words
      if (task.isGoal(store.data, at)) return { kind: 'plan', operators: store.path(id) }
      if (!budget.expand(store.bytes)) return { kind: 'stopped' }
      for (const operator of operators) {
        const g = store.g[id]! + task.costs[operator]!
        task.apply(operator, store.data, id * task.words, buffer, 0)
        const child = store.add(buffer, 0)
        if (!store.isNew) continue
        store.parent[child] = id
        store.operator[child] = operator
        store.g[child] = g
        const candidate = look(child)
        // the heuristic may take a plan for too dear that is not
        if (g < below && candidate.f < Number.POSITIVE_INFINITY) next.push(candidate)
        if (!budget.checkClock()) return { kind: 'stopped' }
      }
    }
    beam = next.sort((a, b) => a.f - b.f).slice(0, width)
  }
  return { kind: 'stopped' }
}

// --- internal ---

/** A state with what a plan through it may cost, and the operators that the heuristic prefers there. */
interface Candidate {
  readonly id: number
  readonly f: number
  readonly operators: readonly number[]
}
