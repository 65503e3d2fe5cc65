// Seed 000 in miniature: plans are chosen by unifying a goal's arguments with their contexts; where
// none fits one is generated; a plan achieves its own goal again; three goals are pursued at once.
import type { Phases } from '../../../agent/contract.ts'
import { view } from '../../../agent/view.ts'
import * as kit from './kit.ts'
import type { WorldOptions } from './world.ts'

const total = [{ role: 'total', type: 'number' } as const]
const print = kit.step('print', 'act', { deps: ['add'], reads: ['total'], effect: true })
const PLANS = [
  {
    fits: (n: number) => n > 0,
    plan: kit.plan('sum', [
      kit.step('less', 'compute', { reads: ['n'], writes: [{ role: 'rest', type: 'number' }] }),
      kit.step('again', 'achieve', {
        deps: ['less'],
        reads: ['rest'],
        writes: [{ role: 'subtotal', type: 'number' }],
        action: { achieve: 'sum' },
        bind: { n: 'rest', total: 'subtotal' },
      }),
      kit.step('add', 'compute', { deps: ['again'], reads: ['n', 'subtotal'], writes: total }),
      print,
    ]),
  },
]
const generated = kit.plan('sum', [
  kit.step('add', 'compute', { reads: ['n'], writes: total }),
  print,
])

const phases: Phases = {
  perceive: async received => {
    const { kind, text, data } = received.perception
    return kind === 'observation'
      ? kit.perceived(received, { scope: 'world', beliefs: [kit.believe(text, true, 'world')] })
      : kit.perceived(received, {
          desire: text,
          beliefs: [kit.believe('n', data as number, 'user')],
        })
  },
  formalize: async id => kit.formed(id, 'sum', 'ground_belief(total) is known'),
  deliberate: async (id, state) => {
    const n = Number(view(state, id).beliefs.n!.value)
    const known = PLANS.find(({ fits }) => fits(n))
    return known ? kit.selected(id, known.plan) : kit.selected(id, generated, 'generated')
  },
  execute: async (id, step, { beliefs, intention }, ctx) => {
    const number = (name: string) => Number(beliefs[name]?.value ?? 0)
    if (step.id === 'less') return kit.result('', [kit.believe('rest', number('n') - 1, step.id)])
    if (step.id === 'add')
      return kit.result('', [kit.believe('total', number('n') + number('subtotal'), step.id)])
    const { text } = await ctx.environment.world!.act(
      'print',
      [id, String(beliefs.total!.value)],
      kit.keyOf(intention, step),
    )
    return kit.result(text)
  },
  verify: async (id, step, result, seen) => {
    const printed = step.id === 'print' ? `printed ${id}` : ''
    return kit.seenInWorld(id, { ...step, postcondition: printed }, result, seen)
  },
  satisfy: async (id, state) =>
    kit.closed(id, 'satisfied', 'believed', String(view(state, id).beliefs.total!.value)),
  review: kit.noReview,
}

const world: WorldOptions = {
  scene: past => past.slice(-1).map(({ args: [id] }) => ({ text: `printed ${id}` })),
}

export const recursive: kit.Miniature = {
  phases,
  limits: { cycles: 2, parallel: 4 },
  world,
  perceptions: [0, 1, 2].map(n => ({ kind: 'goal', text: `sum to ${n}`, data: n, source: 'user' })),
  concurrent: true,
}
