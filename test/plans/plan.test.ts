// What a plan is, its id and its counts; values in their one spelling.
import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, fingerprint } from '../../plans/canonical.ts'
import { given } from '../../plans/given.ts'
import { identify, planId } from '../../plans/identify.ts'
import { noStats, PlanDraft, RunStats, resultsOf, totals } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { simpleDraft } from './simple-draft.ts'

test('one value has one spelling, whatever the order of its members', () => {
  const turned = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(turned)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, inner]) => [key, turned(inner)]),
          )
        : value
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(canonical(turned(value))).toBe(canonical(value))
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  expect(canonical({ b: [{ d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[{"d":1}]}')
  expect(canonical({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
})

test('a fingerprint is the beginning of a SHA-256', () => {
  expect(fingerprint('a')).toBe('ac8d8342bb')
  expect(fingerprint('a', 12)).toBe('ac8d8342bbb2')
  const value = fc.oneof(fc.jsonValue(), fc.array(fc.option(fc.jsonValue(), { nil: undefined })))
  fc.assert(
    fc.property(value, value => {
      expect(fingerprint(value, 64)).toBe(hash('sha256', canonical(value)))
    }),
  )
})

test.each([
  ['find_source', /^find-source-[0-9a-f]{12}$/],
  ['  Größe: 2 m!', /^gr-e-2-m-[0-9a-f]{12}$/],
  ['äöü', /^plan-[0-9a-f]{12}$/],
  ['a'.repeat(50), /^a{40}-[0-9a-f]{12}$/],
  [`${'a'.repeat(39)} b`, /^a{39}-[0-9a-f]{12}$/],
])('the id of a plan for %j is %s', (type, id) => {
  expect(planId(simpleDraft(type))).toMatch(id)
})

test('the id names the content and nothing else', () => {
  const origin = { agent: 'a', model: 'm', createdAt: '', seenQuestions: [] }
  const [draft, other] = [simpleDraft('x'), simpleDraft('x', 'another goal')]
  expect(identify(draft, origin).id).toBe(planId({ ...draft, more: 1 } as never))
  expect(identify(draft, origin, { run: noStats }).id).toBe(planId(draft))
  expect(planId(other)).not.toBe(planId(draft))
  expect(() => identify({ ...draft, steps: [] }, origin)).toThrow()
  expect(PlanDraft.safeParse({ ...draft, steps: [{ ...draft.steps[0]!, id: '' }] }).success).toBe(
    false,
  )
})

test('counts of runs add up, and are never below zero', () => {
  const counts = {
    useCount: 5,
    successCount: 4,
    failureCount: 3,
    judgedRight: 2,
    judgedWrong: 1,
  }
  expect(totals({ stats: {} })).toEqual(noStats)
  expect(Object.values(noStats)).toEqual([0, 0, 0, 0, 0])
  expect(totals({ stats: { a: counts, b: { ...counts, useCount: 1 } } })).toEqual({
    useCount: 6,
    successCount: 8,
    failureCount: 6,
    judgedRight: 4,
    judgedWrong: 2,
  })
  for (const key of Object.keys(counts))
    for (const value of [-1, 0.5])
      expect(RunStats.safeParse({ ...counts, [key]: value }).success).toBe(false)
})

test('a plan is for what its steps write and none of them reads', () => {
  const [step] = simpleDraft('x').steps
  const second = { ...step!, reads: ['result'], writes: [{ role: 'more' }] }
  expect(resultsOf({ steps: [step!] })).toEqual([{ role: 'result' }])
  expect(resultsOf({ steps: [step!, second] })).toEqual([{ role: 'more' }])
})

test('values are shown so that they can be told apart', () => {
  expect(show({ value: ['a', 1] })).toBe('["a",1]')
  expect(show({ value: 5, unit: 'km' })).toBe('5 km')
  expect(show({ value: false })).toBe('false')
  expect(given({ a: 1, b: undefined, c: null, d: 0 })).toEqual({ a: 1, c: null, d: 0 })
  expect('b' in given({ b: undefined })).toBe(false)
})
