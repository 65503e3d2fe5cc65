// The first ablation: what each style of prompt says and leaves out, contract by
// contract; and whole runs in each style.

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '../../agent/contract.ts'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { type Script, scripted } from '../../agent/llm/replay/scripted.ts'
import { judgeContract } from '../../phases/check.ts'
import { prefix, put } from '../../phases/contract-prompt.ts'
import { compileContract } from '../../phases/deliberate/compile-contract.ts'
import { deliberateContract } from '../../phases/deliberate/contract.ts'
import { workedExample } from '../../phases/deliberate/example.ts'
import { executeContract } from '../../phases/execute/contract.ts'
import { chooseContract } from '../../phases/formalize/choose-goal.ts'
import { formalizeContract } from '../../phases/formalize/self-aware.ts'
import { perceiveContract } from '../../phases/perceive/contract.ts'
import { reviewContract } from '../../phases/review/self-aware.ts'
import { forms } from '../../plans/conditions/condition.ts'
import { readTask } from '../../plans/pddl/task/task.ts'
import { serving } from '../agent/agents/planning-problems.ts'
import { cameTo, recorded, replayed } from './recorded.ts'
import { byModel, established, formalized, perceived, question } from './replies/replies.ts'

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'prompts')
const nothing = {
  files: [],
  tools: [],
  tried: [],
  refused: [],
  attempted: undefined,
  callable: [],
  part: false,
  conflicts: [],
}
const task = readTask(serving.domain, serving.problem)
const options = ['wait', 'heal'].map(phrase => ({ class: phrase, phrase, goal: '' }))

const contracts = [
  [
    'perceive',
    perceiveContract({ files: [], folders: [], near: [], day: '2026-11-27' }, () => ({
      message: '',
      files: [],
      session: [],
      shown: '',
      day: '2026-11-27',
    })),
  ],
  ['formalize', formalizeContract({ question: '', answerContract: undefined, plans: [] })],
  ['deliberate', deliberateContract(nothing)],
  ['execute', executeContract([{ role: 'duration' }], nothing)],
  ['judge', judgeContract],
  ['review', reviewContract([])],
  ['choose-goal', chooseContract({ memories: [], current: options[0]!, options })],
  ['compile', compileContract({ task, example: workedExample(task), refused: [] })],
] as unknown as readonly (readonly [string, Contract<unknown, unknown>])[]

/** What the fields of a schema say of their consumers. */
function consumersIn(output: z.ZodType): readonly string[] {
  const found: string[] = []
  z.toJSONSchema(output, {
    override: ({ jsonSchema: { consumer } }) => void found.push(String(consumer ?? '')),
  })
  return [...new Set(found)].filter(text => text !== '')
}

/** Words for the machines behind a prompt. */
const machines =
  /\b(verif\w+|pars(?:er|ed|ing)|programs?|code|machines?|linter|formatter|checked|checker|executor|validator|tiers?|store|agent|plan search|evaluates)\b/i

describe.each(contracts)('%s', (name, contract) => {
  test.each(['plain', 'free'] as const)('in style %s begins as on file', async style => {
    const text = `${prefix(contract, style)}\n`
    await expect(text).toMatchFileSnapshot(join(fixtures, `${name}.${style}.md`))
  })

  test('in style aware tells the model its part, its task, and who consumes what', () => {
    const text = prefix(contract, 'aware')
    for (const each of [contract.part, contract.task.trim(), contract.consumers.trim()])
      expect(text).toContain(each)
    expect(consumersIn(contract.output).length).toBeGreaterThan(0)
    for (const each of consumersIn(contract.output)) expect(text).toContain(each)
  })

  test('in the other styles keeps the task and says nothing of any machine', () => {
    for (const style of ['plain', 'free'] as const) {
      const text = prefix(contract, style)
      expect(text).toContain(contract.task.trim())
      expect(machines.exec(text.replace('no code fence', ''))?.[0]).toBeUndefined()
      expect(text).not.toContain(contract.part)
      for (const { form, meaning } of forms) expect(text).not.toContain(`${form}: ${meaning}`)
      for (const each of consumersIn(contract.output)) expect(text).not.toContain(each)
    }
  })

  test('has the same fields in the same types in styles aware and plain', () => {
    const fields = (style: 'aware' | 'plain') =>
      [...prefix(contract, style).matchAll(/^ *- \w+ \((?:[^()"]|"[^"]*")*\)/gm)].map(String)
    expect(fields('plain')).toEqual(fields('aware'))
    expect(fields('plain').length).toBeGreaterThan(1)
  })

  test('hands a schema to the provider unless the reply is free, and no word of ours in it', () => {
    const reads = { desire: '', schemaBeliefs: [], groundBeliefs: [], nearest: [], plans: [] }
    const schemaIn = (style: 'aware' | 'plain' | 'free') => {
      const rendered: Contract<unknown, unknown> = { ...contract, render: () => '' }
      return put(rendered, reads, style).schema
    }
    expect(schemaIn('free')).toBeUndefined()
    expect(prefix(contract, 'free')).not.toContain('JSON')
    for (const style of ['aware', 'plain'] as const) {
      const text = JSON.stringify(schemaIn(style))
      expect(text).not.toContain('"consumer"')
      for (const each of consumersIn(contract.output))
        expect(text.includes(JSON.stringify(each).slice(1, -1))).toBe(style === 'aware')
    }
  })
})

test('an example of a reply is shown in the form the reply is wanted in', () => {
  const [, compile] = contracts.find(([name]) => name === 'compile')!
  const shown = (style: 'aware' | 'plain' | 'free') =>
    put(compile, {}, style).messages[1]!.content.split('## The reply\n')[1]!
  expect(shown('aware')).toMatch(/^\{"reasoning": "s1 /)
  expect(shown('plain')).toBe(shown('aware'))
  expect(shown('free')).toMatch(
    /^Reasoning: s1 [^\n]*\n\nSteps:\n1\. id: s1; action: go-to; args: /,
  )
  expect(shown('free')).not.toMatch(/[{}]/)
})

/** The replies of `replies.ts` as they may be given in free prose. */
const inProse: Script = {
  perceive: [
    `Schema beliefs: task requires dividing a quantity by a rate
Ground beliefs: distance = 54 km, speed = 18 km/h
Desire: find the hours needed for the distance at the speed
Answer contract: a number (unit: h)`,
  ],
  formalize: [
    `The type is divide_quantity_by_rate. The goal is to find the hours needed.
Satisfaction condition: the answer says how many hours are needed
Open parameters: duration`,
  ],
  deliberate: [
    `## Goal
Divide distance by speed

## Context conditions
- task requires dividing a quantity by a rate

## Parameters
- distance
- speed

## Steps
1. s1 (compute): Divide distance by speed. Deps: none. Reads: distance, speed. Writes: duration (number, h). Postcondition: the duration is plausible for the distance
2. s2 (synthesize): Give duration as the answer. Deps: s1. Reads: duration. Writes: final_answer. Expression: duration. Postcondition: the answer is a duration`,
  ],
  execute: [
    `I divided the two.

New ground beliefs:
- duration = 3 h; derivation: distance / speed

Postcondition met: yes
Summary: Divided the distance by the speed.`,
  ],
  symbolic: [
    `Reason: no fact says what is plausible.
Not logic: yes
Rules: none
Goal: none`,
    `Not logic: yes, since it asks what kind of value an answer is.
Rules: none
Goal: none
Reason: no fact says what a duration is.`,
  ],
  judge: [
    'It holds: three hours are plausible for that distance.',
    'The answer is a duration of three hours, so the condition holds.',
  ],
}

async function run(script: Script, prompts?: 'aware' | 'plain' | 'free') {
  const wire = scripted(script)
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire),
    onEvent: event => events.push(event),
    ...(prompts && { prompts }),
  })
  const answer = await agent.ask(question)
  const calls = events.flatMap(event => (event.type === 'model-called' ? [event] : []))
  const tiers = events.flatMap(e => (e.type === 'step-finished' ? [e.verdict.tier] : []))
  return { answer, calls, tiers, requests: wire.requests }
}

const inJson: Script = {
  perceive: [perceived],
  formalize: [formalized],
  deliberate: [byModel],
  execute: [established({ value: 3, derivation: 'distance / speed' })],
}

describe('a whole run', () => {
  test('in free prose comes to its answer, its conditions judged by a model', async () => {
    const { answer, calls, tiers, requests } = await run(inProse, 'free')
    expect(answer).toMatchObject({ satisfied: true, answer: '3' })
    expect(calls.map(call => [call.purpose, call.parsed, call.attempt])).toEqual([
      ['perceive', 'prose', 1],
      ['formalize', 'prose', 1],
      ['deliberate', 'prose', 1],
      ['execute', 'prose', 1],
      ['symbolic', 'prose', 1],
      ['judge', 'prose', 1],
      ['symbolic', 'prose', 1],
      ['judge', 'prose', 1],
    ])
    expect(tiers).toEqual(['judgement', 'judgement'])
    expect(requests.map(request => request.schema)).toEqual(requests.map(() => undefined))
  })

  test('in free prose is told in words what could not be read', async () => {
    const { answer, calls, requests } = await run(
      {
        ...inProse,
        formalize: ['Let us divide.', ...(inProse as { formalize: string[] }).formalize],
      },
      'free',
    )
    expect(answer.satisfied).toBe(true)
    expect(calls.filter(call => call.purpose === 'formalize')).toMatchObject([
      { parsed: 'failed', attempt: 1 },
      { parsed: 'prose', attempt: 2 },
    ])
    const again = requests.filter(({ purpose }) => purpose === 'formalize')[1]!.messages.at(-1)!
    expect(again.content).toContain('satisfaction condition')
    expect(again.content).not.toContain('JSON')
  })

  test('in style plain hands over a schema without a word about consumers', async () => {
    const { answer, calls, requests } = await run(inJson, 'plain')
    expect(answer).toMatchObject({ satisfied: true, answer: '3' })
    expect(calls.every(call => call.parsed === 'as-is')).toBe(true)
    for (const { messages, schema } of requests) {
      expect(messages[0]!.content).not.toMatch(/Who reads your reply|ground_belief/)
      expect(JSON.stringify(schema)).not.toMatch(/consumer|checked by code/)
    }
  })

  test('is self-aware unless another style is asked for', async () => {
    const [bare, aware] = [await run(inJson), await run(inJson, 'aware')]
    expect(bare.requests.map(r => r.messages)).toEqual(aware.requests.map(r => r.messages))
    for (const { messages } of bare.requests)
      expect(messages[0]!.content).toContain('Who reads your reply')
  })

  test('reads the same in every style, so that a recording serves them all', async () => {
    const runs = [await run(inJson, 'aware'), await run(inJson, 'plain')]
    expect(runs[0]!.requests.map(r => r.reads)).toEqual(runs[1]!.requests.map(r => r.reads))
  })
})

describe('a recording replayed in style plain', () => {
  test.each(recorded)('$id comes to its answer', async each => {
    const { answer, drift } = await replayed(each, 'plain')
    expect(answer.satisfied ? answer.answer : null).toBe(cameTo(each))
    expect(drift.drifted).toBe(drift.total)
  })
})
