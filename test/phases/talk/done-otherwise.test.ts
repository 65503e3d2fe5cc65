// A plan whose own call cannot be made, and whose step a model then carries out by another call.
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import { worthOf } from '../../../harness/library/worth.ts'
import { memoryLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { inForce } from '../../../plans/library/lineage.ts'
import {
  answer,
  crates,
  formalize,
  look,
  perceive,
  planOf,
  query,
  say,
  sum,
  total,
} from '../../support/crates.ts'

const { file } = crates()
const deliberate = planOf(sum({ tool: query({ from: 'nowhere' }) }), answer)
const found = (value: number, call: string) => say({ results: total(value, { call }) })

async function asked(depot: string, plans: PlanLibrary, replies: readonly ScriptedReply[]) {
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(scripted(replies), { converses: true }),
    plans,
    env: {},
    onEvent: event => events.push(event),
  })
  const came = await agent.ask(`What do the crates of ${depot} weigh?`, { files: [file] })
  agent.close()
  const failed = events.flatMap(e => (e.type === 'tool-called' && e.failed ? [e] : []))
  const decisions = events.flatMap(e => (e.type === 'library-reviewed' ? e.decisions : []))
  const used = events.flatMap(e => (e.type === 'plan-selected' ? [e.plan] : []))
  return { answer: came.answer, failed, decisions, used }
}

test('the step is left to a model in the plan that is kept, and is not counted as done by code', async () => {
  const plans = memoryLibrary()
  // not over all that the step reads, so that no way can be made of it
  const sql = "SELECT SUM(weight) FROM t WHERE depot LIKE 'Ald%'"
  const first = await asked('Alder', plans, [
    say({ perceive: perceive('Alder'), formalize, deliberate }),
    { text: '', calls: [{ name: 'table', input: { file: 'crates.csv', sql } }] },
    found(19, 'c2'),
  ])
  expect(first.answer).toBe('19')
  expect(first.failed).toHaveLength(1)
  const [written] = first.used
  expect(first.decisions).toMatchObject([
    {
      decision: 'refine',
      plan: written!.id,
      reason: 'code could not carry out s1 as it was written',
    },
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
    { text: '', calls: [look('Birch')] },
    found(30, 'c1'),
  ])
  expect(second).toMatchObject({ answer: '30', failed: [], used: [{ id: kept!.id }] })
})

test('a way over all that the step reads is kept in place of the call, and code goes it the next time', async () => {
  const plans = memoryLibrary()
  const first = await asked('Alder', plans, [
    say({ perceive: perceive('Alder'), formalize, deliberate }),
    { text: '', calls: [look('Alder')] },
    found(19, 'c2'),
  ])
  expect(first.answer).toBe('19')
  const [kept] = inForce(plans.plans())
  expect(kept!.steps[0]!.action).toEqual({ tool: 'table', input: query().input })

  const second = await asked('Birch', plans, [
    say({ perceive: perceive('Birch'), formalize: { ...formalize, plan: kept!.id } }),
  ])
  expect(second).toMatchObject({ answer: '30', failed: [], used: [{ id: kept!.id }] })
})

test('an expression that cannot be computed is kept as it was computed in the end', async () => {
  const plans = memoryLibrary()
  const times = { departure: '14:20', arrival: '17:05' }
  const moving = {
    id: 's1',
    kind: 'compute',
    description: 'the time between the two',
    writes: [{ role: 'passed', type: 'number', unit: 'h' }],
    expression: 'arrival - departure',
  }
  const derivation = 'clock(arrival) - clock(departure)'
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(
      scripted([
        say({
          perceive: {
            schemaBeliefs: ['task requires the time between two times of day'],
            groundBeliefs: Object.entries(times).map(([name, value]) => ({ name, value })),
            answerContract: { kind: 'number', unit: 'h' },
          },
          formalize: { type: 'time_between_times' },
          deliberate: {
            goal: 'the time between two times of day',
            steps: [
              moving,
              { ...answer, expression: 'passed', writes: [{ role: 'final_answer', unit: 'h' }] },
            ],
          },
        }),
        say({
          results: {
            s1: { newGroundBeliefs: [{ name: 'passed', value: 2.75, unit: 'h', derivation }] },
          },
        }),
      ]),
      { converses: true },
    ),
    plans,
    env: {},
    onEvent: event => events.push(event),
  })
  const { answer: came } = await agent.ask(
    'A train leaves at 14:20 and arrives at 17:05. How many hours does it take?',
  )
  agent.close()
  expect(came).toBe('2.75')
  const [kept, ...more] = inForce(plans.plans())
  expect(more).toEqual([])
  expect(kept!.steps.map(({ action }) => action)).toEqual([
    { expression: derivation },
    { expression: 'passed' },
  ])
})
