// A question that a plan has answered before with other values: a small conversation, or the whole one.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import { memoryLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { defineTool } from '../../../tools/tool.ts'
import { answer, crates, planOf, question, say, sum, total } from '../../support/crates.ts'

const { folder, file } = crates()
const note = join(folder, 'note.txt')
writeFileSync(note, 'Crates of spring.\nThe crates of the depot Birch weigh 30 kg together.\n')

const twin = 'Taking the crates of the depot Birch, what do they weigh together?'
const values = {
  file: 'crates.csv',
  value_column: 'weight',
  filter_column: 'depot',
  filter_value: 'Birch',
}
const sections = (of: Record<string, string>, steps: readonly object[]) => ({
  perceive: {
    schemaBeliefs: ['task requires the sum of the weights of the crates of one depot'],
    groundBeliefs: Object.entries(of).map(([name, value]) => ({ name, value })),
    answerContract: { kind: 'number' },
  },
  formalize: { type: 'sum_of_weights_of_crates_of_depot' },
  deliberate: planOf(...steps),
})
const whole = (filter_value: string) =>
  JSON.stringify(sections({ ...values, filter_value }, [sum(), answer]))
const recognize = (said: object) => JSON.stringify({ recognize: said })
const form = { answerContract: { kind: 'number' } }

async function asked(
  question: string,
  plans: PlanLibrary,
  replies: readonly ScriptedReply[],
  { about = file, journal }: { readonly about?: string; readonly journal?: string } = {},
) {
  const wire = scripted(replies)
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    plans,
    onEvent: event => events.push(event),
    ...(journal !== undefined && { journal, run: 'test' }),
  })
  try {
    if (agent.state().roots > 0) await agent.resume()
    else await agent.ask(question, { files: [about] })
    const { answer } = agent.state().intentions.get('1')!
    return { answer, requests: wire.requests, events }
  } finally {
    agent.close()
  }
}

/** A library that has answered the first question, and the id of its plan. */
async function library(reply = whole('Alder'), about = file) {
  const plans = memoryLibrary()
  await asked(question, plans, [reply], { about })
  return { plans, id: plans.plans()[0]!.id }
}

const told = ({ messages }: { readonly messages: readonly { readonly content: string }[] }) =>
  messages.map(({ content }) => content).join('\n')

describe('a question near a plan', () => {
  test('is told what would mislead in the answer over its file', async () => {
    const { plans, id } = await library()
    const caveat = 'A crate of Birch may stand there twice.'
    const said = JSON.stringify({ recognize: { plan: id, values, ...form }, caveat })
    const { events, requests } = await asked(twin, plans, [said])
    expect(requests).toHaveLength(1)
    expect(told(requests[0]!)).toContain('a member "caveat"')
    const closed = events.find(({ type }) => type === 'intention-closed')
    expect(closed).toMatchObject({ answer: '30', caveat })
  })

  test('takes one small call when the model gives the values, and then none in that wording', async () => {
    const { plans, id } = await library()
    const one = await asked(twin, plans, [recognize({ plan: id, values, ...form })])
    expect(one.answer).toBe('30')
    expect(one.requests).toHaveLength(1)
    expect(one.requests[0]!.tools).toEqual([])
    expect(told(one.requests[0]!)).not.toContain('# deliberate')
    const shown = join(import.meta.dirname, '..', '..', 'fixtures', 'prompts', 'recognize.md')
    await expect(`${told(one.requests[0]!)}\n`).toMatchFileSnapshot(shown)
    const next = await asked(twin.replace('Birch', 'Cedar'), plans, [])
    expect(next.answer).toBe('4')
    expect(next.requests).toHaveLength(0)
  })

  test.each([
    ['the model says that it is another task', { plan: 'none' }],
    ['the model names a plan that was not shown', { plan: 'sum-of-things-0123456789ab', values }],
    ['a value is missing', { values: { ...values, filter_value: undefined } }],
    ['a value stands nowhere', { values: { ...values, filter_value: 'Dogwood' } }],
    ['a number stands nowhere', { values: { ...values, filter_value: 41 } }],
  ])('is perceived as a new one when %s', async (_, said) => {
    const { plans, id } = await library()
    const replies = [recognize({ plan: id, ...form, ...said }), whole('Birch')]
    const { answer, requests } = await asked(twin, plans, replies)
    expect(answer).toBe('30')
    expect(requests).toHaveLength(2)
    // the whole conversation begins anew
    expect(requests[1]!.messages).toHaveLength(3)
    expect(told(requests[1]!)).toContain('# deliberate')
    expect(told(requests[1]!)).toContain(twin)
  })

  test('is not put to a plan for an operation that excludes the one asked for', async () => {
    const { plans } = await library()
    const mean = 'What is the mean weight of the crates of the depot Birch?'
    const { requests } = await asked(mean, plans, [whole('Birch')])
    expect(told(requests[0]!)).toContain('# deliberate')
    expect(told(requests[0]!)).toContain('# Nearest plans')
  })

  test('has the steps that the plan leaves to the model carried out in the same small conversation', async () => {
    const evidence = { call: 'c1', quote: 'The crates of the depot Birch weigh 30 kg together.' }
    const ofNote = { file: 'note.txt', filter_value: 'Birch' }
    const byEye = { tool: undefined, description: 'the weight at {filter_value}' }
    const read = sum({ ...byEye, reads: Object.keys(ofNote) })
    const results = total(30, evidence, 'kg')
    const made = JSON.stringify({ ...sections(ofNote, [read, answer]), results })
    const { plans, id } = await library(made, note)
    const replies = [JSON.stringify({ recognize: { plan: id, values: ofNote, ...form }, results })]
    const { answer: came, requests } = await asked(twin, plans, replies, { about: note })
    expect(came).toBe('30 kg')
    expect(requests).toHaveLength(1)
    expect(requests[0]!.tools.length).toBeGreaterThan(0)
    expect(told(requests[0]!)).toContain('# results')
    expect(told(requests[0]!)).not.toContain('# deliberate')
  })

  test('is told how a tool wants its argument to be', async () => {
    const stock = defineTool({
      name: 'stock',
      description: 'How many pieces of an article are in store.',
      input: z.object({ article: z.string().describe('its name in the singular, such as bolt') }),
      execute: async ({ article }) => {
        const pieces = new Map([
          ['bolt', 1200],
          ['nut', 950],
        ]).get(article)
        if (pieces === undefined) throw new Error(`there is no ${article}`)
        return { content: `${pieces} pieces`, value: pieces }
      },
    })
    const find = sum({
      description: 'the pieces of {article}',
      tool: { name: 'stock', input: { article: '{article}' } },
    })
    const made = say({
      perceive: {
        schemaBeliefs: ['task requires the pieces of an article in store'],
        groundBeliefs: [{ name: 'article', value: 'bolt' }],
        ...form,
      },
      formalize: { type: 'pieces_of_article_in_store' },
      deliberate: { ...planOf(find, answer), goal: 'the pieces of an article in store' },
    })
    const plans = memoryLibrary()
    const inStore = async (question: string, replyTo: (id: string) => string) => {
      const wire = scripted([replyTo(plans.plans()[0]?.id ?? '')])
      const model = createProvider(wire, { converses: true })
      const agent = await createAgent({ model, plans, tools: [stock] })
      const { answer } = await agent.ask(question).finally(() => agent.close())
      return { answer, said: wire.requests.map(told).join('\n') }
    }
    await inStore('How many bolts are in store?', () => made)
    const second = await inStore('Tell me how many pieces of the nut are in store.', id =>
      recognize({ plan: id, values: { article: 'nut' }, ...form }),
    )
    expect(second.said).toContain('  parameters: article: its name in the singular, such as bolt\n')
    expect(second.answer).toBe('950')
  })

  test('has in view what it found by calls when it is planned anew', async () => {
    const ofNote = { file: 'note.txt', filter_value: 'Birch' }
    const read = sum({
      tool: undefined,
      description: 'the weight at {filter_value}',
      reads: Object.keys(ofNote),
    })
    const evidence = { call: 'c1', quote: 'The crates of the depot Birch weigh 30 kg together.' }
    const results = total(30, evidence, 'kg')
    const made = say({ ...sections(ofNote, [read, answer]), results })
    const { plans, id } = await library(made, note)
    const two = { name: 'calculate', input: { expression: '15 kg * 2' } }
    const { answer: came, requests } = await asked(
      twin,
      plans,
      [
        { text: recognize({ plan: id, values: ofNote, ...form }), calls: [two] },
        say({ results: { s1: { newGroundBeliefs: [], summary: 'not to be found' } } }),
        say({ deliberate: planOf({ ...read, description: 'the weight' }, answer), results }),
      ],
      { about: note },
    )
    expect(told(requests[2]!)).toContain('# Result c2: calculate {"expression":"15 kg * 2"}\n15')
    expect(came).toBe('30 kg')
  })

  test('comes to the same end when the run is killed between its turns, and pays for no call twice', async () => {
    const { plans, id } = await library()
    const replies = [
      recognize({ plan: id, ...form, values: { ...values, file: 'x.csv' } }),
      whole('Birch'),
    ]
    const journal = join(folder, 'whole.jsonl')
    await asked(twin, memoryLibrary(plans.plans()), replies, { journal })
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
    const told = lines.flatMap((line, n) => (/model-called|perceived/.test(line) ? [n + 1] : []))
    expect(told).toHaveLength(3)
    for (const kept of told) {
      const part = join(folder, `${kept}.jsonl`)
      const before = lines.slice(0, kept)
      writeFileSync(part, `${before.join('\n')}\n`)
      const paid = before.filter(line => line.includes('"type":"model-called"')).length
      const rest = replies.slice(paid)
      const again = await asked(twin, memoryLibrary(plans.plans()), rest, { journal: part })
      expect(again.answer, `after event ${kept}`).toBe('30')
      expect(again.requests, `after event ${kept}`).toHaveLength(rest.length)
    }
  })
})
