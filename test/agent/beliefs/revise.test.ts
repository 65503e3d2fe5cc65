// Truth maintenance: what rests on a belief follows it when a person edits or withdraws it.
import { describe, expect, test } from 'vitest'
import { apply } from '../../../agent/apply.ts'
import { restingOn } from '../../../agent/beliefs/revise.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import type { NewBelief, State } from '../../../agent/state.ts'
import {
  byModel,
  established,
  formalized,
  perceived,
  question,
} from '../../phases/replies/replies.ts'
import * as kit from '../miniatures/kit.ts'
import { goal, loopOf, phasesOf } from '../miniatures/plain.ts'

const belief = (name: string, value: number, derivation?: string): NewBelief => ({
  name,
  value,
  source: 'user',
  provenance: derivation === undefined ? 'given' : 'derived',
  ...(derivation !== undefined && { derivation }),
})

const value = (state: State, name: string, scope = 'session') =>
  state.groundBeliefs.get(scope)?.get(name)?.at(-1)?.value

async function session(beliefs: readonly NewBelief[]) {
  const agent = await createAgent({ model: createProvider(scripted([])) })
  agent.believe([
    { name: 'price', value: 4 },
    { name: 'count', value: 3 },
  ])
  const at = { seq: agent.state().seq + 1, at: 1 }
  const state = apply(agent.state(), {
    type: 'beliefs-perceived',
    intention: '',
    perception: '',
    schemaBeliefs: [],
    scope: 'session',
    withdrawn: [],
    beliefs,
    ...at,
  })
  return (edit: { name: string; value?: number }): State =>
    apply(state, {
      type: 'beliefs-perceived',
      intention: '',
      perception: '',
      schemaBeliefs: [],
      scope: 'session',
      seq: at.seq + 1,
      at: 2,
      withdrawn: [edit.name],
      beliefs: edit.value === undefined ? [] : [belief(edit.name, edit.value)],
    })
}

describe('a belief that is edited', () => {
  const derived = [belief('cost', 12, 'price * count'), belief('with_tax', 13.2, 'cost * 1.1')]

  test('takes along what was derived from it, and what was derived from that', async () => {
    const edited = (await session(derived))({ name: 'price', value: 5 })
    expect(value(edited, 'cost')).toBe(15)
    expect(value(edited, 'with_tax')).toBe(16.5)
    expect(value(edited, 'count')).toBe(3)
  })

  test('withdrawn, it takes them away', async () => {
    const withdrawn = (await session(derived))({ name: 'price' })
    for (const name of ['price', 'cost', 'with_tax'])
      expect(withdrawn.groundBeliefs.get('session')?.has(name)).toBe(false)
    expect(value(withdrawn, 'count')).toBe(3)
  })

  test('leaves what another source says beside it', async () => {
    const said = { ...belief('cost', 13), source: 'shop' }
    const edited = (await session([derived[0]!, said]))({ name: 'price', value: 5 })
    expect(edited.groundBeliefs.get('session')?.get('cost')).toMatchObject([
      { value: 15, version: 2 },
      { value: 13, version: 2 },
    ])
  })

  test('ends also where derivations go round', async () => {
    const round = [belief('one', 5, 'price + other'), belief('other', 1, 'one - price')]
    const edited = (await session(round))({ name: 'price', value: 10 })
    expect(typeof value(edited, 'one')).toBe('number')
  })

  test('changes nothing when it says the same again', async () => {
    const same = (await session(derived))({ name: 'price', value: 4 })
    expect(same.groundBeliefs.get('session')?.get('cost')?.at(-1)?.version).toBe(1)
  })
})

describe('a question under way', () => {
  test('derives again what a step derived, and asks again for what a step found in the light of it', async () => {
    const lookUp = {
      ...JSON.parse(byModel).steps[0],
      id: 's0',
      kind: 'fetch',
      reads: ['speed'],
      writes: [{ role: 'rest', type: 'number' }],
      postcondition: 'ground_belief(rest) is known',
    }
    const [first, last] = JSON.parse(byModel).steps
    const plan = {
      ...JSON.parse(byModel),
      steps: [
        lookUp,
        { ...first, deps: ['s0'], reads: [...first.reads, 'rest'] },
        { ...last, deps: ['s1'] },
      ],
    }
    const found = JSON.stringify({
      newGroundBeliefs: [{ name: 'rest', value: 3, evidence: { call: 'c1' } }],
      postconditionMet: true,
      summary: 'looked up',
    })
    const reckon = { calls: [{ name: 'calculate', input: { expression: '1 + 2' } }] }
    const derivation = 'distance / speed'
    const wire = scripted({
      perceive: [perceived],
      formalize: [formalized],
      deliberate: [JSON.stringify(plan)],
      execute: [reckon, found, established({ value: 3, derivation }), reckon, found],
    })
    const events: Event[] = []
    let edited = false
    const agent = await createAgent({
      model: createProvider(wire),
      onEvent: event => {
        events.push(event)
        if (edited || event.type !== 'step-finished' || event.step !== 's1') return
        edited = true
        agent.believe([{ name: 'speed', value: 9, unit: 'km/h' }], '1')
      },
    })
    const { answer } = await agent.ask(question)
    expect(answer).toBe('6')
    const finished = events.flatMap(e => (e.type === 'step-finished' ? [e.step] : []))
    expect(finished.filter(step => step === 's0')).toHaveLength(2)
    expect(events.filter(e => e.type === 'plan-selected')).toHaveLength(1)
    expect(() => agent.believe([{ name: 'speed' }], '1')).toThrow(/no open question/)
  })
})

describe('a belief that a plan knows under the name of a role', () => {
  async function run(edit: (loop: ReturnType<typeof loopOf>['loop']) => void) {
    const steps = [
      kit.step('total', 'compute', { reads: ['cost'], writes: [{ role: 'total' }] }),
      kit.step('look', 'fetch', { reads: ['cost', 'colour'], writes: [{ role: 'found' }] }),
      kit.step('other', 'fetch', { writes: [{ role: 'beside' }] }),
      kit.step('twice', 'compute', { deps: ['look'], writes: [{ role: 'twice' }] }),
      kit.step('last', 'read', { deps: ['total', 'twice', 'other'], reads: ['total', 'found'] }),
    ]
    let edited = false
    let twice: unknown
    const { loop, events } = loopOf({
      ...phasesOf([]),
      perceive: async received =>
        kit.perceived(received, {
          beliefs: [kit.believe('price', 4, 'user'), kit.believe('found', 9, 'user')],
        }),
      deliberate: async id => ({
        ...kit.selected(id, kit.plan('any', steps)),
        bind: { cost: 'price' },
      }),
      execute: async (_id, { id }) => {
        if (id === 'total') return kit.result(id, [belief('total', 8, 'cost * 2')])
        if (id === 'look') return kit.result(id, [kit.believe('found', 1, 'page')])
        if (id === 'other') return kit.result(id, [kit.believe('beside', 1, 'page')])
        if (id === 'twice') return kit.result(id, [belief('twice', 2, 'found * 2')])
        if (!edited) edit(loop)
        if (!edited) twice = value(loop.state(), 'twice', '1')
        edited = true
        return kit.result(id)
      },
    })
    await loop.handle(goal('any'))
    const started = events.flatMap(e => (e.type === 'step-started' ? [e.step] : []))
    const found = loop.state().groundBeliefs.get('1')?.get('found')
    return { total: value(loop.state(), 'total', '1'), started, twice, found }
  }

  test('takes along what was derived from the role, and what was looked up for it', async () => {
    const { total, started, twice, found } = await run(loop =>
      loop.edit('1', [belief('price', 5)], ['price']),
    )
    expect(total).toBe(10)
    expect(started.filter(step => step === 'look')).toHaveLength(2)
    for (const step of ['total', 'other', 'twice'])
      expect(started.filter(each => each === step)).toEqual([step])
    // until it is looked up again, what somebody else says of it counts
    expect(twice).toBe(18)
    expect(found).toMatchObject([{ source: 'user' }, { source: 'page' }])
  })

  test.each([
    ['another belief is edited', [belief('height', 5)]],
    ['the same is said again', [belief('price', 4)]],
  ])('takes along nothing when %s', async (_, edits) => {
    const { total, started } = await run(loop => loop.edit('1', edits, []))
    expect(total).toBe(8)
    expect(started).toEqual(['total', 'look', 'other', 'twice', 'last'])
  })
})

test('what is edited in the world reaches open questions that believe nothing else of that name', async () => {
  const started = async (own: readonly NewBelief[]) => {
    let edited = false
    const derive = kit.step('total', 'compute', { writes: [{ role: 'total' }] })
    const { loop } = loopOf({
      ...phasesOf([]),
      perceive: async received => kit.perceived(received, { beliefs: own }),
      deliberate: async id =>
        kit.selected(id, kit.plan('any', [derive, kit.step('last', 'read', { deps: ['total'] })])),
      execute: async (_id, { id }) => {
        if (id === 'total') return kit.result(id, [belief('total', 8, 'price * 2')])
        if (!edited) loop.edit('world', [belief('price', 5)], ['price'])
        edited = true
        return kit.result(id)
      },
    })
    loop.edit('world', [belief('price', 4)], [])
    await loop.handle(goal('any'))
    return value(loop.state(), 'total', '1')
  }
  expect(await started([])).toBe(10)
  expect(await started([kit.believe('price', 4, 'user')])).toBe(8)
})

test('a belief of the world is edited though no question is open, and replaces the old one', () => {
  const { loop, events } = loopOf(phasesOf([]))
  loop.edit('world', [belief('door', 1)], [])
  loop.edit('world', [belief('door', 2)], [])
  expect(loop.state().groundBeliefs.get('world')?.get('door')).toMatchObject([{ value: 2 }])
  expect(events.map(event => event.intention)).toEqual(['', ''])
  expect(() => loop.edit('1', [belief('door', 3)], [])).toThrow('there is no open question 1')
})

test('what rests on names is found through others', () => {
  const beliefs = [belief('a', 1, 'b + 1'), belief('b', 1, 'c'), belief('d', 1, 'e')]
  expect(restingOn(beliefs, ['c'])).toEqual(['b', 'a'])
})
