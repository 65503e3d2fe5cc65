// Plans of the library as a model is shown them before it forms an intention.
import type { Ctx } from '../agent/contract.ts'
import type { Belief, State } from '../agent/state.ts'
import type { View } from '../agent/view.ts'
import { isKnownUnit } from '../plans/expressions/units.ts'
import { preferred } from '../plans/habits/habits.ts'
import { mayServe } from '../plans/library/trust.ts'
import { type Plan, type Role, type Step, totals, type Value } from '../plans/plan.ts'
import { contradiction, onlyFailed, type PlanQuery } from '../plans/retrieval/plan-index.ts'
import { lines } from './prompt-text.ts'

/** How many plans are shown at the most. */
const most = 5

/** The plans that stand nearest to a query and may be carried out, best first. */
export function nearestPlans(query: PlanQuery, { library }: Pick<Ctx, 'library'>): readonly Plan[] {
  const { exact, candidates } = library.shortlist(query, most)
  return served([...exact, ...candidates.map(({ plan }) => plan)], most)
}

/**
 * Of plans found by the words of a message alone few are shown, and none that shares less: on 32 questions of
 * a held-out set the plan that each was answered by came first at 0.16 and more, or not at all.
 */
const mostByWords = 3
export const leastShared = 0.15

/**
 * A plan that shares so much is most likely the one: on the same 32 questions the plan of another one came no
 * nearer than 0.26. On 78 twins and 120 look-alikes that this was not read off no twin was held against the
 * plan of another, and 6 look-alikes cost a small call in vain; at 0.15 it is 7 and 38.
 */
const surelyShared = 0.28

/**
 * What answered the message before, and the plans that stand nearest to one by its words or by how it asks, before it has been perceived; where
 * they are few, also what else answered in this talk and, with no file attached, what has served most look-ups: those are put in any words.
 */
export function plansNear(
  message: string,
  files: readonly unknown[],
  { intentionHistory }: Pick<State, 'intentionHistory'>,
  { library }: Pick<Ctx, 'library'>,
): readonly Plan[] {
  const [before, ...earlier] = plansBefore(intentionHistory, library)
  return served([
    ...(before ? [before] : []),
    ...byWords(message, library, leastShared),
    ...library.askedLike(message),
    ...(files.length === 0 ? lookUps(library) : []),
    ...earlier,
  ])
}

/** Of those the ones that most likely answer the message, when none of its words speaks against it. */
export function plansNearest(message: string, { library }: Pick<Ctx, 'library'>): readonly Plan[] {
  const query = queryOf(message)
  const near = byWords(message, library, surelyShared)
  return served(near).filter(plan => contradiction(plan, query) === undefined)
}

/** One block that lists plans, or none; of the nearest its steps, for one that differs in little is written after it. */
export function nearPlans(plans: readonly Plan[]): readonly string[] {
  const [nearest, ...others] = plans
  if (!nearest) return []
  const first = planLines(nearest, stepLines(nearest))
  return [`# Nearest plans\n${[first, ...others.map(planLine)].join('\n')}`]
}

/** A plan in the lines that tell whether it fits. */
export function planLine(plan: Plan): string {
  const { steps } = plan
  const left = steps.flatMap(step => (step.action ? [] : [`${step.id} ${step.description}`]))
  return planLines(plan, [
    `  gives: ${namesOf(steps.flatMap(step => step.writes))}`,
    ...(left.length > 0 ? [`  left to you: ${left.join('; ')}`] : []),
  ])
}

/** What each step of a plan writes, and by what. */
export function stepLines({ steps }: Plan): readonly string[] {
  return steps.map(step => `  ${step.id}: ${stepText(step)}`)
}

function planLines(plan: Plan, does: readonly string[]): string {
  const { id, intentionType, goal, parameters, contextConditions } = plan
  return lines(
    `- ${id}: type ${intentionType}; ${goal}`,
    `  from: ${namesOf(parameters)}`,
    ...does,
    ...contextConditions.map(condition => `  ${condition}`),
  )
}

function stepText({ action, kind, description, writes }: Step): string {
  const roles = writes.map(roleText).join(', ')
  if (!action) return `left to you (${kind}): ${description}; gives ${roles}`
  if ('expression' in action) return `${roles} = ${action.expression}`
  return 'tool' in action
    ? `${roles} by ${action.tool} ${JSON.stringify(action.input)}`
    : description
}

/** What answered last, the latest first: "And in May?" is most often answered as the message before it, with another value. */
const plansBefore = (
  history: State['intentionHistory'],
  library: Ctx['library'],
): readonly Plan[] =>
  [...history.takeLast(mostByWords).reverse()].flatMap(({ satisfied, plan }) =>
    satisfied && plan !== undefined ? (library.get(plan) ?? []) : [],
  )

const queryOf = (message: string): PlanQuery => ({
  type: '',
  schemaBeliefs: [message],
  roles: [],
  goal: message,
  question: message,
})

function byWords(message: string, library: Ctx['library'], least: number): readonly Plan[] {
  const { candidates } = library.shortlist(queryOf(message), most)
  return candidates.filter(({ score }) => score >= least).map(({ plan }) => plan)
}

/** The plans that look facts up and read no file, what has served most first. */
function lookUps(library: Ctx['library']): readonly Plan[] {
  const searching = library
    .plans()
    .filter(({ steps }) => kindsOf(steps).has('fetch') && !kindsOf(steps).has('read'))
  const counts = new Map(searching.map(plan => [plan, totals(plan).successCount]))
  return searching.sort((a, b) => counts.get(b)! - counts.get(a)!).slice(0, mostByWords)
}

const kindsOf = (steps: Plan['steps']) => new Set(steps.map(({ kind }) => kind))

function served(near: readonly Plan[], count = mostByWords): readonly Plan[] {
  const each = new Map(near.map(plan => [plan.id, plan])).values()
  const may = [...each].filter(plan => (mayServe(plan) ?? onlyFailed(plan)) === undefined)
  return preferred(may).slice(0, count)
}

const namesOf = (roles: readonly Role[]) => roles.map(roleText).join(', ') || 'nothing'

/** A role with what a value of it must be. */
export const roleText = ({ role, type, unit }: Role): string => {
  const about = [type, unit].filter(each => each !== undefined).join(', ')
  return about === '' ? role : `${role} (${about})`
}

/**
 * The query for an intention of this type that sees this much. A part of a question without schema
 * beliefs of its own is a sub-goal, to which those of the whole question need not apply.
 */
export function planQuery(type: string, seen: View, state: State): PlanQuery {
  const { intention, schemaBeliefs, beliefs, answerContract, question, files } = seen
  const goesOn = (state.groundBeliefs.get('session')?.size ?? 0) > 0
  const part = intention.parent !== undefined && !state.schemaBeliefs.has(intention.id)
  return {
    type,
    schemaBeliefs,
    roles: rolesOf(Object.values(beliefs), intention.id, files),
    goal: intention.goal,
    ...(answerContract?.unit !== undefined && { unit: answerContract.unit }),
    ...(part && { subGoal: true }),
    ...(intention.parent === undefined && !goesOn && { question }),
  }
}

/**
 * Beliefs as roles a plan may read; what the question `id` itself gives comes with its value, but for the
 * `files` that lie beside it and for units, which the form of the answer tells.
 */
export function rolesOf(
  beliefs: readonly Belief[],
  id: string,
  files: View['files'],
): PlanQuery['roles'] {
  const names = new Set<Value>(files.map(({ name }) => name))
  const isApart = (value: Value) =>
    names.has(value) || (typeof value === 'string' && isKnownUnit(value))
  return beliefs.map(({ name, value, unit, scope, by, provenance }) => ({
    role: name,
    ...(unit !== undefined && { unit }),
    ...(scope === id && !by && provenance === 'given' && !isApart(value) && { value }),
  }))
}
