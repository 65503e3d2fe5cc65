// What is recorded of a goal at its end.
import { expect, test } from 'vitest'
import { recordOf } from '../../../agent/runs/record.ts'
import { noUsageTotals } from '../../../agent/runs/usage.ts'
import type { Intention, State } from '../../../agent/state.ts'

const failure = { step: 's1', mode: 'tool_error', why: 'no file' }
const recorded = (intention: object, more: object = {}, now = 4500) =>
  recordOf(
    {
      intentions: new Map([
        [
          '1',
          {
            type: 't',
            goal: 'g',
            status: 'open',
            cycle: 1,
            tried: [],
            failures: [],
            ...intention,
          } as unknown as Intention,
        ],
      ]),
      planLibrary: {
        plans: new Map([
          [
            'p',
            {
              steps: [
                { id: 's1', deps: [] },
                { id: 's2', deps: ['s1'] },
              ],
            },
          ],
        ]),
      },
      groundBeliefs: new Map(),
      perceptions: new Map(),
      usage: new Map(),
      begun: new Map([['1', 1000]]),
      ...more,
    } as unknown as State,
    '1',
    now,
  )

test('a goal that was met, with what it took', () => {
  const usage = { ...noUsageTotals, calls: 2 }
  const perceptions = new Map([['1', { perception: { text: 'what?' } }]])
  const met = { status: 'satisfied', answer: '7', reason: 'done', plan: 'p' }
  expect(recorded(met, { perceptions, usage: new Map([['1', usage]]) })).toEqual({
    intention: '1',
    question: 'what?',
    type: 't',
    goal: 'g',
    satisfied: true,
    answer: '7',
    reason: 'done',
    cycles: 1,
    plan: 'p',
    tried: [],
    beliefs: [],
    usage,
    seconds: 3.5,
  })
})

test('a goal that failed, with each plan that was tried', () => {
  const before = { plan: 'o', cycle: 1, failures: [failure] }
  const found = recorded({
    status: 'failed',
    cycle: 2,
    tried: [before],
    failures: [failure],
    plan: 'p',
  })
  expect(found).toMatchObject({ question: 'g', satisfied: false, cycles: 2, usage: noUsageTotals })
  expect(found.tried).toEqual([before, { plan: 'p', cycle: 2, failures: [failure] }])
  expect(recorded({ failures: [failure] }).tried).toEqual([{ cycle: 1, failures: [failure] }])
  // a cycle that was never begun is not counted
  expect(recorded({ cycle: 3, tried: [before] }).cycles).toBe(2)
  expect(recorded({}, { begun: new Map() }).seconds).toBe(0)
})

test('of each name what the plan makes the newest', () => {
  const version = (value: number, step: string, unit?: string) => ({
    name: 'x',
    value,
    provenance: 'quoted',
    by: { step, cycle: 1 },
    ...(unit !== undefined && { unit }),
  })
  const groundBeliefs = new Map([
    [
      '1',
      new Map([
        ['x', [version(2, 's2', 'km'), version(1, 's1')]],
        ['y', [{ ...version(3, 's1'), name: 'y' }]],
      ]),
    ],
  ])
  expect(recorded({ plan: 'p' }, { groundBeliefs }).beliefs).toEqual([
    { name: 'x', value: 2, unit: 'km', provenance: 'quoted' },
    { name: 'y', value: 3, provenance: 'quoted' },
  ])
  expect(recorded({}, { groundBeliefs }).beliefs).toEqual([
    { name: 'x', value: 1, provenance: 'quoted' },
    { name: 'y', value: 3, provenance: 'quoted' },
  ])
})
