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
import { isBound } from '../../plans/habits/wordings/meanings.ts'
import { firstOf } from '../../plans/library/merge.ts'
import {
  type Action,
  mostWordings,
  noStats,
  type Plan,
  type RunStats,
  type Step,
} from '../../plans/plan.ts'
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
  const practices = practicesOf(state, event, plan, step)
  if (practices.length === 0) return library
  const base = practisedPlan(plan)
  const stats: RunStats = library.stats.get(base) ?? noStats
  const ways = practices.reduce(
    (all, practice) => counted(all, { step: step.id, ...practice }),
    stats.ways ?? {},
  )
  return { ...library, stats: library.stats.set(base, { ...stats, ways }) }
}

/**
 * The library of `state` with the wording of the root that `event` closes, when code can carry out the plan
 * alone and nothing about the answer was in doubt. A fallback plan has none.
 */
export function worded(state: State, event: IntentionClosed): PlanLibraryState {
  const library = state.planLibrary
  const intention = state.intentions.get(event.intention)!
  const { id, plan: planId = '', tried, failures, parent, bind, tainted, otherwise } = intention
  if (parent) return library
  const plan = library.plans.get(planId)
  const { perception, known } = state.perceptions.get(id) ?? {}
  const sure = event.status === 'satisfied' && (event.confidence ?? 0) >= surely
  // what the steps were given did not work as it was worded where a model had to put it otherwise
  const smooth = tried.length + failures.length === 0 && !tainted && !otherwise
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
    qualified:
      event.caveat !== undefined || (plan.wordings ?? []).some(({ files }) => files.some(isBound)),
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

type Practised = { readonly way: Form; readonly practice: Practice }

function practicesOf(
  state: State,
  event: StepFinished,
  plan: Plan,
  step: Step,
): readonly Practised[] {
  const { result, verdict } = event
  const { action, ...open } = step
  if (action && plan.origin.automated?.includes(step.id)) {
    // a model that went ahead for want of the tool says nothing about the form
    if (result.attempted === undefined && result.postconditionMet !== undefined) return []
    const did = result.attempted === undefined && verdict.passed
    return [{ way: action, practice: did ? 'done' : 'failed' }]
  }
  const isFailing = action !== undefined && isImpossible(state, event, action)
  if (action && !isFailing) return []
  const done = verdict.passed ? doneOf(state, event, plan, open) : undefined
  const way = done && wayOf(done)
  return [
    ...(action ? [{ way: action, practice: 'failed' as const }] : []),
    ...(way ? [{ way, practice: 'found' as const }] : []),
  ]
}

/** Whether code cannot do what a plan was written with, though the step can be carried out otherwise. */
function isImpossible(
  { toolCalls }: State,
  { result, verdict }: StepFinished,
  action: Action,
): boolean {
  const { attempted, attemptedCall } = result
  if (!verdict.passed || attempted === undefined) return false
  const call = attemptedCall === undefined ? undefined : toolCalls.get(attemptedCall)
  // what only computes fails again; a search or a page may be there the next time
  if (call) return call.computes && (call.failed || call.unsuccessful === true)
  return 'expression' in action
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
