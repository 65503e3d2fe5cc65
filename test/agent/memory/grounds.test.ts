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
type Call = Pick<StoredCall, 'tool' | 'content'> & Partial<StoredCall>

interface Said {
  readonly way?: Partial<NewBelief>
  readonly hours?: Partial<NewBelief>
  /** Established by the second step as well. */
  readonly also?: NewBelief
}

/** What is learned of `hours`, that the second step established from `way`, of the first, and a given `speed`. */
async function hours(
  calls: { readonly s1?: readonly Call[]; readonly s2?: readonly Call[] },
  speed: Partial<NewBelief> = {},
  { way = {}, hours = {}, also }: Said = {},
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
  const own = { ...found, name: 'hours', value: 3, ...hours }
  const more = also ? [own, also] : [own]
  groundBeliefs = learn(groundBeliefs, '1', more, 0, { step: 's2', cycle: 1 })
  groundBeliefs = learn(groundBeliefs, '1', [{ ...found, ...way }], 0, { step: 's1', cycle: 1 })
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
  const names = facts.map(({ name }) => name)
  return { names, fact: of('hours'), way: of('way'), speed: of('speed') }
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

const final = { source: 's2', provenance: 'derived', name: 'final_answer', value: 3 } as const

test.each<[string, Said, readonly string[]]>([
  ['all of them, each after those it rests on', {}, ['speed', 'way', 'hours']],
  ['none that is assumed', { hours: { provenance: 'assumed' } }, ['speed', 'way']],
  ['none that is implied', { hours: { provenance: 'implied' } }, ['speed', 'way']],
  ['none that a step says was given', { hours: { provenance: 'given' } }, ['speed', 'way']],
  ['none that is a text', { hours: { value: 'x'.repeat(501) } }, ['speed', 'way']],
  ['a long value', { hours: { value: 'x'.repeat(500) } }, ['speed', 'way', 'hours']],
  [
    'no answer that repeats one',
    { also: { ...final, derivation: 'hours' } },
    ['speed', 'way', 'hours'],
  ],
  [
    'no answer that words one',
    { also: { ...final, derivation: '{hours} h' } },
    ['speed', 'way', 'hours'],
  ],
  ['an answer of its own', { hours: final }, ['speed', 'way', 'final_answer']],
])('of what was established it remembers %s', async (_, said, names) => {
  expect((await hours({}, {}, said)).names).toEqual(names)
})

test.each([
  ['3', 3, true],
  ['another value', 4, undefined],
])(
  'what the answer names answers the question where the answer is %s',
  async (_, value, answers) => {
    const { fact, way } = await hours({}, {}, { also: { ...final, value, derivation: 'hours' } })
    expect([fact.answers, way.answers]).toEqual([answers, undefined])
  },
)

test('a fact has the unit and the derivation it was established with, and none otherwise', async () => {
  const { fact, way, speed } = await hours({}, {}, { hours: { derivation: 'way / speed' } })
  expect([fact.derivation, speed.unit]).toEqual(['way / speed', 'km/h'])
  for (const none of ['derivation', 'unit', 'quote']) expect(way).not.toHaveProperty(none)
})

test('what a question brings along without a unit is no fact of its own', async () => {
  const { names, fact } = await hours({}, { unit: undefined } as never)
  expect(names).toEqual(['way', 'hours'])
  expect(fact.given).toEqual({ speed: '18' })
})

test('the circumstances of a fact are what was given that it hangs on, cut where they are long', async () => {
  const { fact, way, speed } = await hours({}, { value: 'x'.repeat(250) })
  const given = { speed: 'x'.repeat(200) }
  expect([fact.given, way.given, speed.given]).toEqual([given, given, {}])
})

test('a fact rests on what those beliefs rest on that are not remembered themselves', async () => {
  const { fact, speed } = await hours({ s1: [recall] }, {}, { way: { provenance: 'assumed' } })
  expect(fact.rests?.toSorted()).toEqual(['m1a', 'm2b', speed.id].toSorted())
  expect(speed).not.toHaveProperty('rests')
})

test.each<[string, Call, string]>([
  [
    'the page it was on',
    { ...table, input: { url: 'https://vik.no/fares' } },
    'https://vik.no/fares',
  ],
  ['the tool that gave it', { ...table, computes: true, value: 3 }, 'table'],
])('the source of a fact with evidence is %s', async (_, call, source) => {
  const evidence = { call: '1/1.s2.c1' }
  const { fact } = await hours({ s2: [call] }, {}, { hours: { evidence } as never })
  expect(fact.source).toBe(source)
  expect(fact).not.toHaveProperty('files')
  expect(fact).not.toHaveProperty('asked')
})
