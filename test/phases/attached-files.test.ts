// A plan for a question with files reads them, or says why not.
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { temporaryFolder } from '../support/model.ts'
import { byCode, byModel, established, formalized, perceived, question } from './replies/replies.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const withReason = JSON.stringify({
  ...JSON.parse(byCode),
  filesNotRead: 'the question itself gives distance and speed',
})

async function asked(deliberate: readonly string[], formalize = formalized) {
  writeFileSync(folder.path('rides.csv'), 'courier,km\nAda,54\n')
  const events: Event[] = []
  const wire = scripted({ perceive: [perceived], formalize: [formalize], deliberate })
  const agent = await createAgent({
    model: createProvider(wire),
    onEvent: event => events.push(event),
  })
  const { answer } = await agent.ask(question, { files: [folder.path('rides.csv')] })
  return { answer, selected: events.find(event => event.type === 'plan-selected') }
}

test('a plan that passes the files over goes back, and is accepted with a reason', async () => {
  const { answer, selected } = await asked([byCode, withReason])
  expect(answer).toBe('3')
  expect(selected?.refused).toEqual([
    'no step reads rides.csv, attached to the question; add a step of kind read, or say in filesNotRead why none has to',
  ])
})

test('a plan that reads the file in a step of another kind is taken as it is', async () => {
  const { steps, ...plan } = JSON.parse(byCode)
  const [first, ...others] = steps
  const reading = { ...first, reads: [...first.reads, 'file'] }
  const { selected } = await asked([JSON.stringify({ ...plan, steps: [reading, ...others] })])
  expect(selected?.refused).toEqual([])
})

test('a text that a model puts together in one step is one about what it has read', async () => {
  const { steps, ...plan } = JSON.parse(byModel)
  const { expression: _, ...last } = steps.at(-1)
  const text = { ...last, deps: [], reads: ['distance'], description: 'a line about {distance}' }
  const one = { ...plan, parameters: [{ role: 'distance' }], steps: [text] }
  const open = JSON.stringify({ ...JSON.parse(formalized), openParameters: [] })
  const { selected } = await asked([JSON.stringify(one), withReason], open)
  expect(selected?.refused).toEqual([])
  expect(selected?.plan.steps).toHaveLength(1)
})

test('an attached file is believed in although the model has not named it', async () => {
  writeFileSync(folder.path('rides.csv'), 'courier,km\nAda,54\n')
  const wire = scripted({
    perceive: [perceived],
    formalize: [formalized],
    deliberate: [withReason],
  })
  const agent = await createAgent({ model: createProvider(wire) })
  await agent.ask(question, { files: [folder.path('rides.csv')] })
  const believed = agent.state().groundBeliefs.get('1')?.get('file')?.at(-1)
  expect(believed).toMatchObject({ value: 'rides.csv', provenance: 'given', source: 'user' })
})

/** Asks who rode as a query of the table says, for a role of this type; what the model was asked and what came of it. */
async function whoRode(type: 'text' | 'list', condition: string, kind: string, tool?: object) {
  writeFileSync(folder.path('rides.csv'), 'courier,km\nAda,54\nBen,18\n')
  const { steps, ...plan } = JSON.parse(byModel)
  const sql = `SELECT courier FROM t WHERE ${condition}`
  const read = {
    ...steps[0],
    kind: 'read',
    reads: ['distance', 'file'],
    writes: [{ role: 'duration', type }],
    tool: tool ?? { name: 'table', input: { file: '{file}', sql } },
    postcondition: 'ground_belief(duration) is known',
  }
  const answer = { ...steps[1], writes: [{ role: 'final_answer' }] }
  const parameters = [...plan.parameters, { role: 'file' }]
  const wire = scripted({
    perceive: [perceived.replace('"kind":"number","unit":"h"', `"kind":"${kind}"`)],
    formalize: [formalized],
    deliberate: [JSON.stringify({ ...plan, parameters, steps: [read, answer] })],
    execute: [established({ value: 'nobody' })],
  })
  const agent = await createAgent({ model: createProvider(wire) })
  const asked = await agent.ask(question, { files: [folder.path('rides.csv')] })
  const told = wire.requests.find(request => request.purpose === 'execute')
  const believed = agent.state().groundBeliefs.get('1')
  return { asked, told: told?.messages.at(-1)?.content, believed: JSON.stringify(believed) }
}

test('what a query says that found nothing is no answer', async () => {
  const { told, believed } = await whoRode('text', 'km > {distance}', 'text')
  expect(told).toContain('0 result rows')
  expect(believed).not.toContain('result rows')
})

test('one row that a query found is a list where a list is wanted', async () => {
  const { told, asked } = await whoRode('list', 'km = {distance}', 'list')
  expect(told).toBeUndefined()
  expect(asked).toMatchObject({ satisfied: true, answer: 'Ada' })
})

test('the lines that a command printed are a list where a list is wanted', async () => {
  const tool = { name: 'bash', input: { command: 'tail -n +2 /files/{file} | cut -d, -f1' } }
  const { told, asked } = await whoRode('list', '', 'list', tool)
  expect(told).toBeUndefined()
  expect(asked).toMatchObject({ satisfied: true, answer: 'Ada, Ben' })
})
