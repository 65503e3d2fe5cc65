// What a person says in the middle of the work: in view of the next turn, then perceived and planned anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import {
  answer,
  byModel,
  crates,
  formalize,
  look,
  perceive,
  planOf,
  query,
  question,
  say,
  sum,
  total,
} from '../../support/crates.ts'

const { folder, file } = crates()
const deliberate = (more: object = {}) => planOf(sum({ ...byModel, ...more }), answer)
const bySql = { tool: query() }
const found = (value: number, call: string) => say({ results: total(value, { call }) })
const begin = [
  say({ perceive: perceive('Alder'), formalize, deliberate: deliberate() }),
  { text: '', calls: [look('Alder')] },
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
    const came = await agent.ask(question, { files: [file] })
    const told = wire.requests.map(({ messages }) => messages.at(-1)!.content)
    return { ...came, told, events, stats: [...agent.state().planLibrary.stats.values()] }
  } finally {
    agent.close()
  }
}

test('other values: the next turn hears of it, and the same plan is carried out for them', async () => {
  const {
    answer: came,
    told,
    events,
    stats,
  } = await steered('No, of the depot Birch.', [
    ...begin,
    found(19, 'c1'),
    say({ perceive: perceive('Birch') }),
    { text: say({ deliberate: deliberate() }), calls: [look('Birch')] },
    found(30, 'c2'),
  ])
  expect(told[2]).toContain('# The person has said since\nNo, of the depot Birch.')
  expect(told[3]).toMatch(
    /Alder weigh together\?\n\nNo, of the depot Birch\.[\s\S]*now: perceive, with/,
  )
  expect(came).toBe('30')
  expect(events.filter(({ type }) => type === 'plan-set-aside')).toMatchObject([
    { blameless: true },
  ])
  expect(stats.map(({ failureCount }) => failureCount)).toEqual([0])
})

test('another way: the plan goes, and the next one is told why', async () => {
  const { answer: came, told } = await steered('Let the table do all of it.', [
    ...begin,
    found(19, 'c1'),
    say({ perceive: perceive('Alder') }),
    say({ deliberate: deliberate(bySql) }),
  ])
  expect(came).toBe('19')
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
    { text: '', calls: [look('Birch')] },
    found(30, 'c2'),
  ])
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    journal: torn,
  })
  const [resumed] = await agent.resume()
  agent.close()
  expect(resumed?.answer).toBe('30')
})
