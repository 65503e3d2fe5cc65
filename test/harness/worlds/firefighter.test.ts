// The firefighter world: what every world keeps to, ticks, frames, and scenarios read from files.
import { afterAll, describe, expect, test } from 'vitest'
import { firefighterWorld, frame } from '../../../harness/worlds/firefighter.ts'
import { paperScenarios, scenariosIn } from '../../../harness/worlds/scenario.ts'
import { worldContract } from '../../contracts/world.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
let files = 0
const scenario = (name: string) => paperScenarios().find(each => each.name === name)!

describe('the firefighter world', () => {
  worldContract({
    name: 'firefighter',
    open: log => firefighterWorld(scenario('FF'), log === undefined ? {} : { log }).join('fred'),
    file: () => folder.path(`firefighter-${files++}.jsonl`),
    possible: [
      ['go', 'fred', 'safe-zone', 'kerb'],
      ['take', 'fred', 'extinguisher', 'kerb'],
      ['go', 'fred', 'kerb', 'roadside'],
    ],
    refused: [
      [
        ['extinguish', 'fred', 'extinguisher', 'fire', 'car', 'roadside'],
        /cannot be done: it needs/,
      ],
      [['call-firefighters', 'peter'], /\(self peter\)/],
      [['fly', 'fred'], /no action "fly"/],
    ],
  })

  test('lets everybody act once a tick, in their order, however late they decide', async () => {
    const world = firefighterWorld(scenario('FP & FF'))
    const [fatima, fred] = [world.join('fatima'), world.join('fred')]
    const late = fred.act('take', ['fred', 'extinguisher', 'kerb'], 'k')
    const early = fatima.act('go', ['fatima', 'safe-zone', 'kerb'], 'k')
    expect((await late).accepted).toBe(false)
    expect((await early).accepted).toBe(true)
    expect(world.ticks()[1]!.deeds.map(({ actor }) => actor)).toEqual(['fatima', 'fred'])
  })

  test('wakes who waits when something that is said in words has changed', async () => {
    const world = firefighterWorld(scenario('FP & FF'))
    const [fatima, fred] = [world.join('fatima'), world.join('fred')]
    let woken = ''
    const waiting = fred.act('wait', ['fred'], 'w').then(({ text }) => {
      woken = text
    })
    await fatima.act('go', ['fatima', 'safe-zone', 'roadside'], 'k1')
    expect(woken).toBe('')
    await fatima.act('pull-out', ['fatima', 'peter', 'car', 'roadside'], 'k2')
    await waiting
    expect(woken).toBe('something has changed')
    expect(await fred.observations(0)).toEqual([
      expect.objectContaining({ text: 'what there is at first' }),
      expect.objectContaining({ text: 'tick 1' }),
      expect.objectContaining({ text: 'tick 2' }),
    ])
  })

  test('is quiet when everybody waits, and does not wait for those who have left', async () => {
    const world = firefighterWorld(scenario('FP & FF'))
    const [fatima, fred] = [world.join('fatima'), world.join('fred')]
    const waiting = fatima.act('wait', ['fatima'], 'w')
    expect(world.quiet).toBe(false)
    fred.leave()
    expect((await waiting).text).toBe('nothing happens any more')
    expect(world.quiet).toBe(true)
  })

  test('tells everybody the same, and each only of itself who it is', async () => {
    const world = firefighterWorld(scenario('FP & FF'))
    const seen = async (name: string) => {
      const { data } = (await world.join(name).observations(0))[0]!
      return (data as { added: string[] }).added
    }
    const [fatima, fred] = [await seen('fatima'), await seen('fred')]
    expect(fatima.filter(fact => !fred.includes(fact))).toEqual(['(self fatima)'])
  })

  test('can be watched as text', async () => {
    const scene = scenario('FP')
    const world = firefighterWorld(scene)
    const fatima = world.join('fatima')
    await fatima.act('go', ['fatima', 'safe-zone', 'roadside'], 'k1')
    await fatima.act('pull-out', ['fatima', 'peter', 'car', 'roadside'], 'k2')
    expect(frame(scene, world.ticks()[2]!).join('\n')).toMatchInlineSnapshot(`
      "tick 2
        fatima: pull-out fatima peter car roadside
        roadside  | car, fatima
        kerb      | extinguisher
        safe-zone | 
        fire is burning car
        peter is injured
        fatima is carrying peter"
    `)
  })
})

describe('a file of scenarios', () => {
  test('names only what differs from the paper', () => {
    const own = {
      people: {
        ME: { name: 'mia', type: 'paramedic', personality: 'I heal.', order: ['heal'], facts: [] },
      },
      scenarios: [{ name: 'mine', people: ['ME'] }],
    }
    const [only] = scenariosIn(JSON.stringify(own), 'mine.json')
    expect(only!.characters.map(({ name, goals }) => [name, goals.length])).toEqual([['mia', 5]])
    expect(only!.say('(paramedic mia)')).toBe('There is a paramedic called "mia"')
  })

  test.each([
    ['{', /mine\.json holds no scenarios: .*JSON/],
    ['[1]', /mine\.json holds no scenarios/],
    ['{"scenarios":[{"name":"x","people":["XX"]}]}', /names "XX"; known people are CI, CO/],
    ['{"facts":["(burning fire car"]}', /holds no scenarios: line \d+/],
    ['{"facts":["(burnign fire car)"]}', /a declared predicate|burnign/],
    ['{"goals":[{"name":"Save"}]}', /goals\.0\.name: lower case/],
  ])('that is wrong is refused in one sentence: %s', (text, complaint) => {
    expect(() => scenariosIn(text, 'mine.json')).toThrow(complaint)
  })
})
