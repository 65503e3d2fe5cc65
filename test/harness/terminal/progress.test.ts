// The view of a run: which lines tell of which event, whatever the texts in it hold.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, emptyState } from '../../../agent/apply.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import type { State } from '../../../agent/state.ts'
import { columnsOf, harmless, printJson, shortened } from '../../../harness/terminal/plain-text.ts'
import { planTree } from '../../../harness/terminal/plan-tree.ts'
import { activity, createProgress, planLines } from '../../../harness/terminal/progress.ts'
import {
  byModel,
  established,
  formalized,
  perceived,
  question,
} from '../../phases/replies/replies.ts'
import { anyText } from '../../support/any-text.ts'

/** The events of a run against a scripted model, each with the state after it. */
async function recorded(replies: readonly ScriptedReply[]): Promise<[Event, State][]> {
  const events: [Event, State][] = []
  const agent = await createAgent({
    model: createProvider(scripted(replies)),
    onEvent: (event, state) => events.push([event, state]),
  })
  await agent.ask(question)
  return events
}

const right = established({ value: 3, derivation: 'distance / speed' })
const wrong = established({ value: 4, derivation: 'distance / speed' })
const lines = (events: readonly [Event, State][]) =>
  events.flatMap(each => createProgress()(...each))

describe('the view', () => {
  test('tells the phases as they happen, the plan as a tree, verdicts with their reasons', async () => {
    const told = lines(await recorded([perceived, formalized, byModel, right]))
    expect(
      told.map(line => line.replace(/by-rate-\w+/, 'by-rate-ID').replace(/\d\.\d s/, 'T')),
    ).toMatchInlineSnapshot(`
      [
        "perceive    task requires dividing a quantity by a rate",
        "            distance = 54 km (given)",
        "            speed = 18 km/h (given)",
        "formalize   divide_quantity_by_rate: find the hours needed for the distance at the speed",
        "            until ground_belief(final_answer) is known",
        "deliberate  a new plan (divide-quantity-by-rate-ID): divide distance by speed",
        "            ○ s1 compute → duration",
        "            └ ○ s2 synthesize → final_answer, after s1",
        "execute     ◐ s1 compute: Divide distance by speed.",
        "verify      ● s1 passed by pattern: ground_belief(duration) is 3 h",
        "              duration = 3 h (derived)",
        "execute     ◐ s2 synthesize: Give duration as the answer.",
        "verify      ● s2 passed by pattern: ground_belief(final_answer) is 3 h",
        "              final_answer = 3 h (derived)",
        "satisfy     ✓ 3: the final answer is believed",
        "            4 model calls, T",
      ]
    `)
  })

  test('shows a failed verdict, the plan set aside and the next cycle', async () => {
    const told = lines(await recorded([perceived, formalized, byModel, wrong, byModel, right]))
    expect(told.join('\n')).toMatch(/^verify +✗ s1 failed by provenance \(incorrect_computation\)/m)
    expect(told.join('\n')).toMatch(/^deliberate +✗ the plan is set aside; cycle 2/m)
  })

  test('shows tool calls with what they gave, and what a review decided', () => {
    const at = { seq: 1, at: 0, intention: '1' }
    const call = { ...at, type: 'tool-called', step: 's1', id: 'c1', tool: 'table', ms: 1 } as const
    const given = { input: { file: 'a.csv', sum: 'price' }, content: 'sum\n7.5', computes: true }
    const plans = [
      { plan: 'p1', decision: 'keep', reason: 'worked' },
      { plan: 'p2', decision: 'remove', reason: 'never worked' },
    ] as const
    const told = (event: Event) => createProgress()(event, emptyState())
    expect([
      ...told({ ...call, ...given, value: 7.5, unit: 'USD', failed: false }),
      ...told({ ...call, ...given, content: 'no such\ncolumn', failed: true }),
      ...told({ ...at, type: 'library-reviewed', decisions: plans, records: 3 }),
    ]).toEqual([
      '              s1 table (file: a.csv, sum: price) → 7.5 USD',
      '              s1 table (file: a.csv, sum: price) failed: no such column',
      'review      keep p1: worked',
      '            remove p2: never worked',
    ])
  })

  test('says what the agent is busy with at every event', async () => {
    const busy = (await recorded([perceived, formalized, byModel, right])).map(([, state]) =>
      activity(state),
    )
    expect([...new Set(busy)]).toMatchInlineSnapshot(`
      [
        "perceiving",
        "formalizing",
        "deliberating",
        "○○ executing",
        "◐○ executing s1 (compute)",
        "●○ executing",
        "●◐ executing s2 (synthesize)",
        "●● looking whether the goal is reached",
        "finishing",
      ]
    `)
  })

  test('shows where the steps of a resumed run stand', async () => {
    const events = await recorded([perceived, formalized, byModel, right])
    const [, state] = events.find(([event]) => event.type === 'step-finished')!
    expect(planLines(state)).toEqual([
      'plan        ● s1 compute → duration',
      '            └ ○ s2 synthesize → final_answer, after s1',
    ])
  })
})

describe('a plan as a tree', () => {
  test('puts every step under what it waits for, once', () => {
    const step = (id: string, ...deps: string[]) => ({
      id,
      kind: 'compute' as const,
      description: '',
      deps,
      reads: [],
      postcondition: '',
      writes: [{ role: `r_${id}` }],
    })
    const steps = [step('c', 'a', 'b'), step('a'), step('b', 'a'), step('d')]
    const tree = planTree(steps, { a: 'done', b: 'failed', d: 'started' })
    expect(tree.map(({ lead, mark, text }) => `${lead}${mark} ${text}`)).toEqual([
      '● a compute → r_a',
      '◐ d compute → r_d',
      '└ ✗ b compute → r_b, after a',
      '  └ ○ c compute → r_c, after a, b',
    ])
  })
})

/** Text with escape sequences, control characters, newlines and wide characters in it. */
const hostile = fc
  .array(
    fc.oneof(
      anyText(),
      fc.constantFrom(
        '\u001b[2J',
        '\u001b]0;title\u0007',
        '\r',
        '\n',
        '\u009b31m',
        '\u202e',
        '漢字',
        '👩‍👩‍👧',
      ),
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''))

const dangerous = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

describe('text that is not ours', () => {
  test('is made harmless, stays on one line and within its width', async () => {
    await fc.assert(
      fc.property(hostile, fc.integer({ min: 2, max: 60 }), (text, width) => {
        expect(harmless(text)).not.toMatch(dangerous)
        const short = shortened(text, width)
        expect(short).not.toMatch(dangerous)
        expect(columnsOf(short)).toBeLessThanOrEqual(width)
        expect(JSON.parse(printJson(text))).toBe(
          text.toWellFormed() === text ? text : JSON.parse(JSON.stringify(text)),
        )
        expect(printJson(text)).not.toMatch(dangerous)
      }),
    )
  })
  test('is busy with the question at work, not with one that was stopped before it was perceived', async () => {
    const busy: string[] = []
    const stopped = new AbortController()
    const agent = await createAgent({
      model: createProvider(
        scripted({
          perceive: [perceived, perceived],
          formalize: [formalized],
          deliberate: [byModel],
          execute: [right],
        }),
      ),
      onEvent: (event, state) => {
        if (event.type === 'perception-received' && !stopped.signal.aborted) stopped.abort()
        else busy.push(activity(state))
      },
    })
    await expect(agent.ask('How far is it?', { signal: stopped.signal })).rejects.toThrow(/abort/)
    agent.giveUp('1', 'stopped by you')
    await agent.ask(question)
    expect(busy).toEqual(expect.arrayContaining(['deliberating', '●◐ executing s2 (synthesize)']))
    expect(busy.at(-1)).toBe('finishing')
  })

  test('cannot put anything into the view, wherever in an event it stands', async () => {
    const events = await recorded([perceived, formalized, byModel, wrong, byModel, right])
    await fc.assert(
      fc.property(hostile, fc.integer({ min: 40, max: 120 }), (text, width) => {
        const progress = createProgress({ width })
        let state = emptyState()
        for (const [event] of events) {
          const evil = withTexts(event, text)
          state = apply(state, evil)
          for (const line of [
            ...progress(evil, state),
            ...planLines(state, { width }),
            activity(state),
          ])
            expect(line).not.toMatch(dangerous)
          for (const line of progress(evil, state))
            expect(columnsOf(line)).toBeLessThanOrEqual(width)
        }
      }),
      { numRuns: 30 },
    )
  })
})

/** The event with `text` added to everything in it that a model, a file or a tool may have written. */
function withTexts(event: Event, text: string): Event {
  const ours = new Set([
    'type',
    'intention',
    'perception',
    'id',
    'step',
    'status',
    'kind',
    'deps',
    'plan',
    'from',
    'scope',
    'ask',
    'provenance',
    'tier',
    'mode',
    'named',
    'tried',
  ])
  const walk = (value: unknown, key: string): unknown => {
    if (ours.has(key) && typeof value === 'string') return value
    if (typeof value === 'string') return value + text
    if (Array.isArray(value)) return key === 'deps' ? value : value.map(each => walk(each, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, name)]))
  }
  return walk(event, '') as Event
}
