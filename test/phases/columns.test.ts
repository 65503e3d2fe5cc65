// A step of a plan that takes several values from the columns of a query.
import { expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { confidenceOn } from '../../phases/satisfy/confidence.ts'
import { crates, formalize, planOf, say } from '../support/crates.ts'

const { file } = crates()

async function asked(sql: string, writes: readonly object[]) {
  const perceive = {
    schemaBeliefs: ['task requires the group with the largest sum of a column, and that sum'],
    groundBeliefs: [
      { name: 'file', value: 'crates.csv' },
      { name: 'group_column', value: 'depot' },
      { name: 'value_column', value: 'weight' },
    ],
    answerContract: { kind: 'text' },
  }
  const row = {
    id: 's1',
    kind: 'read',
    description: 'the group with the largest sum',
    writes,
    tool: { name: 'table', input: { file: '{file}', sql } },
  }
  const answer = {
    id: 's2',
    kind: 'synthesize',
    description: 'the answer',
    writes: [{ role: 'final_answer' }],
    expression: '{group} with {largest}',
  }
  const deliberate = planOf(row, answer)
  const wire = scripted([say({ perceive, formalize, deliberate })])
  const agent = await createAgent({ model: createProvider(wire, { converses: true }) })
  const came = await agent.ask('Which depot has the most weight, and how much?', { files: [file] })
  agent.close()
  return { ...came, requests: wire.requests }
}

const top = (name = '"group"') =>
  `SELECT "{group_column}" AS ${name}, SUM("{value_column}") AS largest FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 1`
const roles = [{ role: 'group' }, { role: 'largest', type: 'number' }]

test.each([
  ['in any order', top(), roles.toReversed()],
  ['beside others', top().replace(' FROM', ', 7 AS "100" FROM'), roles],
])('the cells go to the roles that their columns are called by, %s', async (_, sql, writes) => {
  const { answer, confidence, requests } = await asked(sql, writes)
  expect(answer).toBe('Birch with 30')
  expect(confidence).toBe(confidenceOn('computed'))
  expect(requests).toHaveLength(1)
})

test('two numbers of one row are not taken for one another', async () => {
  const sql = 'SELECT MIN("{value_column}") AS "group", MAX("{value_column}") AS largest FROM t'
  const writes = [
    { role: 'group', type: 'number' },
    { role: 'largest', type: 'number' },
  ]
  const { answer, confidence } = await asked(sql, writes)
  expect({ answer, confidence }).toEqual({
    answer: '4 with 30',
    confidence: confidenceOn('computed'),
  })
})

test('of several rows a column is a list', async () => {
  const sql =
    'SELECT "{group_column}" AS "group", SUM("{value_column}") AS largest FROM t GROUP BY 1 ORDER BY 1'
  const writes = [
    { role: 'group', type: 'list' },
    { role: 'largest', type: 'list' },
  ]
  const { answer, confidence } = await asked(sql, writes)
  expect(answer).toBe('Alder with 19, Birch with 30, Cedar with 4')
  expect(confidence).toBe(confidenceOn('computed'))
})

test.each([
  ['several rows', top().replace(' LIMIT 1', '')],
  ['columns called otherwise', top('"100"')],
  ['an empty cell', top().replace('SUM(', 'nullif(30, SUM(').replace(')', ', 30))')],
])('of %s a model says which are meant', async (_, sql) => {
  const { requests } = await asked(sql, roles)
  expect(requests.length).toBeGreaterThan(1)
  expect(requests[1]!.messages.at(-1)!.content).toContain('Wanted now: results.s1')
})
