// What a person says in the middle of the work: in view of the next turn, then perceived and planned anew.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-amended-'))
const file = join(folder, 'crates.csv')
writeFileSync(file, 'depot,weight\nAlder,12\nBirch,30\nAlder,7\nCedar,4\n')

const say = (sections: object) => JSON.stringify(sections)
const perceive = (depot: string) => ({
  schemaBeliefs: ['task requires the sum of a column over filtered rows'],
  groundBeliefs: [
    { name: 'file', value: 'crates.csv' },
    { name: 'value_column', value: 'weight' },
    { name: 'filter_column', value: 'depot' },
    { name: 'filter_value', value: depot },
  ],
  answerContract: { kind: 'number' },
})
const answer = {
  id: 's2',
  kind: 'synthesize',
  description: 'the total is the answer',
  writes: [{ role: 'final_answer' }],
  expression: 'total',
}
const deliberate = (more: object = {}) => ({
  goal: 'the total of a column over filtered rows',
  steps: [
    {
      id: 's1',
      kind: 'read',
      description: 'the total of the filtered rows',
      reads: ['file', 'value_column', 'filter_column', 'filter_value'],
      writes: [{ role: 'total', type: 'number' }],
      ...more,
    },
    answer,
  ],
})
const bySql = {
  tool: {
    name: 'table',
    input: {
      file: '{file}',
      sql: `SELECT SUM("{value_column}") FROM t WHERE "{filter_column}" = '{filter_value}'`,
    },
  },
}
const sql = (depot: string) => ({
  name: 'table',
  input: { file: 'crates.csv', sql: `SELECT SUM(weight) FROM t WHERE depot = '${depot}'` },
})
const total = (value: number, call: string) => ({
  s1: { newGroundBeliefs: [{ name: 'total', value, evidence: { call } }] },
})
const begin = [
  say({ perceive: perceive('Alder'), formalize: { type: 'sum' }, deliberate: deliberate() }),
  { text: '', calls: [sql('Alder')] },
]

/** Asks with these replies, and says the remark once the first tool has answered. */
async function steered(remark: string, replies: readonly ScriptedReply[], journal?: string) {
  const wire = scripted(replies)
  const events: Event[] = []
  let said = false
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    ...(journal !== undefined && { journal }),
    onEvent(event) {
      events.push(event)
      if (said || event.type !== 'tool-called' || event.answers === undefined) return
      said = true
      queueMicrotask(() => agent.amend('1', remark))
    },
  })
  try {
    const came = await agent.ask('What do the crates of the depot Alder weigh together?', {
      files: [file],
    })
    const told = wire.requests.map(({ messages }) => messages.at(-1)!.content)
    return { ...came, told, events, stats: [...agent.state().planLibrary.stats.values()] }
  } finally {
    agent.close()
  }
}

test('other values: the next turn hears of it, and the same plan is carried out for them', async () => {
  const { answer, told, events, stats } = await steered('No, of the depot Birch.', [
    ...begin,
    say({ results: total(19, 'c1') }),
    say({ perceive: perceive('Birch') }),
    { text: say({ deliberate: deliberate() }), calls: [sql('Birch')] },
    say({ results: total(30, 'c2') }),
  ])
  expect(told[2]).toContain('# The person has said since\nNo, of the depot Birch.')
  expect(told[3]).toMatch(
    /Alder weigh together\?\n\nNo, of the depot Birch\.[\s\S]*now: perceive, with/,
  )
  expect(answer).toBe('30')
  expect(events.filter(({ type }) => type === 'plan-set-aside')).toMatchObject([
    { blameless: true },
  ])
  expect(stats.map(({ failureCount }) => failureCount)).toEqual([0])
})

test('another way: the plan goes, and the next one is told why', async () => {
  const { answer, told } = await steered('Let the table do all of it.', [
    ...begin,
    say({ results: total(19, 'c1') }),
    say({ perceive: perceive('Alder') }),
    say({ deliberate: deliberate(bySql) }),
  ])
  expect(answer).toBe('19')
  expect(told[4]).toContain('you said since: Let the table do all of it.')
})

test('killed right after it was said, the run goes on with it', async () => {
  const [whole, torn] = [join(folder, 'whole.jsonl'), join(folder, 'torn.jsonl')]
  await steered('No, of the depot Birch.', begin, whole)
  const lines = readFileSync(whole, 'utf8').split('\n')
  const at = lines.findIndex(line => line.includes('"question-amended"'))
  writeFileSync(torn, `${lines.slice(0, at + 1).join('\n')}\n`)
  const wire = scripted([
    say({ perceive: perceive('Birch') }),
    { text: '', calls: [sql('Birch')] },
    say({ results: total(30, 'c2') }),
  ])
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    journal: torn,
  })
  const [resumed] = await agent.resume()
  agent.close()
  expect(resumed?.answer).toBe('30')
})
