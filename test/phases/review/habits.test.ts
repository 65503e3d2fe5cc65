// The part of review that needs no model, by itself: what it makes of a plan's counts, and when it refuses.
import { expect, test } from 'vitest'
import { emptyState } from '../../../agent/apply.ts'
import type { Ctx } from '../../../agent/contract.ts'
import { noUsageTotals } from '../../../agent/runs/usage.ts'
import type { IntentionRecord, State } from '../../../agent/state.ts'
import { automate } from '../../../phases/review/habits.ts'
import { counted, type Form } from '../../../plans/habits/habits.ts'
import type { Ways } from '../../../plans/habits/ways.ts'
import { identify } from '../../../plans/identify.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { noStats, type Origin, type Plan } from '../../../plans/plan.ts'
import { simpleDraft } from '../../plans/simple-draft.ts'

const way: Form = { expression: 'amount * 2' }
const origin: Origin = {
  agent: 'a',
  model: 'm',
  createdAt: '2026-01-01T00:00:00Z',
  seenQuestions: ['before'],
}

function waysOf(found: number, done: number, failed: number, form = way): Ways {
  let ways: Ways = {}
  for (const [practice, times] of Object.entries({ found, done, failed }))
    for (let n = 0; n < times; n++)
      ways = counted(ways, { step: 's1', way: form, practice: practice as 'found' })
  return ways
}

function planWith(ways: Ways): Plan {
  const draft = simpleDraft('double')
  const steps = draft.steps.map(({ action: _, ...step }) => step)
  return identify({ ...draft, steps }, origin, { run: { ...noStats, useCount: 3, ways } })
}

const versionOf = (plan: Plan): Plan =>
  identify(
    { ...plan, steps: plan.steps.map(step => ({ ...step, action: way })) },
    { ...origin, refines: plan.id, automated: ['s1'] },
  )

/** A mind that has just finished a question with `plan`. */
function finished(plan: Plan, more: Partial<IntentionRecord> = {}): State {
  const state = emptyState()
  const record: IntentionRecord = {
    intention: '1',
    question: 'How much is twice that?',
    type: 'double',
    goal: 'double it',
    satisfied: true,
    answer: '4',
    cycles: 1,
    plan: plan.id,
    tried: [],
    beliefs: [],
    usage: noUsageTotals,
    seconds: 1,
    ...more,
  }
  return { ...state, intentionHistory: state.intentionHistory.push(record) }
}

const context = (plans: readonly Plan[]) =>
  ({ library: memoryLibrary(plans), agent: 'a', now: () => 0 }) as unknown as Ctx

test('a plan with a habit gets a version beside it, which says what it was made from', () => {
  const plan = planWith(waysOf(3, 0, 0))
  const event = automate('1', finished(plan), context([plan]))
  expect(event).toMatchObject({ type: 'library-reviewed', intention: '1', records: 0 })
  const [decision, ...more] = event!.decisions
  expect(more).toEqual([])
  expect(decision).toMatchObject({
    plan: plan.id,
    decision: 'automate',
    reason: 's1 was carried out the same way 3 times',
    refined: {
      steps: [{ id: 's1', action: way }],
      stats: {},
      origin: {
        refines: plan.id,
        automated: ['s1'],
        model: 'm',
        seenQuestions: ['before', 'How much is twice that?'],
      },
    },
  })
})

test('nothing is said when there is no habit, and when the version is there already', () => {
  const none = planWith(waysOf(2, 0, 0))
  expect(automate('1', finished(none), context([none]))).toBeUndefined()
  const plan = planWith(waysOf(3, 0, 0))
  expect(automate('1', finished(plan), context([plan, versionOf(plan)]))).toBeUndefined()
  expect(automate('2', finished(plan), context([plan]))).toBeUndefined()
})

test('a version is not made of what the linter or the acceptance check refuses', () => {
  const plan = planWith(waysOf(3, 0, 0))
  const asked = { question: 'What is 2 times 21?', answer: '42' }
  expect(automate('1', finished(plan, asked), context([plan]))).toBeUndefined()
  const unknown = planWith(waysOf(3, 0, 0, { expression: 'amount * other_amount' }))
  expect(automate('1', finished(unknown), context([unknown]))).toBeUndefined()
})

test('a version whose form fails is removed, also when it was tried and another plan ended the question', () => {
  const plan = planWith(waysOf(3, 5, 2))
  const version = versionOf(plan)
  const removed = { plan: version.id, decision: 'remove' }
  const used = automate('1', finished(version), context([plan, version]))
  expect(used!.decisions).toMatchObject([
    { ...removed, reason: 'the executable form of s1 failed 2 times' },
  ])
  const tried = finished(plan, { tried: [{ plan: version.id, cycle: 1, failures: [] }] })
  expect(automate('1', tried, context([plan, version]))!.decisions).toMatchObject([removed])
})

test('a version goes with the plan it was made from', () => {
  const version = versionOf(planWith({}))
  expect(automate('1', finished(version), context([version]))!.decisions).toMatchObject([
    {
      plan: version.id,
      decision: 'remove',
      reason: 'the plan whose steps it automates was removed',
    },
  ])
})
