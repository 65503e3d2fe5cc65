// The self-aware agent through its public door, with a model whose replies are scripted.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { type Script, scripted } from '../../agent/llm/replay/scripted.ts'
import { byCode, byModel, established, formalized, perceived, question } from './replies/replies.ts'

async function run(script: Script, questions: readonly string[] = [question], reviewEvery = 100) {
  const wire = scripted(script)
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire),
    onEvent: event => events.push(event),
    policy: { reviewIsDue: s => s.intentionHistory.size - s.reviewed >= reviewEvery },
  })
  const answers = []
  for (const text of questions) answers.push(await agent.ask(text))
  const verdicts = events.flatMap(e => (e.type === 'step-finished' ? [e.verdict] : []))
  const purposes = wire.requests.map(request => request.purpose)
  return {
    agent,
    answers,
    answer: answers[0]!,
    events,
    verdicts,
    purposes,
    requests: wire.requests,
  }
}

const once = {
  perceive: [perceived],
  formalize: [formalized],
  deliberate: [byCode],
}

describe('the self-aware agent', () => {
  test('answers with three model calls when every step has an executable form', async () => {
    const { answer, purposes, events } = await run(once)
    expect(answer).toMatchObject({ satisfied: true, answer: '3' })
    expect(purposes).toEqual(['perceive', 'formalize', 'deliberate'])
    expect(events.map(e => e.type).filter(type => type !== 'model-called')).toEqual([
      'perception-received',
      'beliefs-perceived',
      'intention-formed',
      'plan-selected',
      'step-started',
      'step-finished',
      'step-started',
      'step-finished',
      'intention-closed',
      'intention-recorded',
    ])
  })

  test('gives a typed answer when a schema is handed over', async () => {
    const agent = await createAgent({ model: createProvider(scripted(once)) })
    const { answer } = await agent.ask(question, { schema: z.number() })
    expect(answer).toBe(3)
  })

  test('gives a typed answer in the unit the question asks for', async () => {
    const inMinutes = { ...once, perceive: [perceived.replace('"unit":"h"}', '"unit":"min"}')] }
    const agent = await createAgent({ model: createProvider(scripted(inMinutes)) })
    const { answer } = await agent.ask(question, { schema: z.number() })
    expect(answer).toBe(180)
  })

  test('reuses the plan for a structural twin without writing another', async () => {
    const twin = 'A barge drifts 10 km at 4 km/h. How many hours does it need?'
    const other = perceived.replace('54', '10').replace('18', '4')
    const { answers, events, purposes } = await run(
      { ...once, perceive: [perceived, other], formalize: [formalized, formalized] },
      [question, twin],
    )
    expect(answers[1]).toMatchObject({ satisfied: true, answer: '2.5' })
    expect(purposes.filter(purpose => purpose === 'deliberate')).toHaveLength(1)
    const selected = events.flatMap(e => (e.type === 'plan-selected' ? [e.from] : []))
    expect(selected).toEqual(['generated', 'library'])
  })

  test('carries out a plan that formalize named, its roles bound to other names', async () => {
    const renamed = perceived.replace('"distance"', '"first_quantity"').replace('54', '36')
    const replies: Script = request => {
      if (request.purpose === 'perceive')
        return JSON.stringify(request.reads).includes('36') ? renamed : perceived
      if (request.purpose === 'deliberate') return byCode
      const plan = nearestOf(request.reads)
      return plan === undefined
        ? formalized
        : JSON.stringify({
            ...JSON.parse(formalized),
            plan,
            bind: [{ role: 'distance', belief: 'first_quantity' }],
          })
    }
    // worded otherwise, or no model would be asked
    const other = `Tell me: ${question.replace('54', '36')}`
    const { answers, events } = await run(replies, [question, other])
    expect(answers[1]).toMatchObject({ satisfied: true, answer: '2' })
    const selected = events.flatMap(e => (e.type === 'plan-selected' ? [e] : []))
    expect(selected[1]).toMatchObject({ from: 'library', bind: { distance: 'first_quantity' } })
  })

  test.each([
    ['a value without evidence or derivation', { value: 3 }, 'unsupported_value'],
    [
      'a derivation from what nobody believes',
      { derivation: 'distance / pace' },
      'incorrect_computation',
    ],
    [
      'a derivation that gives another value',
      { value: 4, derivation: 'distance / speed' },
      'incorrect_computation',
    ],
    [
      'an invented tool result',
      { value: 3, evidence: { call: 'c9', quote: '3 h' } },
      'unsupported_value',
    ],
    [
      'the wrong unit',
      { value: 3, unit: 'km', derivation: 'distance / speed' },
      'incorrect_computation',
    ],
  ])('refuses %s, plans again, and tells the planner why', async (_what, lie, mode) => {
    const { answer, verdicts, requests } = await run({
      perceive: [perceived],
      formalize: [formalized],
      deliberate: [byModel, byCode],
      execute: [established(lie)],
    })
    expect(verdicts[0]).toMatchObject({ passed: false, mode })
    const again = requests.filter(request => request.purpose === 'deliberate')[1]!
    expect(again.messages.at(-1)!.content).toContain(mode)
    expect(answer).toMatchObject({ satisfied: true, answer: '3' })
  })

  test('carries out a plan again whose step was left to a model that showed nothing for its value', async () => {
    const { answer, events } = await run({
      perceive: [perceived],
      formalize: [formalized],
      deliberate: [byModel, byModel],
      execute: [
        established({ value: 3 }),
        established({ value: 3 }),
        established({ derivation: 'distance / speed' }),
      ],
    })
    expect(answer).toMatchObject({ satisfied: true, answer: '3' })
    const plans = events.flatMap(e => (e.type === 'plan-selected' ? [e.plan.id] : []))
    expect(new Set(plans).size).toBe(1)
    expect(plans).toHaveLength(2)
  })

  test.each([
    ['has worked it out by head and come near', { value: 2.78, derivation: 'distance / speed' }],
    ['leaves it to code', { derivation: 'distance / speed' }],
    ['says no unit either', { unit: undefined, derivation: 'distance / speed' }],
  ])('takes what a derivation gives where the model %s', async (_what, belief) => {
    const { answer, purposes } = await run(
      {
        perceive: [perceived.replace('54', '50')],
        formalize: [formalized],
        deliberate: [byModel],
        execute: [established(belief)],
      },
      [question.replace('54', '50')],
    )
    expect(answer).toMatchObject({ satisfied: true, answer: '2.77777777777778' })
    expect(purposes).toHaveLength(4)
  })

  test('a text left to code may rest on another one of the same reply', async () => {
    const plan = JSON.parse(byModel)
    plan.steps[0].writes.push({ role: 'sentence', type: 'text' })
    plan.steps[1] = { ...plan.steps[1], writes: [{ role: 'final_answer' }], reads: ['sentence'] }
    plan.steps[1].expression = 'sentence'
    const newGroundBeliefs = [
      { name: 'duration', derivation: 'distance / speed' },
      { name: 'sentence', derivation: 'It takes {duration} hours.' },
    ]
    const { answer } = await run({
      perceive: [perceived.replace('"kind":"number","unit":"h"', '"kind":"text"')],
      formalize: [formalized.replace('"duration"', '"sentence"')],
      deliberate: [JSON.stringify(plan)],
      execute: [JSON.stringify({ newGroundBeliefs, postconditionMet: true, summary: 'done' })],
    })
    expect(answer).toMatchObject({ satisfied: true, answer: 'It takes 3 hours.' })
  })

  test('refuses a fetched value that only repeats a belief of another role', async () => {
    const fetching = byModel.replace('"kind":"compute"', '"kind":"fetch"')
    const { verdicts } = await run({
      perceive: [perceived],
      formalize: [formalized],
      deliberate: [fetching, byCode],
      execute: [established({ value: 54, unit: 'km' })],
    })
    expect(verdicts[0]).toMatchObject({ passed: false, mode: 'unsupported_value' })
    expect(verdicts[0]!.tier).toBe('provenance')
  })

  test('never believes what a refused step claims', async () => {
    const { agent } = await run({
      perceive: [perceived],
      formalize: [formalized],
      deliberate: [byModel, byModel, byModel, byModel, byModel, byModel],
      execute: [established({ value: 99 }), established({ value: 98 }), established({ value: 97 })],
    })
    expect(agent.state().groundBeliefs.get('1')?.has('duration')).toBe(false)
  })

  test('accepts a value quoted from the tool result it names', async () => {
    const { answer, verdicts } = await run({
      perceive: [perceived],
      formalize: [formalized],
      deliberate: [byModel],
      execute: [
        { calls: [{ name: 'calculate', input: { expression: '54 / 18' } }] },
        established({ value: 3, evidence: { call: 'c1' } }),
      ],
    })
    expect(answer.satisfied).toBe(true)
    expect(verdicts[0]).toMatchObject({ passed: true, provenance: { duration: 'computed' } })
  })

  test('sends back a belief whose number nobody has said, and asks no third time', async () => {
    const misread = perceived.replace('54', '45')
    const mended = await run({ ...once, perceive: [misread, perceived] })
    expect(mended.purposes).toEqual(['perceive', 'perceive', 'formalize', 'deliberate'])
    expect(mended.requests[1]!.messages.at(-1)!.content).toMatch(
      /distance = 45.* 45 stands neither/,
    )
    expect(mended.answer).toMatchObject({ satisfied: true, answer: '3' })
    const insisting = await run({ ...once, perceive: [misread, misread] })
    const { beliefs } = insisting.events.find(event => event.type === 'beliefs-perceived')!
    expect(beliefs).toMatchObject([{ name: 'distance', provenance: 'assumed' }, { name: 'speed' }])
  })

  test('sends back a plan that holds a literal of the question, with the reason', async () => {
    const literal = byCode.replace('distance / speed', '54 / speed')
    const { answer, requests } = await run({ ...once, deliberate: [literal, byCode] })
    const second = requests.filter(request => request.purpose === 'deliberate')[1]!
    expect(second.messages.at(-1)!.content).toContain('54')
    expect(second.messages.at(-1)!.content).toContain('refused')
    expect(answer.satisfied).toBe(true)
  })

  test('falls back to one free step after three refused plans', async () => {
    const cyclic = byCode.replace('"deps":[]', '"deps":["s2"]')
    const { answer, events } = await run({
      ...once,
      deliberate: [cyclic, cyclic, cyclic],
      execute: [
        JSON.stringify({
          newGroundBeliefs: [
            { name: 'final_answer', value: 3, unit: 'h', derivation: 'distance / speed' },
          ],
          postconditionMet: true,
          summary: 'divided',
        }),
      ],
    })
    expect(answer).toMatchObject({ satisfied: true, answer: '3' })
    const [selected] = events.flatMap(e => (e.type === 'plan-selected' ? [e] : []))
    expect(selected).toMatchObject({ from: 'fallback' })
    expect(selected!.refused).toHaveLength(3)
  })

  test('asks once more with the exact issues when a reply does not parse', async () => {
    const { answer, requests } = await run({
      ...once,
      formalize: ['I would say: divide.', formalized],
    })
    const again = requests.filter(request => request.purpose === 'formalize')[1]!
    expect(again.messages.at(-1)!.content).toContain('no JSON object')
    expect(answer.satisfied).toBe(true)
  })

  test('refuses an answer of another form than the question demands', async () => {
    const wordy = byCode.replace('"expression":"duration"', '"expression":"speed"')
    const { events } = await run({ ...once, deliberate: [wordy, byCode] })
    const aside = events.flatMap(e => (e.type === 'plan-set-aside' ? [e.verdict] : []))
    expect(aside[0]).toMatchObject({ passed: false, mode: 'answer_format' })
  })

  test('reviews every third intention from its records and stores the refinement', async () => {
    const refine = (request: { reads: unknown }) =>
      JSON.stringify({
        decisions: (request.reads as { plans: { id: string }[] }).plans.map(plan => ({
          plan: plan.id,
          decision: 'refine',
          reason: 'clearer',
          steps: [{ id: 's1', description: 'Divide the distance by the speed, units included.' }],
        })),
      })
    const plans = [byModel, byCode]
    const script: Script = request => {
      switch (request.purpose) {
        case 'perceive':
          return perceived
        case 'formalize':
          return formalized
        case 'deliberate':
          return plans.shift()!
        case 'execute':
          return established({ value: 4, derivation: 'distance / speed' })
        default:
          return refine(request)
      }
    }
    const { agent, events } = await run(script, [question, question, question], 3)
    const reviews = events.flatMap(e => (e.type === 'library-reviewed' ? [e] : []))
    expect(reviews).toHaveLength(1)
    expect(reviews[0]!.decisions).toMatchObject([{ decision: 'refine' }, { decision: 'refine' }])
    const refined = agent.library.plans().find(plan => plan.origin.refines && plan.steps[0]!.action)
    expect(refined!.origin).toMatchObject({ reason: 'clearer' })
    expect(refined!.steps[0]!.description).toContain('units included')
    // its parent is kept, and serves again should the refinement be removed
    expect(agent.library.get(refined!.origin.refines!)).toBeDefined()
  })

  test('asks no model about plans that answered every question at once', async () => {
    const { events, purposes } = await run(once, [question, question, question], 3)
    expect(events.filter(e => e.type === 'library-reviewed')).toMatchObject([
      { decisions: [], records: 3 },
    ])
    expect(purposes).not.toContain('review')
  })

  test('ends as not satisfied with the reason when the model cannot be asked', async () => {
    const down = { error: { message: 'the server is down', retryable: false } }
    const { answer, purposes } = await run({ ...once, perceive: [down] })
    expect(answer.satisfied).toBe(false)
    expect(answer.reason).toContain('the server is down')
    expect(purposes).toEqual(['perceive'])
  })
})

function nearestOf(reads: unknown): string | undefined {
  return (reads as { nearest?: { id: string }[] }).nearest?.[0]?.id
}
