// From a first plan to a cheaper one and to a proof that there is none cheaper, as long as it pays.
import type { Budget, StopReason } from '../task/limits.ts'
import type { PackedTask } from '../task/packed.ts'
import { createAstar } from './astar.ts'
import { createFf, type FfHeuristic } from './ff.ts'
import type { SearchEnd } from './greedy.ts'
import { costOf, improvePlan, type Operators } from './improve.ts'
import { createLmCut } from './lmcut.ts'
import type { Relaxation } from './relaxed.ts'
import { StateStore } from './state-store.ts'

/** What improving works with. */
interface Improvement {
  readonly task: PackedTask
  readonly relaxation: Relaxation
  readonly budget: Budget
  /** Whether the proof gets all of the time. */
  readonly proving: boolean
  /** Seconds without a better plan after which it ends; less where the first plan took less. */
  readonly patience: number | undefined
  readonly report: (plan: Operators) => void
}

/** The best plan found, below which cost there is none, and why improving ended before a proof. */
interface Improved {
  readonly plan: Operators
  readonly bound: number
  readonly stopped?: StopReason
}

/**
 * Windows first, as they help at any size; then windows with more effort and a proof by A* take
 * turns. For a proven optimum A* alone goes on.
 */
export function improveAnytime(first: Operators, how: Improvement): Improved {
  const budget = how.budget.share(1)
  const wait = how.patience && Math.min(how.patience, Math.max(SHORTEST, how.budget.seconds))
  if (wait) budget.endIn(wait)
  const report = (plan: Operators) => {
    how.report(plan)
    if (wait) budget.endIn(wait)
  }
  const improved = takeTurns(first, { ...how, budget, report })
  how.budget.join(budget)
  return { ...improved, ...(budget.stopped && { stopped: budget.stopped }) }
}

// --- internal ---

function takeTurns(first: Operators, how: Improvement): Improved {
  const { task, relaxation, budget, proving, report } = how
  const estimate = createLmCut(task, relaxation, budget)
  const proof = createAstar({ task, estimate })
  let bound = estimate(task.init, 0)
  let plan = first
  for (let effort = 0; costOf(task, plan) > bound && budget.checkClock(); effort++) {
    plan = improvePlan(plan, { task, relaxation, budget, bound, effort, onImproved: report })
    const below = costOf(task, plan)
    if (below <= bound || !budget.checkClock()) break
    const share = budget.share(proving ? 1 : PROOF_SHARE)
    const better = proof.run({ budget: share, below })
    budget.join(share)
    bound = Math.max(bound, proof.bound())
    const next = better.kind === 'plan' ? better.operators : restart(plan, how, effort)
    if (costOf(task, next) < below) {
      plan = next
      report(plan)
    }
  }
  return { plan, bound: Math.min(bound, costOf(task, plan)) }
}

/**
 * A search from scratch, which finds what no window shows: a beam that becomes wider, in turn with A*
 * of a falling weight (Richter, Thayer and Ruml 2010).
 */
function restart(
  plan: Operators,
  { task, relaxation, budget }: Improvement,
  effort: number,
): Operators {
  const share = budget.share(RESTART_SHARE)
  const heuristic = createFf(task, relaxation, task.costs)
  const below = costOf(task, plan)
  const turn = effort >> 1
  const weight = WEIGHTS[turn % WEIGHTS.length]!
  const found =
    effort % 2 === 0
      ? searchBeam({ task, heuristic, budget: share, width: NARROWEST << (2 * turn), below })
      : createAstar({ task, estimate: heuristic.evaluate, weight }).run({ budget: share, below })
  budget.join(share)
  return found.kind === 'plan' ? found.operators : plan
}

/** Seconds; less is hardly noticed. */
const SHORTEST = 0.25

/** The part of the time left that each turn of the proof gets, and each restart. */
const PROOF_SHARE = 0.25
const RESTART_SHARE = 0.15

/** States of a beam at first; four times as many each time. */
const NARROWEST = 16

const WEIGHTS = [3, 2, 1.5, 1, 5]

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

/**
 * Of every step's states only those that look best are gone on from, so a plan stays short where greedy search wanders. It
 * is `stopped` without a plan below the bound, as the beam does not see every state.
 */
function searchBeam({ task, heuristic, budget, width, below }: Beam): SearchEnd {
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

/** A state with what a plan through it may cost, and the operators that the heuristic prefers there. */
interface Candidate {
  readonly id: number
  readonly f: number
  readonly operators: readonly number[]
}
