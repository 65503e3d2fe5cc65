// Seed 003 in miniature: a character whose memories make it think again about its goal, and whose
// planner plans again when the world is not as the plan expected; both also inside a sub-goal.
import type { Phases } from '../../../agent/contract.ts'
import type { State } from '../../../agent/state.ts'
import { view } from '../../../agent/view.ts'
import type { Step } from '../../../plans/plan.ts'
import * as kit from './kit.ts'
import type { WorldOptions } from './world.ts'

const FIRE = 'the barn burns'
const WOLF = 'a wolf howls'
const FORGET = 'no longer: '
const CONDITION: Readonly<Record<string, string>> = {
  'gather wood': 'has wood',
  'get axe': 'has axe',
  'put out the fire': 'fire is out',
}

const go = (action: string, expected: string): Step =>
  kit.step(action, 'act', {
    effect: true,
    action: { act: action, args: [] },
    postcondition: expected,
  })
const getAxe = kit.step('axe', 'achieve', { action: { achieve: 'get axe' } })
const PLANNER: Readonly<Record<string, (surprised: boolean) => readonly Step[]>> = {
  'gather wood': () => [getAxe, go('chop', 'has wood')],
  'get axe': surprised => [
    go('walk to the shed', 'at shed'),
    ...(surprised ? [go('find the key', 'has key')] : []),
    go('take the axe', 'has axe'),
  ],
  'put out the fire': () => [go('fetch water', 'has water'), go('pour water', 'fire is out')],
}

const memories = (state: State) => [...(state.groundBeliefs.get('memory')?.keys() ?? [])]

const phases: Phases = {
  perceive: async (received, { groundBeliefs }) => {
    const { kind, text, data } = received.perception
    if (kind !== 'observation') return kit.perceived(received, { desire: text })
    if (data) {
      const believed = (data as string[]).map(fact => kit.believe(fact, true, 'world'))
      const gone = [...(groundBeliefs.get('world')?.keys() ?? [])].filter(f => f.startsWith('at '))
      return kit.perceived(received, { scope: 'world', beliefs: believed, withdrawn: gone })
    }
    return text.startsWith(FORGET)
      ? kit.perceived(received, { scope: 'memory', withdrawn: [text.slice(FORGET.length)] })
      : kit.perceived(received, { scope: 'memory', beliefs: [kit.believe(text, true, 'world')] })
  },
  formalize: async (id, state) => {
    // brave by personality: a wolf is thought about and changes nothing
    const type = memories(state).includes(FIRE) ? 'put out the fire' : 'gather wood'
    const current = state.intentions.get(id)
    return !current || current.type === type
      ? kit.formed(id, type, CONDITION[type]!)
      : kit.formed(String(state.roots + 1), type, CONDITION[type]!, id)
  },
  deliberate: async (id, state) => {
    const { beliefs, intention } = view(state, id)
    const steps = PLANNER[intention.type]!(intention.tried.length > 0)
    const open = steps.filter(each => !beliefs[each.postcondition])
    return kit.selected(id, kit.plan(intention.type, kit.inSequence(open)), 'generated')
  },
  execute: kit.act,
  verify: kit.seenInWorld,
  satisfy: async (id, state) => {
    const { beliefs, intention } = view(state, id)
    return beliefs[CONDITION[intention.type]!]
      ? kit.closed(id, 'satisfied', 'the goal predicates hold', 'done')
      : kit.setAside(id, 'not reached')
  },
  review: kit.noReview,
}

const SCENES: Readonly<Record<string, readonly { text: string; data?: readonly string[] }[]>> = {
  'walk to the shed': [{ text: 'the shed', data: ['at shed'] }, { text: WOLF }],
  'find the key': [{ text: 'a key', data: ['at shed', 'has key'] }],
  'take the axe': [{ text: 'an axe', data: ['at shed', 'has axe'] }, { text: FIRE }],
  'fetch water': [
    { text: 'the well', data: ['at well', 'has water'] },
    { text: `${FORGET}${WOLF}` },
  ],
  'pour water': [
    { text: 'wet ashes', data: ['at barn', 'fire is out'] },
    { text: `${FORGET}${FIRE}` },
  ],
}

const world: WorldOptions = {
  refuses: (action, _args, past) =>
    action === 'take the axe' && !past.some(each => each.action === 'find the key')
      ? 'The door is locked.'
      : undefined,
  scene: past => {
    const last = past.at(-1)
    return last ? SCENES[last.action]! : [{ text: 'home', data: ['at home'] }]
  },
}

export const npc: kit.Miniature = {
  phases,
  policy: {
    reconsider: (_intention, _step, verdict, state) => {
      if (!verdict.passed) return 'replan'
      return memories(state).length > 0 ? 'rethink' : 'continue'
    },
  },
  limits: { cycles: 5, parallel: 1 },
  world,
  perceptions: [{ kind: 'goal', text: 'live here', source: 'user' }],
}
