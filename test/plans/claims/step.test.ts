// What the claims of a step rest on, judged with the step before one's eyes: the row it asks for, the
// words it quotes, and the unit that stands there.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Claim } from '../../../plans/claims/claim.ts'
import { type Case, judged, judgedOne } from './judged.ts'

const towns = `
| town | inhabitants | area (km^2) |
|---|---|---|
| Hollin | 48,200 | 61 |
| Merrow | 31,500 | 44 |
| Dunvale | 12,900 | 38 |`

describe('the place of a value', () => {
  const population = (value: number, quote?: string) =>
    judgedOne(
      { name: 'population', value, evidence: { call: 'c1', ...(quote && { quote }) } },
      {
        step: { description: 'Read the number of inhabitants of the town.' },
        beliefs: { town: { value: 'Merrow' } },
        calls: { c1: { content: towns } },
      },
    )

  test('is the row of what the step reads', () => {
    expect(population(31500, '| Merrow | 31,500 | 44 |')).toBe('quoted')
    expect(population(31500)).toBe('quoted')
    expect(population(48200, '| Hollin | 48,200 | 61 |')).toMatch(/another row.*"\| Merrow/)
    expect(population(48200)).toMatch(/another row.*"\| Merrow/)
  })

  test('is none of a second head, which says nothing in figures', () => {
    const ferry = `
| Route | Departure | Departure |
|---|---|---|
| Route | weekdays | Sunday |
| Lund - Malt | 09:10 | 10:40 |`
    const departure = judgedOne(
      {
        name: 'departure',
        value: '10:40',
        evidence: { call: 'c1', quote: '| Lund - Malt | 09:10 | 10:40 |' },
      },
      { beliefs: { travel_day: { value: 'Sunday' } }, calls: { c1: { content: ferry } } },
    )
    expect(departure).toBe('quoted')
  })

  test('is none of a title, and a sheet is no row', () => {
    const sheet = `
| 1 | Baustellen 2026 - Stunden | | |
|---|---|---|---|
| 4 | Nord | 8 | 12.5 |
| 8 | Gesamt | 20 | 31 |`
    const total = (beliefs: NonNullable<Case['beliefs']>) =>
      judgedOne(
        {
          name: 'total_hours',
          value: 20,
          evidence: { call: 'c1', quote: '| 8 | Gesamt | 20 | 31 |' },
        },
        { beliefs, calls: { c1: { content: sheet } } },
      )
    expect(total({ sheet: { value: 'Baustellen' } })).toBe('quoted')
    expect(total({ title: { value: 'Baustellen' } })).toBe('quoted')
    expect(total({ site: { value: 'Nord' } })).toMatch(/another row/)
  })

  test('is the column whose head the role names', () => {
    const inhabitants = (value: number) =>
      judgedOne(
        {
          name: 'inhabitants',
          value,
          evidence: { call: 'c1', quote: '| Merrow | 31,500 | 44 |' },
        },
        { beliefs: { town: { value: 'Merrow' } }, calls: { c1: { content: towns } } },
      )
    expect(inhabitants(44)).toMatch(/the one called "inhabitants"/)
    expect(inhabitants(31500)).toBe('quoted')
  })

  test('in prose is for a reader to judge: a pronoun may speak of what is asked for', () => {
    const content =
      'Ann Coe kept the light. It burned oil. She was born in Wick in 1881, the eldest of four.'
    const claim = (quote: string) =>
      judgedOne(
        { name: 'birthplace', value: 'Wick', evidence: { call: 'c1', quote } },
        { beliefs: { keeper: { value: 'Ann Coe' } }, calls: { c1: { content } } },
      )
    expect(claim('She was born in Wick')).toBe('quoted')
    expect(claim(content)).toBe('quoted')
  })

  test('in any table: only the row of the key passes', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{5,9}$/)
    const rows = fc.uniqueArray(fc.record({ name, figure: fc.integer({ min: 100, max: 999 }) }), {
      minLength: 3,
      maxLength: 12,
      comparator: (a, b) => a.name === b.name || a.figure === b.figure,
    })
    fc.assert(
      fc.property(rows, fc.nat(), fc.nat(), (table, i, j) => {
        const wanted = table[i % table.length]!
        const taken = table[j % table.length]!
        const lines = table.map(row => `| ${row.name} | ${row.figure} |`)
        const content = ['| plant | output |', '|---|---|', ...lines].join('\n')
        const outcome = judgedOne(
          {
            name: 'output',
            value: taken.figure,
            evidence: { call: 'c1', quote: `| ${taken.name} | ${taken.figure} |` },
          },
          { beliefs: { plant: { value: wanted.name } }, calls: { c1: { content } } },
        )
        expect(outcome === 'quoted').toBe(wanted === taken)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a quote', () => {
  const content =
    'Minutes of 9 April 2026\n\nNoor asks the carpenter. Tomas reads the meters, seven in all.'
  const calls = { c1: { content } }

  test('may be left out for words that stand there, and for a number that stands there once', () => {
    const read = (value: Claim['value']) =>
      judgedOne({ name: 'found', value, evidence: { call: 'c1' } }, { calls })
    expect(read('Noor asks the carpenter')).toBe('quoted')
    expect(read('Noor asks the plumber')).toMatch(/does not stand in c1/)
    expect(read(7)).toBe('quoted')
    const twice = { c1: { content: 'Room 4 has 4 windows.' } }
    expect(judgedOne({ name: 'n', value: 4, evidence: { call: 'c1' } }, { calls: twice })).toMatch(
      /in 2 places; quote/,
    )
  })

  test('of a list holds one item at least; the others may stand elsewhere', () => {
    const list = (value: readonly string[], quote: string) =>
      judgedOne({ name: 'people', value, evidence: { call: 'c1', quote } }, { calls })
    expect(list(['Noor', 'Tomas'], 'Noor asks the carpenter')).toBe('quoted')
    expect(list(['Noor', 'Ilse'], 'Noor asks the carpenter')).toMatch(/such as "Ilse"/)
    expect(list(['Noor', 'Tomas'], 'Minutes of 9 April 2026')).toMatch(/2 of 2 items/)
  })

  test('is a cell of its own for each item of a list, but prose may say one value of several', () => {
    const areas = (value: readonly number[], content: string) =>
      judgedOne({ name: 'areas', value, evidence: { call: 'c1' } }, { calls: { c1: { content } } })
    expect(areas([61, 44, 38], towns)).toBe('quoted')
    expect(areas([44, 44, 38], towns)).toMatch(/44 stands more often in the list than in the rows/)
    expect(areas([44, 44, 38], `${towns}\n| Wick | 8,000 | 44 |`)).toBe('quoted')
    expect(areas([0, 0, 38], towns.replace('44', '0'))).toMatch(/areas: 0 stands more often/)
    expect(areas([44, 44], 'Merrow and Wick have 44 each.')).toBe('quoted')
  })

  test('holds whole words', () => {
    const read = (value: string) =>
      judgedOne({ name: 'who', value, evidence: { call: 'c1', quote: 'Tomas reads' } }, { calls })
    expect(read('Tomas')).toBe('quoted')
    expect(read('Tom')).toMatch(/does not contain "Tom"; copy values word for word/)
  })

  test('may be taken from a text that is believed', () => {
    const beliefs = { passage: { value: 'The mast is 31 m high.' } }
    const claim = { name: 'height', value: 31, unit: 'm' }
    const quoting = (quote: string) =>
      judgedOne({ ...claim, evidence: { call: 'passage', quote } }, { beliefs })
    expect(quoting('31 m high')).toBe('quoted')
    expect(quoting('31 m wide')).toMatch(/the quote "31 m wide" does not occur/)
  })

  test('is found whatever the white space and the marks, in any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zA-Zäß,'"-]{1,8}$/), { minLength: 3, maxLength: 40 }),
        fc.nat(),
        (words, at) => {
          const from = at % (words.length - 1)
          const quote = words
            .slice(from, from + 3)
            .join('\n  ')
            .replaceAll("'", '’')
          const outcome = judgedOne(
            {
              name: 'passage',
              value: words.slice(from, from + 3).join(' '),
              evidence: { call: 'c1', quote },
            },
            { calls: { c1: { content: words.join(' ') } } },
          )
          expect(outcome).not.toMatch(/does not occur/)
        },
      ),
      { numRuns: 40 },
    )
  })
})

test.each([
  [
    'Energy use fell from 18.4 GWh in 2024',
    'energy use in {year}',
    /the words quoted are of 2024, and this step asks for 2025/,
  ],
  ['from 18.4 GWh in 2024 to 17.1 GWh in 2025', 'energy use in {year}', /^quoted$/],
  ['Energy use fell from 18.4 GWh', 'energy use in {year}', /^quoted$/],
  ['Energy use fell from 18.4 GWh in 2024', 'energy use in the year before {year}', /^quoted$/],
])(
  'the words quoted name the year that is asked for, or none: %s, %s',
  (quote, description, outcome) => {
    const claim = { name: 'energy', value: 18.4, unit: 'GWh', evidence: { call: 'c1', quote } }
    const content = 'Energy use fell from 18.4 GWh in 2024 to 17.1 GWh in 2025.'
    const beliefs = { year: { value: 2025 } }
    expect(
      judgedOne(claim, { step: { description }, beliefs, calls: { c1: { content } } }),
    ).toMatch(outcome)
  },
)

test('an item may join cells of one row, in their order', () => {
  const content =
    '2 result rows.\n| currency | spent |\n|---|---|\n| EUR | 4077.27 |\n| USD | -12.5 |'
  const list = (...value: string[]) =>
    judgedOne(
      { name: 'totals', value, evidence: { call: 'q' } },
      { calls: { q: { computes: true, tool: 'table', content } } },
    )
  expect(list('EUR: 4077.27', 'USD: -12.5')).toBe('computed')
  expect(list('EUR (4077.27)', 'USD, -12.5')).toBe('computed')
  for (const wrong of ['EUR: -12.5', 'EUR: 4077.2', 'USD: 12.5', 'USD: -12.5 million', 'USD -12.5'])
    expect(list('EUR: 4077.27', wrong)).toContain(`"${wrong}", stand in no quote`)
})

test('a summary may write the numbers of its quote in the notation of another language', () => {
  const content = 'Der Kassenstand betrug zuletzt 8.412,37 Euro.'
  const summary = (value: string) =>
    judgedOne(
      { name: 'gist', value, implied: true, evidence: { call: 'c', quote: content } },
      { calls: { c: { content } } },
    )
  expect(summary('The club holds 8,412.37 euros.')).toBe('implied')
  expect(summary('The club holds 8,412.37 euros, 1 sum.')).toBe('implied')
  expect(summary('The club holds 8,421.37 euros.')).toMatch(/8421\.37 is not in the words/)
  expect(summary('It holds 8,412.37 euros, 0.5 of its fees.')).toMatch(/0\.5 is not in the words/)
})

describe('a unit', () => {
  const claim = (unit: string | undefined, content: string, question = '') =>
    judgedOne(
      {
        name: 'value',
        value: 12.5,
        ...(unit !== undefined && { unit }),
        evidence: { call: 'c1', quote: content },
      },
      { calls: { c1: { content } }, question },
    )

  test.each([
    ['km', 'The pass is 12.5 km long.'],
    ['kilometres', 'The pass is 12.5 km long.'],
    ['litres/day', 'A person needs 12.5 litres a day.'],
    ['EUR', 'It costs EUR 12.50.'],
    ['people', 'Every table seats 12.5 guests.'],
    [undefined, 'The index stood at 12.5 points.'],
    [undefined, 'The pass is 12.5 km long.'],
  ])('%s stands in: %s', (unit, content) => {
    expect(claim(unit, content)).toBe('quoted')
  })

  test.each([
    ['m', 'The pass is 12.5 km long.', /there it says 12.5 km|it says km/],
    ['EUR', 'The notice is 12.5 months.', /it says months/],
    ['kg', 'The index stood at 12.5 points.', /nothing says that it is in kg/],
    ['m^3', 'It holds 12.5 million cubic metres.', /12.5 million; write the whole number/],
  ])('%s does not stand in: %s', (unit, content, why) => {
    expect(claim(unit, content)).toMatch(why)
  })

  test('may be left out unless the question speaks of another one', () => {
    expect(claim(undefined, 'The pass is 12.5 km long.', 'How many miles is it?')).toMatch(
      /give the unit too/,
    )
  })

  test('may be named by the question', () => {
    expect(claim('kg', 'The index stood at 12.5 points.', 'How many kg?')).toBe('quoted')
  })

  test('of a result without one has to be named somewhere', () => {
    const derived = (unit: string, question: string) =>
      judgedOne(
        { name: 'pay', value: 12, unit, derivation: 'rate * hours' },
        {
          step: { kind: 'compute' },
          beliefs: { rate: { value: 4 }, hours: { value: 3 } },
          question,
        },
      )
    expect(derived('EUR', 'What is the pay in EUR?')).toBe('derived')
    expect(derived('km', 'What is the pay in EUR?')).toMatch(/nothing says that it is in km/)
  })
})

test('two values under each other’s names are told by the rows of their names', () => {
  const content = '| 2 | leased [#92D050] |\n| 3 | notice given [#FFFF00] |'
  const colours = (count: string, sum: string) =>
    judged(
      [
        { name: 'count_colour', value: count, evidence: { call: 'c1', quote: content } },
        { name: 'sum_colour', value: sum, evidence: { call: 'c1', quote: content } },
      ],
      {
        beliefs: { count_category: { value: 'leased' }, sum_category: { value: 'notice given' } },
        calls: { c1: { content } },
      },
    )
  expect(colours('#92D050', '#FFFF00')).toEqual(['quoted', 'quoted'])
  expect(colours('#FFFF00', '#92D050')).toEqual([
    expect.stringMatching(/count_colour: .*rather "\| 2 \| leased/),
    expect.stringMatching(/sum_colour: .*rather "\| 3 \| notice given/),
  ])
})

test('hundreds of quotes from a long result are judged in a moment', () => {
  const line = (i: number) => `| Town ${i} | ${10_000 + i} | ${i % 90} km |`
  const rows = Array.from({ length: 1800 }, (_, i) => line(i))
  const content = ['| town | inhabitants | distance |', '|---|---|---|', ...rows].join('\n')
  expect(content.length).toBeGreaterThan(45_000)
  const claims = Array.from({ length: 100 }, (_, i) => ({
    name: `population_${i}`,
    value: 10_000 + i * 7,
    evidence: { call: 'c1', quote: line(i * 7) },
  }))
  const list = {
    name: 'lines',
    value: rows.slice(0, 300),
    evidence: { call: 'c1', quote: content },
  }
  const outcomes = judged([...claims, list], { calls: { c1: { content } } })
  expect(new Set(outcomes)).toEqual(new Set(['quoted']))
})
