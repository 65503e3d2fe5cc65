// The form of an answer: every kind checked, what code can bring into form brought there, and printed
// so that the official scorer finds it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRight } from '../../../harness/measure/score.ts'
import { formAnswer } from '../../../plans/answers/form.ts'
import type { AnswerForm, Value } from '../../../plans/plan.ts'
import { readDate } from '../../../plans/text/dates.ts'

const printed = (value: Value, form: AnswerForm, unit?: string) => {
  const formed = formAnswer({ value, ...(unit !== undefined && { unit }) }, form)
  return 'text' in formed ? formed.text : undefined
}
const fault = (value: Value, form: AnswerForm, unit?: string) => {
  const formed = formAnswer({ value, ...(unit !== undefined && { unit }) }, form)
  return 'fault' in formed ? formed.fault : undefined
}

describe('a number', () => {
  test.each<[Value, string | undefined, Partial<AnswerForm>, string]>([
    [7, 'h', { unit: 'min' }, '420'],
    ['7 h', undefined, { unit: 'min' }, '420'],
    ['1,234', undefined, {}, '1234'],
    ['seventeen', undefined, {}, '17'],
    ['Two hundred and five', undefined, {}, '205'],
    ['4.5 million', undefined, {}, '4500000'],
    ['−5', undefined, {}, '-5'],
    [[17], undefined, {}, '17'],
    [28, 'marbles', {}, '28'],
    [3, 'h', {}, '3 h'],
    ['0.1', undefined, {}, '0.1'],
    [-0, undefined, {}, '0'],
    [Number.MAX_VALUE, undefined, {}, '1.7976931348623157e+308'],
    [1e300 / 3, undefined, {}, '3.33333333333333e+299'],
    [123456789012345.6, undefined, {}, '123456789012346'],
    [2.5, 'h', { roundTo: 2, decimals: 1 }, '2.0 h'],
    [1.005, undefined, { decimals: 2 }, '1.01'],
    [17_499, 'h', { unit: 'thousand hours', roundTo: 1 }, '17'],
  ])('%j %s as %j is printed as %s', (value, unit, form, text) => {
    expect(printed(value, { kind: 'number', ...form }, unit)).toBe(text)
  })

  test.each<[Value, string]>([
    [true, 'the question asks for a number, and "true" is none'],
    [[1, 2], 'the question asks for a number, and "1, 2" is none'],
    ['about 17', 'the question asks for a number, and "about 17" is none'],
    ['17 of 20', 'the question asks for a number, and "17 of 20" is none'],
    ['17 or more', 'the question asks for a number, and "17 or more" is none'],
    [Number.NaN, 'the question asks for a number, and "NaN" is none'],
    ['e5', 'the question asks for a number, and "e5" is none'],
  ])('%j is refused with one sentence', (value, sentence) => {
    expect(fault(value, { kind: 'number' })).toBe(sentence)
  })

  test('a unit that does not convert is named', () => {
    expect(fault(7, { kind: 'number', unit: 'kg' }, 'h')).toMatch(/asks for kg: .*time \(h\)/)
  })

  test('of any size is right by the official scorer', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        const text = printed(value, { kind: 'number' })!
        expect(isRight(text, String(Number(text)))).toBe(true)
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14)
      }),
    )
  })
})

describe('a date', () => {
  test.each<[Value, string | undefined, string]>([
    ['5.6.2026', undefined, '2026-06-05'],
    ['2026/6/5', undefined, '2026-06-05'],
    ['20260605', undefined, '2026-06-05'],
    ['13/06/2026', undefined, '2026-06-13'],
    ['06/13/2026', undefined, '2026-06-13'],
    ['12/12/2026', undefined, '2026-12-12'],
    ['2026-06-05T10:00Z', undefined, '2026-06-05'],
    ['5 June 2026', undefined, '5 June 2026'],
    ['the 7th of May', undefined, '7th of May'],
    ['spring 1969', undefined, 'spring 1969'],
    [1969, undefined, '1969'],
    ['5 June 2026', 'YYYY-MM-DD', '2026-06-05'],
    ['Friday, 5 June 2026', 'the day as YYYY-MM-DD', '2026-06-05'],
    ['June 5th, 2026', 'DD.MM.YYYY', '05.06.2026'],
    ['the 5th of June 2026', 'write it MM/DD/YY', '06/05/26'],
    ['5 June 2026', 'D/M/YYYY', '5/6/2026'],
    ['June 2026', 'YYYY-MM', '2026-06'],
    ['5 June 2026', 'day and month in words', '5 June 2026'],
  ])('%j with the note %j is printed as %s', (value, note, text) => {
    expect(printed(value, { kind: 'date', ...(note !== undefined && { note }) })).toBe(text)
  })

  test.each<[string, string | undefined]>([
    ['soon', undefined],
    ['Paris', undefined],
    ['31 June 2026', undefined],
    ['30 February 2026', 'YYYY-MM-DD'],
    ['05/06/2026', undefined],
    ['12/11/2026', undefined],
    ['2026', 'MM/DD/YY'],
  ])('%j with the note %j is refused', (value, note) => {
    expect(fault(value, { kind: 'date', ...(note !== undefined && { note }) })).toMatch(
      /^the question asks for a date/,
    )
  })

  const day = fc.date({
    min: new Date(Date.UTC(1000, 0, 1)),
    max: new Date(Date.UTC(3000, 0, 1)),
    noInvalidDate: true,
  })
  const spell = (options: Intl.DateTimeFormatOptions, locale: string) => (date: Date) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date)
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const
  test.each([
    ['month first', spell(long, 'en-US')],
    ['day first', spell(long, 'en-GB')],
    ['with its weekday', spell({ ...long, weekday: 'long' }, 'en-US')],
    ['shortened', spell({ ...long, month: 'short' }, 'en-GB')],
    ['with points', spell({ day: 'numeric', month: 'numeric', year: 'numeric' }, 'de-DE')],
  ])('of any day is read as that day: %s', (_how, spelled) => {
    fc.assert(
      fc.property(day, date => {
        const iso = date.toISOString().slice(0, 10)
        const form = { kind: 'date', note: 'YYYY-MM-DD' } as const
        expect(printed(spelled(date), form)).toBe(iso)
      }),
    )
  })

  test('is never a day that no calendar has', () => {
    const part = fc.integer({ min: 0, max: 99 })
    fc.assert(
      fc.property(part, part, (month, dayOfMonth) => {
        const found = readDate(`2026/${month}/${dayOfMonth}`)
        const real = new Date(Date.UTC(2026, month - 1, dayOfMonth))
        const exists = real.getUTCMonth() === month - 1 && real.getUTCDate() === dayOfMonth
        expect(found !== undefined).toBe(exists && month > 0 && dayOfMonth > 0)
      }),
    )
  })
})

describe('a truth value', () => {
  test.each<[Value, string | undefined, string | undefined]>([
    [true, undefined, 'yes'],
    [false, 'answer True or False', 'false'],
    ['Yes.', undefined, 'yes'],
    ['TRUE', undefined, 'true'],
    ['No, it was closed', undefined, 'no'],
    ['no one knows', undefined, undefined],
    ['maybe', undefined, undefined],
    [1, undefined, undefined],
  ])('%j with the note %j is printed as %s', (value, note, text) => {
    const form: AnswerForm = { kind: 'boolean', ...(note !== undefined && { note }) }
    expect(printed(value, form)).toBe(text)
    if (text === undefined)
      expect(fault(value, form)).toMatch(/asks for yes or no, and ".*" is neit/)
  })
})

describe('a list', () => {
  const sentence = 'Tegner is chosen with 598 of 897 shares, and the work begins on 8 March 2027.'
  test.each<[Value, Partial<AnswerForm>, string]>([
    ['A; B', {}, 'A, B'],
    ['A, B and C', {}, 'A, B, C'],
    ['A, B, and C', {}, 'A, B, C'],
    ['- a\n- b', {}, 'a, b'],
    ['1. x\n2. y', {}, 'x, y'],
    ['["a","b"]', {}, 'a, b'],
    ['1,234, 5,678', {}, '1234, 5678'],
    ['Ilse and Tomas', {}, 'Ilse and Tomas'],
    ['red, green, blue green.', {}, 'red, green, blue green'],
    ['Halder & Co., Smith Inc.', {}, 'Halder & Co., Smith Inc.'],
    [['Paris, France', 'Rome'], {}, 'Paris, France; Rome'],
    [[1, '2', '1,234'], {}, '1, 2, 1234'],
    [5, {}, '5'],
    [[sentence, 'Rome'], {}, `- ${sentence}\n- Rome`],
    [[sentence], {}, sentence],
    [Array(5).fill('Paris, France'), {}, Array(5).fill('Paris, France').join('; ')],
    [Array(9).fill('Paris, France'), {}, Array(9).fill('- Paris, France').join('\n')],
    [Array(2).fill('Paris: 12.50'), {}, 'Paris: 12.50, Paris: 12.50'],
    [Array(9).fill('Paris: 12.50'), {}, Array(9).fill('- Paris: 12.50').join('\n')],
    [Array(9).fill('Paris in France'), {}, Array(9).fill('Paris in France').join(', ')],
    [['2 km', '500 m'], { order: 'ascending', unit: 'm' }, '500, 2000'],
    [[10, 9, 1.5], { order: 'ascending' }, '1.5, 9, 10'],
    [['1 May 2026', '5 April 2026'], { order: 'ascending' }, '5 April 2026, 1 May 2026'],
    [
      ['5 June 2026', '1 May 2026', '2 May 2025'],
      { order: 'descending' },
      '5 June 2026, 1 May 2026, 2 May 2025',
    ],
    [['2026', '5 June 2025'], { order: 'ascending' }, '5 June 2025, 2026'],
    [['June 2026', '5 June 2025'], { order: 'descending' }, 'June 2026, 5 June 2025'],
    [['June 2026', '5 June 2025'], { order: 'ascending' }, '5 June 2025, June 2026'],
    [
      ['May 2026', '5 April 2026', '9 May 2026'],
      { order: 'ascending' },
      '5 April 2026, May 2026, 9 May 2026',
    ],
    [
      ['Blue Line', 'Norfreight', 'Kestrel'],
      { order: 'descending' },
      'Blue Line, Norfreight, Kestrel',
    ],
    [['Elm: 118', 'Ash: 54', 'Fir: 61'], { order: 'ascending' }, 'Elm: 118, Ash: 54, Fir: 61'],
    [['item 10', 'item 9'], { order: 'alphabetical' }, 'item 9, item 10'],
    [['3', 'two'], { unit: 'min' }, '3, two'],
    [['pear', 'Apple', 'fig'], { order: 'alphabetical' }, 'Apple, fig, pear'],
    [['pear', 'fig'], { order: 'as-found' }, 'pear, fig'],
    [[1.234, 2], { decimals: 2 }, '1.23, 2.00'],
  ])('%j as %j is printed as %s', (value, form, text) => {
    expect(printed(value, { kind: 'list', ...form })).toBe(text)
  })

  test('without items is none', () => expect(printed([], { kind: 'list' })).toBe('none'))

  test.each<[Value]>([[''], [true]])('%j is refused', value => {
    expect(fault(value, { kind: 'list' })).toMatch(/^the question asks for a list/)
  })

  test('keeps its items whatever the order asked for', () => {
    const items = fc.array(fc.stringMatching(/^[a-z]{2,6}( [a-z]{2,6})?$/), { minLength: 1 })
    const order = fc.constantFrom('ascending', 'descending', 'alphabetical', 'as-found')
    fc.assert(
      fc.property(items, order, (value, wanted) => {
        const kept = value.map(item => item.replace(/^(?:the|an) /, ''))
        const text = printed(value, { kind: 'list', order: wanted as 'ascending' })!
        expect(text.split(', ').sort()).toEqual(kept.sort())
      }),
    )
  })
})

describe('words', () => {
  test.each<[Value, Partial<AnswerForm>, string | undefined, string]>([
    ['The North', {}, undefined, 'The North'],
    ['the North', {}, undefined, 'North'],
    ['a cappella', {}, undefined, 'a cappella'],
    ['O’Brien – “the” captain', {}, undefined, 'O\'Brien - "the" captain'],
    ['“Jura”', {}, undefined, 'Jura'],
    [true, {}, undefined, 'yes'],
    [['a', 'b'], {}, undefined, 'a, b'],
    [7, { unit: 'min' }, 'h', '420 min'],
    ['Harbour School, 20', { unit: 's' }, undefined, 'Harbour School, 20'],
  ])('%j as %j is printed so', (value, form, unit, text) => {
    expect(printed(value, { kind: 'text', ...form }, unit)).toBe(text)
  })

  test('a measure of another kind and no words at all are refused', () => {
    expect(fault('54 kg', { kind: 'text', unit: 'm' })).toMatch(/asks for m: .*mass \(kg\)/)
    expect(fault('  ', { kind: 'text' })).toBe('the question asks for words, and there are none')
  })
})

test('without a form an answer is printed as it is', () => {
  expect(formAnswer({ value: 'the “North”' }, undefined)).toEqual({ text: 'the “North”' })
  expect(formAnswer({ value: 3, unit: 'h' }, undefined)).toEqual({ text: '3 h' })
})

test('what has been brought into form is in form', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.array(fc.oneof(fc.string(), fc.double({ noNaN: true }))),
  )
  const form = fc.record(
    {
      kind: fc.constantFrom<AnswerForm['kind']>('number', 'text', 'list', 'date', 'boolean'),
      unit: fc.constantFrom('km', 'min', 'apples'),
    },
    { requiredKeys: ['kind'] },
  )
  fc.assert(
    fc.property(value, form, (answer, wanted) => {
      const once = printed(answer, wanted)
      if (once === undefined || wanted.kind === 'list') return
      expect(printed(once, wanted)?.replace(/\W/g, '')).toBe(once.replace(/\W/g, ''))
    }),
    { numRuns: 150 },
  )
})
