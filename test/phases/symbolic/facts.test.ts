import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createProlog } from '../../../phases/symbolic/engine.ts'
import { factsOf, quoted, scalesOf } from '../../../phases/symbolic/facts.ts'
import { anyText } from '../../support/any-text.ts'

const prolog = createProlog()
afterAll(() => prolog.close())

/** What Prolog reads as it is written: below, the last digit may be lost. */
const least = 2.2250738585072014e-308
const normal = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter(value => value === 0 || Math.abs(value) >= least)

describe('facts', () => {
  test('are lines that a model can read', () => {
    expect(
      factsOf([
        { name: 'price', value: 20.9, unit: 'USD' },
        { name: 'count', value: -4 },
        { name: 'Odd name', value: '20.9', unit: 'km' },
        { name: 'title', value: 'It\'s\na \\ "test" of Zürich \u200b\u0000' },
        { name: 'due', value: '2024-05-31' },
        { name: 'not_a_day', value: '2024-02-30' },
        { name: 'paid', value: false },
        { name: 'items', value: [1, 0.5, 'x'] },
        { name: 'small', value: 1e-7 },
        { name: 'large', value: 1e21 },
      ]).split('\n'),
    ).toEqual([
      "belief(price, 20.9, 'USD').",
      'belief(count, -4, none).',
      "belief('Odd name', '20.9', km).",
      `belief(title, 'It\\'s\\na \\\\ "test" of Zürich \\x200b\\\\x0\\', none).`,
      'belief(due, date(2024, 5, 31), none).',
      "belief(not_a_day, '2024-02-30', none).",
      'belief(paid, false, none).',
      "belief(items, [1, 0.5, 'x'], none).",
      'belief(small, 1.0e-7, none).',
      'belief(large, 1000000000000000000000, none).',
      '',
    ])
  })

  test('units are given with what they measure, those of the program beside them too', () => {
    const beliefs = [{ name: 'way', value: 5, unit: 'km' }]
    expect(scalesOf(beliefs, "value_in(way, mile, X), 'USD'").split('\n')).toEqual([
      "scale('km', 'length', 1000, 0).",
      expect.stringMatching(/^scale\('mile', 'length', 201168r125, 0\)\.$/),
      '',
    ])
  })

  const hostile = fc.oneof(
    anyText(60),
    fc.string({
      unit: fc.constantFrom(...'\'"`\\.,()[]{}|:-?_%/*\n\r\t\0 aX0\u2028\ufeff😀'),
      maxLength: 40,
    }),
    fc.constantFrom(
      "'). :- halt. %",
      "\\', none). p('",
      '\\x41\\',
      'a\\\nb',
      "0'x",
      '/* ',
      'end_of_file',
    ),
  )

  test('any text whatever, as value, name, unit or item, stays that text', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (text, other) => {
        const name = `n ${other}`
        const facts = factsOf([
          { name, value: text, unit: other },
          { name: 'list', value: [text, other] },
          { name: 'last', value: 1 },
        ])
        const evaluation = await prolog.evaluate({
          facts,
          rules: '',
          goal: `belief(N, V, ${quoted(other)}), N = ${quoted(name)}, text(N, T), atom_codes(T, Codes),
            value(list, [A, B]), value(last, 1), aggregate_all(count, belief(_, _, _), 3),
            B == ${quoted(other)}, ( V = date(_, _, _) -> true ; A == V )`,
        })
        expect(evaluation).toMatchObject({ holds: true })
        const codes = [...text.toWellFormed()].map(character => character.codePointAt(0))
        const checked = await prolog.evaluate({
          facts,
          rules: '',
          goal: `text(${quoted(name)}, T), atom_codes(T, [${codes.join(', ')}])`,
        })
        expect(checked).toMatchObject({ holds: true })
      }),
      { numRuns: 40 },
    )
  })

  test('a number is the same number inside', async () => {
    await fc.assert(
      fc.asyncProperty(normal, async value => {
        const { bindings } = (await prolog.evaluate({
          facts: factsOf([{ name: 'n', value }]),
          rules: '',
          goal: 'value(n, N), number(N), F is float(N)',
        })) as { readonly bindings: Record<string, string> }
        expect(Number(bindings.F)).toBe(value === 0 ? 0 : value)
      }),
      { numRuns: 40 },
    )
  })
})
