import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  digitNumbers,
  foreignNumbers,
  numberWords,
  spokenNumbers,
  wordNumbers,
} from '../../../plans/text/numerals.ts'

const placed = (text: string, found: Iterable<{ start: number; end: number; value: number }>) =>
  [...found].map(({ value, start, end }) => [text.slice(start, end), value])

const below20 = [...numberWords.keys()].slice(0, 20)
const tens = [...numberWords.keys()].slice(20)

/** A number as English says it. */
function said(n: number): string {
  if (n < 20) return below20[n]!
  if (n < 100) return tens[Math.floor(n / 10) - 2]! + (n % 10 === 0 ? '' : `-${said(n % 10)}`)
  for (const [size, word] of [
    [1e12, 'trillion'],
    [1e9, 'billion'],
    [1e6, 'million'],
    [1e3, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (n < size) continue
    const rest = n % size === 0 ? '' : `${size < 1e6 ? ' and' : ''} ${said(n % size)}`
    return `${said(Math.floor(n / size))} ${word}${rest}`
  }
  return ''
}

describe('numbers in words', () => {
  test('of any size are what they say', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), n => {
        expect([...wordNumbers(`in ${said(n)}, say`, 0)]).toEqual([
          { text: `${n}`, values: [n], start: 3, end: 3 + said(n).length },
        ])
      }),
    )
  })

  test.each([
    ['a dozen of two dozen', ['12', '24']],
    ['Twenty-one and nine', ['21', '9']],
    ['hundred thousand', ['100000']],
    ['thousand', ['1000']],
    ['ninety nine hundred', ['9900']],
    ['someone', []],
    ['zero', []],
  ])('%s: %j', (text, numbers) => {
    expect([...wordNumbers(text, 0)].map(each => each.text)).toEqual(numbers)
  })

  test('count from above a limit', () => {
    expect([...wordNumbers('nine and ten', 9)].map(each => each.text)).toEqual(['10'])
  })

  test.each([
    [
      'two and a half',
      [
        ['two and a half', 2.5],
        ['a half', 0.5],
      ],
    ],
    [
      'one and a half',
      [
        ['one and a half', 1.5],
        ['a half', 0.5],
      ],
    ],
    ['two and a halfpenny', [['two', 2]]],
    [
      'half a million',
      [
        ['million', 1e6],
        ['half a million', 5e5],
        ['half', 0.5],
      ],
    ],
    [
      'half a dozen',
      [
        ['dozen', 12],
        ['half a dozen', 6],
        ['half', 0.5],
      ],
    ],
    [
      'three eighths',
      [
        ['three', 3],
        ['three eighths', 0.375],
      ],
    ],
    [
      'an eighth of it',
      [
        ['an eighth', 0.125],
        ['eighth', 8],
      ],
    ],
    [
      'two-thirds',
      [
        ['two', 2],
        ['two-thirds', 2 / 3],
      ],
    ],
    [
      'five ninths or 3 quarters',
      [
        ['five', 5],
        ['five ninths', 5 / 9],
        ['quarters', 0.25],
      ],
    ],
    [
      'two and a quarter',
      [
        ['two and a quarter', 2.25],
        ['a quarter', 0.25],
      ],
    ],
    [
      'two hours and a quarter',
      [
        ['two hours and a quarter', 2.25],
        ['a quarter', 0.25],
      ],
    ],
    [
      'three and two thirds',
      [
        ['three and two thirds', 3 + 2 / 3],
        ['two', 2],
        ['two thirds', 2 / 3],
      ],
    ],
    [
      'one dollar and twelve cents, six euros',
      [
        ['one', 1],
        ['one dollar and twelve', 1.12],
        ['twelve', 12],
        ['six', 6],
      ],
    ],
    [
      'one pound twenty-five',
      [
        ['one', 1],
        ['one pound twenty-five', 1.25],
        ['twenty-five', 25],
      ],
    ],
    [
      'the twenty-first, the thirtieth',
      [
        ['twenty', 20],
        ['twenty-first', 21],
        ['thirtieth', 30],
      ],
    ],
    ['halves', [['halves', 0.5]]],
    [
      'first 21st 2nd twelfth',
      [
        ['first', 1],
        ['21st', 21],
        ['2nd', 2],
        ['twelfth', 12],
      ],
    ],
    ['seconds thirdly', []],
  ])('%s: %j', (text, numbers) => {
    expect(placed(text, spokenNumbers(text))).toEqual(numbers)
  })
})

describe('numbers in digits', () => {
  test.each<[string, [string, number[]][]]>([
    [
      '17,000 or 17 000',
      [
        ['17,000', [17000, 17]],
        ['17 000', [17000]],
      ],
    ],
    [
      '17e3 1e-2',
      [
        ['17e3', [17000]],
        ['1e-2', [0.01]],
      ],
    ],
    [
      '15 % 15per cent',
      [
        ['15', [15, 0.15]],
        ['15', [15, 0.15]],
      ],
    ],
    [
      '2 million 3 billion',
      [
        ['2', [2, 2e6]],
        ['3', [3, 3e9]],
      ],
    ],
    [
      '4 hundred 5 thousand 6 trillion',
      [
        ['4', [4, 400]],
        ['5', [5, 5000]],
        ['6', [6, 6e12]],
      ],
    ],
    [
      '17k 17km',
      [
        ['17', [17, 17000]],
        ['17', [17]],
      ],
    ],
    ['m^2 x**3 y^(-2) z^{4}', []],
    ['s1 h2o value_1 s12', [['12', [12]]]],
    ['1,500', [['1,500', [1500, 1.5]]]],
    [
      '1.234,5 1,234.5',
      [
        ['1.234,5', [1234.5]],
        ['1,234.5', [1234.5]],
      ],
    ],
    ["1'234'567", [["1'234'567", [1234567]]]],
    ['1.2.3', [['1.2.3', [1, 2, 3]]]],
    [
      '2026-05-03 12:30',
      [
        ['2026', [2026]],
        ['05', [5]],
        ['03', [3]],
        ['12', [12]],
        ['30', [30]],
      ],
    ],
    [
      '1_000 1,50 1,5000',
      [
        ['1_000', [1000]],
        ['1,50', [1.5]],
        ['1,5000', [1.5]],
      ],
    ],
    ['12,34,567', [['12,34,567', [12, 34, 567]]]],
  ])('%s: %j', (text, numbers) => {
    expect([...digitNumbers(text)].map(({ text: token, values }) => [token, values])).toEqual(
      numbers,
    )
  })

  test('are found however a country writes them', () => {
    const number = fc.integer({ min: 1_000_000, max: 10 ** 12 }).map(cents => cents / 100)
    fc.assert(
      fc.property(number, fc.constantFrom('de', 'fr', 'de-CH', 'en', 'sv'), (value, locale) => {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value)
        const [token, ...more] = digitNumbers(`for ${written} now`)
        expect(token?.values).toContain(value)
        expect(more).toEqual([])
        if (locale === 'en' || locale === 'sv') return
        expect(placed(`for ${written} now`, foreignNumbers(`for ${written} now`))).toEqual([
          [written, value],
        ])
      }),
    )
  })

  test.each([
    ['1 204 500', [['1 204 500', 1204500]]],
    [
      '3.600.000 or 1.234,5',
      [
        ['3.600.000', 3.6e6],
        ['1.234,5', 1234.5],
      ],
    ],
    [
      '38,50 38,500 38,5000',
      [
        ['38,50', 38.5],
        ['38,5000', 38.5],
      ],
    ],
    ['−1 204,5', [['−1 204,5', -1204.5]]],
    ['1\u202f204.25', [['1\u202f204.25', 1204.25]]],
    [
      '2½ and ¾',
      [
        ['2½', 2.5],
        ['¾', 0.75],
      ],
    ],
    [
      '⅓ ⅔ ⅛',
      [
        ['⅓', 1 / 3],
        ['⅔', 2 / 3],
        ['⅛', 1 / 8],
      ],
    ],
    ['1,234 1.234 x1 204 1 204-5', []],
  ])('%s, not the English way: %j', (text, numbers) => {
    expect(placed(text, foreignNumbers(text))).toEqual(numbers)
  })
})
