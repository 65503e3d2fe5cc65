// How a step of a plan is carried out: its sub-goal is pursued, or it is executed and verified. A step with an
// effect is never carried out twice on a guess.
import { type Awaitable, after } from '../../plans/awaitable.ts'
import type { Step } from '../../plans/plan.ts'
import type { Phases } from '../contract.ts'
import type { Run } from '../runs/run.ts'
import { childId, type Intention, type StepResult, type Verdict } from '../state.ts'
import { view } from '../view.ts'
import { progress, type Standing } from './standing.ts'
import { outcome, subGoal } from './sub-goal.ts'
import type { createQueues } from './task-group.ts'
import type { createTurns } from './turns.ts'
import { isFree, type Place } from './walk.ts'

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
  if (status[step.id] === 'started') return goneOnWith(means, intention, step)
  const turn = order.take(root.id, root.priority ?? 1, run.state.begun.size === 1)
  if (turn === undefined) return begin(means, intention, step)
  return turn.then(() => {
    const now = progress(run.state, id)
    const meant = now && !now.stopped && isFree(step, now.status)
    return meant ? begin(means, now.intention, step) : { goal: id, ended: step.id } // else overtaken meanwhile
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

function begin(means: Means, intention: Intention, step: Step): Awaitable<Place> {
  const { state, commit } = means.run
  const { id } = intention
  const goal = step.kind === 'achieve' ? subGoal(state, intention, step) : undefined
  commit({ type: 'step-started', intention: id, step: step.id, goal }, written(means, step))
  return goal ? { goal: goal.id } : carriedOut(means, id, step, false)
}

const written = ({ run: { journal } }: Means, { kind }: Step) =>
  kind === 'achieve' ? journal.defer : journal.append

/** Goes on with a step that a killed run had begun. */
function goneOnWith(means: Means, intention: Intention, step: Step): Awaitable<Place> {
  const goal = childId(intention, step.id)
  return means.run.state.intentions.has(goal)
    ? { goal }
    : carriedOut(means, intention.id, step, true)
}

function carriedOut(means: Means, id: string, step: Step, again: boolean): Awaitable<Place> {
  const flushed = step.effect ? means.run.journal.flush() : undefined
  return after(flushed, () => finish(means, id, step, again))
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
