import { describe, expect, test } from 'vitest'
import { derive } from '../../../plans/expressions/derive.ts'
import { supports } from '../claims/judged.ts'

const beliefs = {
  name: { value: 'Alder' },
  share: { value: 41.5, unit: '%' },
  distance: { value: 54, unit: 'km' },
  speed: { value: 18, unit: 'km/h' },
  words: { value: '5 June' },
  year: { value: 2026 },
  use: { value: 9.6, unit: 'L/100 km' },
  towns: { value: ['Bex', 'Aigle'] },
  people: { value: [7800.5, 10_900] },
  three: { value: [1, 2, 3] },
}

describe('a derivation', () => {
  test.each([
    ['distance / speed', { value: 3, unit: 'h' }],
    ['name', { value: 'Alder' }],
    ['towns', { value: ['Bex', 'Aigle'] }],
    ['{name}, {share}%', { value: 'Alder, 41.5%' }],
    ['{name} has {{braces}}', { value: 'Alder has {braces}' }],
    [
      '"{name}, {share:2} %; " + if(speed > distance / 2 h, "late", "on time")',
      { value: 'Alder, 41.50 %; on time' },
    ],
    ['if(share > 40 %, "{name}: yes", "{name}: no")', { value: 'Alder: yes' }],
    ['if(share = 40 %, "{name}: yes", "{name}: no")', { value: 'Alder: no' }],
    ['if(share <> 40 %, "{name}: yes", "{name}: no")', { value: 'Alder: yes' }],
    ['"f(\'{name}\')"', { value: "f('Alder')" }],
    ['join(["{name}", words], " on ")', { value: 'Alder on 5 June' }],
    ['With {name} until {words}', { value: 'With Alder until 5 June' }],
    ['{name}: {towns}', { value: 'Alder: Bex, Aigle' }],
    ['{towns} ({people:1}), {name}', { value: ['Bex (7800.5), Alder', 'Aigle (10900.0), Alder'] }],
    [
      '# {name}\n| {towns} | {people:1} |\n\n{words}',
      { value: '# Alder\n| Bex | 7800.5 |\n| Aigle | 10900.0 |\n\n5 June' },
    ],
    ['"{name}\\n{words}"', { value: 'Alder\n5 June' }],
    ['join(towns, "\\n")', { value: 'Bex\nAigle' }],
    ['- {towns}', { value: '- Bex\n- Aigle' }],
    ['{name}:\n * {towns}\n * {name}', { value: 'Alder:\n * Bex\n * Aigle\n * Alder' }],
    ['{name}\n{towns}\nend', { value: 'Alder\nBex\nAigle\nend' }],
    ['{towns}\n{people:1}', { value: ['Bex\n7800.5', 'Aigle\n10900.0'] }],
    ['{towns} and {three}', { value: 'Bex, Aigle and 1, 2, 3' }],
    ['"{name}" and "{words}"', { value: '"Alder" and "5 June"' }],
  ])('%s gives its value', (derivation, expected) => {
    expect(derive(derivation, beliefs)).toMatchObject({ ok: true, ...expected })
  })

  test('is converted to the unit wanted', () => {
    expect(derive('distance / speed', beliefs, 'min')).toMatchObject({ value: 180, unit: 'min' })
    expect(derive('distance', beliefs, 'm')).toMatchObject({ value: 54_000, unit: 'm' })
  })

  test.each([
    ...['{nobody} is here', 'distance / nobody', 'distance +', 'name / speed'],
    // no text that a person should read
    ...['concat("{name}", "!")', 'CASE WHEN share > 4 THEN "{name}" ELSE "{words}" END'],
    ...['if share > 4 then "{name}" else "{words}"', 'if(share, "{name}")'],
    ...['"{nobody}" + "!"', '{name} ({share > 40})', '{name}: {distance / speed:1} h'],
  ])('%s fails with a sentence', derivation => {
    const result = derive(derivation, beliefs)
    expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/\w/) })
  })

  test.each(['toString', 'constructor', '__proto__', '{constructor}'])(
    '%s names no belief',
    derivation => expect(derive(derivation, beliefs).ok).toBe(false),
  )
})

describe('support for a claimed value', () => {
  const page =
    'The tower, finished in 1891, is 1,234.5 m high. It rose 384 thousand metres of rope.'
  const ground = {
    beliefs,
    question: 'How far is 54 km, and how much CO2 is that?',
    calls: {
      c1: { content: page },
      c2: { content: '3 h', value: 3, unit: 'h', computes: true },
      c4: { content: 'Minutes, 9 April 2026. He will do it until 5 June.' },
      c3: { content: 'Error', failed: true },
      c5: { content: '12 boats and 12 nets' },
    },
  }
  const claim = (value: string | number | readonly string[], more: object = {}) =>
    supports([{ name: 'x', value, ...more }], ground)[0]!

  test.each([
    [
      'a quoted number',
      claim(1234.5, { unit: 'm', evidence: { call: 'c1', quote: 'is 1,234.5 m high' } }),
      'quoted',
    ],
    [
      'a number in words of scale',
      claim(384_000, { unit: 'm', evidence: { call: 'c1', quote: 'rose 384 thousand metres' } }),
      'quoted',
    ],
    ['quoted words', claim('tower', { evidence: { call: 'c1', quote: 'The  tower' } }), 'quoted'],
    ['a computed value', claim(3, { unit: 'h', evidence: { call: 'c2' } }), 'computed'],
    [
      'a computed value in another unit',
      claim(180, { unit: 'min', evidence: { call: 'c2' } }),
      'computed',
    ],
    ['a derived value', claim(3, { unit: 'h', derivation: 'distance / speed' }), 'derived'],
    [
      'derived rows',
      claim(['Bex: 7800.50', 'Aigle: 10900.00'], { derivation: '{towns}: {people:2}' }),
      'derived',
    ],
    ['a derived text', claim('Alder, 41.5%', { derivation: '{name}, {share}%' }), 'derived'],
    [
      'a text with the digits of a unit and of a name',
      claim('9.6 litres per 100 km, CO2: 18 kg', {
        derivation: '{use} litres per 100 km, CO2: {speed} kg',
      }),
      'derived',
    ],
    [
      'a day quoted in words',
      claim('2026-06-05', { evidence: { call: 'c4', quote: 'until 5 June' } }),
      'quoted',
    ],
    ['a day derived in words', claim('2026-06-05', { derivation: '{words} {year}' }), 'derived'],
    [
      'a day spelled out from words',
      claim('Alder, 2026-06-05', { derivation: '{name}, {year}-06-05' }),
      'derived',
    ],
    ['a constant of the question', claim(54, { derivation: '54' }), 'given'],
    ['a value of the question', claim(54), 'given'],
    ['a value that names nothing', claim('blue'), 'assumed'],
  ])('finds %s', (_what, found, provenance) => {
    expect(found).toEqual({ provenance })
  })

  test.each([
    ['an invented quote', claim(7, { evidence: { call: 'c1', quote: 'seven is 7' } })],
    [
      'a quote without the value',
      claim(1235.5, { evidence: { call: 'c1', quote: 'is 1,234.5 m high' } }),
    ],
    ['a part of a number', claim(234.5, { evidence: { call: 'c1', quote: 'is 1,234.5 m high' } })],
    ['a neighbouring year', claim(1890, { evidence: { call: 'c1', quote: 'finished in 1891' } })],
    ['a value off by ten', claim(12_345, { evidence: { call: 'c1', quote: 'is 1,234.5 m high' } })],
    ['a number in two places, without a quote', claim(12, { evidence: { call: 'c5' } })],
    ['an empty quote', claim(1891, { evidence: { call: 'c1', quote: ' ' } })],
    ['a call that failed', claim(1, { evidence: { call: 'c3', quote: 'Error' } })],
    ['a call that never was', claim(1, { evidence: { call: 'c9', quote: '1' } })],
    ['a wrong computation', claim(4, { unit: 'h', evidence: { call: 'c2' } })],
    ['a slip of unit', claim(3, { unit: 'min', evidence: { call: 'c2' } })],
    ['a wrong derivation', claim(2, { unit: 'h', derivation: 'distance / speed' })],
    [
      'a day that no belief gives',
      claim('Alder, 2026-06-06', { derivation: '{name}, {year}-06-06' }),
    ],
    ['a constant out of nowhere', claim(2026, { derivation: '2026' })],
    ['a text that brings its own digits', claim('Alder, 2026', { derivation: '{name}, 2026' })],
    [
      'a text that brings a number of the question',
      claim('Alder, 54', { derivation: '{name}, 54' }),
    ],
    [
      'a neighbouring day',
      claim('2026-06-06', { evidence: { call: 'c4', quote: 'until 5 June' } }),
    ],
    [
      'a day of another year',
      claim('2025-06-05', { evidence: { call: 'c4', quote: 'until 5 June' } }),
    ],
    ['a wrong text', claim('Alder, 42%', { derivation: '{name}, {share}%' })],
  ])('refuses %s', (_what, found) => {
    expect(found).toMatchObject({ fault: expect.any(String), why: expect.stringContaining('x') })
  })
})
