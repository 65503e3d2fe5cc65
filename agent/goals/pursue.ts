// How a goal is pursued: a plan is chosen, its steps are carried out, and the goal is reached or has another cycle.
import { type Awaitable, after } from '../../plans/awaitable.ts'
import type { Objection } from '../contract.ts'
import type { IntentionClosed, PlanSelected, PlanSetAside, PlansAdded } from '../event.ts'
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

type Decision = PlanSelected | PlansAdded | PlanSetAside | IntentionClosed

/** From a goal whose plan is at an end, or that has none. */
function onward(means: Means, here: Standing): Awaitable<Place | undefined> {
  const { intention, held } = here
  if (intention.status !== 'open') return reached(means, intention)
  if (held) return released(means.run, intention)
  return after(decided(means, here), event => decide(means.run, here, event))
}

/** What such a goal needs: a plan, another one, or an end. */
function decided(
  { run, phases }: Means,
  { intention, root, asked }: Standing,
): Awaitable<Decision> {
  const { id, cycle, plan } = intention
  const { limits } = run.ctx()
  if (cycle > limits.cycles) {
    const why = intention.tried.at(-1)?.failures.at(-1)?.why
    const last = why === undefined ? '' : `: ${why}`
    return closed(id, 'failed', `gave up after ${limits.cycles} cycles${last}`)
  }
  const ctx = run.ctx(root.id)
  if (plan === undefined)
    return after(phases.deliberate(id, run.state, ctx), each => examined(run, each))
  if (asked === 'replan') return { type: 'plan-set-aside', intention: id, reason: 'replan' }
  return phases.satisfy(id, run.state, ctx)
}

/** What was decided before the person said more counts no longer. */
function decide({ state, journal, commit }: Run, { intention, root }: Standing, event: Decision) {
  if (!amended(state, root.id)) commit(event, journal.defer)
  return { goal: intention.id }
}

/** The plan that deliberate has chosen, unless something speaks against it. */
function examined(
  { state, ctx, commit }: Run,
  chosen: PlanSelected | PlansAdded | IntentionClosed,
) {
  if (chosen.type !== 'plan-selected') return chosen
  const { intention, plan } = chosen
  const { policy, llm } = ctx()
  const about = { intention: state.intentions.get(intention)!, plan, state, budget: llm.budget }
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
