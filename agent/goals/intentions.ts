// How intentions open, are kept after a rethink, are replaced with all that hangs on them, and end. Pure.
import { learn } from '../beliefs/beliefs.ts'
import type { Aim, IntentionClosed, IntentionFormed, PlanSetAside, SubGoal } from '../event.ts'
import { blamed } from '../plans/known.ts'
import type { Intention, State } from '../state.ts'
import { childId } from '../state.ts'

/** The state with the sub-goal that is the latest part of the intention `above`, begun just now. */
export function adopted(state: State, above: Intention, goal: SubGoal): State {
  const { id, beliefs, schemaBeliefs } = goal
  const { root, parts, since = 0 } = above
  return {
    ...state,
    intentions: state.intentions.set(above.id, above).set(id, opened(goal, id, root, parts)),
    groundBeliefs: learn(state.groundBeliefs, id, beliefs, since),
    ...(schemaBeliefs && { schemaBeliefs: state.schemaBeliefs.set(id, schemaBeliefs) }),
  }
}

/** An intention at its beginning, with room for what each is told later: all of one shape are read faster. */
function opened(event: Aim, id: string, root: string, parent?: Intention['parent']): Intention {
  return {
    id,
    root,
    parent,
    type: event.intentionType,
    goal: event.goal,
    satisfactionCondition: event.satisfactionCondition,
    openParameters: event.openParameters,
    bind: nothing,
    status: 'open',
    cycle: 1,
    steps: nothing,
    failures: none,
    tried: none,
    plan: undefined,
    values: undefined,
    since: undefined,
    parts: undefined,
    seen: undefined,
    tainted: undefined,
    reason: undefined,
  }
}

/** Of steps, where none is begun, or of roles, where none is bound. */
export const nothing = {} as const
export const none = [] as const

/** The end of an intention that came to nothing. */
export const closed = (
  intention: string,
  status: 'failed' | 'dropped',
  reason: string,
): IntentionClosed => ({ type: 'intention-closed', intention, status, reason })

/** An intention that is over before anything was understood. */
export const never = (intention: string, goal: string, failure: string): IntentionFormed => ({
  type: 'intention-formed',
  intention,
  intentionType: '',
  goal,
  satisfactionCondition: '',
  openParameters: [],
  bind: {},
  failure,
})

/** The end of a plan in whose place a person wants another one. */
export const unwanted = (intention: string, why: string): PlanSetAside => ({
  type: 'plan-set-aside',
  intention,
  reason: why,
  verdict: { passed: false, tier: 'judgement', mode: 'unwanted', why },
})

/** The state with the intention formed, kept as it is when it is open already, or in place of another. */
export function formed(state: State, event: IntentionFormed, at: number): State {
  const { intention: id, replaces } = event
  const same = state.intentions.get(id)
  if (same?.status === 'open') {
    const { asked: _, ...kept } = same // a rethink that keeps the intention
    return { ...state, intentions: state.intentions.set(id, kept) }
  }
  const priority = event.priority ?? state.perceptions.get(replaces ?? id)?.perception.priority
  const intentions = state.intentions.set(id, {
    ...opened(event, id, id),
    bind: event.bind,
    ...(event.failure !== undefined && {
      status: event.dropped ? 'dropped' : 'failed',
      reason: event.failure,
    }),
    ...(event.named !== undefined && { named: event.named }),
    ...(priority !== undefined && { priority }),
  })
  if (replaces === undefined) return { ...state, intentions, currentIntention: id }
  const reason = `replaced by ${id}`
  const over = openBelow(state, replaces)
  const heir = { ...state.perceptions.get(replaces)!, id, intention: id, perceived: true }
  return {
    ...state,
    planLibrary: over.reduce((all, { tried }) => blamed(all, tried), state.planLibrary),
    intentions: over.reduce(
      (all, other) => all.set(other.id, { ...other, status: 'dropped', reason }),
      intentions,
    ),
    perceptions: state.perceptions.delete(replaces).set(id, heir),
    schemaBeliefs: state.schemaBeliefs.set(id, state.schemaBeliefs.get(replaces) ?? []),
    begun: state.begun.delete(replaces).set(id, state.begun.get(replaces) ?? at),
    roots: state.roots + 1,
    currentIntention: id,
  }
}

/** The intention and its open sub-goals; follows the steps under way, so it costs the depth only. */
export function openBelow(state: State, id: string): readonly Intention[] {
  const found: Intention[] = []
  const left = [id]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const intention = state.intentions.get(next)
    if (intention?.status !== 'open') continue
    found.push(intention)
    for (const [step, status] of Object.entries(intention.steps))
      if (status === 'started') left.push(childId(intention, step))
  }
  return found
}

/** The latest root that is open. */
export function latest(state: State): string | undefined {
  return state.begun
    .keySeq()
    .reverse()
    .find(id => state.intentions.get(id)?.status === 'open')
}

/** The roots that are open and thought about, the earliest first. */
export function openGoals({ begun, intentions }: State): readonly Intention[] {
  return [...begun.keys()].flatMap(id => {
    const intention = intentions.get(id)
    return intention?.status === 'open' ? [intention] : []
  })
}

/** The state with one intention changed. */
export function update(state: State, id: string, change: Partial<Intention>): State {
  const intention = { ...state.intentions.get(id)!, ...change }
  return { ...state, intentions: state.intentions.set(id, intention) }
}

/**
 * Each trigger is perceived as a goal of its own: a root that the loop begins, now or when resumed. `from` is
 * the perception that brought them.
 */
export function begun(
  state: State,
  triggers: readonly string[] = [],
  at: number,
  from?: string,
): State {
  if (triggers.length === 0) return state
  let { roots, begun, perceptions } = state
  for (const text of triggers) {
    const id = String(++roots)
    const perception = { kind: 'goal', text, source: 'self' } as const
    begun = begun.set(id, at)
    perceptions = perceptions.set(id, { id, intention: id, perception, perceived: true, from })
  }
  return { ...state, roots, begun, perceptions }
}
