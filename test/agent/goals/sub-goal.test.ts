// What goes down into a sub-goal, and what comes up from it.
import { expect, test } from 'vitest'
import type { Phases } from '../../../agent/contract.ts'
import type { FailureMode, StepResult } from '../../../agent/state.ts'
import type { Step } from '../../../plans/plan.ts'
import * as kit from '../miniatures/kit.ts'
import { goal, loopOf, phasesOf } from '../miniatures/plain.ts'

const split = kit.step('split', 'achieve', {
  reads: ['sum', 'bystander'],
  writes: [{ role: 'left' }, { role: 'right', unit: 'kg' }],
  bind: { whole: 'sum', one_half: 'left', other_half: 'right', seen: 'elsewhere' },
  action: { achieve: 'halves of {sum}' },
})

/** Carries out one step that asks for a sub-goal, whose only step writes `found`, or ends in a failure. */
async function run(
  found: readonly string[],
  failing: readonly FailureMode[] = [],
  asking: Step = split,
) {
  let tries = 0
  const results: StepResult[] = []
  const part: Step = kit.step('cut', 'compute', { writes: found.map(role => ({ role })) })
  const phases: Phases = {
    ...phasesOf([]),
    perceive: async received =>
      kit.perceived(received, {
        beliefs: [kit.believe('sum', 8, 'user'), kit.believe('bystander', 1, 'user')],
      }),
    deliberate: async (id, { intentions }) =>
      kit.selected(id, kit.plan('any', [intentions.get(id)!.parent ? part : asking])),
    execute: async () => ({
      ...kit.result(
        'cut',
        found.map(name => kit.believe(name, 4, 'cut')),
      ),
      ...(failing.length > 0 && {
        error: { mode: failing[tries++]!, message: 'the knife is blunt' },
      }),
    }),
    verify: async (_id, { id }, result) => {
      if (id === asking.id) results.push(result)
      return result.error ? kit.failed(result.error.message, result.error.mode) : kit.passed('done')
    },
    satisfy: async (id, { intentions }) =>
      kit.closed(id, intentions.get(id)!.failures.length > 0 ? 'failed' : 'satisfied', 'closed'),
  }
  const { loop } = loopOf(phases)
  await loop.handle(goal('halves'))
  const beliefs = (id: string) => [...(loop.state().groundBeliefs.get(id)?.keys() ?? [])]
  return {
    result: results[0]!,
    child: [...loop.state().intentions.values()].find(each => each.parent)!,
    beliefs,
  }
}

test('each result that was bound comes up under the name of the step, and nothing else does', async () => {
  const { result, beliefs } = await run(['one_half', 'other_half', 'rest'])
  expect(result.error).toBeUndefined()
  expect(result.beliefs.map(({ name, value }) => [name, value])).toEqual([
    ['left', 4],
    ['right', 4],
  ])
  expect(beliefs('1')).toEqual(expect.arrayContaining(['left', 'right']))
  expect(beliefs('1')).not.toContain('rest')
})

test('what the step reads goes down under the name of the sub-goal', async () => {
  const { child, beliefs } = await run(['one_half', 'other_half'])
  expect(beliefs('1/1.split').sort()).toEqual(['one_half', 'other_half', 'whole'])
  expect(child).toMatchObject({
    type: 'halves of 8',
    satisfactionCondition:
      'ground_belief(one_half) is known and ground_belief(other_half) is known',
    openParameters: ['one_half', 'other_half'],
  })
  expect(child.goal).toBe('split (other_half in kg)')
})

test('a sub-goal is worded as its step where that wants no unit', async () => {
  const { writes } = split
  const asking = { ...split, writes: writes.map(({ role }) => ({ role })) }
  expect((await run(['one_half', 'other_half'], [], asking)).child.goal).toBe('split')
})

test('a sub-goal has the path to it for its id, and a number where that is long', async () => {
  const idOf = async (id: string) =>
    (await run(['one_half', 'other_half'], [], { ...split, id })).child.id
  expect(await idOf('s'.repeat(28))).toBe(`1/1.${'s'.repeat(28)}`)
  expect(await idOf('s'.repeat(29))).toBe('~1')
})

test('a sub-goal that failed comes up as an error with the mode of its last failure', async () => {
  const { result, child } = await run(
    ['one_half', 'other_half'],
    ['bad_retrieval', 'model_error', 'tool_error'],
  )
  expect(child.status).toBe('failed')
  expect(child.reason).toBeTruthy()
  expect(result).toEqual({
    summary: child.reason,
    beliefs: [],
    calls: [],
    error: { mode: 'tool_error', message: child.reason },
  })
})
