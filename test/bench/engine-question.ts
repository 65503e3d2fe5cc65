// The question both engines answer: a plan of five steps with two independent ones in the middle, and a
// model that replies at once with the same words to either.
import { identify } from '../../plans/identify.ts'
import type { PlanDraft } from '../../plans/plan.ts'

/** What answers one question, and what it told of it. */
export interface Engine {
  /** Answers the question once; rejects when the answer is not right. */
  readonly ask: () => Promise<void>
  /** Ends what is open and removes it. */
  readonly close: () => Promise<void>
}

/** Replies to the call of that name at once; counts are read by whoever measures. */
export interface InstantModel {
  readonly reply: (call: string) => string
  readonly calls: () => number
}

export const question =
  'A farm has 120 hens and 80 ducks. Each bird eats 3 bags of grain and 2 bags of oats a year. How many bags is that in all?'

export const answer = '1000'

/** The beliefs the question states. */
export const given = {
  first_count: 120,
  second_count: 80,
  first_rate: 3,
  second_rate: 2,
} as const

/** Each step's name is the role it writes: from what, how, and what comes out. */
export const steps = [
  { role: 'total', from: ['first_count', 'second_count'], by: 'first_count + second_count' },
  { role: 'first_amount', from: ['total', 'first_rate'], by: 'total * first_rate' },
  { role: 'second_amount', from: ['total', 'second_rate'], by: 'total * second_rate' },
  { role: 'sum', from: ['first_amount', 'second_amount'], by: 'first_amount + second_amount' },
  { role: 'final_answer', from: ['sum'], by: 'sum' },
] as const

const values = { total: 200, first_amount: 600, second_amount: 400, sum: 1000, final_answer: 1000 }

export const schemaBeliefs = ['task requires adding two parts of a total']
export const intentionType = 'sum_of_products'
export const desire = 'find how many bags all birds eat in a year'
export const answerContract = { kind: 'number' } as const
export const satisfactionCondition = 'ground_belief(final_answer) is known'

const draft: PlanDraft = {
  intentionType,
  goal: 'the sum of what the parts of a total amount to',
  contextConditions: schemaBeliefs,
  parameters: Object.keys(given).map(role => ({ role, type: 'number' as const })),
  steps: steps.map(({ role, from }) => ({
    id: role,
    kind: role === 'final_answer' ? ('synthesize' as const) : ('compute' as const),
    description: `Establish ${role} from ${from.join(' and ')}.`,
    deps: steps.filter(step => from.some(each => each === step.role)).map(step => step.role),
    reads: [...from],
    writes: [{ role, type: 'number' as const }],
    postcondition: `ground_belief(${role}) is known`,
  })),
}

/** The plan as a library holds it; every step is left to the model. */
export const plan = identify(draft, {
  agent: 'bench',
  model: 'instant',
  createdAt: '2026-01-01T00:00:00.000Z',
  seenQuestions: [],
})

/** A model that is asked by the name of a call: `perceive`, `formalize`, or the role of a step. */
export function instantModel(): InstantModel {
  let calls = 0
  return {
    calls: () => calls,
    reply: call => {
      calls += 1
      const said = replies.get(call)
      if (said === undefined) throw new Error(`the instant model has no reply to ${call}`)
      return said
    },
  }
}

// --- internal ---

const replies: ReadonlyMap<string, string> = new Map([
  [
    'perceive',
    JSON.stringify({
      schemaBeliefs,
      groundBeliefs: Object.entries(given).map(([name, value]) => ({ name, value })),
      desire,
      answerContract,
    }),
  ],
  [
    'formalize',
    JSON.stringify({
      type: intentionType,
      goal: desire,
      satisfactionCondition,
      openParameters: [],
      plan: plan.id,
      bind: Object.keys(given).map(role => ({ role, belief: role })),
    }),
  ],
  ...steps.map(({ role, by }): [string, string] => [
    role,
    JSON.stringify({
      newGroundBeliefs: [{ name: role, value: values[role], derivation: by }],
      postconditionMet: true,
      summary: `${role} is ${values[role]}`,
    }),
  ]),
])
