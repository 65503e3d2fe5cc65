// Pairs of facts that no reachable state has together (h^2, Haslum and Geffner 2000): a short proof
// that goals exclude each other.

import type { GroundTask } from './ground-task.ts'
import type { Budget } from './limits.ts'

/** Beyond this many elementary steps a round the proof is not worth its time. */
const MOST_WORK = 2e8

/**
 * Two goals that can never hold together, or one that can never hold; undefined when there are none or when the task is too
 * large or has axioms.
 */
export function findMutexGoals(task: GroundTask, budget: Budget): string[] | undefined {
  const facts = task.facts.length
  if (task.axioms.length > 0 || facts * facts * 8 > MOST_WORK) return undefined
  const reached = reachPairs(task, budget)
  if (!reached) return undefined
  for (const a of task.goal) {
    for (const b of task.goal) {
      if (a > b || reached[a * facts + b]) continue
      return a === b ? [task.facts[a]!] : [task.facts[a]!, task.facts[b]!]
    }
  }
  return undefined
}

// --- internal ---

/** One effect with everything it needs, as if it were an operator of its own. */
interface Part {
  readonly conditions: readonly number[]
  readonly add: readonly number[]
  readonly delete: ReadonlySet<number>
}

/**
 * Which pairs h^2 reaches, as a square matrix with the single facts on the diagonal. Effects of one
 * operator that may fire together are taken to reach all pairs of what they add.
 */
function reachPairs(task: GroundTask, budget: Budget): Uint8Array | undefined {
  const facts = task.facts.length
  const reached = new Uint8Array(facts * facts)
  for (const a of task.init) for (const b of task.init) reached[a * facts + b] = 1
  const operators = task.operators.map(operator =>
    operator.effects.map((effect): Part => {
      const always = operator.effects.filter(e => e.condition.length === 0)
      const deleted = [...effect.delete, ...always.flatMap(e => e.delete)]
      return {
        conditions: [...operator.precondition, ...effect.condition],
        add: effect.add,
        delete: new Set(deleted),
      }
    }),
  )
  let changed = true
  const note = (a: number, b: number) => {
    if (reached[a * facts + b]) return
    reached[a * facts + b] = 1
    reached[b * facts + a] = 1
    changed = true
  }
  const areReached = (list: readonly number[]) =>
    list.every((a, i) => list.every((b, j) => j < i || reached[a * facts + b]))
  while (changed) {
    changed = false
    for (const parts of operators) {
      if (!budget.tick()) return undefined
      const firing = parts.filter(part => areReached(part.conditions))
      const added = firing.flatMap(part => part.add)
      for (const a of added) for (const b of added) note(a, b)
      for (const { conditions, add, delete: deleted } of firing) {
        if (add.length === 0) continue
        if (!budget.checkClock()) return undefined
        for (let fact = 0; fact < facts; fact++) {
          if (deleted.has(fact) || !reached[fact * facts + fact]) continue
          if (!conditions.every(c => reached[fact * facts + c])) continue
          for (const a of add) note(a, fact)
        }
      }
    }
  }
  return reached
}
