// Phase 2, the self-aware way: a desire becomes a typed intention whose satisfaction a machine can
// check (seed 001, section 4.2).
import { z } from 'zod'
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionFormed } from '../../agent/event.ts'
import type { AnswerContract, Belief, State } from '../../agent/state.ts'
import { forms } from '../../plans/conditions/condition.ts'
import { preferred } from '../../plans/habits/habits.ts'
import { mayServe } from '../../plans/library/trust.ts'
import { BeliefName, type Plan, type Role, type Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { ask } from '../ask.ts'
import { tiers } from '../check.ts'
import type { Contract } from '../contract-prompt.ts'
import { rolesOf } from '../plan-query.ts'

export interface FormalizeReads {
  readonly desire: string
  readonly schemaBeliefs: readonly string[]
  readonly groundBeliefs: readonly {
    readonly name: string
    readonly value: Value
    readonly unit?: string
  }[]
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
        'the structure of the task in lower_snake_case, such as divide_quantity_by_rate or sum_column_with_filter, never its topic. When one of the nearest plans fits, repeat its type',
      consumer: 'plan search compares it for equality',
    }),
  goal: z.string().describe('what is to be achieved, in natural language'),
  satisfactionCondition: z.string().meta({
    description:
      'the condition under which the goal is reached; the answer is the belief final_answer',
    consumer:
      'a program decides it; use "ground_belief(final_answer) is known" unless the task needs more',
  }),
  openParameters: z.array(BeliefName).meta({
    description:
      'results that are not believed yet and without which the answer cannot be put together, whatever the way. Name few, and no cell or column of a file: the plan writer sees the sources and you do not, and may have parts of the task done by other plans. Not final_answer, and nothing that is already a ground belief; empty when one step leads straight to the answer, or when you name a plan',
    consumer: 'a plan is accepted only when it has a step that establishes each of them',
  }),
  plan: z.string().optional().meta({
    description:
      'id of the nearest plan that solves exactly this kind of task; leave out when none does',
    consumer: 'it is then carried out as it is',
  }),
  bind: z
    .array(z.object({ role: BeliefName, belief: BeliefName }))
    .optional()
    .describe(
      'with plan: for each parameter of that plan the ground belief that fills it; left out where both have the same name',
    ),
})
export type Formalized = z.infer<typeof Formalized>

/** What the prompt shows in words beside what is read. */
export interface Shown {
  readonly question: string
  readonly answerContract: AnswerContract | undefined
  /** The nearest plans whole. */
  readonly plans: readonly Plan[]
}

export const formalizeContract = (shown: Shown): Contract<FormalizeReads, Formalized> => ({
  purpose: 'formalize',
  part: 'You are the formalizing part of an agent that reasons with beliefs, desires and intentions.',
  task: `
You turn a desire into an intention: a commitment to a goal, with a condition that tells whether it is
fulfilled. Name one of the nearest plans only when its parameters and its goal fit this desire exactly;
a plan for a sum does not fit a mean. A plan that gives no final_answer was made for a part of another question:
the last thing it gives is taken as the answer. The unit and the form of the answer need no condition.`,
  consumers: `
- a program that looks for a stored plan whose type equals yours. A plan named by you is carried out
  without further thought;
- a plan writer that must establish every open parameter before it puts the answer together;
- a verifier that checks the satisfaction condition with the first of its tiers that applies, so write
  it for the first:
${tiers.map(({ tier, about }) => `  - ${tier}: ${about}`).join('\n')}

The pattern tier understands:
${forms.map(({ form, meaning }) => `- ${form}: ${meaning}`).join('\n')}`,
  output: Formalized,
  render: ({ desire, schemaBeliefs, groundBeliefs }) =>
    [
      `# Desire\n${desire}`,
      `# As it was put\n${shown.question}`,
      ...(shown.answerContract
        ? [`# Form of the final answer\n${JSON.stringify(shown.answerContract)}`]
        : []),
      `# Schema beliefs\n${schemaBeliefs.map(text => `- ${text}`).join('\n')}`,
      `# Ground beliefs\n${groundBeliefs.map(b => `- ${b.name} = ${show(b)}`).join('\n') || '(none)'}`,
      `# Nearest plans\n${shown.plans.map(planLine).join('\n') || '(the library has none)'}`,
    ].join('\n\n'),
})

const planLine = ({ id, intentionType, goal, parameters, contextConditions, steps }: Plan) =>
  [
    `- ${id}: type ${intentionType}; ${goal}`,
    `  from: ${namesOf(parameters)}`,
    `  gives: ${namesOf(steps.flatMap(step => step.writes))}`,
    ...contextConditions.map(condition => `  ${condition}`),
  ].join('\n')

const namesOf = (roles: readonly Role[]) =>
  roles.map(({ role, unit }) => role + (unit ? ` (${unit})` : '')).join(', ') || 'nothing'

/**
 * Forms the intention `id` from its desire. An intention that is already open is kept as it is. When
 * the model's reply cannot be used, the intention is the desire itself, to be judged by its final answer.
 */
export async function formalize(id: string, state: State, ctx: Ctx): Promise<IntentionFormed> {
  const unread = state.perceptions.get(id)?.failure
  if (unread !== undefined) return { ...undone(id, ''), failure: unread }
  const desire = state.desires.get(id)?.text ?? state.perceptions.get(id)?.perception.text ?? ''
  const schemaBeliefs = state.schemaBeliefs.get(id) ?? []
  const groundBeliefs = believed(state, id).map(shown)
  const query = { type: '', schemaBeliefs, roles: rolesOf(believed(state, id), id), goal: desire }
  const { exact, candidates } = ctx.library.shortlist(query, 5)
  const near = [...exact, ...candidates.map(({ plan }) => plan)]
  const nearest = preferred(near.filter(plan => mayServe(plan) === undefined)).slice(0, 5)
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
    question: state.perceptions.get(id)?.perception.text ?? desire,
    answerContract: state.desires.get(id)?.answerContract,
    plans: nearest,
  })
  const reply = await ask(contract, reads, { ctx, intention: id })
  if (!reply.ok) return { ...undone(id, desire), ...(reply.unanswered && { failure: reply.why }) }
  const { type, goal, satisfactionCondition, openParameters, plan, bind = [] } = reply.value
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

/** The intention in its plainest form: to be judged by its final answer. */
function undone(id: string, goal: string): IntentionFormed {
  return {
    type: 'intention-formed',
    intention: id,
    intentionType: 'answer_question',
    goal,
    satisfactionCondition: 'ground_belief(final_answer) is known',
    openParameters: [],
    bind: {},
  }
}

function shown({ name, value, unit }: Belief): FormalizeReads['groundBeliefs'][number] {
  return { name, value, ...(unit !== undefined && { unit }) }
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
  return [...newest.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
