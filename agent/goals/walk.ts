// How a goal is pursued with all that is below it: a walk goes down into sub-goals and up again, and where
// steps of a plan run side by side each has a walk of its own. What waits for a sub-goal stands in the
// state alone, so that goals may nest as deep as they like.
import type { Awaitable } from '../../plans/awaitable.ts'
import type { Step } from '../../plans/plan.ts'
import type { StepStatus } from '../state.ts'
import { createTaskGroup } from './task-group.ts'

/** How far the plan of a goal has been carried out. */
export interface Progress {
  readonly steps: readonly Step[]
  readonly status: Readonly<Record<string, StepStatus>>
  /** True when no further step is to be begun; what was started is still finished. */
  readonly stopped: boolean
}

/** Where a walk is: at a goal, coming from a step of it that is no longer under way. */
export interface Place {
  readonly goal: string
  readonly ended?: string
}

export interface Ways<Here extends Progress> {
  /** Steps of one plan that are under way at the same time, at most. */
  readonly parallel: number
  /** Read anew before anything is begun, since the walk itself changes it; without it the walk ends. */
  progress(goal: string): Here | undefined
  /** Begins a step, or goes on with one that an earlier run had started. */
  advance(here: Here, step: Step): Awaitable<Place>
  /** From a goal that has no step left to begin and none under way. */
  onward(here: Here): Awaitable<Place | undefined>
}

/**
 * Resolves when every walk from `goal` has ended. A step that is done or failed is not begun again; one that
 * was `started` by an earlier, killed run is, even when stopped. What one walk throws ends the others at
 * their next step, and is thrown.
 */
export async function walk<Here extends Progress>(ways: Ways<Here>, goal: string): Promise<void> {
  const walks = createTaskGroup()
  const shared = new Map<string, readonly string[]>() // by goal, the steps that its walks have under way

  async function along(from: Place): Promise<void> {
    for (let at: Place | undefined = from; at; ) {
      const then: Awaitable<Place | undefined> = next(at)
      at = then instanceof Promise ? await then : then
    }
  }

  function next({ goal, ended }: Place): Awaitable<Place | undefined> {
    if (ended !== undefined) leave(goal, ended)
    const underWay = shared.get(goal) ?? none
    const progress = walks.failed() ? undefined : ways.progress(goal)
    const step = progress && ready(progress, underWay)
    if (!step) return progress && underWay.length === 0 ? ways.onward(progress) : undefined
    if (ways.parallel === 1) return ways.advance(progress, step) // it is the only walk, and at one step only
    shared.set(goal, [...underWay, step.id])
    const then = ways.advance(progress, step)
    if (underWay.length + 1 < ways.parallel) walks.add(along({ goal }))
    return then
  }

  function leave(goal: string, step: string): void {
    const others = shared.get(goal)?.filter(id => id !== step) ?? none
    if (others.length > 0) shared.set(goal, others)
    else shared.delete(goal)
  }

  walks.add(along({ goal }))
  await walks.done()
}

/** Whether all is done that the step depends on. */
export function isFree({ deps }: Step, status: Progress['status']): boolean {
  for (const dep of deps) if (status[dep] !== 'done') return false
  return true
}

// --- internal ---

const none = [] as const

/** The first step that may be begun. */
function ready(
  { steps, status, stopped }: Progress,
  underWay: readonly string[],
): Step | undefined {
  for (const step of steps) {
    const now = status[step.id]
    if (now === 'done' || now === 'failed' || underWay.includes(step.id)) continue
    if (now === 'started' || (!stopped && isFree(step, status))) return step
  }
  return undefined
}
