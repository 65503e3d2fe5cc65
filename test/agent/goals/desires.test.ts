// Where every goal of an agent stands, and why, as a person is told.
import { expect, test } from 'vitest'
import { rootGoals } from '../../../agent/goals/desires.ts'
import { childId, type Intention, type State } from '../../../agent/state.ts'

type Given = Partial<Intention> & Pick<Intention, 'id'>

const steps = ['one', 'two'].map(id => ({ id, description: `do ${id}` }))
const stateOf = (intentions: readonly Given[], roots: readonly object[] = [{ id: '1' }]): State =>
  ({
    perceptions: new Map(
      roots.map(each => {
        const { id = '', ...perception } = each as { id?: string }
        return [id, { id, perception: { kind: 'goal', text: `goal ${id}`, ...perception } }]
      }),
    ),
    intentions: new Map(
      intentions.map(each => [
        each.id,
        { status: 'open', cycle: 1, steps: {}, tried: [], goal: `end ${each.id}`, ...each },
      ]),
    ),
    planLibrary: { plans: new Map([['p', { steps }]]) },
  }) as unknown as State
const of = (...intentions: readonly Given[]) => {
  const [{ status, reason } = { status: '', reason: '' }] = rootGoals(stateOf(intentions))
  return [status, reason]
}

/** A chain of so many goals, each waiting for the next by its second step. */
function chain(count: number): readonly Given[] {
  const all: Given[] = []
  for (let id = '1'; all.length < count; id = childId(all.at(-1) as Intention, 'two'))
    all.push({
      id,
      cycle: 1,
      plan: 'p',
      goal: `g${all.length}`,
      steps: { one: 'done', two: 'started' },
    })
  return all
}

test.each<[string, string, string, readonly Given[]]>([
  ['nothing of it was thought about', 'pending', 'it has not been thought about yet', []],
  ['a plan is looked for', 'pending', 'a plan is being chosen, for end 1', [{ id: '1' }]],
  [
    'no step is under way',
    'active',
    'the next step waits for its turn, for end 1',
    [{ id: '1', plan: 'p', steps: { one: 'done' } }],
  ],
  [
    'two steps are',
    'active',
    '"do one" is under way, for end 1',
    [{ id: '1', plan: 'p', steps: { one: 'started', two: 'started' } }],
  ],
  ['a step is under way', 'active', '"do two" is under way, for g0', chain(1)],
  [
    'it has come to its end',
    'achieved',
    'done',
    [{ id: '1', status: 'satisfied', reason: 'done' }],
  ],
  ['it has failed', 'failed', 'no way', [{ id: '1', status: 'failed', reason: 'no way' }]],
  ['it was dropped', 'dropped', '', [{ id: '1', status: 'dropped' }]],
  ['it is suspended', 'suspended', 'later', [{ id: '1', plan: 'p', suspended: 'later' }]],
  [
    'it is over and was suspended',
    'failed',
    'x',
    [{ id: '1', status: 'failed', reason: 'x', suspended: 'y' }],
  ],
  [
    'another plan is looked for',
    'pending',
    'a plan is being chosen (the plan before it failed: torn), for end 1',
    [
      {
        id: '1',
        tried: [
          { cycle: 1, failures: [] },
          { cycle: 2, failures: [{ why: 'lost' }] },
          { cycle: 3, failures: [{ why: 'bent' }, { why: 'worn' }, { why: 'torn' }] },
        ] as unknown as Intention['tried'],
      },
    ],
  ],
  ['it waits for a goal below', 'active', '"do two" is under way, for g1, for g0', chain(2)],
  [
    'the goal below is over',
    'active',
    '"do two" is under way, for g0',
    chain(2).map((each, at) => (at === 1 ? { ...each, status: 'failed' as const } : each)),
  ],
  [
    'four goals are told of',
    'active',
    '"do two" is under way, for g3, for g2, for g1, for g0',
    chain(4),
  ],
  [
    'so are five',
    'active',
    '"do two" is under way, for g4, for g3, for g2, for g1, for g0',
    chain(5),
  ],
  [
    'of six some are counted',
    'active',
    '"do two" is under way, for g5, for g4, for g3, for 2 goals between, for g0',
    chain(6),
  ],
])('%s: %s, %s', (_when, status, reason, intentions) => {
  expect(of(...intentions)).toEqual([status, reason])
})

test('goals come in their order, with their priorities; what is only observed is none', () => {
  const roots = [
    { id: '10' },
    { id: '9', priority: 3 },
    { id: '2', kind: 'observation' },
    { id: '1', priority: 2 },
  ]
  const goals = rootGoals(stateOf([{ id: '1', priority: 5 }], roots))
  expect(goals.map(({ id, text, priority }) => [id, text, priority])).toEqual([
    ['1', 'goal 1', 5],
    ['9', 'goal 9', 3],
    ['10', 'goal 10', 1],
  ])
})
