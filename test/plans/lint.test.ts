import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lint, templated } from '../../plans/lint.ts'
import { type Literal, literals, type Question } from '../../plans/literals.ts'
import type { PlanDraft, Step } from '../../plans/plan.ts'
import { carelessDraft, forgetfulDraft } from './arbitrary-plans.ts'
import { simpleDraft } from './simple-draft.ts'

const kipchoge: Question = {
  text: 'If Eliud Kipchoge could run from Earth to the Moon (min. perigee on https://en.wikipedia.org/wiki/Moon) at his record pace of 1:59:40, how many thousand hours would it take? Round to the nearest 1,000 hours. See "lunar distance" in orbits.xlsx or ask help@example.org.',
  given: { moon_distance: 356400, city: 'tokyo', quoted: 'alpha beta', growth: 0.15 },
  answer: '17',
}

/** What is found when `text` stands in the description of the only step. */
function found(text: string, question: Question | string): string[] {
  const [step] = simpleDraft('find_source').steps
  const plan: PlanDraft = {
    ...simpleDraft('find_source'),
    steps: [{ ...withoutAction(step!), description: text }],
  }
  const asked = typeof question === 'string' ? { text: question, given: {} } : question
  return lint(plan, asked).map(leak => leak.literal)
}

describe('a literal of the question is found', () => {
  test.each([
    ['a name', 'search for kipchoge', 'Kipchoge'],
    ['a first name inside a role', 'write eliud_pace', 'Eliud'],
    ['a name inside camel case', 'write theMoonDistance', 'Moon'],
    ['a number with a thousands separator, written without', 'round to 1000', '1,000'],
    ['a number in scientific notation', 'divide by 1e3', '1,000'],
    ['a given number', 'take 356,400 km', '356400'],
    ['a given fraction, as a percentage', 'add 15 %', '0.15'],
    ['a given phrase', 'filter Alpha-Beta rows', 'alpha beta'],
    ['the answer', 'it is about 17 of them', '17'],
    ['the answer in words', 'it is about seventeen of them', '17'],
    ['a duration', 'a pace of 1:59:40', '1:59:40'],
    ['an address', 'open https://en.wikipedia.org/wiki/moon', 'https://en.wikipedia.org/wiki/Moon'],
    ['the host of an address', 'search en.wikipedia.org', 'en.wikipedia.org'],
    ['an e-mail address', 'write to help@example.org', 'help@example.org'],
    ['a file name', 'read orbits.xlsx', 'orbits.xlsx'],
    ['a quotation', 'find the lunar distance', 'lunar distance'],
  ])('%s', (_, text, literal) => {
    expect(found(text, kipchoge)).toContain(literal)
  })

  test.each([
    ['17 000', '17000'],
    ['17.000', '17,000'],
    ['17.000,5', '17000.5'],
    ['17k', '17000'],
    ['2.5 million', '2500000'],
    ['15%', '0.15'],
    ['three', '3'],
    ['two hundred and five', '205'],
    ['-40', '40'],
    ['2024-03-05', '2024'],
    ['1_000', '1e3'],
  ])('%s in the question is %s in the plan', (asked, written) => {
    expect(found(`use ${written} here`, `take ${asked} of them`)).not.toEqual([])
  })

  test('with the field, the step and the way out', () => {
    const plan = simpleDraft('kipchoge_pace')
    plan.steps[0]!.action = { expression: 'amount / 356400' }
    expect(lint(plan, kipchoge)).toEqual([
      {
        field: 'intentionType',
        literal: 'Kipchoge',
        message:
          'The plan\'s intentionType holds "Kipchoge", which belongs to this question; bind it to a role and write {role} instead, or leave it out when it only says what form the answer has.',
      },
      {
        step: 's1',
        field: 'expression',
        literal: '356400',
        message:
          'Step s1\'s expression holds "356400", which belongs to this question; it is the value of moon_distance, so write {moon_distance} instead, or leave it out when it only says what form the answer has.',
      },
    ])
  })
})

describe('what belongs to no question is left alone', () => {
  test.each([
    ['a word that begins a sentence behind a file', 'replace it', 'b.md c.csv Replace the number.'],
    [
      'words that only begin a sentence',
      'compute how the value changes',
      'Compute it. How far? Value counts.',
    ],
    ['an order before a name', 'calculate the pace', "Calculate Kipchoge's pace."],
    ['units and file formats', 'read the csv and convert to MB', 'How many MB does the CSV hold?'],
    ['step ids', 'use the result of s1', 'Of 1 thing, s1, what?'],
    ['exponents of units', 'convert to m^2 or m/s**2', 'How many of 2?'],
    ['digits of words', 'look up h2o in value_2', 'How many of 2?'],
    ['a day of a year', 'date(year(today) + 1, 12, 31)', 'I hold 12 shares.'],
    ['small number words', 'divide the two values', 'Of 2 trains, which?'],
    ['a number that is part of another', 'multiply by 1000 or 3.5', 'Take 100, 10, 35 or 5.'],
    ['a given plain word', 'look the city up in tokyo', 'x'],
    [
      'headlines',
      'how fast the train travels',
      'How Fast Does The Train Travel Today And Tomorrow',
    ],
    [
      'a capital after an order that is shouted',
      'answer the question now',
      'ANSWER THE QUESTION NOW PLEASE SIR',
    ],
    ['function words as a name or an answer', 'it may be no value', 'Was it in May, with The Who?'],
  ])('%s', (_, text, question) => {
    expect(found(text, { text: question, given: { city: 'tokyo' }, answer: 'no' })).toEqual([])
  })

  test.each([
    ['digits of a pattern', 'ground_belief(total) matches /^-?\\d+\\.\\d{2}$/', 'Give 2 decimals.'],
    ['places that are rounded to', 'round(total / (count + 1), 2)', 'Give two decimals.'],
    ['places of SQL', 'SELECT ROUND(AVG("{column}"), 2) FROM t', 'Give 2 decimals.'],
    ['a format', `SELECT printf('%.2f', AVG("{column}")) FROM t`, 'Give 2 decimals.'],
    ['a width of numbers', 'SELECT CAST({total} AS DECIMAL(18, 2))', 'Give 2 decimals.'],
    ['the form of an answer', 'the {n} of 2 groups', 'Give two decimals.'],
    ['the sides of a test', 'erfc(z / sqrt(2))', 'Is it chance (two-sided)?'],
    ['the name of a format', 'the SRT time of a cue', 'How many cues has the SRT file?'],
    ['the day of a date', 'a list of at least 1 items', 'Free are 1 May and 2026-12-01.'],
    ['a time standard', 'add the offset to UTC', 'The log is in UTC.'],
  ])('%s', (_, text, question) => {
    expect(found(text, question)).toEqual([])
  })

  test('but not the answer, although the question uses it as an ordinary word', () => {
    const question = { text: 'Is it colder in the north or in the south?', given: {} }
    expect(found('the result is north', question)).toEqual([])
    expect(found('the result is north', { ...question, answer: 'north' })).toEqual(['north'])
  })

  test('but the date as a whole, and its year, are', () => {
    const question = 'Count from 2026-05-01.'
    expect(found('count from 2026-05-01', question)).toContain('2026-05-01')
    expect(found('count in 2026', question)).toContain('2026')
  })

  test('a sheet named by a word that the question also uses as an ordinary one', () => {
    const text = 'A price holds until a later one. What do the goods of Halder cost in all?'
    const given = { price_sheet: 'Prices', supplier: 'Halder', column: 'Goods' }
    expect(found('take the price from price_sheet; prices change', { text, given })).toEqual([])
    expect(found('take the price that Halder asks', { text, given })).toEqual(['Halder'])
  })

  test('the head of a column as an ordinary word, or in a role', () => {
    const given = { price_column: 'Unit price', group_column: 'Person' }
    const asked = { text: 'who paid most?', given, headers: ['Person', 'Unit price', 'Paid'] }
    expect(found('the unit price that the person paid: {unit_price}', asked)).toEqual([])
    expect(found('the Unit price of each Person', asked)).toEqual(['Unit price', 'Person'])
    expect(found('the person', { ...asked, headers: [] })).toEqual(['Person'])
    const [step] = simpleDraft('sum').steps
    const query = { tool: 'table', input: { sql: 'SELECT max(person) FROM t' } }
    const plan = { ...simpleDraft('sum'), steps: [{ ...step!, action: query }] }
    expect(lint(plan, asked).map(leak => leak.literal)).toEqual(['Person'])
    const constant = { sql: `SELECT regexp_extract("{size_column}", 'for one person') FROM t` }
    const worded = { ...plan, steps: [{ ...step!, action: { tool: 'table', input: constant } }] }
    expect(lint(worded, asked)).toEqual([])
    const alias = { sql: 'SELECT max("{person_column}") AS person FROM t ORDER BY person' }
    const named = { ...plan, steps: [{ ...step!, action: { tool: 'table', input: alias } }] }
    expect(lint(named, asked)).toEqual([])
  })

  test('types and functions of a query that are called as a column is', () => {
    const given = { date_column: 'Date', unit: 'thousand EUR', span: '3 months' }
    const asked = { text: 'what was paid?', given, headers: ['Date', 'Year'] }
    const [step] = simpleDraft('sum').steps
    const leaks = (sql: string) => {
      const action = { tool: 'table', input: { sql } }
      return lint({ ...simpleDraft('sum'), steps: [{ ...step!, action }] }, asked)
    }
    const sql = `SELECT 1000 * year(CAST("{date_column}" AS DATE)), x::date FROM t WHERE y > DATE '{day}'`
    expect(leaks(sql)).toEqual([])
    expect(leaks('SELECT max(date) FROM t').map(leak => leak.literal)).toEqual(['Date'])
    expect(leaks('SELECT 3').map(leak => leak.message)).toEqual([
      expect.stringContaining('it is a part of the value of span: give it a role of its own'),
    ])
    const thousands = 'How many thousand euros, a thousand or two thousand?'
    expect(found('1000 and 2000', thousands)).toEqual(['1000', '2000'])
    expect(found('1000', 'How many thousand euros are it?')).toEqual([])
  })

  test('what an answer before looked like, unless it is that very value', () => {
    const given = {
      oddities: '(1) the Stock is low in 2 of 12 rows; (2) a rate of 48 holds since 2031-02-01',
      counts: [3, 2.25, 4711],
      level: 20,
      price: 135.88,
      total: 4711,
      worker: 'Ines Brandt',
      names: ['Brake cable', 'Tube'],
      column: 'Date',
      deadline: 'the first instalment',
    }
    const earlier = new Set(Object.keys(given))
    const asked = { text: 'And what of the others?', given, earlier, headers: ['Date'] }
    expect(found('stock of 2, 3, 12, 48, 2.25 and 20 since 2031-02-01', asked)).toEqual([])
    expect(found('the Date of the first instalment of brake cable', asked)).toEqual([])
    expect(found('a Tubeless tyre', asked)).toEqual([])
    const told = ['135.88', '4711', 'Ines Brandt', 'Brake cable']
    expect(found('take 135.88 and 4711 of Ines Brandt for a Brake cable', asked)).toEqual(told)
    const mine = { ...asked, earlier: new Set(['oddities']) }
    expect(found('stock of 3 and 20', mine)).toEqual(['3', '20'])
  })

  test('but not a word that the question only quotes', () => {
    const question = 'In how many rows is the column "kind" the word "gate"?'
    expect(found('count the rows of kind gate', question)).toEqual(['kind', 'gate'])
  })

  test('a plan that only speaks of roles passes', () => {
    fc.assert(
      fc.property(fc.oneof(carelessDraft, forgetfulDraft), plan => {
        const steps = plan.steps.map(withoutAction)
        expect(lint({ ...plan, steps }, kipchoge)).toEqual([])
      }),
    )
  })
})

test.each<[string, readonly Literal[]]>([
  ['17', [{ text: '17', values: [17] }]],
  ['17 18', [{ text: '17 18' }, { text: '17', values: [17] }, { text: '18', values: [18] }]],
  ['Jura 7', [{ text: 'Jura 7' }, { text: '7', values: [7] }]],
  ['no', []],
])('the literals of the answer %s are a number once', (answer, found) => {
  expect(literals({ text: '', given: {}, answer })).toEqual(found)
})

test('any literal of the question is found in any text of any plan', () => {
  const known = literals(kipchoge)
  expect(known.length).toBeGreaterThan(15)
  const question: fc.Arbitrary<Question> = fc.record({
    text: fc
      .array(
        fc.oneof(
          fc.integer({ min: 2, max: 10 ** 9 }).map(String),
          fc.integer({ min: 1000, max: 10 ** 9 }).map(n => n.toLocaleString('en')),
          fc.double({ min: 0.01, max: 10 ** 6, noNaN: true }).map(n => n.toFixed(3)),
          fc.constantFrom(
            'the Moon',
            'from Zürich',
            'by "quoted words here"',
            'in https://a.example.net/x?y=1',
            'of data_final.v2.csv',
            'to Jean-Luc Picard',
            'the GPT-4o',
            'at 10:15:30',
            'thirteen times',
            'on March 5, 2024',
            '15 %',
          ),
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map(parts => `What is ${parts.join(' and ')} about?`),
    given: fc.dictionary(
      fc.constantFrom('first', 'second'),
      fc.oneof(
        fc.integer(),
        fc.constantFrom('Ada Lovelace', '/data/in.csv', 'red green', 'X-15'),
        fc.array(fc.integer({ min: 10 }), { maxLength: 2 }),
      ),
    ),
    answer: fc.constantFrom('42', 'Paris', 'green', 'about 7.5 km', '12 of them'),
  })
  fc.assert(
    fc.property(
      question,
      fc.oneof(carelessDraft, forgetfulDraft),
      fc.nat(),
      fc.nat(),
      (asked, plan, l, f) => {
        const all = literals(asked)
        const literal = all[l % all.length]!
        // these belong to arithmetic too
        fc.pre(!['0', '1', '100'].includes(literal.text))
        const place = places[f % places.length]!
        const step = plan.steps[f % plan.steps.length]!
        const leaky = place(plan, step, `x ${literal.text} y`)
        expect(lint(leaky, asked).map(leak => leak.literal)).toContain(literal.text)
      },
    ),
    { numRuns: 250 },
  )
})

/** Every text of a plan, as a way to put a text there. */
const places: readonly ((plan: PlanDraft, step: Step, text: string) => PlanDraft)[] = [
  (plan, _, text) => ({ ...plan, intentionType: text }),
  (plan, _, text) => ({ ...plan, goal: text }),
  (plan, _, text) => ({ ...plan, contextConditions: [...plan.contextConditions, text] }),
  (plan, _, text) => ({ ...plan, parameters: [...plan.parameters, { role: text }] }),
  ...(
    [
      text => ({ description: text }),
      text => ({ postcondition: text }),
      text => ({ reads: [text] }),
      text => ({ writes: [{ role: text }] }),
      text => ({ bind: { inner: text } }),
      text => ({ bind: { [text]: 'inner' } }),
      text => ({ action: { expression: text } }),
      text => ({ action: { tool: 'search', input: { deep: [{ query: text }] } } }),
      text => ({ action: { act: 'move', args: [text] } }),
      text => ({ action: { achieve: text } }),
      text => ({ action: { add: { seen: text }, remove: [] } }),
      text => ({ action: { add: {}, remove: [text] } }),
    ] satisfies ((text: string) => Partial<Step>)[]
  ).map(put => (plan: PlanDraft, step: Step, text: string) => ({
    ...plan,
    steps: plan.steps.map(each => (each === step ? { ...each, ...put(text) } : each)),
  })),
]

function withoutAction(step: Step): Step {
  const { action: _, ...rest } = step
  return rest
}

test('a long question is read', () => {
  const text = 'Ada 1,234.5 met "somebody" at 10:30. '.repeat(3000)
  const plan = simpleDraft('find_source')
  expect(lint(plan, { text, given: {} })).toEqual([])
})

test('constants of arithmetic, arguments of functions and names fixed before are no leaks', () => {
  const plan = simpleDraft('find_source')
  const [first, ...rest] = plan.steps
  const sql =
    "SELECT SUM(CASE WHEN n > 0 THEN 1 ELSE 0 END) * 100, substr(day, 6, 2), split_part(day, ' ', 2), f(day)[2] FROM t UNION ALL SELECT 2, x FROM t; m.group(2); awk '{print $2}' | cut -f2"
  const step: Step = { ...first!, reads: ['begin'], action: { tool: 'table', input: { sql } } }
  const asked = {
    text: 'Of 100, how many are above 0 in 2 groups by "begin"?',
    given: {},
    names: ['begin'],
  }
  expect(lint({ ...plan, steps: [step, ...rest] }, asked)).toEqual([])
  const numbered = { ...step, action: { expression: '1. {first}\n2. {second}' } }
  expect(lint({ ...plan, steps: [numbered, ...rest] }, asked)).toEqual([])
  const formed = { ...step, action: { expression: 'from {begin:2} on' } }
  expect(lint({ ...plan, steps: [formed, ...rest] }, asked)).toEqual([])
  const leak = { ...step, action: { expression: '1. {first}\nof 2 groups' } }
  expect(lint({ ...plan, steps: [leak, ...rest] }, asked)).toHaveLength(1)
})

test.each([
  [
    'the price per night in rooms.html of a Double room',
    'the price {charged} in {file} of a {category}',
  ],
  [
    'the price of {category} rooms, and of double rooms',
    'the price of {category} rooms, and of double rooms',
  ],
  ['double  room, 0 if none', '{category}, 0 if none'],
  ['the first three of 12 nights in Bern', 'the first three of 12 nights in Bern'],
])('what is a value of a role is written as its slot: %s', (text, expected) => {
  const given = {
    category: 'double room',
    charged: 'per night',
    file: 'rooms.html',
    places: 'first three',
    nights: 12,
    town: 'Bern',
    venue: 'Bern',
  }
  expect(templated(text, { text: 'What is it?', given })).toBe(expected)
})

test('a name that stands in a template is found, and none where it was put into slots', () => {
  const asked = { text: 'What is it?', given: { charged: 'per night' } }
  const plan = { ...simpleDraft('find_source'), goal: 'the price per night, 0 if none' }
  expect(lint(plan, asked).map(({ literal }) => literal)).toEqual(['per night'])
  expect(
    lint(
      { ...plan, goal: templated(plan.goal, asked) },
      { ...asked, given: { charged: 'per night', none: 0 } },
    ),
  ).toEqual([])
})

test('numbering of lines, names of formats and nouns of German are no literals', () => {
  const plan = simpleDraft('find_source')
  const [first, ...rest] = plan.steps
  const step: Step = { ...first!, action: { expression: '2 * 3, Markdown, Gesamtwert' } }
  const leaks = (text: string, given = {}) =>
    lint({ ...plan, steps: [step, ...rest] }, { text, given }).map(({ literal }) => literal)
  expect(leaks('Answer these:\n1. the sum\n2. as a Markdown table')).toEqual([])
  expect(leaks('Wie hoch ist der Gesamtwert, und wie viel ist das im Schnitt?')).toEqual([])
  const believed = leaks('Wie hoch ist der Gesamtwert im Jahr?', { thing: 'Gesamtwert' })
  expect(believed).toEqual(['Gesamtwert'])
  expect(leaks('What is the Gesamtwert of 2 rooms?')).toEqual(['2', 'Gesamtwert'])
})
