// The baseline with tools, through its public door with a model whose replies are scripted.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../../agent/create-agent.ts'
import type { AgentOptions } from '../../../agent/embedded.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { createBudget } from '../../../agent/llm/limits/budget.ts'
import type { ProviderOptions } from '../../../agent/llm/provider-options.ts'
import { type Script, scripted } from '../../../agent/llm/replay/scripted.ts'
import { defineTool } from '../../../tools/tool.ts'
import { temporaryFolders } from '../miniatures/folders.ts'

const folder = temporaryFolders()
const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'prompts')
const question = 'How many km did the couriers ride?'

async function run(
  script: Script,
  options: Partial<AgentOptions> = {},
  settings: ProviderOptions = {},
) {
  const wire = scripted(script)
  const events: Event[] = []
  const home = folder()
  const agent = await createAgent({
    agent: 'react',
    model: createProvider(wire, settings),
    onEvent: event => events.push(event),
    ...options,
  })
  const file = join(home, 'rides.csv')
  writeFileSync(file, 'courier,km\nAda,54\nBen,20\n')
  const answer = await agent.ask(question, { files: [file] })
  const of = <T extends Event['type']>(type: T) =>
    events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
  agent.close()
  return { agent, answer, of, requests: wire.requests }
}

const send = defineTool({
  name: 'send',
  description: 'sends a message',
  effect: true,
  input: z.object({ text: z.string() }),
  execute: async () => ({ content: 'sent' }),
})
const query = { sql: 'SELECT sum(km) AS km FROM rides', file: 'rides.csv' }

describe('react', () => {
  test('calls tools in one loop until it answers, and believes the answer without proof', async () => {
    const { answer, of, requests, agent } = await run([
      { text: 'First I look.', calls: [{ name: 'read_file', input: { path: 'rides.csv' } }] },
      { calls: [{ name: 'calculate', input: { expression: '54 + 20' } }] },
      'Ada rode 54 km and Ben 20 km.\n\nFINAL ANSWER: 74',
    ])
    expect(answer).toMatchObject({ satisfied: true, answer: '74' })
    expect(of('tool-called').map(({ tool, failed }) => [tool, failed])).toEqual([
      ['read_file', false],
      ['calculate', false],
    ])
    expect(requests.map(({ purpose }) => purpose)).toEqual(['solve', 'solve', 'solve'])
    expect(of('model-called')).toMatchObject([{ usage: { calls: 3 }, parsed: 'prose' }])
    expect(of('step-finished')[0]!.result.beliefs).toMatchObject([
      { name: 'final_answer', value: '74', provenance: 'assumed' },
    ])
    expect(of('step-finished')[0]!.verdict.why).toMatch(/nothing verifies/)
    expect(agent.library.plans()).toEqual([])
  })

  test('is asked as on file', async () => {
    const { requests } = await run(['FINAL ANSWER: 74'])
    const text = requests[0]!.messages.map(m => `<!-- ${m.role} -->\n\n${m.content}`).join('\n\n')
    await expect(`${text}\n`).toMatchFileSnapshot(join(fixtures, 'solve.md'))
  })

  test('tells the model what went wrong with a call, and goes on', async () => {
    const { answer, requests } = await run([
      { calls: [{ name: 'read_file', input: { path: 'walks.csv' } }] },
      { calls: [{ name: 'table', input: query }] },
      'FINAL ANSWER: 74',
    ])
    expect(requests[1]!.messages.at(-1)).toMatchObject({
      role: 'tool',
      failed: true,
      content: expect.stringContaining('walks.csv'),
    })
    expect(answer.answer).toBe('74')
  })

  test('ends when its turns have run out, the last of them without tools', async () => {
    const looking = { calls: [{ name: 'calculate', input: { expression: '1 + 1' } }] }
    const { answer, requests, of } = await run(() => looking, {}, { maxTurns: 3 })
    expect(requests.map(({ tools }) => tools.length > 0)).toEqual([true, true, false])
    expect(answer).toMatchObject({ satisfied: false, reason: expect.stringMatching(/in 3 turns/) })
    expect(of('step-finished')[0]!.verdict).toMatchObject({ passed: false, mode: 'model_error' })
  })

  test('has another model go on with what was found when its own fails', async () => {
    const other = scripted(['FINAL ANSWER: 74'])
    const { answer, of } = await run(
      [{ calls: [{ name: 'calculate', input: { expression: '54 + 20' } }] }],
      {},
      { fallback: createProvider(other) },
    )
    expect(answer.answer).toBe('74')
    expect(other.requests[0]!.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: '54 + 20 = 74',
    })
    expect(of('model-called').map(({ parsed }) => parsed)).toEqual(['failed', 'prose'])
  })

  test('does nothing outside the question without permission', async () => {
    const { answer, requests } = await run(
      [{ calls: [{ name: 'send', input: { text: 'hello' } }] }, 'FINAL ANSWER: unknown'],
      { tools: [send] },
    )
    expect(requests[1]!.messages.at(-1)!.content).toMatch(
      /needs permission and nobody can be asked/,
    )
    expect(answer).toMatchObject({ satisfied: false, reason: expect.stringMatching(/cannot know/) })
  })

  test('may have sent something before a crash, and so does not begin again after it', async () => {
    const journal = join(folder(), 'journal.jsonl')
    await run(['FINAL ANSWER: 74'], { tools: [send], journal })
    const lines = readFileSync(journal, 'utf8').split('\n')
    const begun = lines.findIndex(line => line.includes('"type":"step-started"'))
    writeFileSync(journal, `${lines.slice(0, begun + 1).join('\n')}\n`)
    const wire = scripted(['FINAL ANSWER: 74'])
    const model = createProvider(wire)
    const agent = await createAgent({ agent: 'react', model, tools: [send], journal })
    expect(await agent.resume()).toMatchObject([
      { satisfied: false, reason: expect.stringMatching(/before a crash/) },
    ])
    expect(agent.state().intentions.get('1')!.failures).toMatchObject([{ mode: 'tool_error' }])
    expect(wire.requests).toEqual([])
    agent.close()
  })

  test('asks no other model when the budget is spent', async () => {
    const budget = createBudget({ tokens: 1 })
    const other = scripted(['FINAL ANSWER: 74'])
    const model = createProvider(scripted(['FINAL ANSWER: 74']), {
      budget,
      fallback: createProvider(other),
    })
    const { answer, of } = await run([], { model })
    expect(answer.satisfied).toBe(false)
    expect(other.requests).toEqual([])
    expect(of('step-finished')[0]!.verdict).toMatchObject({ passed: false, mode: 'budget' })
  })

  test('knows what a person has said before', async () => {
    const wire = scripted(['FINAL ANSWER: 18', 'FINAL ANSWER: unknown'])
    const agent = await createAgent({ agent: 'react', model: createProvider(wire), tools: [] })
    agent.believe([{ name: 'speed', value: 18, unit: 'km/h' }])
    await agent.ask('How fast is she?')
    expect(wire.requests[0]!.messages.at(-1)!.content).toContain('- speed = 18 km/h')
    expect(agent.state().intentionHistory.last()!.goal).toBe('How fast is she?')
    agent.believe([{ name: 'final_answer', value: 18 }]) // of another question
    expect(await agent.ask('How old is she?')).toMatchObject({ satisfied: false })
    agent.close()
  })
})
