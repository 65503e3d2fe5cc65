// The verifiers that ask no model: of the baselines, and of agents that live in a world.
import { expect, test } from 'vitest'
import type { StepResult } from '../../../agent/state.ts'
import type { View } from '../../../agent/view.ts'
import { verify as free } from '../../../phases/verify/free.ts'
import { verify as world } from '../../../phases/verify/world-reply.ts'
import type { Step } from '../../../plans/plan.ts'
import { simpleDraft } from '../../plans/simple-draft.ts'

const step: Step = simpleDraft('x').steps[0]!
const done: StepResult = { summary: 'it was done', beliefs: [], calls: [] }
const error = { mode: 'tool_error', message: 'it broke' } as const
const answer = {
  name: 'final_answer',
  value: 5,
  source: 'the model',
  provenance: 'assumed' as const,
}
/** The verifier looks at no more. */
const seen = (names: readonly string[] = []): View =>
  ({
    schemaBeliefs: [],
    beliefs: Object.fromEntries(names.map(name => [name, { value: true }])),
  }) as never

test.each<[Partial<StepResult>, object]>([
  [
    { error, beliefs: [answer] },
    { passed: false, why: 'it broke', mode: 'tool_error' },
  ],
  [{}, { passed: false, why: 'it was done', mode: 'unsupported_value' }],
  [{ lost: true }, { passed: false, why: 'it was done', mode: 'tool_error' }],
  [{ beliefs: [answer] }, { passed: true, why: 'there is an answer; nothing verifies it' }],
])('of a baseline %j is %j', (result, verdict) => {
  expect(free('i', step, { ...done, ...result })).toEqual({ ...verdict, tier: 'structure' })
})

const refused = (why: string) => ({ passed: false, tier: 'world', why, mode: 'world_refused' })
const passed = (why: string) => ({ passed: true, tier: 'world', why })

test.each<[Partial<StepResult>, string, readonly string[], object]>([
  [{ error }, '', [], { ...refused('it broke'), mode: 'tool_error' }],
  [{}, '', [], passed('it was done')],
  [{ lost: true }, '', [], refused('nothing that can be observed tells whether it happened')],
  [{}, 'rather not', [], refused('the expectation "rather not" cannot be read')],
  [{}, 'holds(on(a, b))', ['(on a b)'], passed('it was done')],
  [{ lost: true }, 'holds(on(a, b))', ['(on a b)'], passed('on(a, b) holds')],
  [
    {},
    'holds(on(a, b))',
    ['(on a c)'],
    refused('the world is not as expected: no known atom matches on(a, b)'),
  ],
  [{}, 'door is known', ['door'], passed('it was done')],
])(
  'in a world %j with the expectation %j of %j is %j',
  async (result, postcondition, names, verdict) => {
    expect(
      await world('i', { ...step, postcondition }, { ...done, ...result }, seen(names)),
    ).toEqual(verdict)
  },
)
