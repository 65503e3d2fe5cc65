// A plan whose own call cannot be made, and whose step a model then carries out by another call.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import { worthOf } from '../../../harness/library/worth.ts'
import { memoryLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { inForce } from '../../../plans/library/lineage.ts'

const file = join(mkdtempSync(join(tmpdir(), 'intend-otherwise-')), 'crates.csv')
writeFileSync(file, 'depot,weight\nAlder,12\nBirch,30\nCedar,7\n')

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
const formalize = { type: 'sum_column_with_filter' }
const deliberate = {
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
          sql: `SELECT SUM("{value_column}") FROM t WHERE "{filter_column}" = ('{filter_value}'`,
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
}
const say = (sections: object) => JSON.stringify(sections)
const sql = (depot: string) => ({
  name: 'table',
  input: { file: 'crates.csv', sql: `SELECT SUM(weight) FROM t WHERE depot = '${depot}'` },
})
const total = (value: number, call: string) =>
  say({ results: { s1: { newGroundBeliefs: [{ name: 'total', value, evidence: { call } }] } } })

async function asked(depot: string, plans: PlanLibrary, replies: readonly ScriptedReply[]) {
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(scripted(replies), { converses: true }),
    plans,
    env: {},
    onEvent: event => events.push(event),
  })
  const { answer } = await agent.ask(`What do the crates of ${depot} weigh?`, { files: [file] })
  agent.close()
  const failed = events.flatMap(e => (e.type === 'tool-called' && e.failed ? [e] : []))
  const decisions = events.flatMap(e => (e.type === 'library-reviewed' ? e.decisions : []))
  const used = events.flatMap(e => (e.type === 'plan-selected' ? [e.plan] : []))
  return { answer, failed, decisions, used }
}

test('the step is left to a model in the plan that is kept, and is not counted as done by code', async () => {
  const plans = memoryLibrary()
  const first = await asked('Alder', plans, [
    say({ perceive: perceive('Alder'), formalize, deliberate }),
    { text: '', calls: [sql('Alder')] },
    total(12, 'c2'),
  ])
  expect(first.answer).toBe('12')
  expect(first.failed).toHaveLength(1)
  const [written] = first.used
  expect(first.decisions).toMatchObject([
    { decision: 'refine', plan: written!.id, reason: 'the call of s1 could not be made' },
  ])
  const worth = worthOf(plans.plans())
  expect(worth.map(({ plan, executable }) => [plan.steps.length, executable])).toEqual([
    [2, 1],
    [2, 1],
  ])
  const [kept, ...more] = inForce(plans.plans())
  expect(more).toEqual([])
  expect(kept!.origin.refines).toBe(written!.id)
  expect(kept!.steps.map(({ action }) => action)).toEqual([undefined, { expression: 'total' }])

  const second = await asked('Birch', plans, [
    say({ perceive: perceive('Birch'), formalize: { ...formalize, plan: kept!.id } }),
    { text: '', calls: [sql('Birch')] },
    total(30, 'c1'),
  ])
  expect(second).toMatchObject({ answer: '30', failed: [], used: [{ id: kept!.id }] })
})
