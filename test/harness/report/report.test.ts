// What a report says of journals: the state of every step, what beliefs rest on, what is cut.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, EventBody } from '../../../agent/event.ts'
import { detailOf } from '../../../harness/report/detail.ts'
import { reportPage } from '../../../harness/report/html.ts'
import { markedText } from '../../../harness/report/marked-text.ts'
import type { Report } from '../../../harness/report/report.ts'
import type { Plan } from '../../../plans/plan.ts'

const text = ({ pieces }: Pick<ReturnType<typeof markedText>, 'pieces'>) =>
  pieces.map(piece => ('cut' in piece ? `[${piece.cut}]` : piece.text)).join('')

describe('a marked text', () => {
  test('marks the words quoted, and the value in them, whatever the line breaks', () => {
    const { pieces, marked } = markedText('The moon is\n384,400 km away. So it is.', [
      { belief: 4, value: 384400, quote: 'the moon is 384,400 km away' },
    ])
    expect(marked).toEqual(new Set([4]))
    expect(pieces).toEqual([
      { text: 'The moon is\n', beliefs: [4] },
      { text: '384,400', beliefs: [4], value: true },
      { text: ' km away', beliefs: [4] },
      { text: '. So it is.' },
    ])
  })

  test('marks only whole numbers as a value, and nothing for a quote that is not there', () => {
    const { pieces, marked } = markedText('At 140 km/h it took 40 minutes.', [
      { belief: 0, value: 40 },
      { belief: 1, value: 'never', quote: 'it never took' },
    ])
    expect(pieces[1]).toEqual({ text: '40', beliefs: [0], value: true })
    expect(marked).toEqual(new Set([0]))
  })

  test('keeps what is quoted when it is cut, says by how much, and loses nothing else', () => {
    fc.assert(
      fc.property(fc.nat(30_000), fc.nat(30_000), fc.nat(3_000), (before, after, most) => {
        const whole = `${'a '.repeat(before)}the answer is 42${' z'.repeat(after)}`
        const rest = { belief: 7, value: 42, quote: 'the answer is 42' }
        const cut = markedText(whole, [rest], most)
        expect(text(cut)).toContain('the answer is 42')
        const kept = cut.pieces.map(piece => ('cut' in piece ? piece.cut : piece.text.length))
        expect(kept.reduce((a, b) => a + b, 0)).toBe(whole.length)
        if (whole.length <= most) expect(text(cut)).toBe(whole)
        else expect(text(cut).length).toBeLessThan(most + 1_000)
      }),
      { numRuns: 30 },
    )
  })
})

const step = (id: string, reads: string[], role: string, deps: string[] = []) => ({
  id,
  kind: 'read' as const,
  description: `do ${id}`,
  deps,
  reads,
  writes: [{ role }],
  postcondition: `ground_belief(${role}) is known`,
})
const plan: Plan = {
  id: 'plan-1',
  intentionType: 'look_up',
  goal: 'a look-up',
  contextConditions: [],
  parameters: [{ role: 'place' }],
  stats: {},
  steps: [step('s1', ['place'], 'height'), step('s2', ['height'], 'final_answer', ['s1'])],
  origin: { agent: 'a', model: 'm', createdAt: '2026-01-01T00:00:00Z', seenQuestions: [] },
}
const belief = (name: string, value: string | number) => ({
  name,
  value,
  source: 'user',
  provenance: 'given' as const,
})
const usage = { calls: 1, inputTokens: 900, outputTokens: 20, cachedTokens: 0, cost: 0.5 }

/** Events a millisecond apart. */
const journal = (...bodies: readonly EventBody[]): readonly Event[] =>
  bodies.map((body, at) => ({ ...body, seq: at + 1, at: 1_000 + at }))

const begin: readonly EventBody[] = [
  {
    type: 'perception-received',
    id: '1',
    intention: '1',
    perception: { kind: 'question', text: 'How high is Ararat?', source: 'user' },
  },
  {
    type: 'model-called',
    intention: '1',
    purpose: 'perceive',
    model: 'm',
    attempt: 1,
    usage,
    ms: 1,
    parsed: 'as-is',
    issues: [],
  },
  {
    type: 'beliefs-perceived',
    intention: '1',
    perception: '1',
    scope: '1',
    withdrawn: [],
    schemaBeliefs: ['a look-up'],
    beliefs: [belief('place', 'Ararat')],
    desire: 'the height',
  },
  {
    type: 'intention-formed',
    intention: '1',
    intentionType: 'look_up',
    goal: 'the height',
    satisfactionCondition: 'ground_belief(final_answer) is known',
    openParameters: [],
    bind: {},
  },
  {
    type: 'plan-selected',
    intention: '1',
    plan,
    from: 'generated',
    bind: {},
    candidates: [],
    refused: [],
  },
  { type: 'step-started', intention: '1', step: 's1' },
]
const looked: EventBody = {
  type: 'tool-called',
  id: 'c1',
  intention: '1',
  step: 's1',
  tool: 'search',
  ms: 1,
  input: { query: 'Ararat' },
  content: 'Ararat: 5,137 m',
  computes: false,
  failed: false,
}
const found: EventBody = {
  type: 'step-finished',
  intention: '1',
  step: 's1',
  ask: 'continue',
  result: {
    summary: 'found',
    calls: ['c1'],
    beliefs: [
      {
        name: 'height',
        value: 5137,
        unit: 'm',
        source: 'search',
        provenance: 'assumed',
        evidence: { call: 'c1', quote: '5,137 m' },
      },
    ],
  },
  verdict: { passed: true, tier: 'pattern', why: 'known', provenance: { height: 'quoted' } },
}
const states = (events: readonly Event[]) =>
  detailOf(events).intentions[0]!.cycles.map(({ steps }) => steps.map(({ state }) => state))

describe('the detail of a question', () => {
  test('follows a belief to the quote in the result, and to the words of the question', () => {
    const { beliefs, calls, intentions, question } = detailOf(journal(...begin, looked, found))
    expect(beliefs).toMatchObject([
      { name: 'place', provenance: 'given', marked: 'question' },
      { name: 'height', value: '5137', unit: 'm', provenance: 'quoted', marked: 'c1', step: 's1' },
    ])
    expect(question).toContainEqual({ text: 'Ararat', beliefs: [0] })
    expect(calls[1]!.content).toContainEqual({ text: '5,137', beliefs: [1], value: true })
    expect(calls[0]).toMatchObject({ kind: 'model', name: 'perceive', start: 0, inputTokens: 900 })
    expect(intentions[0]!.cycles[0]!.steps[0]).toMatchObject({
      id: 's1',
      tier: 'pattern',
      why: 'known',
      mode: '',
    })
  })

  test('tells steps that are done, failed, cut off, waiting and to be done again apart', () => {
    expect(states(journal(...begin))).toEqual([['cut off', 'waiting']])
    expect(states(journal(...begin, looked, found))).toEqual([['done', 'waiting']])
    const edited: EventBody = {
      type: 'beliefs-perceived',
      intention: '1',
      perception: '2',
      scope: '1',
      withdrawn: [],
      schemaBeliefs: [],
      beliefs: [belief('place', 'Elbrus')],
    }
    expect(states(journal(...begin, looked, found, edited))).toEqual([['reopened', 'waiting']])
  })

  test('keeps the plan of each cycle as it was left, and the claims that were refused', () => {
    const failed: EventBody = {
      ...found,
      ask: 'replan',
      verdict: { passed: false, tier: 'provenance', why: 'made up', mode: 'unsupported_value' },
    }
    const aside: EventBody = { type: 'plan-set-aside', intention: '1', reason: 'replan' }
    const events = journal(...begin, looked, failed, aside, begin[4]!, begin[5]!, looked, found)
    expect(states(events)).toEqual([
      ['failed', 'waiting'],
      ['done', 'waiting'],
    ])
    const { beliefs, intentions } = detailOf(events)
    expect(intentions[0]!.cycles[0]).toMatchObject({ cycle: 1, setAside: 'replan' })
    expect(beliefs.filter(({ provenance }) => provenance === 'refused')).toMatchObject([
      { name: 'height', why: 'made up', step: 's1', cycle: 1, marked: 'c1' },
    ])
    expect(intentions[0]!.cycles.map(({ cycle, steps }) => [cycle, steps[0]!.mode])).toEqual([
      [1, 'unsupported_value'],
      [2, ''],
    ])
  })

  test('names sources that disagree, what is believed first', () => {
    const other = { ...belief('height', 5165), source: 'atlas' }
    const told: EventBody = {
      type: 'beliefs-perceived',
      intention: '1',
      perception: '2',
      scope: '1',
      withdrawn: [],
      schemaBeliefs: [],
      beliefs: [other],
    }
    expect(detailOf(journal(...begin, looked, found, told)).conflicts).toEqual([
      { name: 'height', values: ['5165 (atlas)', '5137 m (search)'] },
    ])
  })

  test('can be made of every beginning of a journal', () => {
    const events = journal(...begin, looked, found)
    for (let end = 0; end <= events.length; end++)
      expect(detailOf(events.slice(0, end)).beliefs.length).toBe(end < 3 ? 0 : end < 8 ? 1 : 2)
  })
})

test('no text of a run can end the element that its data stands in', () => {
  const strange = '</script><script>alert(1)</script><!-- ]]> \u2028 &amp;'
  const report: Report = {
    data: {
      title: strange,
      kind: 'bench',
      madeAt: strange,
      version: '0',
      runs: [],
      bins: [],
      figures: [],
      rows: [],
    },
    details: [],
  }
  const page = reportPage(report)
  expect(page.match(/<\/script>/g)).toHaveLength(2) // that of the data and that of the page
  expect(page).not.toContain('alert(1)</')
  const data = /id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
  expect(JSON.parse(data)).toEqual(report.data)
})
