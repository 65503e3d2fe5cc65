// How a goal is pursued: a plan is chosen, its steps are carried out, and the goal is reached or has another cycle.
import { type Awaitable, after } from '../../plans/awaitable.ts'
import type { Objection } from '../contract.ts'
import type { EventBody, IntentionClosed, PlanSelected, PlansAdded } from '../event.ts'
import { orAborted } from '../llm/abort.ts'
import type { Run } from '../runs/run.ts'
import type { Intention } from '../state.ts'
import { closed, unwanted } from './intentions.ts'
import { amended, progress, type Standing, standing } from './standing.ts'
import { advance, type Means, reached } from './steps.ts'
import { type Place, walk } from './walk.ts'

/** Resolves when the root is closed, or is to be thought about anew. A sub-goal is pursued on the same walk. */
export const pursue = (means: Means, root: string): Promise<void> =>
  walk(
    {
      parallel: means.run.ctx().limits.parallel,
      progress: goal => progress(means.run.state, goal),
      advance: (here, step) => advance(means, here, step),
      onward: here => onward(means, here),
    },
    root,
  )

// --- internal ---

/** What a goal needs whose plan is at an end, or that has none. */
function onward(means: Means, { intention, held, asked }: Standing): Awaitable<Place | undefined> {
  const { run, phases } = means
  const { id, root, cycle, plan, status } = intention
  const { limits } = run.ctx()
  const decided = (event: EventBody) => decide(run, event)
  if (status !== 'open') return reached(means, intention)
  if (held) return released(run, intention)
  if (cycle > limits.cycles)
    return decided(closed(id, 'failed', `gave up after ${limits.cycles} cycles`))
  if (plan === undefined) {
    const chosen = phases.deliberate(id, run.state, run.ctx(root))
    return after(
      after(chosen, each => examined(run, each)),
      decided,
    )
  }
  if (asked === 'replan')
    return decided({ type: 'plan-set-aside', intention: id, reason: 'replan' })
  return after(phases.satisfy(id, run.state, run.ctx(root)), decided)
}

/** What was decided before the person said more counts no longer. */
function decide({ state, journal, commit }: Run, event: EventBody): Place {
  const { root } = state.intentions.get(event.intention)!
  if (!amended(state, root)) commit(event, journal.defer)
  return { goal: event.intention }
}

/** The plan that deliberate has chosen, unless something speaks against it. */
function examined(
  { state, ctx, commit }: Run,
  chosen: PlanSelected | PlansAdded | IntentionClosed,
) {
  if (chosen.type !== 'plan-selected') return chosen
  const { intention, plan } = chosen
  const { policy, llm } = ctx()
  const budget = llm.budget && { limits: llm.budget.limits, spent: llm.budget.spent() }
  const about = {
    intention: state.intentions.get(intention)!,
    plan,
    state,
    ...(budget && { budget }),
  }
  return after(policy.objection(about), objection => settled(chosen, objection, commit))
}

function settled(chosen: PlanSelected, objection: Objection | undefined, commit: Run['commit']) {
  const { intention: id } = chosen
  if (objection === undefined) return chosen
  if (typeof objection === 'string') return closed(id, 'dropped', objection)
  if ('instead' in objection) return { ...chosen, plan: objection.instead, from: 'person' as const }
  commit(chosen)
  return unwanted(id, objection.another)
}

/** Back to the goal when its root is no longer suspended; rejects when it is dropped instead. */
async function released(run: Run, { id, root }: Intention): Promise<Place> {
  const { signal } = run.ctx(root)
  while (standing(run.state, id).held && !signal.aborted) await orAborted(run.changed(), signal)
  run.ctx(root).signal.throwIfAborted()
  return { goal: id }
}
