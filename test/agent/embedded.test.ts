// What a program that embeds an agent gives it to call and to check answers with.
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../agent/create-agent.ts'
import type { AgentOptions } from '../../agent/embedded.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { createBudget } from '../../agent/llm/limits/budget.ts'
import type { Wire } from '../../agent/llm/provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import type { Ending } from '../../agent/runs/ending.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import type { Plan } from '../../plans/plan.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { temporaryFolder } from '../support/model.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

test.each([
  [150, true],
  [151, false],
])('an answer is checked by a schema that has to wait: %s', async (right, satisfied) => {
  const schema = z.coerce.number().refine(async answer => answer === right)
  const agent = await createAgent({ model: 'offline' })
  const asked = await agent.ask('How many km are 3 h at 50 km/h?', { schema })
  expect(asked).toMatchObject({ satisfied, answer: satisfied ? right : undefined })
  agent.close()
})

const Depot = z.object({
  kind: z.literal('depot'),
  town: z.string().describe('where it is'),
  capacity: z.number(),
  since: z.string().nullable(),
})
const depot = { kind: 'depot', town: 'Basel', capacity: 1500, since: null }

async function shaped<T>(schema: z.ZodType<T>, said: string, ...replies: readonly unknown[]) {
  const answer = `FINAL ANSWER: ${said}`
  const wire = scripted([answer, ...replies.map(value => JSON.stringify({ value }))])
  const agent = await createAgent({ agent: 'direct', model: createProvider(wire) })
  const asked = await agent.ask('Which depot is the largest, and how large?', { schema })
  agent.close()
  return { asked, wire }
}

test('an answer in words is taken apart into the object asked for', async () => {
  const { asked, wire } = await shaped(Depot, 'Basel, 1,500 crates', depot)
  expect(asked).toMatchObject({ satisfied: true, answer: depot })
  expect(wire.requests.map(({ purpose }) => purpose)).toEqual(['answer', 'shape'])
  expect(JSON.stringify(wire.requests[1]!.messages)).toContain('where it is')
})

test('an answer that is the JSON asked for needs no more calls', async () => {
  const { asked, wire } = await shaped(Depot, JSON.stringify(depot))
  expect(asked).toMatchObject({ satisfied: true, answer: depot })
  expect(wire.requests).toHaveLength(1)
})

test('objects in a list are taken apart too, and what waits is waited for', async () => {
  const towns = z.array(z.object({ town: z.string() })).refine(async list => list.length === 2)
  const value = [{ town: 'Basel' }, { town: 'Chur' }]
  const { asked } = await shaped(towns, 'Basel and Chur', value)
  expect(asked).toMatchObject({ satisfied: true, answer: value })
})

test('parts that are exchanged are refused', async () => {
  const both = z.object({ North: z.number(), South: z.number() })
  const exchanged = { North: 411, South: 93 }
  const { asked } = await shaped(both, 'North 93, South 411', exchanged, exchanged)
  expect(asked.ended).toBe('mismatched')
  const right = await shaped(both, 'North 93, South 411', { North: 93, South: 411 })
  expect(right.asked.answer).toEqual({ North: 93, South: 411 })
})

test.each([
  [z.number().default(3), '42 km', undefined],
  [z.number().optional(), '42 km', undefined],
  [z.enum(['red', 'blue']).default('blue'), 'Red', undefined],
  [z.boolean().default(false), 'yes', true],
  [z.boolean(), 'No.', false],
  [z.string(), 'yes', 'yes'],
  [z.number(), '1,234.5', 1234.5],
  [z.number(), '−5', -5],
  [z.number(), '0x1F', undefined],
  [z.number(), '1,2', undefined],
])('%# an answer %j %j', async (schema: z.ZodType, said, answer) => {
  const { asked } = await shaped(schema, said)
  expect(asked).toMatchObject({ ended: answer === undefined ? 'mismatched' : 'answered', answer })
})

test('what may be null, or of several forms, is taken apart too', async () => {
  const place = z.object({ town: z.string() })
  const value = { town: 'Basel' }
  for (const schema of [place.nullable(), place.optional(), z.union([place, z.array(place)])])
    expect((await shaped<unknown>(schema, 'Basel it is', value)).asked.answer).toEqual(value)
})

test('a part that was found nowhere is refused, after it was asked for once more', async () => {
  const invented = { ...depot, capacity: 1600 }
  const { asked, wire } = await shaped(Depot, 'Basel, 1500 crates', invented, invented)
  expect(asked).toMatchObject({ satisfied: false, answer: undefined })
  expect(asked.reason).toBe(
    'the answer "Basel, 1500 crates" is not of the type asked for: 1600 stands neither in the answer nor in what was found',
  )
  expect(wire.requests).toHaveLength(3)
  const mended = await shaped(Depot, 'Basel, 1500 crates', invented, depot)
  expect(mended.asked.answer).toEqual(depot)
})

async function calledWith(given: unknown, talk: 'one' | 'separate') {
  const tool = {
    name: 'look',
    description: 'looks',
    input: z.object({}),
    execute: () => given,
  } as unknown as Tool
  const events: Event[] = []
  const wire = scripted([{ calls: [{ name: 'look', input: {} }] }, 'FINAL ANSWER: 1'])
  const model = createProvider(wire)
  const agent = await createAgent({
    agent: 'react',
    model,
    talk,
    tools: [tool],
    onEvent: event => void events.push(event),
  })
  await agent.ask('what is there?')
  agent.close()
  return events.flatMap(event => (event.type === 'tool-called' ? [event] : []))
}

const beginning = 'the tool "look" gave no result'

test.each([
  [undefined, `${beginning} (it is missing)`],
  ['rain', `${beginning} (expected object, found string)`],
  [{ text: 'rain' }, `${beginning} (content: it is missing)`],
  [{ content: 5 }, `${beginning} (content: expected string, found number)`],
  [{ content: 'rain', value: Number.NaN }, `${beginning} (value: `],
])('a tool that gives %o is named, with what it is to give', async (given, sentence) => {
  const [called, ...more] = await calledWith(given, 'one')
  expect(more).toEqual([])
  expect(called!.failed).toBe(true)
  expect(called!.content.startsWith(sentence)).toBe(true)
  expect(called!.content).toContain('its `execute` gives { content: TEXT }')
})

test.each(['one', 'separate'] as const)('a tool need not be asynchronous: talk %s', async talk => {
  const [called] = await calledWith({ content: 'rain' }, talk)
  expect(called).toMatchObject({ failed: false, content: 'rain' })
})

test('a budget of cost is refused where no price is given to keep it by', () => {
  const budget = createBudget({ cost: 1 })
  const wire = scripted([])
  expect(() => createProvider(wire, { budget })).toThrow(ConfigurationError)
  expect(() => createProvider(wire, { budget })).toThrow(
    /without the price of scripted: give createProvider a `price`/,
  )
  const price = { input: 1, output: 4 }
  expect(createProvider(wire, { budget, price }).budget).toBe(budget)
  expect(createProvider(wire, { budget, tokenless: true }).budget).toBe(budget)
})

test('a process that begins on the same journal counts no use of a plan again', async () => {
  const [plans, journal] = [folder.path('plans.json'), folder.path('journal.jsonl')]
  const begin = async (question?: string) => {
    const agent = await createAgent({ model: 'offline', plans, journal })
    if (question !== undefined) await agent.ask(question)
    await agent.resume()
    agent.close()
  }
  const uses = () =>
    (JSON.parse(readFileSync(plans, 'utf8')) as { plans: Plan[] }).plans.map(({ stats }) =>
      Object.values(stats).map(({ useCount }) => useCount),
    )
  await begin('How many km are 3 h at 50 km/h?')
  expect(uses()).toEqual([[1]])
  await begin()
  await begin('Why do people like ferries?')
  expect(uses()).toEqual([[1]])
  await begin('How many km are 4 h at 60 km/h?')
  expect(uses()).toEqual([[2]])
  const [first, ...others] = readFileSync(journal, 'utf8').split('\n')
  const { run: _, ...unnamed } = JSON.parse(first!)
  writeFileSync(journal, [JSON.stringify(unnamed), ...others].join('\n'))
  await begin()
  await begin() // a journal of a former version names no run: it is counted once under the name made for it
  expect(uses()).toEqual([[2, 2]])
})

const failing: Wire = {
  name: 'own',
  async *stream() {
    yield { type: 'error', message: 'nobody is there', retryable: false }
  },
}
const plain = scripted(['FINAL ANSWER: Basel'])

test.each<[Ending, number, AgentOptions, string?]>([
  ['answered', 1, { agent: 'direct', model: createProvider(scripted(['FINAL ANSWER: 7'])) }],
  ['mismatched', 1, { agent: 'direct', model: createProvider(plain) }],
  ['declined', 1, { model: 'offline' }, 'Why do people like ferries?'],
  ['unavailable', 1, { model: createProvider(failing) }],
  ['unavailable', 1, { agent: 'direct', model: createProvider(failing) }],
  ['budget', 0, { model: createProvider(failing, { budget: createBudget({ tokens: 1 }) }) }],
  ['dropped', 1, { policy: { objection: () => 'not today' } }, 'How many km are 3 h at 50 km/h?'],
])(
  'a question that is %s says so, and what it has used',
  async (ended, calls, options, question = 'How many?') => {
    const agent = await createAgent(options)
    const asked = await agent.ask(question, { schema: z.number() })
    agent.close()
    expect(asked).toMatchObject({ ended, satisfied: ended === 'answered' })
    expect(asked.usage).toEqual(agent.state().usage.get(asked.intention))
    expect(asked.usage.calls).toBeGreaterThanOrEqual(calls)
  },
)

test.each<[string, z.ZodType, string]>([
  ['How many kg are 1500 g?', z.int(), '1.5'],
  [
    'A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?',
    z.number().max(9),
    '90',
  ],
  ['How many kg are 1500 g?', z.number().transform(() => JSON.parse('{')), '1.5'],
])(
  'an answer is never taken in another unit than the one asked for: %s',
  async (question, schema, said) => {
    const agent = await createAgent()
    const asked = await agent.ask(question, { schema })
    agent.close()
    expect(asked).toMatchObject({ ended: 'mismatched', satisfied: false })
    expect(asked.reason).toBe(`the answer "${said}" is not of the type asked for`)
  },
)

test('what cannot be asked is refused before anything is paid for', async () => {
  const agent = await createAgent()
  const ask = agent.ask as (asked: unknown, options?: object) => Promise<unknown>
  await expect(ask(5)).rejects.toThrow('ask takes a question in a text')
  const seen = { kind: 'observation', text: 'rain', source: 'world' }
  await expect(ask(seen)).rejects.toThrow('what is observed goes to handle')
  await expect(ask('How many?', { schema: {} })).rejects.toThrow('one of zod')
  expect(agent.state().seq).toBe(0)
  agent.close()
})

test.each([
  ['once', 1],
  ['always', 1],
  ['no', 0],
  [undefined, 0],
  [false, 0],
  ['No', 0],
  [{}, 0],
])('a policy that answers %o to what needs permission', async (answer, sent) => {
  let mails = 0
  const send_mail = defineTool({
    name: 'send_mail',
    description: 'Sends a mail.',
    input: z.object({ to: z.string() }),
    effect: true,
    execute: async () => {
      mails += 1
      return { content: 'sent' }
    },
  })
  const call = { id: '1', name: 'send_mail', input: { to: 'eve@example.org' } }
  const wire = scripted(({ messages }) =>
    messages.some(({ role }) => role === 'tool') ? 'FINAL ANSWER: done' : { calls: [call] },
  )
  const agent = await createAgent({
    agent: 'react',
    model: createProvider(wire),
    tools: [send_mail],
    policy: { permission: async () => answer as 'once' },
  })
  await agent.ask('Say hi to Ann')
  agent.close()
  expect(mails).toBe(sent)
})

test('a library that was damaged is set aside with a warning of the process', async () => {
  const file = folder.path('damaged.json')
  writeFileSync(file, '{"format":3,"plans":[{"id":')
  const warned: string[] = []
  const hear = ({ message }: Error) => warned.push(message)
  process.on('warning', hear)
  try {
    const agent = await createAgent({ plans: file })
    agent.close()
    await new Promise(resolve => setImmediate(resolve))
    expect(warned.join()).toMatch(/damaged\.json did not parse .* was set aside as .*corrupt-/)
  } finally {
    process.off('warning', hear)
  }
})

test.each([
  ['null, as its usage says, without a price', undefined, null],
  ['a sum with one', { input: 1, output: 4 }, expect.any(Number)],
])('what a model has cost is %s, and its time is told without a limit', async (_, price, cost) => {
  const used = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 }
  const wire = scripted([{ text: 'FINAL ANSWER: 7', delayMs: 20, usage: used }])
  const model = createProvider(wire, { budget: createBudget(), price })
  const agent = await createAgent({ agent: 'direct', model })
  expect(model.budget!.spent()).toEqual({ tokens: 0, cost: 0, seconds: 0 })
  const { usage } = await agent.ask('How many?')
  agent.close()
  const spent = model.budget!.spent()
  expect(spent).toEqual({
    tokens: usage.inputTokens + usage.outputTokens,
    cost,
    seconds: expect.any(Number),
  })
  expect(spent.seconds).toBeGreaterThan(0.01)
  expect(usage.cost).toEqual(cost)
})

test('a budget that is used up advises no flag of a command line', async () => {
  const model = createProvider(scripted(['FINAL ANSWER: 7']), {
    budget: createBudget({ tokens: 1 }),
  })
  const agent = await createAgent({ agent: 'direct', model })
  const { reason, ended } = await agent.ask('How many?')
  agent.close()
  expect(ended).toBe('budget')
  expect(reason).toMatch(/^[^-]*the budget of 1 tokens does not allow another call[^-]*$/)
})
