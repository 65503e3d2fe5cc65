import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identify } from '../../plans/identify.ts'
import { noStats, type Plan, type PlanDraft, type RunStats } from '../../plans/plan.ts'
import { createIndex, type PlanQuery, successRate } from '../../plans/retrieval.ts'
import { plan } from './arbitrary-plans.ts'
import { simpleDraft } from './simple-draft.ts'

const origin = { agent: 'self-aware', model: 'none', createdAt: '', seenQuestions: [] }

function planOf(part: Partial<PlanDraft>, stats: Partial<RunStats> = {}): Plan {
  const counters = { run: { ...noStats, ...stats } }
  return identify({ ...simpleDraft('travel_time'), ...part }, origin, counters)
}

const travel = planOf({
  contextConditions: ['The task requires a distance', 'the task requires a rate.'],
  parameters: [{ role: 'distance', unit: 'km' }, { role: 'rate' }],
})
const count = planOf({
  intentionType: 'count_rows',
  contextConditions: ['a table is attached'],
  parameters: [{ role: 'table_file' }],
})
const query: PlanQuery = {
  type: 'Travel-Time',
  schemaBeliefs: ['task requires rate', 'Task requires a  distance.', 'the answer is a number'],
  roles: [{ role: 'rate', unit: 'km/h' }, { role: 'distance', unit: 'km' }, { role: 'extra' }],
}

test('a plan fits exactly when its type, its context and its parameters are all there', () => {
  const { exact, candidates } = createIndex([count, travel]).shortlist(query)
  expect(exact).toEqual([travel])
  expect(candidates).toEqual([])
})

test.each([
  ['another type', { type: 'arrival_time' }, 'type differs: travel_time'],
  ['an absent role', { roles: [{ role: 'distance' }] }, 'parameters missing: rate'],
  [
    'another unit',
    { roles: [{ role: 'rate' }, { role: 'distance', unit: 'mi' }] },
    'unit of distance differs: the plan expects km, believed is mi',
  ],
  [
    'a condition nobody believes',
    { schemaBeliefs: ['task requires rate'] },
    'context condition not believed: The task requires a distance',
  ],
  [
    'a condition that is denied',
    { schemaBeliefs: ['task requires rate', 'task requires no distance'] },
    'context condition not believed: The task requires a distance',
  ],
])('with %s it is only near, and the reason is given', (_, change, reason) => {
  const { exact, candidates } = createIndex([travel]).shortlist({ ...query, ...change })
  expect(exact).toEqual([])
  expect(candidates).toMatchObject([{ plan: travel, reason }])
})

test('every reason is given at once', () => {
  const [near] = createIndex([travel]).shortlist({
    type: 'rate',
    schemaBeliefs: [],
    roles: [],
  }).candidates
  expect(near?.reason.split('; ')).toEqual([
    'type differs: travel_time',
    'parameters missing: distance, rate',
    'context condition not believed: The task requires a distance',
    'context condition not believed: the task requires a rate.',
  ])
})

test('a unit that only one side names is compatible', () => {
  const roles = [{ role: 'rate' }, { role: 'distance' }]
  expect(createIndex([travel]).shortlist({ ...query, roles }).exact).toEqual([travel])
})

test('the words that every schema belief has do not make plans near', () => {
  const boilerplate = { type: 'x', schemaBeliefs: ['the task requires a value'], roles: [] }
  expect(createIndex([travel, count]).shortlist(boilerplate).candidates).toEqual([])
})

test('nearer plans come first, plurals included, and no more than asked for', () => {
  const index = createIndex([travel, count, planOf({ intentionType: 'count_columns' })])
  const near = { type: 'counting', schemaBeliefs: ['tables with rows', 'count them'], roles: [] }
  expect(index.shortlist(near).candidates.map(({ plan }) => plan.intentionType)).toEqual([
    'count_rows',
    'count_columns',
  ])
  expect(index.shortlist(near, 1).candidates).toHaveLength(1)
})

test('equals are ranked by how often they succeed, then by id, whatever the order of adding', () => {
  const goals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  const plans = goals.map((goal, i) =>
    planOf({ goal }, i === 3 ? { successCount: 3 } : i === 5 ? { failureCount: 2 } : {}),
  )
  const unused = plans
    .filter((_, i) => i !== 3 && i !== 5)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ranked = [plans[3]!, ...unused, plans[5]!]
  const fits = {
    type: 'travel_time',
    schemaBeliefs: ['task requires rate'],
    roles: [{ role: 'amount' }],
  }
  const near = { ...fits, type: 'travel' }
  fc.assert(
    fc.property(fc.shuffledSubarray(plans, { minLength: plans.length }), shuffled => {
      const index = createIndex(shuffled)
      expect(index.shortlist(fits).exact).toEqual(ranked.slice(0, 5))
      expect(index.shortlist(near, 3).candidates.map(each => each.plan)).toEqual(ranked.slice(0, 3))
    }),
  )
})

test('success is smoothed: one success is not better than nine of ten', () => {
  expect(successRate(planOf({}))).toBe(0.5)
  expect(successRate(planOf({}, { successCount: 1 }))).toBeLessThan(
    successRate(planOf({}, { successCount: 9, failureCount: 1 })),
  )
  expect(successRate(planOf({}, { successCount: 1, judgedWrong: 1 }))).toBe(0.5)
})

test('after any adding and removing the index answers as one built afresh', () => {
  const change = fc.tuple(fc.boolean(), plan)
  const asked = {
    type: 'find_source',
    schemaBeliefs: ['task requires a rate of change'],
    roles: [{ role: 'amount' }],
  }
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), changes => {
      const index = createIndex()
      const held = new Map<string, Plan>()
      for (const [adds, each] of changes) {
        if (adds) {
          index.add(each)
          held.set(each.id, each)
        } else {
          index.remove(each.id)
          held.delete(each.id)
        }
      }
      const fresh = createIndex(held.values()).shortlist(asked)
      const answer = index.shortlist(asked)
      expect(answer.exact).toEqual(fresh.exact)
      expect(answer.candidates.map(({ plan }) => plan.id).sort()).toEqual(
        fresh.candidates.map(({ plan }) => plan.id).sort(),
      )
      for (const [id, each] of held) expect(index.get(id)).toBe(each)
    }),
  )
})
