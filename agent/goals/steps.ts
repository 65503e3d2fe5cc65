// How a step of a plan is carried out: its sub-goal is pursued, or it is executed and verified. A step with an
// effect is never carried out twice on a guess.
import { type Awaitable, after } from '../../plans/awaitable.ts'
import type { Step } from '../../plans/plan.ts'
import type { Phases } from '../contract.ts'
import type { Run } from '../runs/run.ts'
import { childId, type Intention, type StepResult, type Verdict } from '../state.ts'
import { view } from '../view.ts'
import { progress, type Standing } from './standing.ts'
import { adopted, outcome } from './sub-goal.ts'
import type { createQueues } from './task-group.ts'
import type { createTurns } from './turns.ts'
import type { Place } from './walk.ts'

/** What goals are pursued with. */
export interface Means {
  readonly run: Run
  readonly phases: Phases
  readonly order: ReturnType<typeof createTurns>
  readonly inTurn: ReturnType<typeof createQueues>
  /** Takes in what the world shows. */
  readonly observe: () => Promise<void>
}

/** Begins the step when it is its root's turn, or goes on with one that a killed run had started. */
export function advance(means: Means, here: Standing, step: Step): Awaitable<Place> {
  const { run, order } = means
  const { intention, root, status } = here
  const { id } = intention
  if (status[step.id] === 'started') return carriedOn(means, id, step, true)
  const turn = order.take(root.id, root.priority ?? 1, run.state.begun.size === 1)
  if (turn === undefined) return begin(means, id, step)
  return turn.then(() => {
    const now = progress(run.state, id)
    const meant = now && !now.stopped && step.deps.every(dep => now.status[dep] === 'done')
    return meant ? begin(means, id, step) : { goal: id, ended: step.id } // else overtaken meanwhile
  })
}

/** Back from a goal that is closed to the step that asked for it. */
export function reached(means: Means, goal: Intention): Awaitable<Place> | undefined {
  const { parent } = goal
  if (!parent) return undefined
  const { state } = means.run
  const above = state.intentions.get(parent.intention)!
  const { steps } = state.planLibrary.plans.get(above.plan!)!
  const step = steps.find(({ id }) => id === parent.step)!
  return ended(means, above.id, step, outcome(state, above, goal, step))
}

// --- internal ---

function begin(means: Means, id: string, step: Step): Awaitable<Place> {
  means.run.commit({ type: 'step-started', intention: id, step: step.id }, written(means, step))
  return carriedOn(means, id, step, false)
}

const written = ({ run: { journal } }: Means, { kind }: Step) =>
  kind === 'achieve' ? journal.defer : journal.append

function carriedOn(means: Means, id: string, step: Step, again: boolean): Awaitable<Place> {
  const { journal } = means.run
  if (step.kind !== 'achieve')
    return after(step.effect ? journal.flush() : undefined, () => finish(means, id, step, again))
  const child = subGoal(means.run, id, step, again)
  return child === undefined ? finish(means, id, step, again) : { goal: child }
}

/** The id of the sub-goal that the step asks for, or has asked for, where it needs one. */
function subGoal(run: Run, id: string, step: Step, again: boolean): string | undefined {
  const { state, journal } = run
  const above = state.intentions.get(id)!
  const before = again ? childId(above, step.id) : undefined
  if (before !== undefined && state.intentions.has(before)) return before
  const goal = adopted(state, above, step)
  return goal && run.commit(goal, journal.defer).intention
}

function finish(means: Means, id: string, step: Step, again: boolean): Awaitable<Place> {
  const unknown = again && step.effect && step.kind !== 'achieve'
  const result = unknown ? lost : carryOut(means, id, step)
  return after(result, each => ended(means, id, step, each))
}

function ended(means: Means, id: string, step: Step, result: StepResult): Awaitable<Place> {
  return after(judge(means, id, step, result), verdict => {
    // only when the world itself shows that it has not happened
    if (result.lost && !verdict.passed && verdict.tier === 'world')
      return after(carryOut(means, id, step), again => ended(means, id, step, again))
    const { state, ctx, commit } = means.run
    const ask = ctx().policy.reconsider(state.intentions.get(id)!, step, verdict, state)
    const judged = { step: step.id, result, verdict, ask }
    commit({ type: 'step-finished', intention: id, ...judged }, written(means, step))
    return { goal: id, ended: step.id }
  })
}

function judge(means: Means, id: string, step: Step, result: StepResult): Awaitable<Verdict> {
  const { run, phases, observe } = means
  const verify = () =>
    phases.verify(id, step, result, view(run.state, id, step), contextOf(run, id))
  return run.ctx().environment.world ? observe().then(verify) : verify()
}

function carryOut({ run, phases, inTurn }: Means, id: string, step: Step): Awaitable<StepResult> {
  const execute = () => phases.execute(id, step, view(run.state, id, step), contextOf(run, id))
  return isDeed(step) ? inTurn('act', execute) : execute()
}

const contextOf = ({ state, ctx }: Run, id: string) => ctx(state.intentions.get(id)!.root)

/** Whether the step does something in the world; an internal action, such as `.wait`, holds nobody up there. */
const isDeed = ({ kind, action }: Step) =>
  kind === 'act' && !(action && 'act' in action && action.act.startsWith('.'))

const lost: StepResult = { summary: 'begun before a crash', beliefs: [], calls: [], lost: true }
