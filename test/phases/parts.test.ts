// A plan that calls plans for its parts, and what becomes of these: the library keeps them, and another
// question uses one alone.
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { type Script, scripted } from '../../agent/llm/replay/scripted.ts'
import { byCode, formalized, perceived, question } from './replies/replies.ts'

const say = (reply: unknown) => JSON.stringify(reply)
const both =
  'One courier rides 54 km at 18 km/h, another 20 km at 10 km/h. How many hours longer does the first one ride?'

const role = (name: string, value: number, unit: string) => ({ name, value, unit })
const perceivedBoth = say({
  schemaBeliefs: ['task requires a difference of two quotients'],
  groundBeliefs: [
    ...[role('first_distance', 54, 'km'), role('first_speed', 18, 'km/h')],
    ...[role('second_distance', 20, 'km'), role('second_speed', 10, 'km/h')],
  ],
  desire: 'find how many hours longer the first courier rides',
  answerContract: { kind: 'number', unit: 'h' },
})
const formalizedBoth = say({
  type: 'difference_of_quotients',
  goal: 'find how many hours longer the first courier rides',
  satisfactionCondition: 'ground_belief(final_answer) is known',
  openParameters: [],
})

const part = (which: string, change: object = {}) => ({
  id: `${which}_part`,
  kind: 'achieve',
  description: `Find how long the way of ${which}_distance takes.`,
  deps: [],
  reads: [`${which}_distance`, `${which}_speed`],
  writes: [{ role: `${which}_duration`, type: 'number', unit: 'h' }],
  subgoal: {
    type: 'divide_quantity_by_rate',
    requires: ['task requires dividing a quantity by a rate'],
    bind: ['distance', 'speed', 'duration'].map(inner => ({ inner, outer: `${which}_${inner}` })),
  },
  postcondition: `ground_belief(${which}_duration) is a number`,
  ...change,
})
const whole = (first: object) =>
  say({
    goal: 'the difference of two quotients',
    contextConditions: ['task requires a difference of two quotients'],
    parameters: ['first', 'second'].flatMap(which => [
      { role: `${which}_distance` },
      { role: `${which}_speed` },
    ]),
    steps: [
      first,
      part('second'),
      {
        id: 'answer',
        kind: 'synthesize',
        description: 'Subtract the second duration from the first.',
        deps: ['first_part', 'second_part'],
        reads: ['first_duration', 'second_duration'],
        writes: [{ role: 'final_answer', type: 'number' }],
        expression: 'first_duration - second_duration',
        postcondition: 'ground_belief(final_answer) is a number',
      },
    ],
  })
const partPlan = say({
  ...JSON.parse(byCode),
  steps: JSON.parse(byCode).steps.slice(0, 1),
})

async function run(script: Script, questions: readonly string[]) {
  const wire = scripted(script)
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire),
    onEvent: event => events.push(event),
    policy: { reviewIsDue: () => false },
  })
  const answers = []
  for (const each of questions) answers.push(await agent.ask(each))
  return { answers, events, requests: wire.requests, plans: agent.library.plans() }
}

describe('a plan of two parts', () => {
  test('gets one plan for both, which another question uses alone', async () => {
    const { answers, events, requests, plans } = await run(
      {
        perceive: [perceivedBoth, perceived],
        formalize: [formalizedBoth, formalized],
        deliberate: [whole(part('first')), partPlan, partPlan],
      },
      [both, question],
    )
    expect(answers.map(({ answer }) => answer)).toEqual(['1', '3'])
    expect(requests.map(({ purpose }) => purpose)).toEqual([
      ...['perceive', 'formalize', 'deliberate', 'deliberate', 'deliberate'], // both parts at once
      ...['perceive', 'formalize'],
    ])
    const told = requests[3]!.messages.at(-1)!.content as string
    expect(told).toContain('# Part of this question')
    expect(told).toContain('open parameters: duration')
    expect(told).toContain('- task requires dividing a quantity by a rate')
    const chosen = events.flatMap(e => (e.type === 'plan-selected' ? [e.from] : []))
    expect(chosen).toEqual(['generated', 'generated', 'generated', 'library'])
    expect(plans.map(plan => plan.intentionType).sort()).toEqual([
      'difference_of_quotients',
      'divide_quantity_by_rate',
    ])
  })

  test('is shown the plans it can call, and goes back when it calls one wrongly', async () => {
    const unbound = part('first', {
      subgoal: {
        ...part('first').subgoal,
        bind: [
          { inner: 'way', outer: 'first_distance' },
          { inner: 'pace', outer: 'first_speed' },
          { inner: 'time', outer: 'first_duration' },
        ],
      },
    })
    const { answers, requests } = await run(
      {
        perceive: [perceived, perceivedBoth],
        formalize: [formalized, formalizedBoth],
        deliberate: [byCode, whole(unbound), whole(part('first'))],
      },
      [question, both],
    )
    expect(answers.map(({ answer }) => answer)).toEqual(['3', '1'])
    const [, first, again] = requests.filter(({ purpose }) => purpose === 'deliberate')
    expect(first!.messages.at(-1)!.content).toContain(
      'divide_quantity_by_rate: divide distance by speed (from distance, speed; gives duration, final_answer)',
    )
    expect(again!.messages.at(-1)!.content).toMatch(
      /calls divide_quantity_by_rate and binds nothing to its parameter distance/,
    )
  })

  test.each([
    ['without a subgoal', { subgoal: undefined }, /names no subgoal/],
    ['with a subgoal of another kind of step', { kind: 'compute' }, /its kind must be achieve/],
  ])('a part %s goes back', async (_what, change, why) => {
    const { requests } = await run(
      {
        perceive: [perceivedBoth],
        formalize: [formalizedBoth],
        deliberate: [whole(part('first', change)), whole(part('first')), partPlan],
      },
      [both],
    )
    expect(requests[3]!.messages.at(-1)!.content).toMatch(why)
  })
})
