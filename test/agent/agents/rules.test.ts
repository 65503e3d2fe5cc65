// An agent that lives by rules, through the real loop in a house of two rooms.
import { describe, expect, test } from 'vitest'
import type { World } from '../../../agent/contract.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { AgentOptions } from '../../../agent/embedded.ts'
import type { Event } from '../../../agent/event.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { lexicalEntailment } from '../../../plans/retrieval/entail.ts'
import { house, library, rules, task } from './house.ts'

async function live(text: string, world: World, options: Partial<AgentOptions> = {}) {
  const events: Event[] = []
  const agent = await createAgent({
    agent: 'rules',
    model: 'offline',
    tools: [],
    world,
    plans: memoryLibrary(library(text)),
    onEvent: event => events.push(event),
    ...options,
  })
  for await (const _ of agent.handle({ kind: 'goal', text: task, source: 'user' }));
  const of = <T extends Event['type']>(type: T) =>
    events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
  const state = agent.state()
  agent.close()
  return { state, of, record: state.intentionHistory.last()!, selected: of('plan-selected') }
}

describe('the rules agent', () => {
  test('does a task by rules whose roles stand for what is there', async () => {
    const world = house()
    const { record, selected, state } = await live(rules, world)
    expect(record).toMatchObject({ satisfied: true, usage: { calls: 0 } })
    expect(world.done).toEqual([
      'go to kitchen',
      'take cup from red cupboard',
      'fill cup',
      'go to hall',
    ])
    expect(selected.map(({ values }) => values)).toEqual([
      { vessel: 'cup', place: 'hall' },
      { room: 'kitchen' },
      { thing: 'cup', colour: 'red' },
      { room: 'hall' },
    ])
    const stats = [...state.planLibrary.stats.values()]
    expect(stats.every(each => each.successCount === each.useCount)).toBe(true)
  })

  test('tries the next way when one fails', async () => {
    const world = house('blue')
    const { record, of } = await live(rules, world)
    expect(record.satisfied).toBe(true)
    expect(world.done[1]).toBe('take cup from blue cupboard')
    expect(of('plan-set-aside')).toHaveLength(1)
  })

  test('believes what the world shows now, and nothing it showed before', async () => {
    const { state, of } = await live(rules, house())
    expect([...state.groundBeliefs.get('world')!.keys()].sort()).toEqual([
      ...[
        '100 of 100 points are reached',
        'over',
        'said',
        'score',
        'this room is called the hall',
        'won',
        'you did go to hall',
      ],
      ...['you hold a cup (containing water)', 'you see a door to the kitchen'],
    ])
    const seen = of('beliefs-perceived').filter(each => each.scope === 'world')
    expect(seen[1]).toMatchObject({
      withdrawn: ['this room is called the hall', 'you see a door to the kitchen'],
    })
  })

  test('takes the rule that considers most, and says why not another', async () => {
    const { selected } = await live(
      `${rules}--\nIF your task is to go to {room} THEN go to {room}`,
      house(),
    )
    const [, kitchen] = selected
    expect(kitchen!.plan.contextConditions).toEqual(['NOT this room is called {room}'])
    expect(kitchen!.candidates.map(({ reason }) => reason).sort()).toEqual([
      'is entailed as surely and considers less',
      'nothing believed says "this room is called kitchen"',
      'whatever is believed; 1 more could have been taken',
    ])
  })

  test('fails with a reason where no rule applies, after those that did', async () => {
    const { record } = await live(
      'IF your task is to bring a cup of water to the hall THEN fly',
      house(),
    )
    expect(record).toMatchObject({
      satisfied: false,
      reason: expect.stringMatching(/^none of the 1 rules for this task applies: bring a cup/),
      tried: [{ failures: [{ mode: 'world_refused', why: 'You cannot fly.' }] }],
    })
    const { record: nothing } = await live('', house())
    expect(nothing.reason).toMatch(/^no rule is for this task: bring a cup of water/)
  })

  test('has a task that is done although its rule has steps left', async () => {
    const more = rules.replace('PLAN TO go to {place}', 'PLAN TO go to {place}, fly, PLAN TO sing')
    const { record } = await live(more, house())
    expect(record.satisfied).toBe(true)
  })

  test('goes on with the fallback one action at a time, at most 50 of them', async () => {
    const world = house()
    const fallback = async ({ tried }: { readonly tried: readonly unknown[] }) =>
      library(`IF anything THEN ${['sing', 'go to kitchen', 'go to hall'][tried.length % 3]}`)[0]
    const { record, state } = await live('', world, { policy: { fallback } })
    expect(record).toMatchObject({
      satisfied: false,
      reason: 'gave up after 50 cycles: the world says 0 of 1',
    })
    expect(world.done.slice(0, 2)).toEqual(['go to kitchen', 'go to hall'])
    expect(state.planLibrary.stats.size).toBe(0)
  })

  test('asks for entailment in batches, each pair once', async () => {
    const asked: string[] = []
    const entailment: AgentOptions['entailment'] = async (premises, hypotheses) => {
      for (const premise of premises)
        for (const hypothesis of hypotheses) asked.push(`${premise} > ${hypothesis}`)
      return lexicalEntailment(premises, hypotheses)
    }
    const tap = rules.replace('a {colour} cupboard', 'a {colour} cupboard AND you see a tap')
    const { record, of } = await live(tap, house('blue'), { entailment })
    expect(record.satisfied).toBe(true)
    expect(asked.length).toBeGreaterThan(0)
    expect(new Set(asked).size).toBe(asked.length)
    const cost = of('tool-called').map(({ input }) => input as { judged: number; pairs: number })
    expect(cost.reduce((sum, { judged }) => sum + judged, 0)).toBe(asked.length)
    expect(cost.reduce((sum, { pairs }) => sum + pairs, 0)).toBeGreaterThan(asked.length)
  })

  test('does not carry out a rule of somebody else before it has been tested', async () => {
    const plans = library(rules).map(plan => ({
      ...plan,
      origin: { ...plan.origin, trust: 'imported' as const },
    }))
    const { record, of } = await live('', house(), { plans: memoryLibrary(plans) })
    expect(record.satisfied).toBe(false)
    expect(of('intention-closed')[0]!.reason).toMatch(/was imported and has not been tested/)
  })
})
