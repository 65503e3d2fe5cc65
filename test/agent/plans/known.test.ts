// What events add to the plans that an agent knows: uses, failures, judgements, ways and wordings.
import { expect, test } from 'vitest'
import { emptyState } from '../../../agent/apply.ts'
import { learn } from '../../../agent/beliefs/beliefs.ts'
import type { IntentionClosed, PlanDecision, StepFinished } from '../../../agent/event.ts'
import { practised, worded } from '../../../agent/plans/habits.ts'
import { blamed, count, offered, reviewed, used } from '../../../agent/plans/known.ts'
import type { PlanLibraryState, State, Tried } from '../../../agent/state.ts'
import { noStats, type Plan, type RunStats, type Step } from '../../../plans/plan.ts'
import * as kit from '../miniatures/kit.ts'

const look = kit.plan('look', [kit.step('s1', 'read')])
const wait = kit.plan('wait', [kit.step('s1', 'read')])
const other = kit.plan('look', [kit.step('s2', 'read')])
const { planLibrary: nothing } = emptyState()
const withStats = (counts: Readonly<Record<string, Partial<RunStats>>>): PlanLibraryState => {
  let { stats } = nothing
  for (const [id, each] of Object.entries(counts)) stats = stats.set(id, { ...noStats, ...each })
  return { ...nothing, stats }
}

test('plans are offered for their type, each once, in the order in which they came', () => {
  const state = emptyState()
  expect(offered(state)).toBe(state)
  expect(offered(state, [])).toBe(state)
  const { planLibrary } = offered(offered(state, [look, wait]), [other, look])
  expect(planLibrary.offered.get('look')).toEqual([look.id, other.id])
  expect(planLibrary.offered.get('wait')).toEqual([wait.id])
  expect(planLibrary.plans.get(other.id)).toBe(other)
})

test("one's own plan stays one's own, somebody else's is taken as it is handed over last", () => {
  const imported: Plan = { ...look, origin: { ...look.origin, trust: 'imported' } }
  const tested: Plan = { ...look, origin: { ...look.origin, trust: 'tested' } }
  const after = (...plans: Plan[]) =>
    offered(emptyState(), plans).planLibrary.plans.get(look.id)?.origin.trust
  expect(after(look, imported)).toBeUndefined()
  expect(after(imported, look)).toBeUndefined()
  expect(after(imported, tested)).toBe('tested')
})

test('a use is counted, a new plan as new, and what is carried out once not at all', () => {
  const once = used(nothing, { plan: look, from: 'library' })
  expect(once.stats.get(look.id)).toEqual({ ...noStats, useCount: 1 })
  const again = used(once, { plan: look, from: 'generated' })
  expect(again.stats.get(look.id)).toEqual({ ...noStats, useCount: 2, freshCount: 1 })
  const { stats } = used(again, { plan: look, from: 'generated' })
  expect(stats.get(look.id)).toMatchObject({ useCount: 3, freshCount: 2 })
  for (const from of ['fallback', 'person'] as const) {
    const { stats, plans } = used(nothing, { plan: look, from })
    expect([stats.has(look.id), plans.get(look.id)]).toEqual([false, look])
  }
})

test('successes and failures are counted of plans that were used', () => {
  const library = withStats({ [look.id]: { useCount: 4, successCount: 1 } })
  const { stats } = count(count(library, look.id, 'successCount'), look.id, 'failureCount')
  expect(stats.get(look.id)).toEqual({ ...noStats, useCount: 4, successCount: 2, failureCount: 1 })
  expect(count(library, wait.id, 'successCount')).toBe(library)
})

test('each plan that was tried in vain has failed, of a goal that is declined those with broken calls', () => {
  const tried = (plan: string | undefined, ...modes: string[]) =>
    ({ plan, cycle: 1, failures: modes.map(mode => ({ mode, why: '' })) }) as Tried
  const all = [
    tried(look.id, 'nothing_found', 'tool_error'),
    tried(wait.id, 'nothing_found'),
    tried(undefined, 'tool_error'),
    tried(wait.id),
  ]
  const library = withStats({ [look.id]: {}, [wait.id]: {} })
  const failures = (...[declined]: [boolean?]) => {
    const { stats } = blamed(library, all, declined)
    return [look, wait].map(({ id }) => stats.get(id)!.failureCount)
  }
  expect(failures()).toEqual([1, 2])
  expect(failures(true)).toEqual([1, 0])
})

test('a review adds refinements, removes plans and counts what the world has judged', () => {
  const decide = (decision: object) =>
    reviewed(withStats({ [look.id]: { useCount: 2, judgedRight: 1 } }), {
      decisions: [{ plan: look.id, reason: 'so', ...decision } as PlanDecision],
    } as never)
  const kept = decide({ decision: 'keep' })
  expect([kept.plans.has(other.id), kept.removed.has(look.id)]).toEqual([false, false])
  expect(decide({ decision: 'remove' }).removed.get(look.id)).toBe('so')
  const refined = decide({ decision: 'refine', refined: other })
  expect(refined.plans.get(other.id)).toBe(other)
  expect(refined.stats.get(look.id)?.useCount).toBe(2)
  const learned = decide({ decision: 'learn', refined: other, led: 3, missed: 2 })
  expect(learned.plans.get(other.id)).toBe(other)
  expect(learned.stats.get(look.id)).toEqual({
    ...noStats,
    useCount: 7,
    judgedRight: 4,
    judgedWrong: 2,
  })
  const fresh = reviewed(nothing, {
    decisions: [
      { plan: wait.id, reason: 'so', decision: 'learn', refined: other, led: 1, missed: 0 },
    ],
  } as never)
  expect(fresh.stats.get(wait.id)).toEqual({ ...noStats, useCount: 1, judgedRight: 1 })
})

const compute: Step = {
  ...kit.step('s1', 'compute', { reads: ['way', 'speed'], writes: [{ role: 'hours' }] }),
  postcondition: 'ground_belief(hours) is a number',
}
const question = 'How long are 54 km at 18 km/h?'
const asked: Plan = {
  ...kit.plan('travel', [compute]),
  parameters: [{ role: 'way', unit: 'km' }, { role: 'speed' }],
}
const byCode: Plan = {
  ...asked,
  id: 'by-code',
  steps: [{ ...compute, action: { expression: 'way / speed' } }],
}
const given = (name: string, value: number) =>
  ({ name, value, source: 'user', provenance: 'given' }) as const

/** A question that `plan` is being carried out for. */
function questionFor(plan: Plan, changed: object = {}, more: Partial<State> = {}): State {
  const state = emptyState()
  const intention = {
    id: '1',
    root: '1',
    status: 'open',
    cycle: 1,
    plan: plan.id,
    steps: {},
    tried: [],
    failures: [],
    bind: {},
    openParameters: [],
    ...changed,
  }
  const received = {
    id: '1',
    intention: '1',
    perceived: true,
    perception: { kind: 'question', text: question, source: 'user' },
  }
  const { planLibrary, groundBeliefs, perceptions, intentions } = state
  return {
    ...state,
    intentions: intentions.set('1', intention as never),
    perceptions: perceptions.set('1', received as never),
    groundBeliefs: learn(groundBeliefs, '1', [given('way', 54), given('speed', 18)], 0),
    planLibrary: {
      ...planLibrary,
      plans: planLibrary.plans.set(plan.id, plan),
      stats: planLibrary.stats.set(plan.id, { ...noStats, useCount: 2 }),
    },
    ...more,
  }
}

const wordingsOf = (state: State, plan: Plan, changed: Partial<IntentionClosed> = {}) =>
  worded(state, { ...kit.closed('1', 'satisfied', 'done', '3'), confidence: 0.75, ...changed })
    .plans.get(plan.id)
    ?.wordings?.map(({ text }) => text)

test('a question that code alone has answered for sure gives its plan a wording', () => {
  const state = questionFor(byCode)
  expect(wordingsOf(state, byCode)).toEqual(['How long are {way} km at {speed} km/h?'])
  expect(wordingsOf(state, byCode, { status: 'failed' })).toBeUndefined()
  expect(wordingsOf(state, byCode, { confidence: 0.74 })).toBeUndefined()
  const { confidence: _, ...unsure } = { ...kit.closed('1', 'satisfied', 'done'), confidence: 1 }
  expect(worded(state, unsure).plans.get(byCode.id)?.wordings).toBeUndefined()
})

test.each<[string, object]>([
  ['after another plan', { tried: [{ cycle: 1, failures: [] }] }],
  ['after a failure', { failures: [{ mode: 'tool_error', why: '' }] }],
  ['after both', { tried: [{}], failures: [{}] }],
  ['in doubt', { tainted: true }],
  ['for a goal above it', { parent: { intention: '0', step: 's1' } }],
  ['without a plan', { plan: undefined }],
])('an answer %s teaches no wording', (_, changed) => {
  const library = questionFor(byCode).planLibrary
  expect(worded(questionFor(byCode, changed), kit.closed('1', 'satisfied', 'done')).plans).toEqual(
    library.plans,
  )
  expect(wordingsOf(questionFor(byCode, changed), byCode)).toBeUndefined()
})

test.each<[string, Partial<Step>]>([
  ['is left to a model', { action: undefined as never }],
  ['changes something', { effect: true }],
  ['is a goal', { kind: 'achieve' }],
  ['acts', { kind: 'act' }],
])('a plan of which a step %s is given no wording', (_, change) => {
  const last = { ...byCode.steps[0]!, id: 's2', ...change }
  const plan: Plan = { ...byCode, steps: [byCode.steps[0]!, last] }
  expect(wordingsOf(questionFor(plan), plan)).toBeUndefined()
})

test('what was read by a wording, said before or is no question teaches no wording', () => {
  const state = questionFor(byCode)
  const received = state.perceptions.get('1')!
  const perceived = (change: object) => ({
    ...state,
    perceptions: state.perceptions.set('1', { ...received, ...change } as never),
  })
  expect(
    wordingsOf(perceived({ known: { by: 'model', plan: 'x', bind: {} } }), byCode),
  ).toBeDefined()
  expect(wordingsOf(perceived({ known: { plan: 'x', bind: {} } }), byCode)).toBeUndefined()
  const goal = perceived({ perception: { ...received.perception, kind: 'goal' } })
  expect(wordingsOf(goal, byCode)).toBeUndefined()
  expect(
    wordingsOf({ ...state, perceptions: state.perceptions.delete('1') }, byCode),
  ).toBeUndefined()
  const { stats } = state.planLibrary
  const before = learn(state.groundBeliefs, 'session', [given('speed', 18)], 0)
  expect(wordingsOf({ ...state, groundBeliefs: before }, byCode)).toBeUndefined()
  const uncounted = { ...state.planLibrary, stats: stats.delete(byCode.id) }
  expect(wordingsOf({ ...state, planLibrary: uncounted }, byCode)).toBeUndefined()
  const ways = { s1: { [form]: { found: 0, done: 0, failed: 2 } } }
  const failing = {
    ...state.planLibrary,
    stats: stats.set(byCode.id, { ...noStats, useCount: 9, ways } as RunStats),
  }
  expect(wordingsOf({ ...state, planLibrary: failing }, byCode)).toBeUndefined()
  // what a step established is nothing that was said
  const found = { ...given('hours', 3), provenance: 'derived' } as const
  const more = learn(state.groundBeliefs, '1', [found], 1, { step: 's1', cycle: 1 })
  expect(wordingsOf({ ...state, groundBeliefs: more }, byCode)).toHaveLength(1)
})

const form = '{"expression":"way / speed"}'
const once = (practice: 'found' | 'done' | 'failed') => ({
  s1: { [form]: { found: 0, done: 0, failed: 0, [practice]: 1 } },
})
const passed = { passed: true, tier: 'pattern', why: '' } as const
const finishedBy = (result: object, verdict: object = passed): StepFinished =>
  ({
    type: 'step-finished',
    intention: '1',
    step: 's1',
    result: { calls: [], summary: '', beliefs: [], ...result },
    verdict,
  }) as never
const written = { ...given('hours', 3), provenance: 'derived', derivation: 'way / speed' }
const waysOf = (state: State, event: StepFinished, id: string) =>
  practised(state, event).stats.get(id)?.ways

test('a step that a model carried out is counted by the way it was done', () => {
  const state = questionFor(asked)
  expect(waysOf(state, finishedBy({ beliefs: [written] }), asked.id)).toEqual(once('found'))
  const failed = { ...passed, passed: false }
  const { derivation: _, ...bare } = written
  for (const event of [
    finishedBy({ beliefs: [written] }, failed),
    finishedBy({ beliefs: [written, { ...written, name: 'more' }] }),
    finishedBy({ beliefs: [] }),
    finishedBy({ beliefs: [bare] }),
    { ...finishedBy({ beliefs: [written] }), step: 's9' },
  ])
    expect(practised(state, event)).toBe(state.planLibrary)
  const unknown = questionFor(asked, { plan: undefined })
  expect(practised(unknown, finishedBy({ beliefs: [written] }))).toBe(unknown.planLibrary)
})

test('what a plan automates is counted for the plan it was made from, done or failed', () => {
  const version: Plan = {
    ...byCode,
    origin: { ...byCode.origin, refines: asked.id, automated: ['s1'] },
  }
  const state = questionFor(version)
  const counted = (result: object, verdict?: object) =>
    waysOf(state, finishedBy(result, verdict), asked.id)
  expect(counted({ beliefs: [written] })).toEqual(once('done'))
  expect(counted({ beliefs: [written] }, { ...passed, passed: false })).toEqual(once('failed'))
  expect(counted({ beliefs: [written], attempted: 'no such column' })).toEqual(once('failed'))
  // a model that went ahead for want of the tool says nothing about the form
  expect(counted({ beliefs: [written], postconditionMet: true })).toBeUndefined()
  // what a plan was written with is not counted when it works
  const own = questionFor(byCode)
  expect(practised(own, finishedBy({ beliefs: [written] }))).toBe(own.planLibrary)
})

test.each<[string, object, boolean, boolean]>([
  ['has failed', { computes: true, failed: true }, true, true],
  ['was without success', { computes: true, failed: false, unsuccessful: true }, true, true],
  ['has succeeded', { computes: true, failed: false }, true, false],
  ['asks the web', { computes: false, failed: true }, true, false],
  ['has failed like the step', { computes: true, failed: true }, false, false],
])('a written call that %s: counted against its form or not', (_, call, passes, isCounted) => {
  const state = questionFor(byCode)
  const toolCalls = state.toolCalls.set('c1', { id: 'c1', ...call } as never)
  const event = finishedBy({ attemptedCall: 'c1', attempted: 'so' }, { ...passed, passed: passes })
  expect(waysOf({ ...state, toolCalls }, event, byCode.id)).toEqual(
    isCounted ? once('failed') : undefined,
  )
})
