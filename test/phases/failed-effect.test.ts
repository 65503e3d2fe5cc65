// A command that ends badly has sent and written nothing, whoever carries it out; one that only reads may still be quoted.
import { expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../agent/llm/replay/scripted.ts'

const command = 'cargo-post {parcel} {address} && echo sent'

/** A plan of one command and the answer made of its words. */
const plan = (effect: boolean, tool: object | undefined = { name: 'bash', input: { command } }) =>
  JSON.stringify({
    goal: 'send a parcel to an address',
    contextConditions: [],
    parameters: [{ role: 'parcel' }, { role: 'address' }],
    steps: [
      {
        id: 's1',
        kind: 'fetch',
        description: 'Send {parcel} to {address}.',
        deps: [],
        reads: ['parcel', 'address'],
        writes: [{ role: 'receipt', type: 'text' }],
        postcondition: 'ground_belief(receipt) is known',
        ...(effect && { effect }),
        ...(tool && { tool }),
      },
      {
        id: 's2',
        kind: 'synthesize',
        description: 'Give receipt.',
        deps: ['s1'],
        reads: ['receipt'],
        writes: [{ role: 'final_answer' }],
        expression: 'receipt',
        postcondition: 'ground_belief(final_answer) is known',
      },
    ],
  })

const claim = (belief: object) =>
  JSON.stringify({
    newGroundBeliefs: [{ name: 'receipt', ...belief }],
    postconditionMet: true,
    summary: 'sent',
  })

async function asked(deliberate: string, execute: ScriptedReply[]) {
  const events: Event[] = []
  const wire = scripted({
    perceive: [
      JSON.stringify({
        schemaBeliefs: ['task requires sending a parcel to an address'],
        groundBeliefs: [
          { name: 'parcel', value: 'crate-17' },
          { name: 'address', value: 'quay-4' },
        ],
        desire: 'send the parcel',
        answerContract: { kind: 'text' },
      }),
    ],
    formalize: [
      JSON.stringify({
        type: 'send_parcel',
        goal: 'send the parcel',
        satisfactionCondition: 'ground_belief(final_answer) is known',
        openParameters: ['receipt'],
      }),
    ],
    deliberate: [deliberate],
    execute,
  })
  const agent = await createAgent({
    model: createProvider(wire),
    limits: { cycles: 1 },
    onEvent: event => events.push(event),
  })
  const { satisfied, answer } = await agent.ask('Send crate-17 to quay-4.')
  agent.close()
  const [step] = events.flatMap(event => (event.type === 'step-finished' ? [event] : []))
  return { satisfied, answer, step: step!, asked: wire.requests }
}

test.each([
  [
    'quotes the complaint as a receipt',
    { value: 'command not found', evidence: { call: 'c1', quote: 'command not found' } },
  ],
  ['derives a receipt from what was to be sent', { value: 'crate-17', derivation: 'parcel' }],
])('an effect whose command failed is not done, though the model %s', async (_, lie) => {
  const { satisfied, step, asked: requests } = await asked(plan(true), [claim(lie), claim(lie)])
  expect(satisfied).toBe(false)
  expect(step.verdict).toMatchObject({ passed: false, mode: expect.stringMatching(/tool|unsupp/) })
  const told = requests.find(({ purpose }) => purpose === 'execute')!.messages
  expect(JSON.stringify(told)).toContain('exit code 127')
})

test('a step that establishes nothing and says why is not asked for again', async () => {
  const summary = 'the address takes no parcels'
  const given = JSON.stringify({ newGroundBeliefs: [], postconditionMet: false, summary })
  const { satisfied, step, asked: requests } = await asked(plan(true), [given])
  expect(satisfied).toBe(false)
  expect(step.verdict).toMatchObject({ why: `did not establish receipt: ${summary}` })
  expect(requests.filter(({ purpose }) => purpose === 'execute')).toHaveLength(1)
})

test('an effect that a model has had done after the command of the plan failed is done', async () => {
  const { answer, step } = await asked(plan(true), [
    { text: '', calls: [{ name: 'bash', input: { command: 'echo posted; echo receipt R-17' } }] },
    claim({ value: 'R-17', evidence: { call: 'c2', quote: 'receipt R-17' } }),
  ])
  expect(step.verdict).toMatchObject({ passed: true })
  expect(answer).toBe('R-17')
})

test('a command of a plan that only reads is no value when it fails, but what it said can be quoted', async () => {
  const { answer, step } = await asked(plan(false), [
    claim({ value: 'command not found', evidence: { call: 'c1', quote: 'command not found' } }),
  ])
  expect(step.result.attempted).toContain('exit code 127')
  expect(answer).toBe('command not found')
})
