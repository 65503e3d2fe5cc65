// A session: what a question established and what was asked are there for the next one.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { openSession } from '../../../harness/session/session.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-session-'))
const file = join(folder, 'crates.csv')
writeFileSync(file, 'depot,weight\nAlder,12\nBirch,30\nAlder,7\nCedar,4\n')

const reply = (depot: string) =>
  JSON.stringify({
    perceive: {
      schemaBeliefs: ['task requires the sum of a column over filtered rows'],
      groundBeliefs: [
        { name: 'file', value: 'crates.csv' },
        { name: 'value_column', value: 'weight' },
        { name: 'filter_column', value: 'depot' },
        { name: 'filter_value', value: depot },
      ],
      answerContract: { kind: 'number' },
    },
    formalize: { type: 'sum_column_with_filter' },
    deliberate: {
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
              sql: `SELECT SUM("{value_column}") FROM t WHERE "{filter_column}" = '{filter_value}'`,
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
    },
  })

test('a question that goes on from the one before is put beside it', async () => {
  const wire = scripted([reply('Alder'), reply('Birch')])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    const first = 'What do the crates of the depot Alder weigh together?'
    expect(await session.ask(first, [file], signal)).toMatchObject({ answer: '19' })
    const second = await session.ask('and of the depot Birch?', [file], signal)
    expect(second).toMatchObject({ answer: '30' })
    const told = wire.requests.map(({ messages }) => messages.at(-1)!.content)
    expect(told[0]).not.toContain('# The message before')
    expect(told[1]).toContain(`# The message before\n${first}`)
  } finally {
    session.agent.close()
  }
})
