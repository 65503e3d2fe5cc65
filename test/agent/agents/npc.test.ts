// Non-player characters through the real loop in the firefighter world, with a scripted model. The
// other character of a scene is moved by the test, tick by tick.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { npc } from '../../../agent/agents/npc.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { playEpisode } from '../../../harness/worlds/episode.ts'
import { firefighterWorld, frame } from '../../../harness/worlds/firefighter.ts'
import { paperScenarios, type Scenario, scenariosIn } from '../../../harness/worlds/scenario.ts'
import type { ChooseReads } from '../../../phases/formalize/choose-goal.ts'
import type { Character, Decision } from '../../../phases/planning/character.ts'

const scenario = (name: string) => paperScenarios().find(each => each.name === name)!

/** A model that takes the first of these classes that it is offered. */
const wanting = (...classes: readonly string[]) =>
  scripted(({ reads }) => {
    const { options } = reads as unknown as ChooseReads
    const places = classes.map(kind => options.findIndex(option => option.class === kind))
    const choice = (places.find(place => place >= 0) ?? 0) + 1
    return JSON.stringify({ reason: `I want to ${options[choice - 1]!.class}.`, choice })
  })

type Act = readonly [action: string, ...args: string[]]

/** One goal of `who`, while the other characters do these things, one a tick, and then leave. */
async function pursue(
  scene: Scenario,
  who: string,
  wire: ReturnType<typeof scripted>,
  others: Readonly<Record<string, readonly Act[]>> = {},
) {
  const world = firefighterWorld(scene)
  const events: Event[] = []
  const resident = world.join(who)
  const agent = await createAgent({
    agent: npc,
    model: createProvider(wire),
    world: resident,
    onEvent: event => events.push(event),
  })
  const puppets = Object.entries(others).map(async ([name, acts]) => {
    const puppet = world.join(name)
    for (const [n, [action, ...args]] of acts.entries()) await puppet.act(action, args, `${n}`)
    puppet.leave()
  })
  const data = scene.characters.find(character => character.name === who)!
  const next = async () => {
    for await (const _ of agent.handle({ kind: 'goal', text: 'live', data, source: 'test' }));
  }
  await next()
  resident.leave()
  await Promise.all(puppets)
  const of = <T extends Event['type']>(type: T) =>
    events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
  return {
    world,
    agent,
    of,
    next,
    calls: wire.requests.length,
    asks: of('step-finished').map(({ ask }) => ask),
    formed: of('intention-formed').map(e => [e.intention, e.intentionType, e.replaces]),
    plans: of('plan-selected').map(({ plan }) => plan.steps.map(step => step.description)),
  }
}

const rescue = [
  '(go fatima safe-zone roadside)',
  '(pull-out fatima peter car roadside)',
  '(go fatima roadside safe-zone)',
  '(put-down fatima peter safe-zone)',
]

describe('a character', () => {
  test('is offered what is possible, chooses, and carries out what the planner finds', async () => {
    const wire = wanting('save')
    const { of, plans, agent } = await pursue(scenario('FP'), 'fatima', wire)
    expect(plans).toEqual([rescue])
    const [decision] = of('tool-called')
    expect(decision).toMatchObject({
      tool: 'choose_goal',
      content:
        '1. Wait, doing nothing, until something changes.\n2. Take "peter" out of the fire and to safety.\n3. Put out the fire "fire".\n4. Call the firefighters.\n5. Heal "peter".',
      value: 'Take "peter" out of the fire and to safety.',
    })
    expect((decision!.input as Decision).by).toBe('scripted: I want to save.')
    expect(agent.state().intentionHistory.last()).toMatchObject({ satisfied: true, type: 'save' })
  })

  test('remembers in words what it perceives and what is no longer true, and believes the facts', async () => {
    const { agent } = await pursue(scenario('FP'), 'fatima', wanting('save'))
    const believed = agent.state().groundBeliefs.get('world')!
    const sentences = [...believed]
      .filter(([name]) => name.startsWith('memory '))
      .sort(([a], [b]) => Number(a.slice(7)) - Number(b.slice(7)))
      .map(([, versions]) => versions.at(-1)!.value)
    expect(sentences).toContain('There is a fire-extinguisher called "extinguisher"')
    expect(sentences.slice(-3)).toEqual([
      '"peter" is inside of "car": is no longer true',
      '"fatima" is carrying "peter"',
      '"fatima" is carrying "peter": is no longer true',
    ])
    expect(believed.has('(at peter safe-zone)')).toBe(true)
    expect(believed.has('(inside peter car)')).toBe(false)
  })

  test('is asked with its personality, its memories, what it does and what it could do', async () => {
    const wire = wanting('put-out')
    await pursue(scenario('FF'), 'fred', wire)
    const text = wire.requests[1]!.messages.at(-1)!.content
    expect(text).toContain(
      'I am "fred", a firefighter. My duty is to save people and, above all, to put out fires.',
    )
    expect(text).toContain('- "fire" is burning "car"\n')
    expect(text).toContain('# What I am doing\nPut out the fire "fire".')
    expect(text).toMatch(/# What I could do now\n1\. Wait.*\n2\. Take "peter".*\n3\. Put out/)
  })

  test('asks again when it is given a number that was not offered', async () => {
    const wire = scripted([
      '{"reason":"x","choice":9}',
      '{"reason":"y","choice":4}',
      '{"reason":"z","choice":1}',
    ])
    const { of } = await pursue(scenario('CO'), 'olga', wire)
    expect(of('model-called')[0]!.issues).toEqual(['choice: choose a number from 1 to 5'])
    expect(of('tool-called')[0]!.value).toBe('Call the firefighters.')
  })
})

describe('a character thinks again', () => {
  test('not without a new memory, and keeps its plan then', async () => {
    const { calls, asks, plans } = await pursue(scenario('FP'), 'fatima', wanting('save'))
    // where she goes is no memory; that peter is out of the car is
    expect(asks).toEqual(['continue', 'rethink', 'continue', 'continue'])
    expect(calls).toBe(2)
    expect(plans).toHaveLength(1)
  })

  test('on a new memory, and keeps goal and plan when it chooses the same and all is as expected', async () => {
    const { formed, plans } = await pursue(scenario('FP'), 'fatima', wanting('save'))
    expect(formed).toEqual([
      ['1', 'save', undefined],
      ['1', 'save', undefined],
    ])
    expect(plans).toEqual([rescue])
  })

  test('on a new memory, and plans for another goal when it chooses that', async () => {
    const wire = scripted(({ reads }) => {
      const { options, memories } = reads as unknown as ChooseReads
      const kind = memories.includes('(firefighters-called)') ? 'nothing' : 'save'
      return JSON.stringify({ reason: kind, choice: options.findIndex(o => o.class === kind) + 1 })
    })
    const { formed, plans, agent } = await pursue(scenario('FP & FF'), 'fatima', wire, {
      fred: [['call-firefighters', 'fred']],
    })
    expect(formed).toEqual([
      ['1', 'save', undefined],
      ['2', 'nothing', '1'],
    ])
    expect(plans).toEqual([rescue, ['(wait fatima)']])
    expect(agent.state().intentions.get('1')).toMatchObject({ status: 'dropped' })
  })

  test('on a new memory, and plans again for the same goal when the world is not as expected', async () => {
    const { formed, plans, calls } = await pursue(scenario('FP & FF'), 'fatima', wanting('save'), {
      fred: [['call-firefighters', 'fred']],
    })
    expect(formed.slice(0, 2)).toEqual([
      ['1', 'save', undefined],
      ['2', 'save', '1'],
    ])
    expect(plans.slice(0, 2)).toEqual([rescue, rescue.slice(1)])
    expect(calls).toBe(3) // at first, after the call, after peter is out
  })

  test('not when nothing is new since its last goal: it waits', async () => {
    const silent = scenariosIn('{ "phrases": {} }', 'silent.json').find(s => s.name === 'CO')!
    const wire = wanting('call')
    const { next, of } = await pursue(silent, 'olga', wire)
    await next()
    expect(wire.requests).toHaveLength(1)
    expect(of('tool-called').map(({ input }) => (input as Decision).by)).toEqual([
      'scripted: I want to call.',
      'nothing new to think about',
    ])
    expect(of('intention-formed').at(-1)).toMatchObject({ intentionType: 'nothing' })
  })
})

describe('a character plans again', () => {
  test('without thinking when the world has changed in what is no memory', async () => {
    const { calls, asks, plans } = await pursue(scenario('FP & FF'), 'fatima', wanting('save'), {
      fred: [['go', 'fred', 'safe-zone', 'kerb']],
    })
    expect(asks).toEqual(['replan', 'rethink', 'continue', 'continue'])
    expect(plans).toEqual([rescue, rescue.slice(1)])
    expect(calls).toBe(2)
  })

  test('when the world refuses its action, and gives up with the reason when nothing leads there', async () => {
    const phrases = JSON.stringify({ phrases: { inside: '{1} in {2}' } })
    const scenes = scenariosIn(phrases, 'few.json').find(s => s.name === 'CI, FP, FF & PA')!
    const { asks, agent } = await pursue(scenes, 'fred', wanting('put-out'), {
      peter: [['call-firefighters', 'peter']],
      fatima: [
        ['go', 'fatima', 'safe-zone', 'kerb'],
        ['take', 'fatima', 'extinguisher', 'kerb'],
      ],
      pablo: [],
    })
    expect(asks).toEqual(['replan', 'replan'])
    const failed = agent.state().intentionHistory.last()!
    expect(failed).toMatchObject({ satisfied: false, type: 'put-out' })
    expect(failed.reason).toMatch(/^no plan exists/)
    const [first, second] = failed.tried
    expect(first!.failures).toEqual([]) // the world had changed; nothing was refused
    expect(second!.failures[0]!.why).toContain('(take fred extinguisher kerb) cannot be done')
  })

  test('and is done when somebody else has reached its goal in the meantime', async () => {
    const facts = ['(at car roadside)', '(at peter roadside)', '(injured peter)']
    const text = JSON.stringify({ phrases: {}, facts })
    const scenes = scenariosIn(text, 'healed.json').find(s => s.name === 'CI, FP, FF & PA')!
    const { agent, asks, calls, plans } = await pursue(scenes, 'pablo', wanting('heal'), {
      peter: [],
      fatima: [],
      fred: [
        ['go', 'fred', 'safe-zone', 'roadside'],
        ['heal', 'fred', 'peter', 'roadside'],
      ],
    })
    expect(asks).toEqual(['replan', 'replan'])
    expect(plans).toHaveLength(2)
    expect(calls).toBe(1)
    expect(agent.state().intentionHistory.last()).toMatchObject({
      satisfied: true,
      reason: 'the goal holds already',
    })
  })
})

describe('the scenarios of Table I, offline', () => {
  const table: Readonly<Record<string, { first: Record<string, string>; facts: string[] }>> = {
    CI: { first: { peter: 'call' }, facts: ['(firefighters-called)', '(inside peter car)'] },
    CO: { first: { olga: 'call' }, facts: ['(firefighters-called)', '(inside peter car)'] },
    FP: { first: { fatima: 'save' }, facts: ['(at peter safe-zone)'] },
    FF: { first: { fred: 'put-out' }, facts: ['(at peter safe-zone)'] },
    PA: { first: { pablo: 'call' }, facts: ['(firefighters-called)', '(at peter roadside)'] },
    'FP & FF': { first: { fatima: 'save', fred: 'put-out' }, facts: ['(at peter safe-zone)'] },
    'FP & PA': { first: { fatima: 'save', pablo: 'call' }, facts: ['(at peter safe-zone)'] },
    'CI & FP': { first: { peter: 'call', fatima: 'save' }, facts: ['(at peter safe-zone)'] },
    'CI, FP, FF & PA': {
      first: { peter: 'call', fatima: 'save', fred: 'put-out', pablo: 'call' },
      facts: ['(at peter safe-zone)'],
    },
  }

  test('are those of the paper', () => {
    expect(paperScenarios().map(({ name }) => name)).toEqual(Object.keys(table))
  })

  test('one that has come to its last tick is over, also when it is gone on with', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'intend-npc-'))
    // in its third tick, somebody waits
    const played = { scenario: scenario('FP & PA'), agent: npc, model: 'offline', folder } as const
    const of = async (maxTicks: number) => (await playEpisode({ ...played, maxTicks })).world
    const [first, second, more, whole] = [await of(2), await of(2), await of(3), await of(40)]
    rmSync(folder, { recursive: true })
    expect(second.ticks()).toEqual(first.ticks())
    expect([first, more].map(world => [world.ticks().length - 1, world.quiet])).toEqual([
      [2, false],
      [3, false],
    ])
    const { folder: _, ...alone } = played
    const { world } = await playEpisode({ ...alone, maxTicks: 40 })
    expect(whole.quiet).toBe(true)
    expect(whole.ticks().map(tick => frame(played.scenario, tick))).toEqual(
      world.ticks().map(tick => frame(played.scenario, tick)),
    )
  })

  test.each(Object.entries(table))(
    '%s ends when nothing happens any more',
    async (name, wanted) => {
      const decisions: [Character['name'], Decision][] = []
      const { world } = await playEpisode({
        scenario: scenario(name),
        agent: npc,
        model: 'offline',
        maxTicks: 40,
        onEvent: ({ name: who }, event) => {
          if (event.type === 'tool-called') decisions.push([who, event.input as Decision])
        },
      })
      expect(world.quiet).toBe(true)
      const firsts = Object.keys(wanted.first).map(who => [
        who,
        decisions.find(([each]) => each === who)![1].chosen.class,
      ])
      expect(Object.fromEntries(firsts)).toEqual(wanted.first)
      const { facts } = world.ticks().at(-1)!
      expect([...facts]).toEqual(expect.arrayContaining(wanted.facts))
      const burns = !/FP|FF/.test(name)
      expect(facts.has('(burning fire car)')).toBe(burns)
      expect(decisions[0]![1].by).toMatch(
        /^the order of its goals .*since offline: it cannot choose_goal/,
      )
    },
  )
})
