// Claims that are derived or computed: from what the step reads, by a call of its own, with numbers
// that it was given.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { supportStep } from '../../../plans/claims/step.ts'
import type { Step } from '../../../plans/plan.ts'
import { type Case, judged, judgedOne } from './judged.ts'

describe('a derivation', () => {
  const beliefs = {
    paid: { value: 300 },
    due: { value: 500 },
    noise: { value: 70 },
  }
  const derived = (value: number, derivation: string | undefined, step: Partial<Step> = {}) =>
    judgedOne(
      { name: 'rest', value, ...(derivation && { derivation }) },
      {
        step: {
          kind: 'compute',
          reads: ['paid', 'due'],
          description: 'Subtract paid from due.',
          ...step,
        },
        beliefs,
      },
    )

  test('may leave out what the step was to convert a second time', () => {
    const wait = { value: 90, unit: 'min' }
    const claim = { name: 'rest', value: 1.5, unit: 'h', derivation: 'wait' }
    const action = { kind: 'derive', expression: 'wait / 60' } as const
    const step = { kind: 'compute' as const, reads: ['wait'], description: 'Hours.', action }
    expect(judgedOne(claim, { step, beliefs: { wait } })).toBe('derived')
    const other = { ...claim, value: 3 }
    expect(judgedOne(other, { step, beliefs: { wait } })).not.toBe('derived')
  })

  test('uses what the step reads', () => {
    expect(derived(200, 'due - paid')).toBe('derived')
    expect(derived(430, 'due - noise')).toMatch(/uses noise, which this step does not read/)
  })

  test('that is left out is no way to repeat what the step does not read', () => {
    expect(derived(70, undefined)).toMatch(/which this step does not read/)
    expect(derived(500, undefined)).toBe('given')
  })

  test('gives what the step has as its own expression', () => {
    const planned = { action: { expression: 'due - paid' } }
    expect(derived(800, 'due + paid', planned)).toMatch(/own expression "due - paid" gives 200/)
  })

  test('may say the unit that the step’s own expression leaves out', () => {
    const step: Partial<Step> = {
      kind: 'compute',
      writes: [{ role: 'rest', type: 'number', unit: 'days' }],
      action: { expression: 'limit / (cups_per_day * cup)' },
    }
    const given = {
      limit: { value: 120, unit: 'L' },
      cup: { value: 0.15, unit: 'L' },
      cups_per_day: { value: 24 },
    }
    const inDays = (value: number, derivation: string) =>
      judgedOne({ name: 'rest', value, unit: 'days', derivation }, { step, beliefs: given })
    expect(inDays(33.33, 'limit / (cups_per_day / 1 day * cup)')).toBe('derived')
    expect(inDays(800, 'limit / cup * 1 day')).toMatch(/own expression .* gives 33\.3/)
  })

  test('does not stand on another that stands on it', () => {
    const claims = [
      { name: 'a', value: 5, derivation: 'b' },
      { name: 'b', value: 5, derivation: 'a' },
      { name: 'c', value: 200, derivation: 'due - paid' },
    ]
    expect(judged(claims, { step: { kind: 'compute' }, beliefs })).toEqual([
      expect.stringMatching(/derived from one another/),
      expect.stringMatching(/derived from one another/),
      'derived',
    ])
  })

  test('has to hold beside the evidence it comes with', () => {
    const both = (value: number, derivation: string) =>
      judgedOne(
        { name: 'rest', value, derivation, evidence: { call: 'c1', quote: 'a rest of 200' } },
        {
          step: { kind: 'compute' },
          beliefs,
          calls: { c1: { content: 'It leaves a rest of 200.' } },
        },
      )
    expect(both(200, 'due - paid')).toBe('derived')
    expect(both(200, 'due + paid')).toMatch(/is 800/)
    expect(both(800, 'due + paid')).toMatch(
      /does not contain 800; copy it as it stands, or work it/,
    )
  })
})

describe('a call', () => {
  const stored = { tool: 'read_page', input: { url: 'a' } }

  test('is the newest of its kind', () => {
    const claim = (call: string) => ({ name: 'n', value: 4, evidence: { call, quote: '4 rooms' } })
    const calls = {
      c1: { ...stored, content: 'It has 4 rooms.' },
      c2: { ...stored, content: 'It has 5 rooms.' },
    }
    expect(judgedOne(claim('c1'), { calls })).toMatch(/outdated/)
    expect(judgedOne(claim('c1'), { calls: { c1: calls.c1 } })).toBe('quoted')
    // what an earlier step was given stays in view, until the same call gives something else
    const view = (second: string) =>
      supportStep(
        { kind: 'read', description: '', reads: [], writes: [{ role: 'n' }] },
        [claim('c1')],
        {
          call: id => ({
            content: id === 'c1' ? 'It has 4 rooms.' : second,
            tool: 'look',
            input: {},
            computes: false,
            failed: false,
          }),
          calls: ['c9'],
          beliefs: {},
          question: '',
        },
      ).get('n')
    expect(view('It has 4 rooms.')).toEqual({ provenance: 'quoted' })
    expect(view('It has 5 rooms.')).toMatchObject({ why: expect.stringMatching(/outdated/) })
  })

  test('asks about what the step reads', () => {
    const claim = { name: 'rate', value: 7, evidence: { call: 'c1' } }
    const asked = (course: string, year: number) =>
      judgedOne(claim, {
        step: { reads: ['first_course', 'year'], description: 'Look up the rate.' },
        beliefs: {
          first_course: { value: 'Pottery' },
          second_course: { value: 'Carving' },
          year: { value: 2025 },
        },
        calls: {
          c1: { tool: 'table', input: { course, year }, computes: true, value: 7, content: '7' },
        },
      })
    expect(asked('Pottery', 2025)).toBe('computed')
    expect(asked('Carving', 2025)).toMatch(/asked about "Carving"/)
    expect(asked('Pottery', 2024)).toMatch(/asked about "2024"/)
  })

  const calculated = (expression: string, given: Case) =>
    judgedOne(
      { name: 'result', value: 42, evidence: { call: 'c1' } },
      {
        step: { kind: 'compute' },
        ...given,
        calls: {
          ...given.calls,
          c1: {
            tool: 'calculate',
            input: { expression },
            computes: true,
            value: 42,
            content: '42',
          },
        },
      },
    )

  test('calculates with what was given', () => {
    const beliefs = { distance: { value: 384.4 }, passage: { value: 'open from 08:00 to 16:30' } }
    expect(calculated('384.4 / 2', { beliefs })).toBe('computed')
    expect(calculated('384.4 * 8.5 * 60 / 1000', { beliefs })).toBe('computed')
    expect(calculated('17 * 3', { question: 'Seventeen boxes of three' })).toBe('computed')
    expect(calculated('(1 - 0.15) * 20', { question: '15 % off 20 EUR' })).toBe('computed')
    expect(calculated('405.5 / 2', { beliefs })).toMatch(/was called with 405.5/)
    const second = (expression: string, question: string) =>
      calculated('1237.5 * 2', {
        question,
        calls: {
          c0: { tool: 'calculate', input: { expression }, computes: true, content: '1237.5' },
        },
      })
    expect(second('9900 / 8', 'How much is 9900 among 8?')).toBe('computed')
    expect(second('9900 / 8', 'How much is it?')).toMatch(/was called with 1237.5/)
  })

  test('calculates with no number made up, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10001, max: 999999 }), number => {
        fc.pre(number % 10 !== 0)
        const given = calculated(`${number} * 3`, { question: `What is ${number} times three?` })
        expect(given).toBe('computed')
        expect(calculated(`${number} * 3`, { question: 'What is it?' })).toMatch(`${number}`)
      }),
      { numRuns: 40 },
    )
  })

  test('calculates with a share as it was given, left or added, and with no other', () => {
    const share = fc.integer({ min: 13, max: 97 })
    fc.assert(
      fc.property(share, share, (percent, other) => {
        const question = `What is ${percent} % of it?`
        const [part, rest, more] = [percent / 100, (100 - percent) / 100, (100 + percent) / 100]
        for (const number of [part, rest, more])
          expect(calculated(`${number} * 3`, { question })).toBe('computed')
        const isOther = ![percent, 100 - percent, 50, 25, 75, 15, 24, 30].includes(other)
        const wrong = calculated(`0.${other} * 3`, { question })
        if (isOther && other % 10 !== 0) expect(wrong).toMatch(`was called with 0.${other}`)
      }),
      { numRuns: 50 },
    )
  })

  test('calculates with the hours between any two times, and with no others', () => {
    const hour = fc.integer({ min: 0, max: 23 })
    const minute = fc.constantFrom('06', '12', '18', '36', '42', '54')
    fc.assert(
      fc.property(hour, minute, hour, minute, (from, early, to, late) => {
        const minutes = (to - from) * 60 + Number(late) - Number(early)
        const hours = Number((((minutes + 1440) % 1440) / 60).toPrecision(12))
        fc.pre(hours > 13 && !Number.isInteger(hours))
        const beliefs = { passage: { value: `from ${from}:${early} to ${to}:${late}` } }
        expect(calculated(`${hours} * 2`, { beliefs })).toBe('computed')
        expect(calculated(`${hours + 0.05} * 2`, { beliefs })).toMatch('was called with')
      }),
      { numRuns: 50 },
    )
  })

  const constants =
    '12 100 1000000 0.001 0.5 0.25 0.75 1.5 15 24 30 31 45 50 52 60 90 180 360 365 365.25 366 1024 1440 3600 10080 86400 3.6 1.8 32 273.15'
  test.each(constants.split(' '))('calculates with %s, which is nobody’s number', constant => {
    expect(calculated(`17 * ${constant}`, { question: 'What becomes of 17?' })).toBe('computed')
  })

  test.each(['13', '120', '1.25', '366.5'])('calculates with %s only where it is given', number => {
    expect(calculated(`17 * ${number}`, { question: 'What becomes of 17?' })).toMatch(
      `was called with ${number}`,
    )
  })
})

test('of a text that a call has printed a part may be quoted, in its words', () => {
  const text = '9:00 Ben, 9:30 Dee'
  const calls = { c1: { content: `stdout:\n${text}`, computes: true, value: text, tool: 'bash' } }
  const listed = (value: readonly string[], quote?: string) =>
    judgedOne(
      { name: 'order', value, evidence: { call: 'c1', ...(quote !== undefined && { quote }) } },
      { step: { kind: 'compute' }, calls },
    )
  expect(listed(['Ben', 'Dee'], text)).toBe('computed')
  expect(listed(['Ben', 'Ada'], text)).toMatch(/1 of 2 items, such as "Ada", stand in no quote/)
  expect(listed(['Ben', 'Dee'])).toMatch(/is not what c1 computed/)
})

test('a calculation may use a number that stands in the words of another language', () => {
  const call = (expression: string) => ({ input: { expression }, computes: true, value: 22.5 })
  const calls = { c1: { content: 'De overtocht kost tweeëntwintig euro vijftig.' } }
  const price = (expression: string) =>
    judgedOne(
      { name: 'price', value: 22.5, evidence: { call: 'c2' } },
      { calls: { ...calls, c2: { content: '22.5', ...call(expression) } } },
    )
  expect(price('22 + 50 / 100')).toBe('computed')
  expect(price('21 + 1.5')).toMatch(/c2 was called with 21/)
})

test('a text may number its lines', () => {
  const beliefs = { first: { value: 'Ann' }, second: { value: 'Ben' } }
  const numbered = (derivation: string, value: string) =>
    judgedOne({ name: 'answer', value, derivation }, { beliefs, step: { kind: 'synthesize' } })
  expect(numbered('1. {first}\n2. {second}', '1. Ann\n2. Ben')).toBe('derived')
  expect(numbered('{first}, 2 times', 'Ann, 2 times')).toMatch(
    /holds values that no belief gives: 2/,
  )
})
