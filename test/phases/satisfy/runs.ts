// Runs of the self-aware agent whose final answer a template makes from what the question gives.

import type { Limits } from '../../../agent/contract.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import type { AnswerForm } from '../../../plans/plan.ts'

export const question = 'It rained on 17 days and snowed on 3. On how many days did it rain?'

export interface Saying {
  /** What the last step says: an expression or a text with slots. */
  readonly says: string
  readonly form: AnswerForm
  readonly limits?: Partial<Limits>
  /** Replies to the contract `form`, in order. */
  readonly forming?: readonly ScriptedReply[]
  /** Beliefs that the message is said to state besides its two numbers. */
  readonly also?: readonly { readonly name: string; readonly value: string | number }[]
  readonly postcondition?: string
  readonly asked?: string
}

/** Asks the question and gives what came of it, with the events and what the model was asked. */
export async function saying(saying: Saying) {
  const { says, form, limits = {}, forming = [], also = [], asked = question } = saying
  const wire = scripted({
    perceive: [
      JSON.stringify({
        schemaBeliefs: ['task requires saying a number'],
        groundBeliefs: [{ name: 'count', value: 17 }, { name: 'other_count', value: 3 }, ...also],
        desire: 'know the number of days',
        answerContract: form,
      }),
    ],
    formalize: [
      JSON.stringify({
        type: 'say_number',
        goal: 'know the number of days',
        satisfactionCondition: 'ground_belief(final_answer) is known',
        openParameters: [],
      }),
    ],
    deliberate: [JSON.stringify(planned(saying, says))],
    form: forming,
    judge: [JSON.stringify({ reason: 'so it seems', holds: true })],
  })
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire),
    onEvent: event => events.push(event),
    limits: { cycles: 1, ...limits },
  })
  const answer = await agent.ask(asked)
  const state = agent.state()
  agent.close()
  const closed = events.find(event => event.type === 'intention-closed')!
  const formings = wire.requests.filter(({ purpose }) => purpose === 'form')
  return { answer, events, state, closed, formings }
}

// --- internal ---

function planned({ also = [], postcondition }: Saying, says: string) {
  const known = 'ground_belief(final_answer) is known'
  return {
    goal: 'say count',
    contextConditions: ['task requires saying a number'],
    parameters: [{ role: 'count' }],
    steps: [
      {
        id: 's1',
        kind: 'synthesize',
        description: 'Say it.',
        deps: [],
        reads: ['count', 'other_count', ...also.map(({ name }) => name)],
        writes: [{ role: 'final_answer' }],
        expression: says,
        postcondition: postcondition ?? known,
      },
    ],
  }
}
