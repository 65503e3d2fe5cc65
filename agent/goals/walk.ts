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

  async function along(from: Place, on: Level): Promise<void> {
    let level = on
    for (let at: Place | undefined = from; at; ) {
      if (at.goal !== level.goal) level = levelOf(at.goal, level)
      const then: Awaitable<Place | undefined> = next(at, level)
      at = then instanceof Promise ? await then : then
    }
  }

  function next({ goal, ended }: Place, level: Level): Awaitable<Place | undefined> {
    if (ended !== undefined) level.underWay = level.underWay.filter(id => id !== ended)
    const progress = walks.failed() ? undefined : ways.progress(goal)
    const step = progress && ready(progress, level.underWay)
    if (!step) return progress && level.underWay.length === 0 ? ways.onward(progress) : undefined
    level.underWay = level.underWay.concat(step.id) // pushed or spread, it would have room for 17
    const then = ways.advance(progress, step)
    if (level.underWay.length < ways.parallel) walks.add(along({ goal }, level))
    return then
  }

  walks.add(along({ goal }, { goal, underWay: [] }))
  await walks.done()
}

// --- internal ---

/** A goal on the way, which all walks share that came down through it. */
interface Level {
  readonly goal: string
  readonly above?: Level
  /** Ids of its steps. */
  underWay: string[]
}

/** The level above, or a new one below. */
const levelOf = (goal: string, from: Level): Level =>
  goal === from.above?.goal ? from.above : { goal, above: from, underWay: [] }

/** The first step that may be begun. */
function ready(
  { steps, status, stopped }: Progress,
  underWay: readonly string[],
): Step | undefined {
  return steps.find(({ id, deps }) => {
    const now = status[id]
    if (now === 'done' || now === 'failed' || underWay.includes(id)) return false
    return now === 'started' || (!stopped && deps.every(dep => status[dep] === 'done'))
  })
}
