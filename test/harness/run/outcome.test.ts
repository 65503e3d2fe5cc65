// What of an answer only a model concludes is told with the words that it concluded it from.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { outcomeOf } from '../../../harness/run/outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-concluded-'))
const crates = join(folder, 'crates.txt')
writeFileSync(crates, 'The yellow crate stands on the blue crate.\n')
afterAll(() => rmSync(folder, { recursive: true }))

/** What comes of a question whose one step establishes this. */
async function outcomeWith(found: object) {
  const first = {
    perceive: {
      schemaBeliefs: ['task requires what is free in a described state'],
      groundBeliefs: [{ name: 'things', value: 'crate' }],
      answerContract: { kind: 'text' },
    },
    formalize: { type: 'free_thing_in_state' },
    deliberate: {
      goal: 'what is free in a described state',
      steps: [
        {
          id: 's1',
          kind: 'read',
          description: 'the {things} on which none stands',
          writes: [{ role: 'free_thing', type: 'text' }],
        },
        {
          id: 's2',
          kind: 'synthesize',
          description: 'the answer',
          writes: [{ role: 'final_answer' }],
          expression: 'free_thing',
        },
      ],
    },
  }
  const results = { s1: { newGroundBeliefs: [{ name: 'free_thing', ...found }] } }
  const replies = [
    {
      text: JSON.stringify(first),
      calls: [{ name: 'read_file', input: { path: 'crates.txt' } }],
    },
    JSON.stringify({ results }),
  ]
  const model = createProvider(scripted(replies), { converses: true })
  const agent = await createAgent({ model })
  await agent.ask('Which crate has no crate on it?', { files: [crates] })
  return outcomeOf(agent.state(), 'trace')
}

const quote = 'The yellow crate stands on the blue crate.'

test('a value that the quote only implies is named with the quote', async () => {
  const evidence = { call: 'c1', quote }
  const outcome = await outcomeWith({ value: 'the yellow one', implied: true, evidence })
  expect(outcome).toMatchObject({
    answer: 'yellow one',
    concluded: [{ name: 'free_thing', from: [quote] }],
  })
})

test('a value that is quoted is no conclusion', async () => {
  const outcome = await outcomeWith({ value: 'yellow crate', evidence: { call: 'c1', quote } })
  expect(outcome.answer).toBe('yellow crate')
  expect(outcome.concluded).toBeUndefined()
})
