// Phase 3 of agents that speak AgentSpeak(L): the first plan whose trigger unifies with the goal and whose
// context is believed; for a goal that failed, a failure plan that is told why; else plans may be written.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed, PlanSelected, PlansAdded } from '../../agent/event.ts'
import type { Intention, State } from '../../agent/state.ts'
import { literals } from '../../agent/view.ts'
import { triggerType } from '../../plans/agentspeak/draft.ts'
import { parseTerm } from '../../plans/agentspeak/reader.ts'
import { first, UndecidedError } from '../../plans/agentspeak/solve.ts'
import { type Structure, structure, text } from '../../plans/agentspeak/term.ts'
import { valuesSince } from '../../plans/agentspeak/values.ts'
import { type Awaitable, rescued } from '../../plans/awaitable.ts'
import type { Plan } from '../../plans/plan.ts'
import { type Applicable, applicable, noModel, relevant } from '../agentspeak/plans.ts'
import { closed, selected } from '../outcomes.ts'

/** What plans are wanted for, when none applies. */
export interface Wanted {
  readonly intention: Intention
  /** `+!reach/1` */
  readonly type: string
  readonly goal: Structure
  /** Why there is none: no plan at all, none whose context holds, or what failed. */
  readonly why: string
}

/**
 * Writes plans for a goal that none applies to, or `undefined` when it has none to offer. It is asked again
 * when what it wrote did not help; `intention.generated` counts.
 */
type WritePlans = (
  wanted: Wanted,
  state: State,
  ctx: Ctx,
) => Promise<Omit<PlansAdded, 'type' | 'intention'> | undefined>

/** The phase, with a way to write plans. */
export function byClauses(write: WritePlans) {
  return (id: string, state: State, ctx: Ctx): Awaitable<Decision> => {
    const intention = state.intentions.get(id)!
    const goal = parseTerm(intention.goal) as Structure
    const decided = (): Awaitable<Decision> => {
      const known = decidedAlready(intention, goal, state, ctx)
      if (known) return known
      const found = choice(intention, goal, state, ctx)
      return found
        ? chosen(intention, found, ctx)
        : withoutChoice(intention, goal, state, ctx, write)
    }
    return rescued(decided, error => {
      if (!(error instanceof UndecidedError)) throw error
      return closed(id, 'failed', error.message)
    })
  }
}

// --- internal ---

type Decision = PlanSelected | PlansAdded | IntentionClosed

/** A goal that needs no plan: nothing at all, plans that are there, or what may be believed already. */
function decidedAlready(
  intention: Intention,
  goal: Structure,
  state: State,
  ctx: Ctx,
): IntentionClosed | undefined {
  const { id, type, generated = 0, satisfactionCondition } = intention
  if (type === '+!true/0') return closed(id, 'satisfied', 'there was nothing to do')
  const [asked] = goal.args
  if (type === wantsPlans && asked?.type === 'structure' && generated > 0) {
    const wanted = triggerType({ sign: '+', kind: 'achieve', literal: asked })
    const plans = relevant(wanted, state, ctx).length
    if (plans > 0) return closed(id, 'satisfied', `there are ${plans} plans for it`)
  }
  if (satisfactionCondition === '' && !type.startsWith('+?')) return undefined
  return believed(intention, goal, state)
}

/** None of the plans there are applies: some may be written, and a failure plan may take the goal over. */
async function withoutChoice(
  intention: Intention,
  goal: Structure,
  state: State,
  ctx: Ctx,
  write: WritePlans,
): Promise<Decision> {
  const why = unplanned(intention, goal, state, ctx)
  const wanted = { intention, type: intention.type, goal, why: why.message }
  const written = isGoal(intention) ? await write(wanted, state, ctx) : undefined
  if (written) return { type: 'plans-added', intention: intention.id, ...written }
  return failing(intention, goal, why, state, ctx)
}

/** The goal by which plans are asked for: `generate_plan(reach(home))`. */
const wantsPlans = '+!generate_plan/1'

interface Why {
  readonly mode: string
  readonly message: string
  /** The operation that failed, as the plan says it. */
  readonly code?: string
}

/** A goal of which what is to be reached is believed already, or a test that beliefs answer. */
function believed(
  { id, type, satisfactionCondition, tried }: Intention,
  goal: Structure,
  state: State,
): IntentionClosed | undefined {
  const held = literals(state)
  if (satisfactionCondition !== '' && first([parseTerm(satisfactionCondition)], held, undefined))
    return closed(id, 'satisfied', `${satisfactionCondition} is believed`)
  if (!type.startsWith('+?') || tried.length > 0) return undefined
  const found = first([goal], held, undefined)
  const values = found && valuesSince(undefined, found.bindings)
  return values && { ...closed(id, 'satisfied', 'it is believed'), values }
}

/** The plan to carry out next for the goal itself. */
function choice(
  { type, tried }: Intention,
  goal: Structure,
  state: State,
  ctx: Ctx,
): Applicable | undefined {
  const plans = relevant(type, state, ctx)
  // a plan that was carried out and did not reach the goal may be carried out again, one that failed may not
  const failed = ({ id }: Plan) =>
    tried.some(({ plan, failures }) => plan === id && failures.some(({ step }) => step))
  const left = tried.length === 0 ? plans : plans.filter(plan => !failed(plan))
  return applicable(left, goal, state)
}

/** Why there is no plan: the last one has failed, or none applies. */
function unplanned({ type, tried }: Intention, goal: Structure, state: State, ctx: Ctx): Why {
  const last = tried.at(-1)
  const failure = last?.failures.at(-1)
  if (!failure)
    return { mode: 'no_plan', message: missing(type, goal, relevant(type, state, ctx).length) }
  const plan = state.planLibrary.plans.get(last?.plan ?? '')
  const code = plan?.steps.find(({ id }) => id === failure.step)?.description
  return { mode: failure.mode, message: failure.why, ...(code !== undefined && { code }) }
}

/** The failure plan for the goal; without one, or when that has failed too, whoever asked is told. */
function failing(
  intention: Intention,
  goal: Structure,
  why: Why,
  state: State,
  ctx: Ctx,
): PlanSelected | IntentionClosed {
  const { id, type, tried } = intention
  const recovering = tried.some(each => isFailurePlan(each.plan, state))
  if (isGoal(intention) && !recovering) {
    const annotations = [
      ...(goal.annotations ?? []),
      structure('error', [structure(why.mode)]),
      structure('error_msg', [text(why.message)]),
      ...(why.code === undefined ? [] : [structure('code', [text(why.code)])]),
    ]
    const failed = structure(goal.name, goal.args, annotations)
    const plans = relevant(`-${type.slice(1)}`, state, ctx)
    const found = applicable(plans, failed, state)
    if (found) return chosen(intention, found, ctx)
  }
  return closed(id, 'failed', why.message)
}

/** A goal can fail; an event can only find no plan. */
const isGoal = ({ type }: Intention) => /^\+[!?]/.test(type)

const isFailurePlan = (plan: string | undefined, { planLibrary }: State) =>
  plan !== undefined && planLibrary.plans.get(plan)?.intentionType.startsWith('-') === true

function missing(type: string, { name }: Structure, plans: number): string {
  if (plans === 0) return `there is no plan for ${type}`
  return plans === 1
    ? `the one plan for ${type} does not apply to ${name}`
    : `none of the ${plans} plans for ${type} applies to ${name}`
}

function chosen({ id }: Intention, { plan, values }: Applicable, ctx: Ctx): PlanSelected {
  const own = plan.origin.model === noModel || ctx.library.get(plan.id) !== undefined
  return selected(id, plan, own ? 'library' : 'generated', { values })
}
