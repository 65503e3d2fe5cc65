// What goes on where no rule is left: a model's choice, and what has led on before.
import { describe, expect, test } from 'vitest'
import { fallbackNamed } from '../../../agent/agents/fallbacks.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { memoryLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { totals } from '../../../plans/plan.ts'
import { printRule } from '../../../plans/rules/print.ts'
import { house, library, rules, task } from './house.ts'

interface Lived {
  readonly fallback: string
  readonly plans?: PlanLibrary
  readonly text?: string
  readonly cupIn?: 'red' | 'blue'
  readonly choose?: (prompt: string) => number
}

async function live({ fallback, plans = memoryLibrary(), text = task, cupIn, choose }: Lived) {
  const events: Event[] = []
  const world = house(cupIn)
  const wire = scripted(({ messages }) =>
    JSON.stringify({ reason: 'so', choice: choose?.(String(messages.at(-1)!.content)) ?? 0 }),
  )
  const agent = await createAgent({
    agent: 'rules',
    model: createProvider(wire),
    tools: [],
    world,
    plans,
    fallback,
    onEvent: event => events.push(event),
  })
  for await (const _ of agent.handle({ kind: 'goal', text, source: 'user' }));
  const record = agent.state().intentionHistory.last()!
  agent.close()
  return { record, world, plans, events, asked: wire.requests.length }
}

describe('what has led on before', () => {
  test('becomes plans of one action, for every task like those seen, and makes tasks shorter', async () => {
    const plans = memoryLibrary()
    const cycles: number[] = []
    for (let episode = 0; episode < 20; episode++) {
      const vessel = ['cup', 'pail', 'jug'][episode % 3]!
      const text = `bring a ${vessel} of water to the hall. Then, rest.`
      const { record } = await live({ fallback: 'learned', plans, text })
      expect(record.usage.calls).toBe(0)
      cycles.push(record.cycles)
    }
    const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length
    expect(mean(cycles.slice(-10))).toBeLessThan(mean(cycles.slice(0, 10)))
    const best = plans.plans().toSorted((a, b) => totals(b).judgedRight - totals(a).judgedRight)
    expect(printRule(best[0]!)).toMatch(
      /^IF your task is to bring a \{it\} of water to the hall\. Then/,
    )
    expect(best.every(plan => totals(plan).judgedRight > 0)).toBe(true)
  })

  test('is not taken for a rule of a person, which comes first', async () => {
    const plans = memoryLibrary()
    await live({ fallback: 'learned', plans })
    expect(plans.plans().length).toBeGreaterThan(0)
    const none = await live({ fallback: 'none', plans })
    expect(none.record).toMatchObject({ satisfied: false, cycles: 1 })
    const both = await live({
      fallback: 'learned',
      cupIn: 'red',
      plans: memoryLibrary([...library(rules), ...plans.plans()]),
    })
    expect(both.record).toMatchObject({ satisfied: true, cycles: 1 })
  })
})

test('a model picks among what the world offers, and is told what did not help', async () => {
  const prompts: string[] = []
  const wanted = ['go to kitchen', 'take cup from red cupboard', 'fill cup', 'go to hall']
  const { record, world, asked } = await live({
    fallback: 'model',
    choose: prompt => {
      prompts.push(prompt)
      const offer = wanted[prompts.length - 1]!
      return Number(new RegExp(`^(\\d+)\\. ${offer}$`, 'm').exec(prompt)![1])
    },
  })
  expect(record).toMatchObject({ satisfied: true, cycles: 4 })
  expect(world.done).toEqual(wanted)
  expect(asked).toBe(4)
  expect(prompts[1]).toContain('# What was done already\n- go to kitchen')
})

test('a model that chooses nothing ends the task, and is the reason', async () => {
  const { record } = await live({ fallback: 'model', choose: () => 99 })
  expect(record).toMatchObject({ satisfied: false, cycles: 1 })
  expect(record.reason).toMatch(/^the model's choose_action reply cannot be used: choice/)
})

test('a fallback that does not exist is named with those that do', () => {
  expect(() => fallbackNamed('luck')).toThrow('no fallback "luck"; known are: none, model, learned')
})
