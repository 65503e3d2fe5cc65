// The baseline of one call, through its public door with a model whose replies are scripted.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { AgentOptions } from '../../../agent/embedded.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type Script, scripted } from '../../../agent/llm/replay/scripted.ts'
import { temporaryFolders } from '../miniatures/folders.ts'

const folder = temporaryFolders()
const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'prompts')
const question = 'How many km did the couriers ride?'
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function run(
  script: Script,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<AgentOptions> = {},
) {
  const wire = scripted(script)
  const events: Event[] = []
  const home = folder()
  const paths = Object.entries(files).map(([name, content]) => {
    writeFileSync(join(home, name), content)
    return join(home, name)
  })
  const agent = await createAgent({
    agent: 'direct',
    model: createProvider(wire),
    onEvent: event => events.push(event),
    ...options,
  })
  const answer = await agent.ask(question, { files: paths })
  const read = events.flatMap(event => (event.type === 'tool-called' ? [event] : []))
  agent.close()
  return { agent, answer, read, events, requests: wire.requests, prompt: promptOf(wire.requests) }
}

const promptOf = (requests: ReturnType<typeof scripted>['requests']) =>
  requests[0]?.messages.at(-1)?.content ?? ''

const rides = 'courier,km\nAda,54\nBen,20\n'

describe('direct', () => {
  test('answers in one call, which is offered no tools and has the files before it', async () => {
    const { answer, requests, read, prompt, agent, events } = await run(
      ['54 and 20 are 74.\nFINAL ANSWER: 74'],
      { 'rides.csv': rides, 'notes.txt': 'Ada rides on Mondays.\n' },
    )
    expect(answer).toMatchObject({ satisfied: true, answer: '74' })
    expect(requests.map(({ purpose, tools }) => [purpose, tools])).toEqual([['answer', []]])
    expect(read.map(({ tool, failed }) => [tool, failed])).toEqual([
      ['read_file', false],
      ['read_file', false],
    ])
    expect(prompt).toMatch(/# Attached file: rides\.csv[^#]*Ben[^#]*20/)
    expect(prompt).toMatch(/# Attached file: notes\.txt[^#]*Ada rides on Mondays\./)
    expect(agent.library.plans()).toEqual([])
    expect(events.flatMap(e => (e.type === 'step-finished' ? e.result.beliefs : []))).toMatchObject(
      [{ name: 'final_answer', value: '74', provenance: 'assumed' }],
    )
  })

  test('is asked as on file', async () => {
    const { requests } = await run(['FINAL ANSWER: 74'], { 'rides.csv': rides })
    const text = requests[0]!.messages.map(m => `<!-- ${m.role} -->\n\n${m.content}`).join('\n\n')
    await expect(`${text}\n`).toMatchFileSnapshot(join(fixtures, 'answer.md'))
  })

  test('shows a picture to the model, and of a file that cannot be read what it looks like', async () => {
    const { requests, prompt } = await run(['FINAL ANSWER: 1'], {
      'dot.png': Buffer.from(pixel, 'base64'),
      'data.bin': new Uint8Array([0, 1, 2, 255, 254, 0, 7]),
    })
    const [image] = (requests[0]!.messages.at(-1) as { images?: readonly unknown[] }).images ?? []
    expect(image).toMatchObject({ mediaType: 'image/png', data: pixel })
    expect(prompt).toMatch(/# Attached file: data\.bin\ndata\.bin .*looks like/)
  })

  test('shows as much of a long file as one call of the tool gives', async () => {
    const lines = Array.from({ length: 9000 }, (_, n) => `line ${n + 1} of the log`)
    const { prompt } = await run(['FINAL ANSWER: 1'], { 'long.txt': lines.join('\n') })
    expect(prompt).toContain('line 500 of the log')
    expect(prompt).not.toContain('line 9000 of the log')
    expect(prompt.length).toBeLessThan(30_000)
  })

  test('takes no answer from the thoughts of a model, nor from a reply without words', async () => {
    const thinking = '<think>Perhaps FINAL ANSWER: 73</think>They rode 74 km.\nFINAL ANSWER: 74'
    expect((await run([thinking])).answer.answer).toBe('74')
    expect((await run(['<think>FINAL ANSWER: 73</think>\n'])).answer).toMatchObject({
      satisfied: false,
      reason: 'the model replied without a word',
    })
  })

  test('declines before it asks when a person wants to know how sure it is', async () => {
    const { answer, requests } = await run(
      ['FINAL ANSWER: 74'],
      {},
      { limits: { minConfidence: 0.8 } },
    )
    expect(answer).toMatchObject({
      satisfied: false,
      reason: expect.stringMatching(/^direct does not say how sure it is.*0\.8/),
    })
    expect(requests).toEqual([])
  })

  test('declines with the offline reasoner, which has no rule for a free question', async () => {
    const { answer } = await run([], {}, { model: 'offline' })
    expect(answer).toMatchObject({
      satisfied: false,
      reason: expect.stringMatching(/^offline: .* takes a language model; the agent self-aware/),
    })
  })
})
