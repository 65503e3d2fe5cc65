// Phase 2, the self-aware way: a desire becomes a typed intention whose satisfaction a machine can
// check (A Self-Aware BDI Agent, 2026, section 4.2).

import { z } from 'zod'
import type { Contract, Ctx } from '../../agent/contract.ts'
import type { IntentionFormed } from '../../agent/event.ts'
import type { AnswerContract, Belief, State } from '../../agent/state.ts'
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { textOrder } from '../../plans/given.ts'
import { BeliefName, type Plan, type Role } from '../../plans/plan.ts'
import { ask } from '../ask.ts'
import { tiers } from '../check.ts'
import { nearestPlans, nearPlans, plansNear, rolesOf } from '../near-plans.ts'
import { formed } from '../outcomes.ts'
import { beliefs, blocks, bullets } from '../prompt-text.ts'

export interface FormalizeReads {
  readonly desire: string
  readonly schemaBeliefs: readonly string[]
  readonly groundBeliefs: readonly NamedQuantity[]
  /** The plans of the library that stand nearest, best first. */
  readonly nearest: readonly {
    readonly id: string
    readonly type: string
    readonly goal: string
    readonly parameters: readonly Role[]
  }[]
}

export const Formalized = z.object({
  type: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, 'lower_snake_case')
    .meta({
      description:
        'the structure of the task, such as divide_quantity_by_rate or sum_column_with_filter, never its topic; of a plan that fits, its type',
      consumer: 'plan search compares it for equality',
    }),
  goal: z.string().describe('what is to be achieved, in natural language'),
  satisfactionCondition: z.string().meta({
    description: 'when the goal is reached; the answer is the belief final_answer',
    consumer:
      'a program decides it; "ground_belief(final_answer) is known" unless the task needs more',
  }),
  openParameters: z.array(BeliefName).meta({
    description:
      'results without which the answer cannot be put together, whatever the way; few, no cell or column of a file, not final_answer, nothing that is believed; empty when you name a plan',
    consumer: 'a plan has to establish each',
  }),
  plan: z.string().optional().meta({
    description: 'id of the nearest plan that solves exactly this kind of task; else left out',
    consumer: 'it is carried out as it is',
  }),
  bind: z
    .array(z.object({ role: BeliefName, belief: BeliefName }))
    .optional()
    .describe('with plan: the ground belief for each parameter of another name'),
})

/** As it is said in a conversation, where the rest follows from the desire or from the plan. */
const FormalizedAhead = Formalized.partial().refine(
  ({ plan, type }) => plan !== undefined || type !== undefined,
  { path: ['type'], message: 'is missing: name the type of the task, or a plan that was shown' },
)
export type Formalized = z.infer<typeof Formalized>

/** What the prompt shows in words beside what is read. */
interface Shown {
  /** Plans that the conversation has been shown. */
  readonly told?: ReadonlySet<string>
  readonly question: string
  readonly answerContract: AnswerContract | undefined
  /** The nearest plans whole. */
  readonly plans: readonly Plan[]
}

export const formalizeSection = {
  purpose: 'formalize',
  part: 'You are the formalizing part of an agent that reasons with beliefs, desires and intentions.',
  task: `
Turn the desire into an intention. Name a stored plan only when its parameters and its goal fit exactly: a plan for a
sum does not fit a mean. A plan that gives no final_answer was made for a part of another question: its last result
is taken as the answer.`,
  consumers: `
- a program that looks for a stored plan of your type; one that you name is carried out without further thought;
- a verifier, which decides the condition by the first that applies of: ${tiers.map(({ tier, about }) => `${tier} (${about})`).join('; ')}.`,
  brief: `Either plan, the id of one that was shown and does this with other values (a sum is no mean), with bind where a belief is named otherwise than its
parameter: it is carried out as it is. Or type, the structure such as sum_column_with_filter, never the topic; a plan of that type is looked for. Rarely
openParameters, results that every way must establish, and satisfactionCondition, if more is wanted than that final_answer is known.`,
  output: FormalizedAhead,
}

export const formalizeContract = (
  shown: Shown,
): Contract<FormalizeReads, z.infer<typeof FormalizedAhead>> => ({
  ...formalizeSection,
  output: shown.told ? FormalizedAhead : Formalized,
  faults: ({ plan }) =>
    !shown.told || plan === undefined || shown.plans.some(({ id }) => id === plan)
      ? []
      : [`plan: there is no plan ${plan} among those shown; leave it out or name one of them`],
  news: () => nearPlans(shown.plans.filter(({ id }) => !shown.told?.has(id))),
  render: ({ desire, schemaBeliefs, groundBeliefs }) =>
    blocks(
      `# Desire\n${desire}`,
      `# As it was put\n${shown.question}`,
      shown.answerContract && `# Form of the final answer\n${JSON.stringify(shown.answerContract)}`,
      `# Schema beliefs\n${bullets(schemaBeliefs)}`,
      `# Ground beliefs\n${beliefs(groundBeliefs)}`,
      ...(shown.plans.length > 0
        ? nearPlans(shown.plans)
        : ['# Nearest plans\n(the library has none)']),
    ),
})

/**
 * Forms the intention `id` from its desire. An intention that is already open is kept as it is. When
 * the model's reply cannot be used, the intention is the desire itself, to be judged by its final answer.
 */
export async function formalize(id: string, state: State, ctx: Ctx): Promise<IntentionFormed> {
  const unread = state.perceptions.get(id)?.failure
  if (unread !== undefined) return { ...undone(id, ''), failure: unread }
  const desire = state.desires.get(id)?.text ?? state.perceptions.get(id)?.perception.text ?? ''
  const before = knownPlan(id, desire, state, ctx)
  if (before) return before
  const schemaBeliefs = state.schemaBeliefs.get(id) ?? []
  const held = believed(state, id)
  const groundBeliefs = held.map(({ name, value, unit }) => ({ name, value, unit }))
  const { text: question = desire, files = [] } = state.perceptions.get(id)?.perception ?? {}
  const query = { type: '', schemaBeliefs, roles: rolesOf(held, id, files), goal: desire }
  const told = ctx.talk ? plansNear(question, files, state, ctx) : [] // by perceive
  const found = nearestPlans(query, ctx).filter(plan => !told.some(({ id }) => id === plan.id))
  const nearest = [...told, ...found]
  const reads: FormalizeReads = {
    desire,
    schemaBeliefs,
    groundBeliefs,
    nearest: nearest.map(({ id, intentionType: type, goal, parameters }) => ({
      id,
      type,
      goal,
      parameters,
    })),
  }
  const contract = formalizeContract({
    question,
    ...(ctx.talk && { told: new Set(told.map(plan => plan.id)) }),
    answerContract: state.desires.get(id)?.answerContract,
    plans: nearest,
  })
  const reply = await ask(contract, reads, { ctx, intention: id })
  if (!reply.ok) return { ...undone(id, desire), ...(reply.unanswered && { failure: reply.why }) }
  const {
    type = 'answer_question',
    goal = desire,
    satisfactionCondition = known,
    openParameters = [],
    plan,
    bind = [],
  } = reply.value
  const named = nearest.find(candidate => candidate.id === plan)
  return {
    ...undone(id, goal),
    intentionType: named?.intentionType ?? type,
    satisfactionCondition,
    openParameters: [...new Set(openParameters)].filter(
      name => name !== 'final_answer' && !groundBeliefs.some(b => b.name === name),
    ),
    ...(named && {
      named: named.id,
      bind: Object.fromEntries(bind.map(({ role, belief }) => [role, belief])),
    }),
  }
}

const known = 'ground_belief(final_answer) is known'

/** The intention in its plainest form: to be judged by its final answer. */
const undone = (id: string, goal: string) => formed(id, 'answer_question', goal, known)

/** The intention of a question whose plan is known, when it is formed for the first time. */
function knownPlan(
  id: string,
  desire: string,
  state: State,
  ctx: Ctx,
): IntentionFormed | undefined {
  const { known } = state.perceptions.get(id) ?? {}
  const plan = known && ctx.library.get(known.plan)
  if (!plan || state.intentions.has(id)) return undefined
  const { id: named, intentionType } = plan
  return { ...undone(id, desire), intentionType, named, bind: known.bind }
}

function believed(state: State, id: string): readonly Belief[] {
  // what the question says itself hides what the session believes under the same name
  const newest = new Map(
    ['session', id].flatMap(scope =>
      [...(state.groundBeliefs.get(scope) ?? [])].map(
        ([name, all]) => [name, all.at(-1)!] as const,
      ),
    ),
  )
  return [...newest.values()].sort((a, b) => textOrder(a.name, b.name))
}
