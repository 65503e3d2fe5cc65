// Plan search from a task to a plan: a first plan, then a cheaper one, then a proof that there is
// none cheaper, as far as the limits allow.

import type { Step } from '../syntax/syntax.ts'
import { groundTask } from '../task/ground.ts'
import type { GroundTask } from '../task/ground-task.ts'
import { Budget, type Limits, type StopReason } from '../task/limits.ts'
import { findMutexGoals } from '../task/mutex.ts'
import { type PackedTask, packTask } from '../task/packed.ts'
import { GroundingLimit } from '../task/reach.ts'
import type { Task } from '../task/task.ts'
import { improveAnytime } from './anytime.ts'
import type { Certificate } from './certificate.ts'
import { createFf, unitCosts } from './ff.ts'
import { type SearchEnd, searchGreedily } from './greedy.ts'
import { costOf } from './improve.ts'
import { relax } from './relaxed.ts'

/**
 * How far to go: `first` stops at the first plan, `anytime` improves it until the limits, `optimal`
 * looks for a proven optimum at once. Bounds stay proven with derived predicates, but are weaker: axioms
 * count as free, and that something recursive is absent counts as true.
 */
export type SolveMode = 'first' | 'anytime' | 'optimal'

/**
 * How to search. Without limits `anytime` and `optimal` go on until the optimum is proven.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { readTask, type SolveOptions, solve } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const quick: SolveOptions = { mode: 'first', seconds: 5 }
 * console.log(solve(task, quick).status) // solved
 * ```
 */
export interface SolveOptions extends Limits {
  readonly mode?: SolveMode
  /**
   * For `anytime`: seconds that improving goes on without a better plan; less when the first plan was
   * found sooner, and each better one begins them anew. Without it improving ends by the limits alone.
   */
  readonly patience?: number
  readonly onProgress?: (progress: Progress) => void
}

/** News from a running search. */
export interface Progress {
  readonly kind: 'grounded' | 'plan'
  readonly seconds: number
  readonly expanded: number
  /** For `grounded`: the size of the task. */
  readonly facts?: number
  readonly operators?: number
  /** For `plan`: the best plan so far. */
  readonly plan?: readonly Step[]
  readonly cost?: number
}

/**
 * What a search found.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { readTask, type SolveResult, solve } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const lengthOf = (result: SolveResult) => (result.status === 'solved' ? result.length : undefined)
 * console.log(lengthOf(solve(task))) // 1
 * ```
 */
export type SolveResult = {
  readonly expanded: number
  readonly seconds: number
} & (
  | {
      readonly status: 'solved'
      readonly plan: readonly Step[]
      readonly length: number
      readonly cost: number
      /** Whether it is proven that no plan is cheaper; `bound` is what is proven. */
      readonly optimal: boolean
      readonly bound: number
      /** Why improving ended before a proof. */
      readonly stopped?: StopReason
    }
  | { readonly status: 'unsolvable'; readonly certificate: Certificate }
  | { readonly status: 'stopped'; readonly reason: StopReason }
)

/**
 * Searches for a plan of the task. Never throws for a limit; the plan does not depend on names,
 * only on the order of declaration, as long as time does not cut the search short.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { printPlan, readTask, solve } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const result = solve(task)
 * console.log(result.status === 'solved' && printPlan(result.plan).trim()) // (go home shop)
 * ```
 */
export function solve(task: Task, options: SolveOptions = {}): SolveResult {
  const budget = new Budget(options)
  const spent = () => ({ expanded: budget.expanded, seconds: budget.seconds })
  const unsolvable = (certificate: Certificate) =>
    ({ status: 'unsolvable', certificate, ...spent() }) as const
  const ground = groundWithin(task, budget)
  if (!ground) return { status: 'stopped', reason: budget.stopped ?? 'memory', ...spent() }
  const [facts, operators] = [ground.facts.length, ground.operators.length]
  options.onProgress?.({ kind: 'grounded', ...spent(), facts, operators })
  if (ground.unreachable.length > 0)
    return unsolvable({ kind: 'unreachable', facts: ground.unreachable })
  const packed = packTask(ground)
  const outcome = search(packed, options, budget)
  if (outcome.kind === 'unsolvable') return unsolvable(outcome.certificate)
  if (!outcome.plan) return { status: 'stopped', reason: budget.stopped ?? 'memory', ...spent() }
  const cost = costOf(packed, outcome.plan)
  const isOptimal = outcome.bound >= cost
  return {
    status: 'solved',
    plan: outcome.plan.map(o => ground.operators[o]!.step),
    length: outcome.plan.length,
    cost,
    optimal: isOptimal,
    bound: outcome.bound,
    ...(outcome.stopped && !isOptimal ? { stopped: outcome.stopped } : {}),
    ...spent(),
  }
}

/** Grounds a task; undefined when time is over or the task is too large. `keep` as in grounding. */
export function groundWithin(
  task: Task,
  budget: Budget,
  keep: readonly Step[] = [],
): GroundTask | undefined {
  const check = (instances: number) => {
    if (instances > MOST_INSTANCES || !budget.checkClock()) throw new GroundingLimit()
  }
  try {
    return groundTask(task, check, keep)
  } catch (error) {
    if (error instanceof GroundingLimit) return undefined
    throw error
  }
}

/** Two goals that exclude each other say more than that all states were seen. */
export function proveUnsolvable(
  task: PackedTask,
  budget: Budget,
  isExhausted: boolean,
): Certificate | undefined {
  const facts = budget.checkClock() ? findMutexGoals(task.source, budget) : undefined
  if (facts) return { kind: 'mutex', facts }
  return isExhausted ? { kind: 'exhausted', expanded: budget.expanded } : undefined
}

// --- internal ---

type Outcome =
  | { readonly kind: 'unsolvable'; readonly certificate: Certificate }
  | {
      readonly kind: 'end'
      readonly plan?: readonly number[]
      readonly bound: number
      readonly stopped?: StopReason
    }

function search(task: PackedTask, options: SolveOptions, budget: Budget): Outcome {
  const { mode = 'anytime', onProgress } = options
  const relaxation = relax(task)
  const report = (plan: readonly number[]) =>
    onProgress?.({
      kind: 'plan',
      seconds: budget.seconds,
      expanded: budget.expanded,
      plan: plan.map(o => task.source.operators[o]!.step),
      cost: costOf(task, plan),
    })
  const heuristic = createFf(task, relaxation, unitCosts(task))
  /** When memory runs out, once more with less. */
  const greedily = (expansions?: number): SearchEnd => {
    const share = budget.share(1)
    const end = searchGreedily(task, heuristic, share, { ...(expansions && { expansions }) })
    if (share.stopped !== 'memory') {
      budget.join(share)
      budget.stopped ??= share.stopped
      return end
    }
    budget.expanded += share.expanded
    return searchGreedily(task, heuristic, budget, { lean: true })
  }
  let first = greedily(BEFORE_PROOF)
  if (first.kind !== 'plan') {
    const certificate = proveUnsolvable(task, budget, first.kind === 'exhausted')
    if (certificate) return { kind: 'unsolvable', certificate }
    if (!budget.checkClock()) return { kind: 'end', bound: 0 }
    first = greedily()
    if (first.kind === 'exhausted') {
      const exhausted: Certificate = { kind: 'exhausted', expanded: budget.expanded }
      return { kind: 'unsolvable', certificate: exhausted }
    }
    if (first.kind === 'stopped') return { kind: 'end', bound: 0 }
  }
  report(first.operators)
  if (mode === 'first') return { kind: 'end', plan: first.operators, bound: 0 }
  const proving = mode === 'optimal'
  const how = { task, relaxation, budget, proving, patience: options.patience, report }
  return { kind: 'end', ...improveAnytime(first.operators, how) }
}

/** After so many expansions without a plan a proof that there is none is tried. */
const BEFORE_PROOF = 10_000

/** Beyond this a task is better refused than ground until memory ends. */
const MOST_INSTANCES = 2_000_000
