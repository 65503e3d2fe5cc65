// What a learned fact rests on, where it was taken from and who said it, by the calls of its step and
// what the step reads.
import { expect, test } from 'vitest'
import { emptyState } from '../../../agent/apply.ts'
import { learn } from '../../../agent/beliefs/beliefs.ts'
import { learnedFrom } from '../../../agent/memory/learn.ts'
import type { NewBelief, StoredCall } from '../../../agent/state.ts'
import * as kit from '../miniatures/kit.ts'

const steps = [
  kit.step('s1', 'read', { reads: [] }),
  kit.step('s2', 'compute', { reads: ['way', 'speed'], deps: ['s1'] }),
]
type Call = Pick<StoredCall, 'tool' | 'content'> & { readonly input?: object }

/** What is learned of `hours`, that the second step established from `way`, of the first, and a given `speed`. */
async function hours(
  calls: { readonly s1?: readonly Call[]; readonly s2?: readonly Call[] },
  speed: Partial<NewBelief> = {},
) {
  const plan = kit.plan('travel', steps)
  const state = emptyState()
  const intention = { id: '1', root: '1', status: 'satisfied', cycle: 1, goal: 'g', tried: [] }
  let { groundBeliefs, toolCalls } = state
  const said = {
    source: 'user',
    provenance: 'given',
    unit: 'km/h',
    name: 'speed',
    value: 18,
  } as const
  const found = { source: 's1', provenance: 'derived', name: 'way', value: 54 } as const
  groundBeliefs = learn(groundBeliefs, '1', [{ ...said, ...speed }], 0)
  groundBeliefs = learn(groundBeliefs, '1', [found], 0, { step: 's1', cycle: 1 })
  const own = { ...found, name: 'hours', value: 3 }
  groundBeliefs = learn(groundBeliefs, '1', [own], 0, { step: 's2', cycle: 1 })
  for (const [step, made] of Object.entries(calls))
    for (const [at, call] of made.entries()) {
      const id = `1/1.${step}.c${at + 1}`
      toolCalls = toolCalls.set(id, { input: {}, ...call, id } as never)
    }
  const facts = await learnedFrom(
    {
      ...state,
      groundBeliefs,
      toolCalls,
      intentions: state.intentions.set('1', { ...intention, plan: plan.id, bind: {} } as never),
      planLibrary: { ...state.planLibrary, plans: state.planLibrary.plans.set(plan.id, plan) },
    },
    '1',
    'run',
  )
  const of = (name: string) => facts.find(fact => fact.name === name)!
  return { fact: of('hours'), way: of('way'), speed: of('speed') }
}

const recall = { tool: 'recall', content: '2 facts\n[m1a] way is 54\n[m2b] speed is 18' }
const table = { tool: 'table', content: '[m3c] is no fact' }

test('a fact rests on what its step reads and on all that its step recalled, not on words of other tools', async () => {
  const alone = await hours({})
  expect(alone.fact.rests?.toSorted()).toEqual([alone.way.id, alone.speed.id].toSorted())
  const { fact } = await hours({ s2: [table, recall] })
  expect(fact.rests?.toSorted()).toEqual(['m1a', 'm2b', alone.way.id, alone.speed.id].toSorted())
})

test('the source of what was worked out are those of what it was worked out from, each once, in their order', async () => {
  expect((await hours({})).fact.source).toBe('s1, user')
  expect((await hours({}, { source: 's1' })).fact.source).toBe('s1')
  const long = await hours({}, { source: 'a'.repeat(400) })
  expect(long.fact.source).toBe('a'.repeat(300))
})

test.each<[string, Parameters<typeof hours>, 'person' | 'tool']>([
  ['a person alone', [{}], 'person'],
  ['a tool that the step called', [{ s2: [table] }], 'tool'],
  ['a tool that the step before called', [{ s1: [table] }], 'tool'],
  ['something else that came with the question', [{}, { source: 'page' }], 'tool'],
])('what rests on %s is said so', async (_, given, by) => {
  expect((await hours(...given)).fact.by).toBe(by)
})
