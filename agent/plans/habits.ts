// What a finished step says about habits: the way a model carried it out, or whether code could, counted
// for the plan whose steps these are. And what a satisfied question says about the wording of its kind.
import {
  counted,
  type Done,
  type Form,
  failingSteps,
  type Practice,
  practisedPlan,
  wayOf,
} from '../../plans/habits/habits.ts'
import { learnWording } from '../../plans/habits/wordings/learn.ts'
import { firstOf } from '../../plans/library/merge.ts'
import { mostWordings, noStats, type Plan, type RunStats, type Step } from '../../plans/plan.ts'
import type { IntentionClosed, StepFinished } from '../event.ts'
import type { PlanLibraryState, State } from '../state.ts'
import { view } from '../view.ts'

/** The library of `state` with the practice that `event` adds. A fallback plan is not counted. */
export function practised(state: State, event: StepFinished): PlanLibraryState {
  const library = state.planLibrary
  const id = state.intentions.get(event.intention)?.plan
  const plan = id === undefined ? undefined : library.plans.get(id)
  const step = plan?.steps.find(each => each.id === event.step)
  if (!plan || !step || !library.stats.has(plan.id)) return library
  const practice = practiceOf(state, event, plan, step)
  if (!practice) return library
  const base = practisedPlan(plan)
  const stats: RunStats = library.stats.get(base) ?? noStats
  const ways = counted(stats.ways ?? {}, { step: step.id, ...practice })
  return { ...library, stats: library.stats.set(base, { ...stats, ways }) }
}

/**
 * The library of `state` with the wording of the root that `event` closes, when code can carry out the plan
 * alone and nothing about the answer was in doubt. A fallback plan has none.
 */
export function worded(state: State, event: IntentionClosed): PlanLibraryState {
  const library = state.planLibrary
  const intention = state.intentions.get(event.intention)!
  const { id, plan: planId = '', tried, failures, parent, bind, tainted } = intention
  if (parent) return library
  const plan = library.plans.get(planId)
  const { perception, known } = state.perceptions.get(id) ?? {}
  const sure = event.status === 'satisfied' && (event.confidence ?? 0) >= surely
  const smooth = tried.length + failures.length === 0 && !tainted
  if (!plan || !perception || !sure || !smooth) return library
  // what was read by a wording teaches no other
  if (known && known.by !== 'model') return library
  if (perception.kind !== 'question' || !library.stats.has(planId) || !byCode(plan)) return library
  if (failingSteps({ ...plan, stats: { now: library.stats.get(planId)! } }).length > 0)
    return library
  // "and of those?" says what it says only after what was said before
  if (state.groundBeliefs.get('session')?.size) return library
  const perceived = [...(state.groundBeliefs.get(id) ?? [])].flatMap(([, versions]) =>
    versions.filter(({ by }) => !by),
  )
  const answerContract = state.desires.get(id)?.answerContract
  const question = {
    text: perception.text,
    files: perception.files ?? [],
    beliefs: perceived,
    bind,
    schemaBeliefs: state.schemaBeliefs.get(id) ?? [],
    answerContract,
  }
  const wording = learnWording(question, plan)
  const wordings = wording && firstOf(plan.wordings, [wording], mostWordings)
  if (!wordings || wordings === plan.wordings) return library
  return { ...library, plans: library.plans.set(planId, { ...plan, wordings }) }
}

// --- internal ---

/** An answer less sure rests on a judge's word or on sources that disagree. */
const surely = 0.75

/** Whether code carries out every step, in this mind alone and without changing anything. */
const byCode = ({ steps }: Plan) =>
  steps.every(
    ({ action, effect, kind }) =>
      action !== undefined && !effect && kind !== 'achieve' && kind !== 'act',
  )

function practiceOf(
  state: State,
  event: StepFinished,
  plan: Plan,
  step: Step,
): { readonly way: Form; readonly practice: Practice } | undefined {
  const { result, verdict } = event
  if (step.action) {
    if (!plan.origin.automated?.includes(step.id))
      return impossible(state, event) ? { way: step.action, practice: 'failed' } : undefined
    // a model that went ahead for want of the tool says nothing about the form
    if (result.attempted === undefined && result.postconditionMet !== undefined) return undefined
    const did = result.attempted === undefined && verdict.passed
    return { way: step.action, practice: did ? 'done' : 'failed' }
  }
  const done = verdict.passed ? doneOf(state, event, plan, step) : undefined
  const way = done && wayOf(done)
  return way && { way, practice: 'found' }
}

/** Whether the call that a plan was written with cannot be made, though the step can be carried out otherwise. */
function impossible({ toolCalls }: State, { result, verdict }: StepFinished): boolean {
  const { attemptedCall } = result
  const call = attemptedCall === undefined ? undefined : toolCalls.get(attemptedCall)
  // what only computes fails again; a search or a page may be there the next time
  return verdict.passed && !!call?.computes && (call.failed || call.unsuccessful === true)
}

function doneOf(
  state: State,
  { intention, result }: StepFinished,
  plan: Plan,
  step: Step,
): Done | undefined {
  const [written, ...more] = result.beliefs
  // looking at all that is believed costs something; most steps say at once that they are no habit
  if (!written || more.length > 0) return undefined
  if (written.derivation === undefined && written.evidence === undefined) return undefined
  const seen = view(state, intention, step)
  const roles = [...plan.parameters, ...plan.steps.flatMap(({ writes }) => writes)]
  return {
    step,
    written,
    beliefs: seen.beliefs,
    calls: result.calls.flatMap(call => seen.call(call) ?? []),
    question: [seen.question, ...seen.files.map(({ name }) => name)].join('\n'),
    units: new Map(
      roles.flatMap(({ role, unit }) => (unit === undefined ? [] : [[role, unit] as const])),
    ),
  }
}
