import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identify } from '../../../plans/identify.ts'
import { noStats, type Plan, type PlanDraft, type RunStats } from '../../../plans/plan.ts'
import {
  contradiction,
  createIndex,
  type PlanQuery,
  successRate,
} from '../../../plans/retrieval/plan-index.ts'
import { createPostings } from '../../../plans/retrieval/postings.ts'
import { plan } from '../arbitrary-plans.ts'
import { simpleDraft } from '../simple-draft.ts'

const origin = { agent: 'self-aware', model: 'none', createdAt: '', seenQuestions: [] }

function planOf(part: Partial<PlanDraft>, stats: Partial<RunStats> = {}): Plan {
  const counters = { run: { ...noStats, ...stats } }
  return identify({ ...simpleDraft('travel_time'), ...part }, origin, counters)
}

/** An index of these plans, which gives five of each sort unless told otherwise. */
function indexOf(plans: Iterable<Plan> = []) {
  const { add, remove, exact, shortlist } = createIndex()
  for (const each of plans) add(each)
  return {
    add,
    remove,
    exact: (asked: PlanQuery) => exact(asked, 5),
    shortlist: (asked: PlanQuery, limit = 5) => shortlist(asked, limit),
  }
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
  const { exact, candidates } = indexOf([count, travel]).shortlist(query)
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
    'context condition not believed: The task requires a distance; nothing in the plan answers to: task requires no distance',
  ],
])('with %s it is only near, and the reason is given', (_, change, reason) => {
  const { exact, candidates } = indexOf([travel]).shortlist({ ...query, ...change })
  expect(exact).toEqual([])
  expect(candidates).toMatchObject([{ plan: travel, reason }])
})

test('a text where the plan takes a number is a reason, and a number or nothing is none', () => {
  const measured = planOf({ parameters: [{ role: 'distance', type: 'number' }] })
  const near = (value?: string | number) =>
    indexOf([measured]).shortlist({
      type: 'travel_time',
      schemaBeliefs: measured.contextConditions,
      roles: [{ role: 'distance', ...(value !== undefined && { value }) }],
    })
  expect(near('far').candidates[0]?.reason).toBe('distance is no number: the plan expects one')
  expect([near(12).exact, near().exact]).toEqual([[measured], [measured]])
})

test('every reason is given at once', () => {
  const [near] = indexOf([travel]).shortlist({
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

test.each([
  [
    'a further requirement',
    { schemaBeliefs: [...query.schemaBeliefs, 'task requires sorting the pauses'] },
    'nothing in the plan answers to: task requires sorting the pauses',
  ],
  [
    'a given number that it leaves unread',
    { roles: [...query.roles, { role: 'pause', value: 20 }] },
    'left unread: pause',
  ],
  [
    'a goal that only another operation reaches',
    { goal: 'Find the difference of the two' },
    'asked for is difference, the plan is for ratio',
  ],
  [
    'an answer in another dimension',
    { unit: 'kg' },
    'unit of the answer differs: the plan gives h, asked is kg',
  ],
])('%s keeps a plan from fitting', (_, change, reason) => {
  const plan = planOf({
    intentionType: 'travel_time',
    goal: 'divide {distance} by {rate}',
    contextConditions: ['task requires a distance'],
    parameters: [{ role: 'distance' }, { role: 'rate' }],
    steps: [
      {
        id: 's1',
        kind: 'synthesize',
        description: 'divide {distance} by {rate}',
        deps: [],
        reads: ['distance', 'rate'],
        writes: [{ role: 'final_answer', unit: 'h' }],
        postcondition: 'ground_belief(final_answer) is known',
      },
    ],
  })
  const index = indexOf([plan])
  expect(index.shortlist(query).exact).toEqual([plan])
  expect(index.shortlist({ ...query, unit: 'min' }).exact).toEqual([plan])
  const { exact, candidates } = index.shortlist({ ...query, ...change })
  expect(exact).toEqual([])
  expect(candidates).toMatchObject([{ reason }])
})

test('a plan for two of a series does not fit where there is a third', () => {
  const roles = [{ role: 'first_price' }, { role: 'second_price' }]
  const plan = planOf({ contextConditions: [], parameters: roles })
  const asked = { ...query, schemaBeliefs: [], roles }
  const index = indexOf([plan])
  expect(index.exact(asked)).toEqual([plan])
  const third = { ...asked, roles: [...roles, { role: 'third_price' }] }
  expect(index.shortlist(third).candidates).toMatchObject([{ reason: 'left unread: third_price' }])
})

test('the same in other words fits; operands that change places do not', () => {
  const fits = (condition: string, belief: string) => {
    const plan = planOf({ contextConditions: [condition], parameters: [] })
    return indexOf([plan]).exact({ ...query, schemaBeliefs: [belief] }).length === 1
  }
  expect(fits('task requires the mean of a column', 'task requires averaging a column')).toBe(true)
  expect(fits('task requires adding amounts', 'the task requires a sum of quantities.')).toBe(true)
  expect(fits('task requires the mean of a column', 'task requires the mode of a column')).toBe(
    false,
  )
  expect(
    fits(
      'task requires dividing a price by a weight',
      'task requires dividing a weight by a price',
    ),
  ).toBe(false)
  expect(
    fits(
      'task requires subtracting a loss from a gain',
      'task requires subtracting a gain from a loss',
    ),
  ).toBe(false)
})

test('a sub-goal leaves to others what the whole task requires besides', () => {
  const whole = [...query.schemaBeliefs, 'task requires ranking the results']
  const index = indexOf([travel])
  expect(index.exact({ ...query, schemaBeliefs: whole })).toEqual([])
  expect(index.exact({ ...query, schemaBeliefs: whole, subGoal: true })).toEqual([travel])
})

test('a plan that says nothing of its structure fits nothing', () => {
  const plan = planOf({ intentionType: 'answer_question', contextConditions: [], parameters: [] })
  const any = { type: 'answer_question', schemaBeliefs: [], roles: [] }
  expect(indexOf([plan]).exact(any)).toEqual([])
})

test('where nothing is near enough it abstains and says why', () => {
  const why = (index: ReturnType<typeof indexOf>, asked: PlanQuery) =>
    index.shortlist(asked).abstained
  const foreign = { type: 'bake', schemaBeliefs: ['task requires a recipe'], roles: [] }
  expect(why(indexOf(), query)).toBe('the library is empty')
  expect(why(indexOf([travel]), foreign)).toContain('no plan has a word in common')
  const faint = {
    type: 'bake_seven_loaves_of_bread',
    schemaBeliefs: [
      'task requires recipes, ovens, flour, butter, sugar, yeast, salt, water and a rate',
    ],
    roles: [],
  }
  expect(why(indexOf([travel]), faint)).toContain('next to nothing in common')
  expect(why(indexOf([travel]), query)).toBeUndefined()
})

test('what a search looks at does not grow with the library', () => {
  const touched = (size: number) => {
    const postings = createPostings()
    // every plan has the boilerplate, one in ten a common word, and few a telling one
    for (let i = 0; i < size; i++)
      postings.add(
        new Map([
          ['table', 1],
          [`word${i % 10}`, 1],
          [`rare${i % Math.ceil(size / 5)}`, 1],
        ]),
      )
    const hits = postings.search(
      new Map([
        ['table', 1],
        ['word3', 1],
        ['rare3', 1],
      ]),
      5,
    )
    expect(hits.found[0]).toMatchObject({ plan: 3, near: 1 })
    return hits.touched
  }
  expect(touched(1_000)).toBe(1_105)
  expect(touched(100_000)).toBeLessThan(20_000)
})

test('a unit that only one side names is compatible', () => {
  const roles = [{ role: 'rate' }, { role: 'distance' }]
  expect(indexOf([travel]).shortlist({ ...query, roles }).exact).toEqual([travel])
})

test('the words that every schema belief has do not make plans near', () => {
  const boilerplate = { type: 'x', schemaBeliefs: ['the task requires a value'], roles: [] }
  expect(indexOf([travel, count]).shortlist(boilerplate).candidates).toEqual([])
})

test('nearer plans come first, plurals included, and no more than asked for', () => {
  const index = indexOf([travel, count, planOf({ intentionType: 'count_columns' })])
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
      const index = indexOf(shuffled)
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
  const counts = { successCount: 3, judgedRight: 4, failureCount: 1, judgedWrong: 2 }
  expect(successRate(planOf({}, counts))).toBe(8 / 12)
})

test('after any adding and removing the index answers as one built afresh', () => {
  const asked = {
    type: 'find_source',
    schemaBeliefs: ['task requires a rate of change'],
    roles: [{ role: 'amount' }],
  }
  const simple = planOf({})
  const often = { run: { ...noStats, successCount: 4 } }
  const wordings = [{ text: 'What of {it}?', beliefs: [], schemaBeliefs: [], bind: {}, files: [] }]
  const few = [travel, { ...travel, stats: often }, count, simple, { ...simple, wordings }]
  const change = fc.tuple(fc.boolean(), fc.oneof(fc.constantFrom(...few), plan))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12, size: 'medium' }), changes => {
      const index = indexOf()
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
      for (const each of [asked, query, { ...query, type: 'time' }]) {
        const fresh = indexOf(held.values()).shortlist(each)
        const answer = index.shortlist(each)
        expect(answer.exact).toEqual(fresh.exact)
        const told = ({ candidates }: typeof fresh) =>
          candidates.map(({ plan, score }) => `${plan.id} ${score.toFixed(4)}`).sort()
        expect(told(answer)).toEqual(told(fresh))
      }
    }),
  )
})

test('those that fit take no place from those that are near', () => {
  const fitting = ['one', 'two', 'three', 'four', 'five'].map(goal => planOf({ goal }))
  const near = planOf({ parameters: [{ role: 'amount' }, { role: 'other' }] })
  const fits = {
    type: 'travel_time',
    schemaBeliefs: ['task requires rate'],
    roles: [{ role: 'amount' }],
  }
  const { exact, candidates, abstained } = indexOf([...fitting, near]).shortlist(fits)
  expect([exact.length, candidates.map(each => each.plan), abstained]).toEqual([
    5,
    [near],
    undefined,
  ])
})

test('what is near is told with how near, where nothing is near enough', () => {
  const faint = {
    type: 'bake_seven_loaves_of_bread',
    schemaBeliefs: ['task requires recipes, ovens, flour, butter, sugar, yeast, salt and a rate'],
    roles: [],
  }
  expect(indexOf([travel]).shortlist(faint).abstained).toMatch(
    /^the nearest plan has next to nothing in common with the question \(0\.0\d; 0\.1 is the least\)$/,
  )
})

test('a word in common counts most in the type, then as a role, then in a condition, then in a question', () => {
  const bare = { contextConditions: ['zeal'], parameters: [{ role: 'yarn' }] }
  const made = (part: Partial<PlanDraft>) => planOf({ ...bare, intentionType: 'walnut', ...part })
  const asked = made({ goal: 'asked' })
  const plans = [
    made({ intentionType: 'alder' }),
    made({ parameters: [{ role: 'beech' }] }),
    made({ contextConditions: ['cedar'] }),
    {
      ...asked,
      examples: [{ question: 'Where is the dogwood?', values: {} }],
    } as unknown as Plan,
  ]
  const words = { type: 'alder', schemaBeliefs: ['cedar', 'dogwood'], roles: [{ role: 'beech' }] }
  expect(
    indexOf(plans)
      .shortlist(words)
      .candidates.map(({ plan }) => plan.id),
  ).toEqual(plans.map(({ id }) => id))
})

test('what differs by wording alone is told sentence by sentence', () => {
  const change = {
    schemaBeliefs: ['task requires rate', 'task requires sorting the pauses'],
  }
  const [near] = indexOf([travel]).shortlist({ ...query, ...change }).candidates
  expect(near?.wording).toEqual({
    unbelieved: ['The task requires a distance'],
    unanswered: ['task requires sorting the pauses'],
  })
  const other = { ...query, ...change, roles: [] }
  expect(indexOf([travel]).shortlist(other).candidates[0]?.wording).toBeUndefined()
})

test.each([41, 'yes', ['P-104', 'P-120']])(
  'what the question gives, here %j, speaks against a plan that leaves it unread',
  value => {
    const plan = planOf({ contextConditions: [], parameters: [{ role: 'amount' }] })
    const roles = [
      { role: 'amount', value: 2 },
      { role: 'second_filter_value', value },
    ]
    const { exact, candidates } = indexOf([plan]).shortlist(
      { ...query, schemaBeliefs: [], roles },
      3,
    )
    expect(exact).toEqual([])
    expect(candidates[0]?.reason).toBe('left unread: second_filter_value')
  },
)

test('members of a series are told by their numbers as well, in whatever part of their names', () => {
  const reason = (read: string[], given: string[]) => {
    const plan = planOf({ contextConditions: [], parameters: read.map(role => ({ role })) })
    const asked = { ...query, schemaBeliefs: [], roles: given.map(role => ({ role })) }
    return indexOf([plan]).shortlist(asked).candidates[0]?.reason
  }
  const prices = ['price_1', 'price_2', 'price_3', 'amount']
  expect(reason(['price_1', 'price_2', 'amount'], prices)).toBe('left unread: price_3')
  expect(reason(['price_1', 'amount'], prices)).toBe('left unread: price_2')
  expect(reason(['first_a', 'amount'], ['first_a', 'second_a', 'other', 'amount'])).toBe(
    'left unread: second_a',
  )
  expect(reason(['run_9_b', 'amount'], ['run_9_b', 'run_10_b', 'amount'])).toBe(
    'left unread: run_10_b',
  )
  expect(reason(['x', 'amount'], ['x', 'first_a', 'x_1', 'tenth_a', 'amount'])).toBeUndefined()
})

test('units that nobody knows are compared as words', () => {
  const reason = (unit: string, believed: string) =>
    indexOf([planOf({ parameters: [{ role: 'amount', unit }] })]).shortlist({
      type: 'travel_time',
      schemaBeliefs: ['task requires rate'],
      roles: [{ role: 'amount', unit: believed }],
    }).candidates[0]?.reason
  for (const unit of ['crates', 'points out of ten']) {
    expect(reason(unit, unit)).toBeUndefined()
    for (const [one, other] of [
      [unit, 'boxes'],
      ['boxes', unit],
    ] as const)
      expect(reason(one, other)).toBe(
        `unit of amount differs: the plan expects ${one}, believed is ${other}`,
      )
  }
})

test('an answer in words of all the questions that a plan came from is not for another one', () => {
  const said = (expression: string, seenQuestions: string[], role = 'final_answer') => {
    const [step] = simpleDraft('travel_time').steps
    const draft = planOf({ steps: [{ ...step!, writes: [{ role }], action: { expression } }] })
    return { ...draft, origin: { ...draft.origin, seenQuestions } }
  }
  const ask = (plan: Plan, question?: string) =>
    contradiction(plan, { ...query, ...(question !== undefined && { question }) })
  const seen = ['How long does the ferry of Lund need?', 'When does the ferry of Lund come?']
  const ferry = said('The ferry of Lund needs {amount} km.', seen)
  expect(ask(ferry, 'How long does the bus need?')).toBe(
    'its answer says "ferry", which is a word of another question',
  )
  expect(ask(ferry, 'How long do ferries of Lund need?')).toBeUndefined()
  expect(ask(ferry)).toBeUndefined()
  const bus = 'How long does the bus need?'
  expect(ask(said('The ferry needs {amount} km.', []), bus)).toBeUndefined()
  expect(ask(said('The ferry needs {amount} km.', seen, 'result'), bus)).toBeUndefined()
  expect(ask(said('amount * 2', seen), bus)).toBeUndefined()
})
