// The valid plan nearest to a wrong one, by the edit distance of their steps: keep, insert, drop,
// replace. A search over plan position and state (the idea of optimally stable repair, Saetti and
// Scala 2022, without the compilation); greedy candidates where that is too large.
import type { Certificate } from '../search/certificate.ts'
import { createFf, unitCosts } from '../search/ff.ts'
import { type SearchEnd, searchGreedily } from '../search/greedy.ts'
import { type Relaxation, relax } from '../search/relaxed.ts'
import { groundWithin, proveUnsolvable, type SolveResult } from '../search/solve.ts'
import { readPlan } from '../syntax/plan-text.ts'
import { printAtom, type Step } from '../syntax/syntax.ts'
import { Budget, type Limits } from '../task/limits.ts'
import { type PackedTask, packTask } from '../task/packed.ts'
import type { Task } from '../task/task.ts'
import { type EditSearch, searchEdits } from './edit-search.ts'

/**
 * What repairing found.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { type RepairResult, readTask, repairPlan } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const result: RepairResult = repairPlan(task, '')
 * console.log(result.status) // repaired
 * ```
 */
export type RepairResult =
  | ({
      readonly status: 'repaired'
      readonly plan: readonly Step[]
      /** Whether it is proven that no valid plan is nearer. */
      readonly minimal: boolean
    } & Alignment &
      Pick<SolveResult, 'expanded' | 'seconds'>)
  | Extract<SolveResult, { status: 'unsolvable' | 'stopped' }>

/**
 * Finds the nearest valid plan to a wrong one, given as text or as steps. Steps that cannot be
 * understood count as steps to drop or replace. Without limits the exact search gets 5 seconds.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { printPlan, readTask, repairPlan } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const result = repairPlan(task, '(go shop home)')
 * console.log(result.status === 'repaired' && printPlan(result.plan).trim()) // (go home shop)
 * ```
 */
export function repairPlan(
  task: Task,
  plan: string | readonly Step[],
  limits: Limits = {},
): RepairResult {
  const { steps } = readPlan(plan)
  const budget = new Budget({ seconds: DEFAULT_SECONDS, ...limits })
  const spent = () => ({ expanded: budget.expanded, seconds: budget.seconds })
  const unsolvable = (certificate: Certificate) =>
    ({ status: 'unsolvable', certificate, ...spent() }) as const
  const ground = groundWithin(task, budget, steps)
  if (!ground) return { status: 'stopped', reason: budget.stopped ?? 'memory', ...spent() }
  if (ground.unreachable.length > 0)
    return unsolvable({ kind: 'unreachable', facts: ground.unreachable })
  const packed = packTask(ground)
  const relaxation = relax(packed)
  const matching = matchSteps(packed, steps)
  const align = (operators: readonly number[]) => {
    const found = operators.map(o => ground.operators[o]!.step)
    return { plan: found, ...alignPlans(steps, found) }
  }
  const anew = planAnew(packed, relaxation, budget)
  if (anew.kind === 'exhausted') return unsolvable(proveUnsolvable(packed, budget, true)!)
  const fallback = anew.kind === 'plan' ? [align(anew.operators)] : []
  const below = fallback[0]?.distance ?? Number.POSITIVE_INFINITY
  const { end, minimal } = searchNearest({ task: packed, relaxation, matching, budget, below })
  const near = end.kind === 'plan' ? [align(end.operators)] : []
  const others = minimal ? [] : continueGreedily(packed, relaxation, matching, budget).map(align)
  const best = [...near, ...fallback, ...others].sort((a, b) => a.distance - b.distance)[0]
  if (!best && end.kind === 'exhausted') return unsolvable(proveUnsolvable(packed, budget, true)!)
  if (!best) return { status: 'stopped', reason: budget.stopped ?? 'time', ...spent() }
  return { status: 'repaired', ...best, minimal, ...spent() }
}

/** One edit; `at` is the step of the wrong plan, from 1, and `step` is the new one. */
export type Edit =
  | { readonly kind: 'keep' | 'drop'; readonly at: number; readonly old: Step }
  | { readonly kind: 'replace'; readonly at: number; readonly old: Step; readonly step: Step }
  | { readonly kind: 'insert'; readonly step: Step }

/** How two plans differ. */
interface Alignment {
  readonly edits: readonly Edit[]
  /** The number of edits that are not `keep`. */
  readonly distance: number
  /** How many steps of the old plan stay, and which share of it that is. */
  readonly kept: number
  readonly share: number
}

/**
 * The edits that turn an old plan into a new one, fewest first (Wagner and Fischer 1974); of equally short alignments
 * one that keeps most.
 */
export function alignPlans(old: readonly Step[], found: readonly Step[]): Alignment {
  const a = old.map(s => printAtom(s.action, s.args))
  const b = found.map(s => printAtom(s.action, s.args))
  const width = b.length + 1
  // kept steps break ties, so an edit weighs as much as all of them
  const edit = a.length
  const cost = new Float64Array((a.length + 1) * width)
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 && j === 0) continue
      const drop = i > 0 ? cost[(i - 1) * width + j]! + edit : Number.POSITIVE_INFINITY
      const insert = j > 0 ? cost[i * width + j - 1]! + edit : Number.POSITIVE_INFINITY
      const isSame = a[i - 1] === b[j - 1]
      const both = i > 0 && j > 0 ? cost[(i - 1) * width + j - 1]! : Number.POSITIVE_INFINITY
      cost[i * width + j] = Math.min(drop, insert, both + (isSame ? -1 : edit))
    }
  }
  return walkBack(old, found, a, b, cost, edit)
}

// --- internal ---

/** A plan from the start, whatever the wrong one was: the surest way to have one. */
function planAnew(task: PackedTask, relaxation: Relaxation, budget: Budget): SearchEnd {
  const share = budget.share(ANEW)
  const end = searchGreedily(task, createFf(task, relaxation, unitCosts(task)), share)
  budget.join(share)
  return end
}

/** The exact search as long as it may take, then with the estimate counting more. */
function searchNearest(search: EditSearch): { end: SearchEnd; minimal: boolean } {
  for (const weight of [1, 2, 5]) {
    const share = search.budget.share(weight === 1 ? 0.4 : 0.2)
    const end = searchEdits({ ...search, budget: share, weight })
    search.budget.join(share)
    if (end.kind !== 'stopped') return { end, minimal: weight === 1 }
  }
  return { end: { kind: 'stopped' }, minimal: false }
}

const DEFAULT_SECONDS = 5

/** The part of the time for a plan that has nothing to do with the wrong one. */
const ANEW = 0.4

/** The operators of each step; none for a step that no state allows. */
function matchSteps(task: PackedTask, steps: readonly Step[]): number[][] {
  const keyOf = ({ action, args }: Step) => printAtom(action, args)
  const operators = task.source.operators.keys()
  const operatorsOf = Map.groupBy(operators, i => keyOf(task.source.operators[i]!.step))
  return steps.map(step => operatorsOf.get(keyOf(step)) ?? [])
}

/** Plans that keep a prefix of the executable steps and go on from it, the longest prefix first. */
function continueGreedily(
  task: PackedTask,
  relaxation: Relaxation,
  matching: readonly (readonly number[])[],
  budget: Budget,
): number[][] {
  const states = [task.init.slice()]
  const kept: number[] = []
  for (const operators of matching) {
    const state = states.at(-1)!
    const operator = operators.find(o => task.isApplicable(o, state, 0))
    if (operator === undefined) continue
    const next = new Uint32Array(task.words)
    task.apply(operator, state, 0, next, 0)
    states.push(next)
    kept.push(operator)
  }
  const plans: number[][] = []
  const stride = Math.ceil(kept.length / PREFIXES)
  const heuristic = createFf(task, relaxation, unitCosts(task))
  for (let length = kept.length; length > 0; length -= stride) {
    const share = budget.share(0.3)
    const end = searchGreedily(task, heuristic, share, { init: states[length]! })
    budget.join(share)
    if (end.kind === 'plan') plans.push([...kept.slice(0, length), ...end.operators])
  }
  return plans
}

/** At most so many prefixes are tried. */
const PREFIXES = 12

function walkBack(
  old: readonly Step[],
  found: readonly Step[],
  a: readonly string[],
  b: readonly string[],
  cost: Float64Array,
  edit: number,
): Alignment {
  const width = b.length + 1
  const edits: Edit[] = []
  let i = a.length
  let j = b.length
  while (i > 0 || j > 0) {
    const here = cost[i * width + j]!
    const isSame = a[i - 1] === b[j - 1]
    if (j > 0 && here === cost[(i - 1) * width + j - 1]! + (isSame ? -1 : edit)) {
      i--
      j--
      const pair = { at: i + 1, old: old[i]! }
      edits.push(isSame ? { kind: 'keep', ...pair } : { kind: 'replace', ...pair, step: found[j]! })
    } else if (here === cost[(i - 1) * width + j]! + edit) {
      i--
      edits.push({ kind: 'drop', at: i + 1, old: old[i]! })
    } else {
      j--
      edits.push({ kind: 'insert', step: found[j]! })
    }
  }
  const kept = edits.filter(e => e.kind === 'keep').length
  return {
    edits: edits.reverse(),
    distance: edits.length - kept,
    kept,
    share: old.length === 0 ? 1 : kept / old.length,
  }
}
