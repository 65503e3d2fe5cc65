import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyState } from '../../agent/apply.ts'
import { learn } from '../../agent/beliefs/beliefs.ts'
import type { Phases } from '../../agent/contract.ts'
import { createLoop } from '../../agent/loop.ts'
import { noJournal } from '../../agent/runs/journal.ts'
import type { Belief } from '../../agent/state.ts'
import { type View, view } from '../../agent/view.ts'
import { ancestors } from '../../plans/dag.ts'
import type { Plan, Step } from '../../plans/plan.ts'
import { surroundings } from './miniatures/drive.ts'
import * as kit from './miniatures/kit.ts'
import { goal, loopOf, phasesOf } from './miniatures/plain.ts'

/** What one step of a random plan does: how long it takes, what it writes beside its own role. */
interface Deed {
  readonly deps: readonly number[]
  readonly ticks: readonly [number, number]
  readonly shared: boolean
  readonly source: 'web' | 'own'
  readonly fails: boolean
}

const deed = (index: number): fc.Arbitrary<Deed> =>
  fc.record({
    deps: index === 0 ? fc.constant([]) : fc.uniqueArray(fc.nat(index - 1), { maxLength: 3 }),
    ticks: fc.tuple(fc.nat(12), fc.nat(12)),
    shared: fc.boolean(),
    source: fc.constantFrom('web', 'own'),
    fails: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
  })
const deeds = fc
  .integer({ min: 1, max: 7 })
  .chain(size => fc.tuple(...Array.from({ length: size }, (_, index) => deed(index))))
const cycles = fc.array(deeds, { minLength: 1, maxLength: 3 })

const planOf = (all: readonly Deed[], cycle: number): Plan =>
  kit.plan(
    'any',
    all.map(({ deps }, index) =>
      kit.step(`c${cycle}s${index}`, 'compute', { deps: deps.map(dep => `c${cycle}s${dep}`) }),
    ),
  )

interface Seen {
  readonly cycle: number
  readonly step: string
  readonly phase: 'execute' | 'verify'
  readonly beliefs: View['beliefs']
  readonly conflicts: View['conflicts']
}

/** Carries out one plan a cycle and returns what every step saw, by step and phase. */
async function saw(all: readonly (readonly Deed[])[], parallel: number, timing: 0 | 1) {
  const plans = all.map(planOf)
  const seen = new Map<string, Seen>()
  const of = (step: Step) => {
    const [cycle, index] = step.id.slice(1).split('s').map(Number)
    return { cycle: cycle!, ...all[cycle!]![index!]! }
  }
  const note = (phase: Seen['phase'], step: Step, { beliefs, conflicts }: View) =>
    seen.set(`${step.id} ${phase}`, {
      cycle: of(step).cycle,
      step: step.id,
      phase,
      beliefs,
      conflicts,
    })
  const takes = async (step: Step) => {
    for (let left = of(step).ticks[timing]; left > 0; left--) await undefined
  }
  const phases: Phases = {
    perceive: async received =>
      kit.perceived(received, {
        beliefs: [kit.believe('question', 'asked', 'user'), kit.believe('shared', 'asked', 'user')],
      }),
    formalize: async id => kit.formed(id, 'any', ''),
    deliberate: async (id, state) => {
      const next = plans[state.intentions.get(id)!.cycle - 1]
      return next ? kit.selected(id, next) : kit.closed(id, 'satisfied', 'all plans carried out')
    },
    execute: async (_id, step, view) => {
      note('execute', step, view)
      await takes(step)
      const source = of(step).source === 'own' ? step.id : 'web'
      const own = kit.believe(step.id, step.id, source)
      return kit.result('', of(step).shared ? [own, kit.believe('shared', step.id, source)] : [own])
    },
    verify: async (_id, step, _result, view) => {
      await takes(step)
      note('verify', step, view)
      return of(step).fails ? kit.failed('', 'tool_error') : kit.passed('')
    },
    satisfy: async id => kit.setAside(id, 'next'),
    review: kit.noReview,
  }
  const passed = new Map<string, Belief>()
  const loop = createLoop({
    phases,
    surroundings: surroundings({
      limits: { cycles: all.length + 1, parallel },
      // the cycle is carried out as far as it goes, so that what has passed does not depend on timing
      policy: { reconsider: () => 'continue' },
    }),
    journal: noJournal,
    run: 'test',
    onEvent: (event, state) => {
      if (event.type === 'step-finished' && event.verdict.passed)
        passed.set(event.step, state.groundBeliefs.get('1')!.get(event.step)!.at(-1)!)
    },
  })
  await loop.handle({ kind: 'question', text: 'any', source: 'user' })
  return { plans, seen, passed: new Set(passed.keys()) }
}

const runs = fc.record({ all: cycles, parallel: fc.integer({ min: 1, max: 4 }) })

describe('what is in view of a part', () => {
  const state = emptyState()
  const part = {
    id: '2',
    root: '1',
    goal: 'weigh',
    bind: { load: 'weight', same: 'same', none: 'x' },
  }
  const given = [kit.believe('weight', 7, 'user'), kit.believe('same', 1, 'user')]
  const known = (schemaBeliefs: Readonly<Record<string, readonly string[]>>) =>
    view(
      {
        ...state,
        intentions: state.intentions.set('2', part as never),
        groundBeliefs: learn(state.groundBeliefs, '2', given, 0),
        schemaBeliefs: Object.entries(schemaBeliefs).reduce(
          (all, [id, each]) => all.set(id, each),
          state.schemaBeliefs,
        ),
      },
      '2',
    )

  it('has the names of the roles that beliefs are bound to, beside their own', () => {
    const { beliefs, question } = known({})
    expect(Object.entries(beliefs).map(([role, { name, value }]) => [role, name, value])).toEqual([
      ['same', 'same', 1],
      ['weight', 'weight', 7],
      ['load', 'load', 7],
    ])
    expect(question).toBe('weigh')
  })

  it('is told what is to be known by itself, and otherwise by the question', () => {
    expect(known({}).schemaBeliefs).toEqual([])
    expect(known({ 1: ['whole'] }).schemaBeliefs).toEqual(['whole'])
    expect(known({ 1: ['whole'], 2: ['part'] }).schemaBeliefs).toEqual(['part'])
  })
})

describe('a step', () => {
  it('sees which sources disagree with the newest, in whatever unit they say it', async () => {
    const said = [
      kit.believe('x', 1, 'ann'),
      kit.believe('x', 2, 'bob'),
      kit.believe('x', 3, 'eve'),
      { ...kit.believe('y', 2, 'ann'), unit: 'km' },
      { ...kit.believe('y', 2000, 'bob'), unit: 'm' },
    ]
    const perceive: Phases['perceive'] = async received =>
      kit.perceived(received, { scope: 'session', beliefs: said })
    const { loop } = loopOf({ ...phasesOf([]), perceive })
    await loop.handle(goal('any'))
    const { conflicts, session } = view(loop.state(), '1')
    expect(conflicts.map(({ name, value }) => [name, value])).toEqual([
      ['x', 1],
      ['x', 2],
    ])
    expect(session.map(({ value }) => value)).toEqual([3, 2000])
  })

  it('sees the question, earlier cycles and its ancestors, and nothing a sibling wrote', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ all, parallel }) => {
        const { plans, seen, passed } = await saw(all, parallel, 0)
        for (const { cycle, step, beliefs } of seen.values()) {
          const upstream = ancestors(plans[cycle]!.steps, step)
          const earlier = [...passed].filter(id => Number(id.slice(1).split('s')[0]) < cycle)
          const expected = ['question', 'shared', ...earlier, ...upstream]
          expect(Object.keys(beliefs).sort()).toEqual(expected.sort())
        }
      }),
      { numRuns: 40 },
    )
  })

  it('sees of a name that many wrote the value nearest above it', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ all, parallel }) => {
        const { plans, seen, passed } = await saw(all, parallel, 0)
        const writes = (id: string) => {
          const [cycle, index] = id.slice(1).split('s').map(Number)
          return all[cycle!]![index!]!.shared && passed.has(id)
        }
        for (const { cycle, step, beliefs } of seen.values()) {
          const { steps } = plans[cycle]!
          const above = [...ancestors(steps, step)].filter(writes)
          const nearest = above.filter(id => !above.some(other => ancestors(steps, other).has(id)))
          const before = plans.slice(0, cycle).map(p => p.steps.map(s => s.id).filter(writes))
          const allowed =
            nearest.length > 0 ? nearest : (before.findLast(c => c.length > 0) ?? ['asked'])
          expect(allowed).toContain(beliefs.shared?.value)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('sees the same whatever takes how long, and however many run at once', async () => {
    const timeless = (views: ReadonlyMap<string, Seen>) =>
      Object.fromEntries(
        [...views].map(([key, { beliefs, conflicts }]) => [
          key,
          {
            beliefs: Object.fromEntries(Object.values(beliefs).map(b => [b.name, b.value])),
            conflicts: conflicts.map(b => `${b.name} ${b.value}`).sort(),
          },
        ]),
      )
    await fc.assert(
      fc.asyncProperty(runs, async ({ all, parallel }) => {
        const one = await saw(all, parallel, 0)
        const other = await saw(all, 5 - parallel, 1)
        expect(timeless(one.seen)).toEqual(timeless(other.seen))
      }),
      { numRuns: 40 },
    )
  })
})
