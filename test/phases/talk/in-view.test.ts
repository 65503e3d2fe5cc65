// What a model works out with a tool may start from anything it has in view, and from nothing else.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-view-'))
const notes = join(folder, 'notes.md')
writeFileSync(notes, '- cart: new wheels (4 x 96.50 EUR)\n- sledge: new runners\n')
afterAll(() => rmSync(folder, { recursive: true }))

const first = {
  perceive: {
    schemaBeliefs: ['task requires the total price of an item from a note'],
    groundBeliefs: [{ name: 'item', value: 'wheels' }],
    answerContract: { kind: 'number' },
  },
  formalize: { type: 'total_price_of_item' },
  deliberate: {
    goal: 'the total price of an item',
    steps: [
      {
        id: 's1',
        kind: 'read',
        description: 'what was paid for {item}',
        writes: [{ role: 'paid', type: 'number', unit: 'EUR' }],
      },
      {
        id: 's2',
        kind: 'synthesize',
        description: 'the answer',
        writes: [{ role: 'final_answer' }],
        expression: 'paid',
      },
    ],
  },
}

/** What the step comes to when this was calculated ahead of it, and what the model is told in the end. */
async function paid(expression: string, value: number) {
  const paying = { name: 'paid', value, unit: 'EUR', evidence: { call: 'c2' } }
  const claim = JSON.stringify({ results: { s1: { newGroundBeliefs: [paying] } } })
  const wire = scripted([
    { text: JSON.stringify(first), calls: [{ name: 'calculate', input: { expression } }] },
    ...Array.from({ length: 9 }, () => claim),
  ])
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    limits: { cycles: 1 },
  })
  const { answer } = await agent.ask('What was paid for the wheels?', { files: [notes] })
  agent.close()
  return { answer, requests: wire.requests.map(each => JSON.stringify(each.messages)) }
}

test('the numbers of a file that is shown whole', async () => {
  const { answer, requests } = await paid('4 * 96.50 EUR', 386)
  expect(answer).toBe('386 EUR')
  expect(requests).toHaveLength(2)
})

test('not a number that stands nowhere', async () => {
  const { answer, requests } = await paid('4 * 97.30 EUR', 389.2)
  expect(answer).toBeUndefined()
  expect(requests.at(-1)).toContain('c2 was called with 97.30, which no belief')
})
