// What a question that is declined says of the plans that were tried for it.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'

const file = join(mkdtempSync(join(tmpdir(), 'intend-declined-')), 'crates.csv')
writeFileSync(file, 'depot,weight\nAlder,12\nBirch,30\n')

const perceive = {
  schemaBeliefs: ['task requires the sum of a column over filtered rows'],
  groundBeliefs: [
    { name: 'file', value: 'crates.csv' },
    { name: 'value_column', value: 'weight' },
    { name: 'filter_column', value: 'depot' },
    { name: 'filter_value', value: 'Elder' },
  ],
  answerContract: { kind: 'number' },
}
const formalize = { type: 'sum_column_with_filter' }
const planWith = (table: string) => ({
  goal: 'the total of a column over filtered rows',
  steps: [
    {
      id: 's1',
      kind: 'read',
      description: 'the total of the column over the filtered rows',
      writes: [{ role: 'total', type: 'number' }],
      tool: {
        name: 'table',
        input: {
          file: '{file}',
          sql: `SELECT SUM("{value_column}") FROM ${table} WHERE "{filter_column}" = '{filter_value}'`,
        },
      },
    },
    {
      id: 's2',
      kind: 'synthesize',
      description: 'the total is the answer',
      writes: [{ role: 'final_answer' }],
      expression: 'total',
    },
  ],
})

const declined = { deliberate: { goal: 'none', unachievable: 'The list has no depot Elder.' } }

/** The counts of a plan that asks `table`, after a question that the model declines in the end. */
async function counts(table: string) {
  const wire = scripted([
    JSON.stringify({ perceive, formalize, deliberate: planWith(table) }),
    JSON.stringify({
      results: { s1: { newGroundBeliefs: [], summary: 'there is no such depot' } },
    }),
    ...Array<string>(2).fill(JSON.stringify(declined)),
  ])
  const agent = await createAgent({ model: createProvider(wire, { converses: true }) })
  const { satisfied } = await agent.ask('What do the crates of Elder weigh?', { files: [file] })
  const { stats } = agent.state().planLibrary
  agent.close()
  return { satisfied, stats: [...stats.values()] }
}

test.each([
  ['is not at fault where what is asked for is not there', 't', 0],
  ['is at fault where its own call could not be made', 'nowhere', 1],
])('a plan %s', async (_, table, failureCount) => {
  const { satisfied, stats } = await counts(table)
  expect(satisfied).toBe(false)
  expect(stats).toMatchObject([{ useCount: 1, successCount: 0, failureCount }])
})
