// What became of each plan of a question, cycle by cycle: its journal folded event by event, with what
// the final state no longer tells.
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event, PlanSelected, StepFinished } from '../../agent/event.ts'
import type { Intention } from '../../agent/state.ts'
import type { Action, Step } from '../../plans/plan.ts'

/** The state at the end, and every plan that was carried out on the way. */
export type Journey = ReturnType<typeof journeyOf>

/** One plan chosen for one intention. */
export interface Try {
  readonly intention: string
  readonly cycle: number
  readonly selected: PlanSelected
  readonly steps: ReadonlyMap<string, Doing>
  /** Its steps when it was set aside; undefined while it is the last one. */
  readonly left?: Intention['steps']
  readonly setAside: string
}

/** How a step was carried out; the last time, where there were several. */
export interface Doing {
  readonly times: number
  readonly start: number
  readonly end?: number
  readonly finished?: StepFinished
}

/** Folds the events of a journal. Throws when they are not those of an agent. */
export function journeyOf(events: readonly Event[]) {
  const tries = new Map<string, Try>()
  let state = emptyState()
  for (const event of events) {
    const { cycle = 1, steps = {} } = state.intentions.get(event.intention) ?? {}
    const key = JSON.stringify([event.intention, cycle])
    const now = after(event, tries.get(key), { cycle, steps })
    if (now) tries.set(key, now)
    state = apply(state, event)
  }
  return { state, tries: [...tries.values()] }
}

/** The intentions in the order in which they were formed, each with its tries. */
export function intentionsOf({ state, tries }: Journey, begun: number) {
  const byIntention = Map.groupBy(tries, ({ intention }) => intention)
  return [...state.intentions.values()]
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map(intention => ({
      id: intention.id,
      parent: intention.parent ? `${intention.parent.intention}, ${intention.parent.step}` : '',
      type: intention.type,
      goal: intention.goal,
      condition: intention.satisfactionCondition,
      status: intention.status,
      reason: intention.reason ?? '',
      cycles: (byIntention.get(intention.id) ?? []).map(each => cycleOf(each, intention, begun)),
    }))
}

export type IntentionView = ReturnType<typeof intentionsOf>[number]
export type CycleView = ReturnType<typeof cycleOf>
export type StepView = ReturnType<typeof stepOf>

/** `reopened`: it was done, and then what it rested on changed. `cut off`: begun and never ended. */
export type StepState = 'waiting' | 'done' | 'failed' | 'reopened' | 'cut off'

// --- internal ---

/** The try that goes on with an event; `before` is its intention before the event. */
function after(
  event: Event,
  current: Try | undefined,
  before: Pick<Intention, 'cycle' | 'steps'>,
): Try | undefined {
  if (event.type === 'plan-selected') {
    const { intention } = event
    return { intention, cycle: before.cycle, selected: event, steps: new Map(), setAside: '' }
  }
  if (event.type === 'plan-set-aside')
    return current && { ...current, left: before.steps, setAside: event.reason }
  if (event.type !== 'step-started' && event.type !== 'step-finished') return current
  const known = current?.steps.get(event.step)
  const doing: Doing =
    event.type === 'step-started'
      ? { times: (known?.times ?? 0) + 1, start: event.at }
      : { times: 1, start: event.at, ...known, end: event.at, finished: event }
  return current && { ...current, steps: new Map(current.steps).set(event.step, doing) }
}

/** One plan as it was carried out; `setAside` says why it was given up. */
function cycleOf(each: Try, intention: Intention, begun: number) {
  const { plan, from, candidates, refused } = each.selected
  const status = each.left ?? intention.steps
  return {
    cycle: each.cycle,
    plan: plan.id,
    goal: plan.goal,
    from,
    refused,
    candidates: candidates.map(({ plan: id, reason }) => `${id}: ${reason}`),
    steps: plan.steps.map(step => stepOf(step, each.steps.get(step.id), status[step.id], begun)),
    setAside: each.setAside,
  }
}

type Status = Intention['steps'][string] | undefined

/** A step; `start` and `end` are milliseconds from the first event, null when it was never begun or ended. */
function stepOf(step: Step, doing: Doing | undefined, status: Status, begun: number) {
  const { result, verdict } = doing?.finished ?? {}
  return {
    id: step.id,
    kind: step.kind,
    description: step.description,
    deps: step.deps,
    reads: step.reads,
    postcondition: step.postcondition,
    writes: step.writes.map(({ role, unit }) => (unit === undefined ? role : `${role} (${unit})`)),
    action: step.action === undefined ? '' : inWords(step.action),
    state: stateOf(doing, status),
    times: doing?.times ?? 0,
    summary: result?.error?.message ?? result?.summary ?? '',
    attempted: result?.attempted ?? '',
    tier: verdict?.tier ?? '',
    why: verdict?.why ?? '',
    mode: verdict && !verdict.passed ? verdict.mode : '',
    start: doing === undefined ? null : doing.start - begun,
    end: doing?.end === undefined ? null : doing.end - begun,
  }
}

function inWords(action: Action): string {
  if ('expression' in action) return action.expression
  if ('act' in action) return `(${[action.act, ...action.args].join(' ')})`
  if ('tool' in action) return `${action.tool} ${JSON.stringify(action.input)}`
  if ('achieve' in action) return `achieve ${action.achieve}`
  return JSON.stringify(action)
}

function stateOf(doing: Doing | undefined, status: Status): StepState {
  if (status === 'done' || status === 'failed') return status
  if (status === 'started') return 'cut off'
  return doing?.finished ? 'reopened' : 'waiting'
}
