// A conversation whose run is killed after every event of it: what had been said is not asked for again,
// what had been done is not done again, and the end is the same.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import type { Request } from '../../../agent/llm/provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import { defineTool } from '../../../tools/tool.ts'

const question = 'Who keeps the lamp of Norrow Head, and since when? Send a card to the keeper.'
const written = (role: string, type = 'text') => [{ role, type }]
const sections = {
  perceive: {
    schemaBeliefs: ['task requires the holder of a post and the year of appointment'],
    groundBeliefs: [{ name: 'place', value: 'Norrow Head' }],
    answerContract: { kind: 'text', note: 'name, year' },
  },
  formalize: { type: 'look_up_holder_and_year_and_tell' },
  deliberate: {
    goal: 'the holder of a post and the year of appointment',
    steps: [
      {
        id: 's1',
        kind: 'fetch',
        description: 'the keeper',
        reads: ['place'],
        writes: written('keeper'),
      },
      {
        id: 's2',
        kind: 'fetch',
        description: 'the year',
        reads: ['keeper'],
        writes: written('year', 'number'),
      },
      {
        id: 's3',
        kind: 'fetch',
        description: 'send a card to the keeper',
        reads: ['keeper'],
        writes: written('receipt'),
        effect: true,
      },
      {
        id: 's4',
        kind: 'synthesize',
        description: 'both',
        writes: written('final_answer'),
        expression: '{keeper}, {year}',
      },
    ],
  },
}
const belief = (name: string, value: string | number, call: string, quote: string) => ({
  newGroundBeliefs: [{ name, value, evidence: { call, quote } }],
})

/** The replies in order; the second wrong value is mended, and s2 is said ahead of its turn. */
const replies: readonly ScriptedReply[] = [
  { text: JSON.stringify(sections), calls: [{ name: 'almanac', input: { about: 'Norrow Head' } }] },
  JSON.stringify({
    results: {
      s1: belief('keeper', 'Ida Marlow', 'c1', 'The lamp of Norrow Head is kept by Ida Marlow.'),
      s2: belief('year', 1931, 'c1', 'Ida Marlow was appointed keeper in the year 1931.'),
    },
  }),
  JSON.stringify({
    results: {
      s2: belief('year', 1913, 'c1', 'Ida Marlow was appointed keeper in the year 1913.'),
    },
  }),
  { text: '', calls: [{ name: 'send_card', input: { to: 'Ida Marlow' } }] },
  JSON.stringify({ results: { s3: belief('receipt', 'R-17', 'c2', 'receipt R-17') } }),
]

const said = ({ messages }: Request) => messages.filter(({ role }) => role === 'assistant').length

async function live(journal: string) {
  const sent: string[] = []
  const asked: number[] = []
  const wire = scripted(request => {
    asked.push(said(request))
    return replies[said(request)]!
  })
  const almanac = defineTool<{ about: string }>({
    name: 'almanac',
    description: 'What the almanac says of a place.',
    input: z.object({ about: z.string() }),
    execute: async () => ({
      content:
        'The lamp of Norrow Head is kept by Ida Marlow. Ida Marlow was appointed keeper in the year 1913.',
    }),
  })
  const send = defineTool<{ to: string }>({
    name: 'send_card',
    description: 'Sends a card.',
    input: z.object({ to: z.string() }),
    effect: true,
    execute: async ({ to }) => {
      sent.push(to)
      return { content: 'sent; receipt R-17' }
    },
  })
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    tools: [almanac, send],
    policy: { permission: async () => 'once' },
    limits: { parallel: 1 },
    journal,
    run: 'test',
  })
  const state = () => agent.state().intentions.get('1')
  if (agent.state().roots === 0) await agent.ask(question)
  else await agent.resume()
  const came = { answer: state()?.answer, status: state()?.status, cycle: state()?.cycle }
  agent.close()
  return { came, asked, sent }
}

const folder = () => mkdtempSync(join(tmpdir(), 'intend-killed-'))

test('a whole run says what is expected of it', async () => {
  const { came, asked, sent } = await live(join(folder(), 'journal.jsonl'))
  expect(came).toEqual({ answer: 'Ida Marlow, 1913', status: 'satisfied', cycle: 1 })
  expect(asked).toEqual([0, 1, 2, 3, 4])
  expect(sent).toEqual(['Ida Marlow'])
})

test('killed after any event, it comes to the same end and pays for no call twice', async () => {
  const whole = join(folder(), 'journal.jsonl')
  const reference = await live(whole)
  const lines = readFileSync(whole, 'utf8').trimEnd().split('\n')
  for (let kept = 1; kept < lines.length; kept++) {
    const journal = join(folder(), 'journal.jsonl')
    const before = lines.slice(0, kept)
    writeFileSync(journal, `${before.join('\n')}\n`)
    const paid = before.filter(line => line.includes('"type":"model-called"')).length
    const acted = before.filter(line => line.includes('"tool":"send_card"')).length
    const { came, asked, sent } = await live(journal)
    const where = `after event ${kept}: ${before.at(-1)?.slice(0, 120)}`
    // begun before a crash, the outcome not known: the step with an effect is not carried out again
    const lost = before.some(line => line.includes('"step":"s3"') && line.includes('step-started'))
    const done = lines.findIndex(line => line.includes('step-finished') && line.includes('"s3"'))
    if (lost && kept <= done) {
      expect(sent.length + acted, where).toBeLessThanOrEqual(1)
      continue
    }
    expect(came, where).toEqual(reference.came)
    expect(asked, where).toEqual(reference.asked.slice(paid))
    expect(sent.length + acted, where).toBe(1)
  }
})
