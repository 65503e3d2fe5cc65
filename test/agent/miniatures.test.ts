import { describe, expect, it } from 'vitest'
import type { Event } from '../../agent/event.ts'
import { type Name, names } from './miniatures/drive.ts'
import { temporaryFolders } from './miniatures/folders.ts'
import { comesToTheSameEnd, undisturbed } from './miniatures/killed.ts'

const folder = temporaryFolders()

async function run(name: Name) {
  const { events, state, effects: done } = await undisturbed(name, folder())
  const of = <T extends Event['type']>(type: T) =>
    events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
  return { events, of, state, done }
}

describe('five agents through one loop', () => {
  it('answers a question with steps at once, a replan that builds on what is known, and a review', async () => {
    const { state, events, of } = await run('questionAnswerer')
    expect(
      of('step-started')
        .slice(0, 2)
        .map(e => e.seq),
    ).toEqual([5, 6])
    const [first, second, third] = of('plan-selected').map(e => e.plan.steps.map(s => s.id))
    expect(first).toEqual(['fetch-numerator', 'fetch-denominator', 'divide', 'answer'])
    expect(second).toEqual(['fetch-denominator', 'divide', 'answer'])
    expect(third).toEqual(['fetch-numerator', 'fetch-denominator', 'divide', 'answer'])
    expect(
      of('step-finished')
        .filter(e => !e.verdict.passed)
        .map(e => e.ask),
    ).toEqual(['replan'])
    expect(state.intentionHistory.map(r => [r.answer, r.cycles]).toArray()).toEqual([
      ['1.28', 2],
      ['1.28', 1],
    ])
    const failing = of('plan-selected')[0]!.plan.id
    expect([...state.planLibrary.removed.keys()]).toEqual([failing])
    expect(events.filter(e => e.type === 'library-reviewed')).toHaveLength(2)
  })

  it('follows rules into sub-goals, in a world that overwrites beliefs, and falls back on single actions', async () => {
    const { state, of, done } = await run('ruleFollower')
    expect(of('plan-selected').map(e => [e.intention, e.from])).toEqual([
      ['1', 'library'],
      ['1/1.PLAN TO fill the kettle', 'library'],
      ...Array.from({ length: 5 }, () => ['1/1.PLAN TO heat the kettle', 'fallback']),
    ])
    expect(done.map(e => e.action)).toEqual([
      'open the tap',
      'hold the kettle under the tap',
      'wave the kettle',
      'put the kettle on the stove',
      'wave the kettle',
      'light the stove',
    ])
    expect([...state.groundBeliefs.get('world')!.keys()].sort()).toEqual([
      'the kettle is full',
      'the tap is open',
      'the water boils',
      'you are in the kitchen',
      'your last action was: light the stove',
    ])
    expect(state.intentions.get('1')?.status).toBe('satisfied')
  })

  it('thinks again on a new memory and plans again on a surprise, also inside a sub-goal', async () => {
    const { state, of } = await run('npc')
    expect(of('step-finished').map(e => [e.intention, e.step, e.ask])).toEqual([
      ['1/1.axe', 'walk to the shed', 'rethink'], // a wolf howls: kept
      ['1/1.axe', 'take the axe', 'replan'], // the door is locked
      ['1/1.axe', 'find the key', 'rethink'],
      ['1/1.axe', 'take the axe', 'rethink'], // the barn burns: replaced
      ['2', 'fetch water', 'rethink'],
      ['2', 'pour water', 'continue'],
    ])
    expect(of('intention-formed').map(e => [e.intention, e.replaces])).toEqual([
      ['1', undefined],
      ['1', undefined],
      ['1', undefined],
      ['2', '1'],
      ['2', undefined],
    ])
    expect([...state.intentions.values()]).toMatchObject([
      { id: '1', status: 'dropped', reason: 'replaced by 2' },
      { id: '1/1.axe', status: 'dropped', reason: 'replaced by 2' },
      { id: '2', status: 'satisfied', reason: 'the goal predicates hold' },
    ])
    expect(state.groundBeliefs.get('memory')?.size).toBe(0)
  })

  it('acts a compiled and repaired plan one step at a time', async () => {
    const { state, of, done } = await run('compiled')
    expect(of('plan-selected').map(e => e.refused)).toEqual([
      ['load-a needs (truck at depot)', 'drive may come before load-b'],
    ])
    expect(done.map(e => [e.action, ...e.args].join(' '))).toEqual([
      'load a',
      'load b',
      'drive',
      'unload a',
      'unload b',
    ])
    expect(state.intentions.get('1')?.answer).toBe('delivered')
  })

  it('achieves a goal through itself, three intentions at once', async () => {
    const { state, events, of } = await run('recursive')
    expect(
      state.intentionHistory
        .map(r => [r.intention, r.answer])
        .sort()
        .toArray(),
    ).toEqual([
      ['1', '0'],
      ['2', '1'],
      ['3', '3'],
    ])
    const begun = events.findIndex(e => e.type === 'intention-closed')
    const before = new Set(events.slice(0, begun).map(e => e.intention.split('/')[0]))
    expect(before).toEqual(new Set(['1', '2', '3']))
    expect(of('plan-selected').filter(e => e.from === 'generated')).toHaveLength(3)
  })
})

// once here, after all events and effects in the long suite
describe.each(names)('%s, killed with SIGKILL', name => {
  it('comes to the same end, and does not repeat an effect that no event tells of yet', async () => {
    const { events, done } = await run(name)
    if (done.length > 0) await comesToTheSameEnd(name, 'effect', [done.length], folder)
    else await comesToTheSameEnd(name, 'event', [Math.ceil(events.length / 2)], folder)
  })
})
