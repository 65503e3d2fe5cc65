// Seed 002 in miniature: IF/CONSIDERING/THEN rules whose bodies hold actions and PLAN TO sub-goals,
// a text world where every observation replaces all that was seen before, and one-action plans where
// no rule fits.
import type { Phases } from '../../../agent/contract.ts'
import { view } from '../../../agent/view.ts'
import type { Step } from '../../../plans/plan.ts'
import * as kit from './kit.ts'
import type { Effect, WorldOptions } from './world.ts'

const RULES = [
  {
    goal: 'boil water',
    considering: ['you are in the kitchen'],
    body: ['PLAN TO fill the kettle', 'PLAN TO heat the kettle'],
  },
  {
    goal: 'fill the kettle',
    considering: ['the tap is closed', 'you are in the kitchen'],
    body: ['open the tap', 'hold the kettle under the tap'],
  },
]
const REACHED: Readonly<Record<string, string>> = {
  'boil water': 'the water boils',
  'fill the kettle': 'the kettle is full',
  'heat the kettle': 'the water boils',
}

const line = (text: string): Step =>
  text.startsWith('PLAN TO ')
    ? kit.step(text, 'achieve', { action: { achieve: text.slice('PLAN TO '.length) } })
    : kit.step(text, 'act', {
        effect: true,
        action: { act: text, args: [] },
        postcondition: `your last action was: ${text}`,
      })
const body = (goal: string, lines: readonly string[]) =>
  kit.plan(goal, kit.inSequence(lines.map(line)))

const nothingKnown = {
  outcomes: () => ({ right: 0, wrong: 0 }),
  baseline: { right: 1, wrong: 1 },
}

const phases: Phases = {
  perceive: async (received, state) => {
    const { kind, text } = received.perception
    if (kind !== 'observation') return kit.perceived(received, { desire: text })
    const sentences = text.split('. ')
    return kit.perceived(received, {
      scope: 'world',
      withdrawn: [...(state.groundBeliefs.get('world')?.keys() ?? [])],
      beliefs: sentences.map(sentence => kit.believe(sentence, true, 'world')),
    })
  },
  formalize: async (id, state) => {
    const task = state.desires.get(id)!.text
    return kit.formed(id, task, REACHED[task]!)
  },
  deliberate: async (id, state, ctx) => {
    const { beliefs, intention } = view(state, id)
    const fitting = RULES.filter(
      rule => rule.goal === intention.type && rule.considering.every(text => beliefs[text]),
    ).map(rule => body(rule.goal, rule.body))
    const { plan } = ctx.policy.choosePlan(fitting, intention, state, nothingKnown)
    if (plan) return kit.selected(id, plan)
    const only = await ctx.policy.fallback(intention, state, ctx)
    return typeof only === 'object'
      ? kit.selected(id, only, 'fallback')
      : kit.closed(id, 'failed', 'every action was tried')
  },
  execute: kit.act,
  verify: kit.seenInWorld,
  satisfy: async (id, state) => {
    const { beliefs, intention } = view(state, id)
    return beliefs[REACHED[intention.type]!]
      ? kit.closed(id, 'satisfied', 'the world shows it', 'done')
      : kit.setAside(id, 'not reached yet')
  },
  review: kit.noReview,
}

const world: WorldOptions = {
  refuses: (action, _args, past) =>
    action === 'light the stove' && !did(past, 'put the kettle on the stove')
      ? 'Not with nothing on it.'
      : undefined,
  scene: past => {
    const sentences = [
      'you are in the kitchen',
      `the tap is ${did(past, 'open the tap') ? 'open' : 'closed'}`,
      `the kettle is ${did(past, 'hold the kettle under the tap') ? 'full' : 'empty'}`,
      ...(did(past, 'light the stove') ? ['the water boils'] : []),
      ...past.slice(-1).map(({ action }) => `your last action was: ${action}`),
    ]
    return [{ text: sentences.join('. ') }]
  },
}
const did = (past: readonly Effect[], action: string) => past.some(each => each.action === action)

const ACTIONS = ['wave the kettle', 'light the stove', 'put the kettle on the stove']

export const ruleFollower: kit.Miniature = {
  phases,
  policy: {
    // every action in turn, and from the start again: one that was refused may be possible later
    fallback: ({ type, tried }) => body(type, [ACTIONS[tried.length % ACTIONS.length]!]),
  },
  limits: { cycles: 50, parallel: 1 },
  world,
  perceptions: [{ kind: 'goal', text: 'boil water', source: 'user' }],
}
