// Sums as they are written, one after the other with one library: none is worked out as another was.
import { expect, test } from 'vitest'
import { createAgent } from '../../../../agent/create-agent.ts'

test('each is worked out by its own signs, whatever plan worked before', async () => {
  const agent = await createAgent({ model: 'offline', env: {} })
  const sums = [
    ['What is 12 * 12?', '144'],
    ['What is 7 / 4?', '1.75'],
    ['What is 100 - 3?', '97'],
    ['What is 100 + 3?', '103'],
    ['Compute 3 × 4', '12'],
    ['What is 20 ÷ 8?', '2.5'],
    ['What is (2 + 3) * 4?', '20'],
    ['What is 2 + (3 * 4)?', '14'],
    ['What is 4 * (2 + 3)?', '20'],
    ['8 / 2 / 2', '2'],
    ['10 - (2 + 3)', '5'],
    ['What is 9 * 11?', '99'],
  ] as const
  const said: (readonly [string, string | undefined])[] = []
  for (const [question] of sums) said.push([question, (await agent.ask(question)).answer])
  agent.close()
  expect(said).toEqual(sums)
})
