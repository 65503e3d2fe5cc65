// The fold: `apply(state, event)` is pure, and the only way a state comes to be. Folding any prefix
// of a stored trace gives the state at that point.
import { List, OrderedMap, Map as PersistentMap } from 'immutable'
import { given } from '../plans/given.ts'
import type { Step } from '../plans/plan.ts'
import { learnedAgain, settle } from './beliefs/beliefs.ts'
import { changedBeliefs, revise } from './beliefs/revise.ts'
import { dropped, said } from './conversation.ts'
import type { Event } from './event.ts'
import { finished } from './goals/finished.ts'
import { adopted, begun, formed, latest, none, nothing, update } from './goals/intentions.ts'
import { worded } from './plans/habits.ts'
import { blamed, count, offered, reviewed, used } from './plans/known.ts'
import { addTotals, noUsageTotals } from './runs/usage.ts'
import { type Intention, rootOf, type State, stepsIn, type Tried } from './state.ts'
import { Versioned } from './versioned.ts'
import { withRemark } from './view.ts'

/** A mind that has perceived nothing. `version` names the library it starts from. */
export function emptyState(version = ''): State {
  return {
    perceptions: new Versioned(),
    schemaBeliefs: PersistentMap(),
    groundBeliefs: PersistentMap(),
    desires: PersistentMap(),
    currentIntention: undefined,
    intentions: new Versioned(),
    planLibrary: {
      plans: new Versioned(),
      stats: new Versioned(),
      removed: new Versioned(),
      offered: new Versioned(),
      version,
    },
    intentionHistory: List(),
    reviewed: 0,
    toolCalls: PersistentMap(),
    conversations: PersistentMap(),
    labels: PersistentMap(),
    usage: PersistentMap(),
    unread: PersistentMap(),
    unreachable: PersistentMap(),
    unanswered: PersistentMap(),
    observed: 0,
    roots: 0,
    begun: OrderedMap(),
    seq: 0,
  }
}

/** The state after `event`. Costs what the event changes, not what the state holds. */
export function apply(state: State, event: Event): State {
  const change = changes[event.type] as (state: State, event: Event) => State
  const next: { -readonly [Name in keyof State]: State[Name] } = change(state, event)
  if (next === state) return { ...state, seq: event.seq }
  next.seq = event.seq // it was made just now, and nobody has seen it
  return next
}

// --- internal ---

const changes: {
  readonly [Type in Event['type']]: (state: State, event: Extract<Event, { type: Type }>) => State
} = {
  'perception-received'(state, event) {
    const { id, intention, perception } = event
    const received = { id, intention, perception, perceived: false }
    const next = { ...state, perceptions: state.perceptions.set(id, received) }
    return perception.kind === 'observation'
      ? { ...next, observed: state.observed + (perception.source === 'world' ? 1 : 0) }
      : { ...next, roots: state.roots + 1, begun: state.begun.set(id, event.at) }
  },
  'question-amended'(state, event) {
    const { intention: id, text: remark } = event
    const { known: _, ...received } = state.perceptions.get(id)!
    const perception = {
      ...received.perception,
      text: withRemark(received.perception.text, remark),
    }
    const again = { ...received, perception, perceived: false }
    return said({ ...state, perceptions: state.perceptions.set(id, again) }, id, { remark })
  },
  'beliefs-perceived'(state, event) {
    const received = state.perceptions.get(event.perception)
    const observation = received?.perception.kind === 'observation'
    const change = { removed: event.withdrawn, added: event.beliefs }
    const next = {
      ...changedBeliefs(state, event.scope, change, event.at),
      // an observation is spent once it is read, unless it may come again; a question is read by every step
      perceptions:
        !received || (observation && received.perception.key === undefined)
          ? state.perceptions.delete(event.perception)
          : state.perceptions.set(event.perception, {
              ...received,
              perceived: true,
              ...given({ known: event.known, failure: event.failure }),
            }),
      schemaBeliefs:
        event.schemaBeliefs.length > 0
          ? state.schemaBeliefs.set(event.intention, event.schemaBeliefs)
          : state.schemaBeliefs,
      desires:
        event.desire === undefined
          ? state.desires
          : state.desires.set(event.intention, {
              intention: event.intention,
              text: event.desire,
              ...(event.answerContract && { answerContract: event.answerContract }),
            }),
    }
    return begun(offered(next, event.plans), event.begins, event.at, event.perception)
  },
  'intention-formed'(state, event) {
    return formed(state, event, event.at)
  },
  'plan-selected'(state, event) {
    const { intention: id, plan, bind } = event
    const before = state.intentions.get(id)!
    const intention: Intention = {
      ...before,
      plan: plan.id,
      values: event.values ?? before.values,
      steps: nothing,
      failures: none,
      bind,
      seen: event.seen ?? before.seen,
      tainted: event.tainted ?? before.tainted,
    }
    return {
      ...state,
      intentions: state.intentions.set(id, intention),
      planLibrary: used(state.planLibrary, event),
    }
  },
  'plans-added'(state, event) {
    const generated = (state.intentions.get(event.intention)?.generated ?? 0) + 1
    const next = state.intentions.has(event.intention)
      ? update(state, event.intention, { generated })
      : state
    const { planLibrary } = next
    let { removed } = planLibrary
    for (const id of event.removed ?? []) removed = removed.set(id, 'it has failed')
    const richer = offered({ ...next, planLibrary: { ...planLibrary, removed } }, event.plans)
    return begun(richer, event.begins, event.at)
  },
  'step-started'(state, event) {
    const { intention: id, step, goal, at: since } = event
    const before = state.intentions.get(id)!
    const { cycle, parts: earlier } = before
    const steps: Intention['steps'] = { ...before.steps, [step]: 'started' }
    if (!goal || state.intentions.has(goal.id))
      return { ...state, intentions: state.intentions.set(id, { ...before, steps, since }) }
    const parts = { id: goal.id, intention: id, step, cycle, earlier }
    return adopted(state, { ...before, steps, since, parts }, goal)
  },
  'step-finished'(state, event) {
    return finished(state, event)
  },
  'plan-set-aside'(state, event) {
    const { plan, values, seen, denied, asked: _, ...rest } = state.intentions.get(event.intention)!
    const { cycle, failures, tried } = rest
    const steps = stepsIn(state, plan)
    const ordered = inStepOrder(failures, steps)
    const last = event.verdict
    const all = last && !last.passed ? [...ordered, { mode: last.mode, why: last.why }] : ordered
    const carried = given({ plan, values, reached: event.reached, seen, denied })
    const next = {
      ...state,
      intentions: state.intentions.set(event.intention, {
        ...rest,
        steps: {},
        failures: [],
        cycle: cycle + 1,
        tried: event.blameless ? tried : [...tried, { ...carried, cycle, failures: all }],
      }),
      groundBeliefs: settle(state.groundBeliefs, event.intention, steps, cycle),
    }
    const relearned = learnedAgain(state.groundBeliefs, event.intention, cycle)
    return dropped(revise(next, event.intention, relearned, event.at), event.intention)
  },
  'intention-suspended'(state, event) {
    return update(state, event.intention, { suspended: event.reason })
  },
  'intention-resumed'(state, event) {
    const { suspended: _, ...going } = state.intentions.get(event.intention)!
    return { ...state, intentions: state.intentions.set(event.intention, going) }
  },
  'intention-prioritised'(state, event) {
    return update(state, event.intention, { priority: event.priority })
  },
  'intention-closed'(state, event) {
    const before = state.intentions.get(event.intention)!
    const { status, reason, answer, confidence, caveat, declined } = event
    const { id, plan, root } = before
    const values = event.values ?? before.values
    const intention = { ...before, status, reason, values, answer, confidence, caveat, declined }
    // an answer that is held back for not being sure enough is no failure of the plan, nor is a person's no
    const blameless = status === 'failed' && (confidence !== undefined || before.denied)
    const counted = plan !== undefined && status !== 'dropped' && !blameless
    const counter = status === 'satisfied' ? 'successCount' : 'failureCount'
    const next = {
      ...state,
      intentions: state.intentions.set(id, intention),
      planLibrary: blamed(
        counted ? count(worded(state, event), plan, counter) : state.planLibrary,
        before.tried,
        declined,
      ),
    }
    return root === id ? { ...next, currentIntention: latest(next) } : next
  },
  'intention-recorded'(state, event) {
    return {
      ...state,
      intentionHistory: state.intentionHistory.push(event.record),
      begun: state.begun.delete(event.intention),
      conversations: state.conversations.delete(event.intention),
      labels: state.labels.delete(event.intention),
      unread: state.unread.delete(event.intention),
      unreachable: state.unreachable.delete(event.intention),
    }
  },
  'library-reviewed'(state, event) {
    return { ...state, reviewed: event.records, planLibrary: reviewed(state.planLibrary, event) }
  },
  'mind-cleared'(state) {
    // roots go on counting, so that no id is used twice
    return { ...emptyState(), planLibrary: state.planLibrary, roots: state.roots }
  },
  'model-called'(state, event) {
    const root = rootOf(state, event.intention)
    const sum = addTotals(state.usage.get(root) ?? noUsageTotals, event.usage)
    const unread = event.unread
      ? state.unread.set(root, (state.unread.get(root) ?? 0) + 1)
      : state.unread.delete(root)
    const gone = state.unreachable.get(root) ?? []
    const unreachable = event.unreachable
      ? state.unreachable.set(root, [...gone, event.model])
      : state.unreachable
    const unanswered = event.error
      ? state.unanswered.set(root, event.error.kind)
      : state.unanswered.delete(root)
    const counted = { ...state, usage: state.usage.set(root, sum), unread, unreachable, unanswered }
    return event.turn ? said(counted, event.intention, event.turn) : counted
  },
  'tool-called'(state, event) {
    const { type: _, seq: __, at: ___, ms: ____, ...call } = event
    const known = { ...state, toolCalls: state.toolCalls.set(event.id, call) }
    const next = event.refusedBy === 'person' ? forbidden(known, event.intention) : known
    if (call.label === undefined || state.toolCalls.has(event.id)) return next
    const root = rootOf(state, event.intention)
    const labels = (state.labels.get(root) ?? List<string>()).push(event.id)
    return { ...next, labels: state.labels.set(root, labels) }
  },
}

/** The goal whose plan has come upon a person's no, and those that it is a part of. */
function forbidden(state: State, id: string): State {
  const intention = state.intentions.get(id)
  if (intention?.plan === undefined) return state
  const next = update(state, id, { denied: true })
  return intention.parent ? forbidden(next, intention.parent.intention) : next
}

/** The failures as the plan orders its steps: which of two siblings failed first is chance. */
function inStepOrder(failures: Tried['failures'], steps: readonly Step[]): Tried['failures'] {
  const place = new Map(steps.map((step, index) => [step.id, index]))
  return failures.toSorted(
    (a, b) => (place.get(a.step ?? '') ?? 0) - (place.get(b.step ?? '') ?? 0),
  )
}
