// Twins of a question cost less and less. The eight of the fixtures are asked of a model that writes its own queries, and their answers
// counted a second time by SQL.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { type Script, scripted } from '../../agent/llm/replay/scripted.ts'
import type { ExecuteReads } from '../../phases/execute/contract.ts'
import { costs, generatedSeries, reached, sampleSeries } from '../bench/twins.ts'
import { answerOf, fileOf, type Twin, twins } from '../fixtures/twins/make.ts'
import { careful } from '../support/careful.ts'

const home = join(import.meta.dirname, '..', 'fixtures', 'twins')
const folder = mkdtempSync(join(tmpdir(), 'intend-twins-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the twins are as their script makes them', () => {
  const lines = readFileSync(join(home, 'questions.jsonl'), 'utf8').trim().split('\n')
  expect(lines.map(line => JSON.parse(line))).toEqual(
    twins.map(each => ({
      id: each.id,
      question: each.question,
      files: [`files/${each.file}`],
      answer: answerOf(each),
    })),
  )
  for (const each of twins)
    expect(readFileSync(join(home, 'files', each.file), 'utf8')).toBe(fileOf(each))
})

const schemaBeliefs = ['task requires scoring rows by a threshold and counting days by their score']
const given = ({ file, who, whoColumn, dayColumn, amountColumn, least, many, few, good }: Twin) => [
  { name: 'file', value: file },
  { name: 'who_column', value: whoColumn },
  { name: 'who', value: who },
  { name: 'day_column', value: dayColumn },
  { name: 'amount_column', value: amountColumn },
  { name: 'least', value: least, unit: amountColumn },
  { name: 'many', value: many, unit: 'points' },
  { name: 'few', value: few, unit: 'points' },
  { name: 'good', value: good, unit: 'points' },
]

const score = ['file', 'who_column', 'who', 'amount_column', 'least', 'many', 'few']
const plan = {
  goal: 'establish the points of who and the number of days with good points or more',
  contextConditions: schemaBeliefs,
  parameters: [...score, 'day_column', 'good'].map(role => ({ role })),
  steps: [
    {
      id: 's1',
      kind: 'read',
      deps: [],
      reads: score,
      description:
        'With one query over file, add up the points of the rows whose who_column is who.',
      writes: [{ role: 'points', type: 'number' }],
      postcondition: 'ground_belief(points) is a number',
    },
    {
      id: 's2',
      kind: 'read',
      deps: [],
      reads: [...score, 'day_column', 'good'],
      description:
        'With one query over file, count the days on which the points of who reach good.',
      writes: [{ role: 'days', type: 'number' }],
      postcondition: 'ground_belief(days) is a number',
    },
    {
      id: 's3',
      kind: 'synthesize',
      deps: ['s1', 's2'],
      reads: ['points', 'days'],
      description: 'Put points and days together.',
      writes: [{ role: 'final_answer', type: 'text' }],
      expression: '{points}, {days}',
      postcondition: 'ground_belief(final_answer) is known',
    },
  ],
}

/** A model that looks at the file beside its query, and writes the values into the query as they stand. */
const reader =
  (asked: Twin): Script =>
  ({ purpose, reads, messages }) => {
    const { whoColumn, who, amountColumn, dayColumn, least, many, few, good, file } = asked
    const points = `SUM(CASE WHEN ${amountColumn} >= ${least} THEN ${many} ELSE ${few} END)`
    const mine = `FROM t WHERE ${whoColumn} = '${who}'`
    const days = `SELECT COUNT(*) AS n FROM (SELECT ${dayColumn} ${mine} GROUP BY ${dayColumn} HAVING ${points} >= ${good})`
    switch (purpose) {
      case 'perceive':
        return JSON.stringify({
          schemaBeliefs,
          groundBeliefs: given(asked),
          desire: 'points and good days',
          answerContract: { kind: 'text' },
        })
      case 'formalize':
        return JSON.stringify({
          type: 'score_rows_and_count_days',
          goal: 'points and good days',
          satisfactionCondition: 'ground_belief(final_answer) is known',
          openParameters: ['points', 'days'],
        })
      case 'deliberate':
        return JSON.stringify(plan)
      default: {
        const [role] = (reads as unknown as ExecuteReads).step.writes
        const results = messages.flatMap(m => (m.role === 'tool' ? [m.content] : []))
        const sql = role!.role === 'days' ? days : `SELECT ${points} AS points ${mine}`
        if (results.length === 0)
          return {
            calls: [
              { name: 'table', input: { file, sql } },
              { name: 'read_file', input: { path: file, limit: 5 } },
            ],
          }
        const value = Number(/\| (\d+) \|$/m.exec(results[0]!)![1])
        return JSON.stringify({
          newGroundBeliefs: [{ name: role!.role, value, evidence: { call: 'c1' } }],
          postconditionMet: true,
          summary: 'counted',
        })
      }
    }
  }

test('a model that queries by itself is needed for three of them; the other five take two calls', async () => {
  const library = join(folder, 'plans.json')
  const calls: number[] = []
  for (const each of twins) {
    const wire = scripted(reader(each))
    const agent = await createAgent({ model: createProvider(wire), plans: library, env: {} })
    const { answer } = await agent.ask(each.question, { files: [join(home, 'files', each.file)] })
    agent.close()
    expect(answer, each.id).toBe(answerOf(each))
    calls.push(wire.requests.length)
  }
  expect(calls).toEqual([7, 6, 6, 2, 2, 2, 2, 2])
})

test('twins of a question, each with an agent of its own, cost less and less, and in the end two model calls, or none when they are worded as before', async () => {
  const series = [
    ...(await generatedSeries(8, 7, folder, [['mean of a column, filtered', 'filter', 5]])),
    ...sampleSeries(8, ['share']),
  ]
  for (const { name, questions } of series) {
    const spent = await costs(questions, careful, join(folder, `${name}.json`))
    expect(
      spent.every(({ right }) => right),
      name,
    ).toBe(true)
    const all = spent.map(({ calls }) => calls)
    const calls = all.filter(each => each > 0)
    expect(calls.at(-1), name).toBe(2)
    expect(all.indexOf(0) === -1 || all.indexOf(0) > all.indexOf(2), `${name}: ${all}`).toBe(true)
    expect(reached(spent, 2), name).toBeLessThanOrEqual(6)
    // it only falls, and takes two steps at least: without writing the plan, then without carrying it out
    expect(
      calls.every((each, n) => n === 0 || each <= calls[n - 1]!),
      `${name}: ${calls}`,
    ).toBe(true)
    expect(new Set(calls).size, `${name}: ${calls}`).toBeGreaterThanOrEqual(3)
    expect(spent.at(-1)!.tokensIn).toBeLessThan(spent[0]!.tokensIn / 2)
  }
})
