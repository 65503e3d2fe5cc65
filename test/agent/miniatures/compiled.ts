// Seed 004 in miniature: a planning problem is compiled into a plan DAG before anything is done,
// a faulty draft is repaired with what the checker said, and the plan is acted one step at a time.
import type { Phases } from '../../../agent/contract.ts'
import { view } from '../../../agent/view.ts'
import { ancestors, topological } from '../../../plans/dag.ts'
import type { Plan, Step } from '../../../plans/plan.ts'
import * as kit from './kit.ts'
import type { WorldOptions } from './world.ts'

interface Operator {
  readonly needs: readonly string[]
  readonly adds: string
  readonly removes: string
}

const operator = (action: string, [parcel]: readonly string[]): Operator => {
  if (action === 'load')
    return {
      needs: [`${parcel} at depot`, 'truck at depot'],
      adds: `${parcel} in truck`,
      removes: `${parcel} at depot`,
    }
  if (action === 'unload')
    return {
      needs: [`${parcel} in truck`, 'truck at town'],
      adds: `${parcel} at town`,
      removes: `${parcel} in truck`,
    }
  return { needs: ['truck at depot'], adds: 'truck at town', removes: 'truck at depot' }
}

const move = (id: string, action: string, args: string[], deps: string[]): Step =>
  kit.step(id, 'act', {
    deps,
    effect: true,
    action: { act: action, args },
    postcondition: operator(action, args).adds,
  })
const draft = (drive: string[]): Plan =>
  kit.plan('transport', [
    move('drive', 'drive', [], drive),
    move('load-a', 'load', ['a'], []),
    move('load-b', 'load', ['b'], []),
    move('unload-a', 'unload', ['a'], ['load-a', 'drive']),
    move('unload-b', 'unload', ['b'], ['load-b', 'drive']),
  ])

const effectOf = ({ action }: Step): Operator => {
  const { act, args } = action as { act: string; args: string[] }
  return operator(act, args)
}

/** What a checker says against the plan: a precondition that does not hold, or might not in time. */
function fault({ steps }: Plan, facts: ReadonlySet<string>): string | undefined {
  const now = new Set(facts)
  const sorted = topological(steps)
  for (const step of 'order' in sorted ? sorted.order : []) {
    const { needs, adds, removes } = effectOf(step)
    const missing = needs.find(fact => !now.has(fact))
    if (missing !== undefined) return `${step.id} needs (${missing})`
    now.delete(removes)
    now.add(adds)
  }
  for (const [one, other] of steps.flatMap(one => steps.map(other => [one, other] as const)))
    if (
      one !== other &&
      effectOf(other).needs.includes(effectOf(one).removes) &&
      !ancestors(steps, one.id).has(other.id)
    )
      return `${one.id} may come before ${other.id}`
  return undefined
}

const phases: Phases = {
  perceive: async received => {
    const { kind, text, data } = received.perception
    const { add, remove } = data as { add: string[]; remove: string[] }
    return kind === 'observation'
      ? kit.perceived(received, {
          scope: 'world',
          beliefs: add.map(fact => kit.believe(fact, true, 'world')),
          withdrawn: remove,
        })
      : kit.perceived(received, { desire: text, schemaBeliefs: add })
  },
  formalize: async (id, state) =>
    kit.formed(id, 'transport', state.schemaBeliefs.get(id)!.join(' and ')),
  deliberate: async (id, state) => {
    const facts = new Set(state.groundBeliefs.get('world')!.keys())
    const refused: string[] = []
    for (const written of [draft([]), draft(['load-a']), draft(['load-a', 'load-b'])]) {
      const wrong = fault(written, facts)
      if (wrong === undefined) return kit.selected(id, written, 'generated', refused)
      refused.push(wrong)
    }
    return kit.closed(id, 'failed', refused.join('; '))
  },
  execute: kit.act,
  verify: kit.seenInWorld,
  satisfy: async (id, state) => {
    const { beliefs, intention } = view(state, id)
    return intention.satisfactionCondition.split(' and ').every(fact => beliefs[fact])
      ? kit.closed(id, 'satisfied', 'the goal holds', 'delivered')
      : kit.setAside(id, 'the goal does not hold')
  },
  review: kit.noReview,
}

const FACTS = ['a at depot', 'b at depot', 'truck at depot']
const world: WorldOptions = {
  refuses: (action, args, past) => {
    const now = new Set(FACTS)
    for (const each of past) {
      const { adds, removes } = operator(each.action, each.args)
      now.delete(removes)
      now.add(adds)
    }
    const missing = operator(action, args).needs.find(fact => !now.has(fact))
    return missing && `(${missing}) does not hold.`
  },
  scene: past => {
    const last = past.at(-1)
    if (!last) return [{ text: 'at first', data: { add: FACTS, remove: [] } }]
    const { adds, removes } = operator(last.action, last.args)
    return [{ text: last.action, data: { add: [adds], remove: [removes] } }]
  },
}

export const compiled: kit.Miniature = {
  phases,
  limits: { cycles: 2, parallel: 4 },
  world,
  perceptions: [
    {
      kind: 'goal',
      text: 'both parcels in town',
      data: { add: ['a at town', 'b at town'] },
      source: 'user',
    },
  ],
}
