// The fold: `apply(state, event)` is pure, and the only way a state comes to be. Folding any prefix
// of a stored trace gives the state at that point.
import { List, OrderedMap, Map as PersistentMap } from 'immutable'
import { type Counts, noStats, type Step } from '../plans/plan.ts'
import { learn, learnedAgain, settle, withdraw } from './beliefs/beliefs.ts'
import { changedNames, revise } from './beliefs/revise.ts'
import { dropped, said } from './conversation.ts'
import type { Event, StepFinished } from './event.ts'
import { practised, worded } from './habits.ts'
import { formed, latest, opened, update } from './intentions.ts'
import type { NewBelief, PlanLibraryState, State, Tried, UsageTotals, Verdict } from './state.ts'
import { noUsageTotals } from './state.ts'

/** A mind that has perceived nothing. `version` names the library it starts from. */
export function emptyState(version = ''): State {
  return {
    perceptions: PersistentMap(),
    schemaBeliefs: PersistentMap(),
    groundBeliefs: PersistentMap(),
    desires: PersistentMap(),
    currentIntention: undefined,
    intentions: PersistentMap(),
    planLibrary: {
      plans: PersistentMap(),
      stats: PersistentMap(),
      removed: PersistentMap(),
      version,
    },
    intentionHistory: List(),
    reviewed: 0,
    toolCalls: PersistentMap(),
    conversations: PersistentMap(),
    labels: PersistentMap(),
    usage: PersistentMap(),
    observed: 0,
    roots: 0,
    begun: OrderedMap(),
    seq: 0,
  }
}

/** The state after `event`. Costs what the event changes, not what the state holds. */
export function apply(state: State, event: Event): State {
  return { ...change(state, event), seq: event.seq }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case an event, of a closed union
function change(state: State, event: Event): State {
  switch (event.type) {
    case 'perception-received': {
      const { id, intention, perception } = event
      const received = { id, intention, perception, perceived: false }
      const next = { ...state, perceptions: state.perceptions.set(id, received) }
      return perception.kind === 'observation'
        ? { ...next, observed: state.observed + (perception.source === 'world' ? 1 : 0) }
        : { ...next, roots: state.roots + 1, begun: state.begun.set(id, event.at) }
    }
    case 'beliefs-perceived': {
      const received = state.perceptions.get(event.perception)
      const observation = received?.perception.kind === 'observation'
      const groundBeliefs = learn(
        withdraw(state.groundBeliefs, event.scope, event.withdrawn),
        event.scope,
        event.beliefs,
        event.at,
      )
      const touched = [...event.withdrawn, ...event.beliefs.map(belief => belief.name)]
      const changed = changedNames(state.groundBeliefs, groundBeliefs, event.scope, touched)
      const next = {
        ...state,
        // an observation is spent once it is read; a question is read again by every step
        perceptions:
          observation || !received
            ? state.perceptions.delete(event.perception)
            : state.perceptions.set(event.perception, {
                ...received,
                perceived: true,
                ...(event.known && { known: event.known }),
                ...(event.failure !== undefined && { failure: event.failure }),
              }),
        schemaBeliefs:
          event.schemaBeliefs.length > 0
            ? state.schemaBeliefs.set(event.intention, event.schemaBeliefs)
            : state.schemaBeliefs,
        groundBeliefs,
        desires:
          event.desire === undefined
            ? state.desires
            : state.desires.set(event.intention, {
                intention: event.intention,
                text: event.desire,
                ...(event.answerContract && { answerContract: event.answerContract }),
              }),
      }
      return revise(next, event.scope, changed, event.at)
    }
    case 'intention-formed':
      return formed(state, event, event.at)
    case 'intention-adopted': {
      if (state.intentions.has(event.intention)) return state
      const { intention: id, parent } = event
      const root = state.intentions.get(parent.intention)!.root
      return {
        ...state,
        intentions: state.intentions.set(id, { ...opened(event), id, root, parent }),
        groundBeliefs: learn(state.groundBeliefs, id, event.beliefs, event.at),
        ...(event.schemaBeliefs && {
          schemaBeliefs: state.schemaBeliefs.set(id, event.schemaBeliefs),
        }),
      }
    }
    case 'plan-selected': {
      const { plan } = event
      const library = {
        ...state.planLibrary,
        plans: state.planLibrary.plans.set(plan.id, plan),
      }
      return {
        ...update(state, event.intention, {
          plan: plan.id,
          bind: event.bind,
          steps: {},
          failures: [],
          ...(event.tainted && { tainted: true }),
        }),
        // a fallback is carried out and not kept: without statistics it does not reach the library
        planLibrary:
          event.from === 'fallback' ? library : used(library, plan.id, event.from === 'generated'),
      }
    }
    case 'step-started': {
      const { steps } = state.intentions.get(event.intention)!
      return update(state, event.intention, { steps: { ...steps, [event.step]: 'started' } })
    }
    case 'step-finished':
      return finished(state, event)
    case 'plan-set-aside': {
      const { cycle, plan, failures, tried } = state.intentions.get(event.intention)!
      const steps = (plan !== undefined && state.planLibrary.plans.get(plan)?.steps) || []
      const ordered = inStepOrder(failures, steps)
      const last = event.verdict
      const all = last && !last.passed ? [...ordered, { mode: last.mode, why: last.why }] : ordered
      const { plan: _, asked: __, ...rest } = state.intentions.get(event.intention)!
      const next = {
        ...state,
        intentions: state.intentions.set(event.intention, {
          ...rest,
          steps: {},
          failures: [],
          cycle: cycle + 1,
          tried: [...tried, { ...(plan !== undefined && { plan }), cycle, failures: all }],
        }),
        groundBeliefs: settle(state.groundBeliefs, event.intention, steps, cycle),
        planLibrary: plan ? count(state.planLibrary, plan, 'failureCount') : state.planLibrary,
      }
      const relearned = learnedAgain(state.groundBeliefs, event.intention, cycle)
      return dropped(revise(next, event.intention, relearned, event.at), event.intention)
    }
    case 'intention-closed': {
      const { plan, root } = state.intentions.get(event.intention)!
      const { status, reason, answer, confidence } = event
      const closed = update(state, event.intention, {
        status,
        reason,
        ...(answer !== undefined && { answer }),
        ...(confidence !== undefined && { confidence }),
      })
      const next =
        root === event.intention ? { ...closed, currentIntention: latest(closed) } : closed
      // an answer that is held back for not being sure enough is no failure of the plan
      const heldBack = status === 'failed' && confidence !== undefined
      if (plan === undefined || status === 'dropped' || heldBack) return next
      const counter = status === 'satisfied' ? 'successCount' : 'failureCount'
      return { ...next, planLibrary: count(worded(state, event), plan, counter) }
    }
    case 'intention-recorded':
      return {
        ...state,
        intentionHistory: state.intentionHistory.push(event.record),
        begun: state.begun.delete(event.intention),
        conversations: state.conversations.delete(event.intention),
        labels: state.labels.delete(event.intention),
      }
    case 'library-reviewed': {
      let { plans, removed } = state.planLibrary
      for (const decision of event.decisions) {
        if ('refined' in decision) plans = plans.set(decision.refined.id, decision.refined)
        // a refinement stands in for its plan, which serves again should the refinement be removed
        if (decision.decision === 'remove') removed = removed.set(decision.plan, decision.reason)
      }
      return {
        ...state,
        reviewed: event.records,
        planLibrary: { ...state.planLibrary, plans, removed },
      }
    }
    case 'mind-cleared':
      // roots go on counting, so that no id is used twice
      return { ...emptyState(), planLibrary: state.planLibrary, roots: state.roots }
    case 'model-called': {
      const root = state.intentions.get(event.intention)?.root ?? event.intention
      const sum = add(state.usage.get(root) ?? noUsageTotals, event.usage)
      const counted = { ...state, usage: state.usage.set(root, sum) }
      return event.turn ? said(counted, event.intention, event.turn) : counted
    }
    case 'tool-called': {
      const { type: _, seq: __, at: ___, ms: ____, ...call } = event
      const next = { ...state, toolCalls: state.toolCalls.set(event.id, call) }
      if (call.label === undefined || state.toolCalls.has(event.id)) return next
      const root = state.intentions.get(event.intention)?.root ?? event.intention
      const labels = (state.labels.get(root) ?? List<string>()).push(event.id)
      return { ...next, labels: state.labels.set(root, labels) }
    }
  }
}

/** A model claims evidence; what the claim was worth is the verdict's to say. */
function established(beliefs: readonly NewBelief[], verdict: Verdict): readonly NewBelief[] {
  const found = verdict.passed ? verdict.provenance : undefined
  if (!found) return beliefs
  return beliefs.map(b => ({ ...b, provenance: found[b.name] ?? b.provenance }))
}

function finished(state: State, event: StepFinished & { readonly at: number }): State {
  const { intention: id, step, verdict, result, ask } = event
  const { steps, failures, cycle, root } = state.intentions.get(id)!
  const next = verdict.passed
    ? {
        ...update(state, id, { steps: { ...steps, [step]: 'done' } }),
        groundBeliefs: learn(
          state.groundBeliefs,
          id,
          established(result.beliefs, verdict),
          event.at,
          { step, cycle },
        ),
      }
    : update(state, id, {
        steps: { ...steps, [step]: 'failed' },
        failures: [...failures, { step, mode: verdict.mode, why: verdict.why }],
      })
  const told = { ...next, planLibrary: practised(state, event) }
  if (ask === 'continue') return told
  return update(told, ask === 'rethink' ? root : id, { asked: ask })
}

/** The failures as the plan orders its steps: which of two siblings failed first is chance. */
function inStepOrder(failures: Tried['failures'], steps: readonly Step[]): Tried['failures'] {
  const place = new Map(steps.map((step, index) => [step.id, index]))
  return failures.toSorted(
    (a, b) => (place.get(a.step ?? '') ?? 0) - (place.get(b.step ?? '') ?? 0),
  )
}

function used(library: PlanLibraryState, plan: string, fresh: boolean): PlanLibraryState {
  const counted = count(library, plan, 'useCount')
  if (!fresh) return counted
  const stats = counted.stats.get(plan)!
  const freshCount = (stats.freshCount ?? 0) + 1
  return { ...counted, stats: counted.stats.set(plan, { ...stats, freshCount }) }
}

function count(library: PlanLibraryState, plan: string, counter: keyof Counts): PlanLibraryState {
  const stats = library.stats.get(plan) ?? (counter === 'useCount' ? noStats : undefined)
  if (!stats) return library
  return { ...library, stats: library.stats.set(plan, { ...stats, [counter]: stats[counter] + 1 }) }
}

function add(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  }
}
