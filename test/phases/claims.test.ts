// What a step claims, weighed before it ends and again by verify: a model that lies, one that mends.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { type Script, type ScriptedReply, scripted } from '../../agent/llm/replay/scripted.ts'
import type { NewBelief, StoredCall } from '../../agent/state.ts'
import { inUnitOf, weigh } from '../../phases/claims.ts'
import type { Step } from '../../plans/plan.ts'
import { byModel, established, formalized, perceived, question } from './replies/replies.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-claims-'))
const notes = join(folder, 'notes.txt')
writeFileSync(
  notes,
  'The old ferry took 7 h.\nThe courier rested 2 h on the way.\nHer bag weighs 4 kg.\n',
)
afterAll(() => rmSync(folder, { recursive: true }))

/** The files are at hand, for a model to lie about. */
const plan = JSON.stringify({ ...JSON.parse(byModel), filesNotRead: 'the question says it all' })

async function run(script: Script, files: readonly string[] = []) {
  const wire = scripted(script)
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire),
    onEvent: event => events.push(event),
  })
  const answer = await agent.ask(question, { files })
  const complaints = wire.requests
    .filter(({ purpose }) => purpose === 'execute')
    .map(({ messages }) => String(messages.at(-1)!.content))
  return { agent, answer, events, complaints }
}

const reading = { calls: [{ name: 'read_file', input: { file: 'notes.txt' } }] }
const reckoning = { calls: [{ name: 'calculate', input: { expression: '54 km / (18 km/h)' } }] }
const truth = established({ value: 3, derivation: 'distance / speed' })

/** Each claims success. None is right: the duration is 3 h. */
const lies: readonly (readonly [string, readonly ScriptedReply[]])[] = [
  ['a value that rests on nothing', [established({ value: 5 })]],
  [
    'a call that was never made',
    [established({ value: 5, evidence: { call: 'c7', quote: '5 h' } })],
  ],
  [
    'words that stand nowhere',
    [reading, established({ value: 5, evidence: { call: 'c1', quote: 'she rode for 5 h' } })],
  ],
  [
    'words that do not hold the value',
    [
      reading,
      established({ value: 5, evidence: { call: 'c1', quote: 'The old ferry took 7 h.' } }),
    ],
  ],
  [
    'another result than was computed',
    [reckoning, established({ value: 4, evidence: { call: 'c1' } })],
  ],
  [
    'a result computed, in another unit',
    [reckoning, established({ value: 3, unit: 'min', evidence: { call: 'c1' } })],
  ],
  ['wrong arithmetic', [established({ value: 36, derivation: 'distance / speed' })]],
  [
    'arithmetic with a number of its own',
    [established({ value: 27, derivation: 'distance / 2 h' })],
  ],
  ['a derivation that cannot be read', [established({ value: 5, derivation: 'about five hours' })]],
  ['a value of another kind', [established({ value: 'a while', derivation: '{speed}' })]],
]

describe('a model that claims success and lies with', () => {
  test.each(lies)('%s: nothing wrong is believed, in any cycle', async (_what, replies) => {
    let turn = 0
    const script: Script = ({ purpose, messages }) => {
      if (purpose === 'perceive') return perceived
      if (purpose === 'formalize') return formalized
      if (purpose === 'deliberate') return plan
      if (purpose !== 'execute') return '{"holds": true, "reason": "it is so"}'
      if (messages.length === 2) turn = 0
      const lie = replies[Math.min(turn++, replies.length - 1)]!
      const last = messages.some(({ content }) =>
        String(content).includes('Answer the goal directly'),
      )
      return last && typeof lie === 'string' ? lie.replaceAll('duration', 'final_answer') : lie
    }
    const { agent, answer, events } = await run(script, [notes])
    expect(answer.satisfied).toBe(false)
    for (const name of ['duration', 'final_answer'])
      expect(agent.state().groundBeliefs.get('1')?.get(name) ?? []).toEqual([])
    const claimed = events.flatMap(e => (e.type === 'step-finished' ? [e.result] : []))
    expect(claimed.some(result => result.postconditionMet)).toBe(true)
  })
})

describe('a claim that cannot stand', () => {
  const once = { perceive: [perceived], formalize: [formalized], deliberate: [plan] }

  test('goes back once, by the label the model knows the call by, while its results are in view', async () => {
    const invented = established({
      value: 3,
      evidence: { call: 'c1', quote: 'three hours in all' },
    })
    const { answer, complaints, events } = await run(
      { ...once, execute: [reading, invented, truth] },
      [notes],
    )
    expect(complaints[2]).toMatch(/duration: .*c1/)
    expect(complaints[2]).not.toContain('1/1.s1')
    expect(answer).toMatchObject({ satisfied: true, answer: '3' })
    expect(events.filter(e => e.type === 'plan-selected')).toHaveLength(1)
  })

  test('is refused by verify when it comes again, with the reason', async () => {
    const { events } = await run(
      { ...once, execute: [established({ value: 5 }), established({ value: 6 })] },
      [notes],
    )
    const [verdict] = events.flatMap(e => (e.type === 'step-finished' ? [e.verdict] : []))
    expect(verdict).toMatchObject({ passed: false, tier: 'provenance', mode: 'unsupported_value' })
    expect(verdict!.why).toContain('6')
  })
})

describe('claims of one step', () => {
  const step: Step = {
    id: 's1',
    kind: 'compute',
    description: 'Double base.',
    deps: [],
    reads: ['base'],
    writes: [{ role: 'one' }, { role: 'other' }],
    postcondition: '',
  }
  const seen = {
    beliefs: Object.assign(Object.create(null), { base: { name: 'base', value: 4 } }),
    call: () => undefined,
    question: '',
    files: [],
  }
  const claim = (name: string, value: number, derivation: string): NewBelief => ({
    name,
    value,
    derivation,
    source: 'compute',
    provenance: 'assumed',
  })

  test('may rest on each other in one direction, in any order', () => {
    const { provenance, faults } = weigh(
      step,
      { beliefs: [claim('other', 16, 'one * 2'), claim('one', 8, 'base * 2')], calls: [] },
      seen,
    )
    expect(faults).toEqual([])
    expect(provenance).toEqual({ one: 'derived', other: 'derived' })
  })

  test('prove nothing when they rest on each other', () => {
    const { provenance, faults } = weigh(
      step,
      { beliefs: [claim('one', 99, 'other'), claim('other', 99, 'one')], calls: [] },
      seen,
    )
    expect(provenance).toEqual({})
    expect(faults).toHaveLength(2)
  })

  test('do not stand on what one of them says anew, when that is refused', () => {
    const beliefs = { ...seen.beliefs, one: { name: 'one', value: 5 } }
    const { provenance } = weigh(
      step,
      { beliefs: [claim('one', 7, 'base * 2'), claim('other', 10, 'one * 2')], calls: [] },
      { ...seen, beliefs },
    )
    expect(provenance).toEqual({})
  })
})

test.each([
  ['pounds', 'GBP', 'GBP'],
  ['dollars', 'CAD', 'CAD'],
  ['pounds', 'kg', 'pounds'],
  ['euros', 'GBP', 'euros'],
])('a value in %s for a role in %s is in %s', (unit, demanded, believed) => {
  const fare = { name: 'fare', value: 14.5, unit, source: 'read', provenance: 'assumed' } as const
  expect(inUnitOf([{ role: 'fare', unit: demanded }], fare, () => undefined).unit).toBe(believed)
})

test.each([
  ['SELECT "Sanitiser (ppm)" AS level FROM t', 'ppm', 'ppm'],
  ['SELECT level FROM t', 'ppm', undefined],
  ['SELECT sum(won) * 100.0 / count(*) AS level FROM t', '%', '%'],
  ["SELECT sum(won) / count(*) AS level FROM t WHERE name LIKE '%a%'", '%', undefined],
])('what %s gives for a role in %s is in %s', (sql, demanded, believed) => {
  const made: StoredCall = {
    id: 'c',
    intention: 'q',
    step: 's1',
    tool: 'table',
    input: { file: 'log.csv', sql },
    content: '',
    computes: true,
    failed: false,
  }
  const level = {
    name: 'level',
    value: [148, 172],
    source: 'table',
    provenance: 'assumed',
    evidence: { call: 'c' },
  } as const
  expect(inUnitOf([{ role: 'level', unit: demanded }], level, () => made).unit).toBe(believed)
})
