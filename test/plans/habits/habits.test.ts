// What becomes a habit: the ways of steps as templates, what is counted of them, and when code takes over.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { canonical } from '../../../plans/canonical.ts'
import { greater, joined } from '../../../plans/given.ts'
import {
  automated,
  brokenIn,
  counted,
  type Done,
  failingSteps,
  habitsOf,
  mended,
  misplaced,
  preferred,
  wayOf,
} from '../../../plans/habits/habits.ts'
import { slotted } from '../../../plans/habits/slotting.ts'
import { sumOfWays, type Ways } from '../../../plans/habits/ways.ts'
import { identify } from '../../../plans/identify.ts'
import { type Action, noStats, type Plan, type Step, type Value } from '../../../plans/plan.ts'
import { fillInput, type Json } from '../../../plans/template.ts'
import { simpleDraft } from '../simple-draft.ts'

/** A step that read `file`, `column` and `least` and took one number with the table tool. */
function doneWith(
  input: Json,
  {
    step = {},
    beliefs = {},
    ...more
  }: Partial<Omit<Done, 'step'>> & { readonly step?: Partial<Step> } = {},
): Done {
  const call = {
    id: 'c',
    tool: 'table',
    input,
    content: '| n |\n|---|\n| 42 |',
    value: 42,
    failed: false,
  }
  return {
    step: {
      id: 's1',
      kind: 'read',
      deps: [],
      postcondition: 'ground_belief(total) is a number',
      description: 'Add up column over the rows of file that reach least.',
      reads: ['file', 'column', 'least'],
      writes: [{ role: 'total', type: 'number' }],
      ...step,
    },
    written: { name: 'total', value: 42, evidence: { call: 'c' } },
    beliefs: {
      file: { value: 'orders.csv' },
      column: { value: 'amount' },
      least: { value: 250 },
      ...beliefs,
    },
    calls: [call],
    question: 'In orders.csv, what do the amounts of at least 250 add up to for Alma?',
    units: new Map(),
    ...more,
  }
}

const inputOf = (action: Action | undefined) =>
  action && 'tool' in action ? action.input : undefined
const query = (sql: string) => ({ file: 'orders.csv', sql })
const sql = 'SELECT SUM(amount) FROM t WHERE amount >= 250'

describe('the way of a step', () => {
  it('is its tool call with a slot for every value it read, inside a query too', () => {
    expect(wayOf(doneWith(query(sql)))).toEqual({
      tool: 'table',
      input: { file: '{file}', sql: 'SELECT SUM("{column}") FROM t WHERE "{column}" >= {least}' },
    })
  })

  it('tells a column from the function and the words that share its name', () => {
    const dated = { step: { reads: ['file', 'column'] }, beliefs: { column: { value: 'day' } } }
    const when = "SELECT MIN(day) FROM t WHERE date(day, '+1 day') > day ORDER BY day DESC"
    expect(inputOf(wayOf(doneWith(query(when), dated)))).toMatchObject({
      sql: `SELECT MIN("{column}") FROM t WHERE date("{column}", '+1 day') > "{column}" ORDER BY "{column}" DESC`,
    })
    const call = { step: { reads: ['file', 'column'] }, beliefs: { column: { value: 'date' } } }
    expect(inputOf(wayOf(doneWith(query('SELECT MIN(date(date)) FROM t'), call)))).toMatchObject({
      sql: 'SELECT MIN(date("{column}")) FROM t',
    })
    const keyword = { step: { reads: ['file', 'column'] }, beliefs: { column: { value: 'desc' } } }
    const ordered = 'SELECT x FROM t ORDER BY y DESC, z desc'
    expect(wayOf(doneWith(query(ordered), keyword))).toBeUndefined()
  })

  it('is the same whether a query has quotes around a name or not', () => {
    const bare = wayOf(doneWith(query(sql)))
    const others = [
      sql.replaceAll('amount', '"amount"'),
      'select  SUM( amount )\nfrom t where\n  amount>=250;',
    ]
    for (const other of others) expect(wayOf(doneWith(query(other)))).toEqual(bare)
  })

  it('leaves what is quoted in a query as it stands, and a query with a comment whole', () => {
    const plan = {
      step: { description: 'Add up column of file from least on, where sort is a  from b.' },
    }
    const said = `${sql} AND sort = 'a  from b'`
    expect(inputOf(wayOf(doneWith(query(said), plan)))).toMatchObject({
      sql: `SELECT SUM("{column}") FROM t WHERE "{column}" >= {least} AND sort = 'a  from b'`,
    })
    const noted = 'select SUM(amount) -- all of them\nFROM t WHERE amount >= 250'
    expect(inputOf(wayOf(doneWith(query(noted))))).toMatchObject({
      sql: 'select SUM("{column}") -- all of them\nFROM t WHERE "{column}" >= {least}',
    })
  })

  it('says in which unit it takes a number that the plan leaves open, and a version fixes it', () => {
    const form = wayOf(doneWith(query(sql), { beliefs: { least: { value: 250, unit: 'EUR' } } }))!
    expect(form.units).toEqual({ least: 'EUR' })
    const crates = wayOf(
      doneWith(query(sql), { beliefs: { least: { value: 250, unit: 'crates' } } }),
    )
    expect(crates).toEqual(wayOf(doneWith(query(sql))))
    const draft = simpleDraft('sum')
    const { step } = doneWith(query(sql))
    const parameters = ['file', 'column', 'least'].map(role => ({ role }))
    let counts: Ways = {}
    for (let n = 0; n < 3; n++)
      counts = counted(counts, { step: 's1', way: form, practice: 'found' })
    const stats = { run: { ...noStats, ways: counts } }
    const plan = identify({ ...draft, parameters, steps: [step] }, origin, stats)
    const version = automated(plan, habitsOf(plan))
    expect(version.parameters).toContainEqual({ role: 'least', unit: 'EUR' })
    const { units: _, ...action } = form
    expect(version.steps[0]!.action).toEqual(action)
    const failed = counted(counts, { step: 's1', way: action as Action, practice: 'failed' })
    expect(habitsOf({ ...plan, stats: { run: { ...noStats, ways: failed } } })).toEqual([])
    const ways = counted(failed, { step: 's1', way: action as Action, practice: 'done' })
    expect(habitsOf({ ...plan, stats: { run: { ...noStats, ways } } })).toHaveLength(1)
  })

  it('is the call its value was taken from, when another one only looked', () => {
    const { calls, ...done } = doneWith(query(sql))
    const look = { ...calls[0]!, id: 'look', tool: 'read_file', input: {}, content: 'amount, sort' }
    expect(wayOf({ ...done, calls: [look, ...calls] })).toBeDefined()
  })

  it('is a list, a number and a flag as a whole', () => {
    const input = { file: 'orders.csv', column: 'amount', is: 'in', value: ['a', 'b'], least: 250 }
    const done = doneWith(input, {
      step: { reads: ['file', 'column', 'least', 'sorts'] },
      beliefs: { sorts: { value: ['a', 'b'] } },
    })
    expect(inputOf(wayOf(done))).toEqual({
      file: '{file}',
      column: '{column}',
      is: 'in',
      value: '{sorts}',
      least: '{least}',
    })
  })

  const ride = {
    step: {
      kind: 'compute' as const,
      reads: ['distance', 'speed'],
      writes: [{ role: 'duration', type: 'number' as const, unit: 'h' }],
      description: 'Divide distance by speed.',
    },
    beliefs: { distance: { value: 54, unit: 'km' }, speed: { value: 18, unit: 'km/h' } },
    question: 'How long does a ride of 54 km take at 18 km/h?',
    written: { name: 'duration', value: 3, unit: 'h', derivation: 'distance/(speed)' },
  }

  it('is a derivation in one spelling', () => {
    const spellings = ['distance/(speed)', ' distance / speed ', 'distance ÷ speed']
    for (const derivation of spellings)
      expect(wayOf(doneWith({}, { ...ride, written: { ...ride.written, derivation } }))).toEqual({
        expression: 'distance / speed',
      })
  })

  it.each(['54 km / (18 km/h)', '54/18', '54 / 18'])(
    'is an expression for the calculation %s',
    expression => {
      const call = { id: 'c', tool: 'calculate', content: '= 3', value: 3, failed: false }
      const written = { name: 'duration', value: 3, unit: 'h', evidence: { call: 'c' } }
      const done = doneWith({}, { ...ride, written, calls: [{ ...call, input: { expression } }] })
      expect(wayOf(done)).toEqual({ expression: 'distance / speed' })
    },
  )

  /** A step that read `a` and `b` and wrote `c`. */
  const workedOut = (
    beliefs: Done['beliefs'],
    { calls = [], ...written }: Omit<Done['written'], 'name'> & Partial<Pick<Done, 'calls'>>,
  ) =>
    wayOf(
      doneWith(
        {},
        {
          step: {
            kind: 'compute',
            reads: ['a', 'b'],
            writes: [{ role: 'c', type: 'number' }],
            description: 'Work out c from a and b.',
          },
          beliefs: { ...beliefs, other: { value: 1 } },
          question: 'What is c?',
          written: { name: 'c', ...written },
          calls,
        },
      ),
    )

  it.each<[string, number, string | undefined]>([
    ['(a)*(b)', 18, 'a * b'],
    ['a-b', 3, 'a - b'],
    ['round(a / b)', 2, 'round(a / b)'],
    ['max( (a),b )', 6, 'max(a, b)'],
    ['sum( [ a,b ] )', 9, 'sum([a, b])'],
    ['((a + b))', 9, '((a + b))'],
    ['-(a) + b', -3, '- a + b'],
    ['a', 6, 'a'],
    [' {a}/{b} ', 2, '{a}/{b}'],
    [' {a} ', 6, '{a}'],
    ['a * 60 / b', 120, 'a * 60 / b'],
    ['a * 2', 12, undefined],
    ['a + 0', 6, undefined],
    ['a + b', 10, undefined],
    ['a $ b', 9, undefined],
    ['6 + 3', 9, undefined],
    ['a + other', 7, undefined],
    ['{a} + {other}', 7, undefined],
  ])('of the derivation %s for %d is %s', (derivation, value, expression) => {
    const way = workedOut({ a: { value: 6 }, b: { value: 3 } }, { value, derivation })
    expect(way).toEqual(expression && { expression })
  })

  it.each<[string, number, number, number, string | undefined]>([
    ['6 / 3', 6, 3, 2, 'a / b'],
    ['(6)*(3)', 6, 3, 18, 'a * b'],
    ['12 * 12 / 3', 12, 3, 48, 'a * a / b'],
    ['12 * 3 / 3', 12, 3, 12, undefined],
    ['3 + 3', 3, 3, 6, undefined],
    ['6 / 2', 6, 3, 3, undefined],
    ['1 / 3', 1, 3, 0.33333333333, 'a / b'],
    ['1 / 3', 1, 3, 0.333333, undefined],
    ['.5 * 30', 0.5, 30, 15, 'a * b'],
    ['12.5 - 30', 12.5, 30, -17.5, 'a - b'],
    ['12 * 12', 12, 12, 144, undefined],
    ['sqrt(9)', 9, 5, 3, undefined],
  ])(
    'of the calculation %s where a = %d, b = %d is written as %d is %s',
    (expression, a, b, value, by) => {
      const [, left, sign, right] =
        /^\(?([\d.]+)\)? ?([-*/+]) ?\(?([\d.]+)\)?$/.exec(expression) ?? []
      const results = { '*': (x: number, y: number) => x * y, '/': (x: number, y: number) => x / y }
      const result = results[sign as '*']?.(Number(left), Number(right)) ?? value
      const call = { id: 'c', tool: 'calculate', input: { expression }, content: '', failed: false }
      const way = workedOut(
        { a: { value: a }, b: { value: b } },
        { value, evidence: { call: 'c' }, calls: [{ ...call, value: result }] },
      )
      expect(way).toEqual(by && { expression: by })
    },
  )

  it('is a calculation in the unit that was asked for', () => {
    const input = { expression: '54 km / (18 km/h)', unit: 'min' }
    const taken = { value: 180, unit: 'min' }
    const done = doneWith(
      {},
      {
        ...ride,
        step: { ...ride.step, writes: [{ role: 'duration', type: 'number' }] },
        written: { name: 'duration', ...taken, evidence: { call: 'c' } },
        calls: [{ id: 'c', tool: 'calculate', content: '', failed: false, input, ...taken }],
      },
    )
    expect(wayOf(done)).toEqual({ expression: '(distance / speed) to min' })
  })

  it('may use some of what it read, whose names may hold digits', () => {
    const done = doneWith(
      {},
      {
        ...ride,
        step: {
          kind: 'compute',
          reads: ['leg1', 'leg2', 'speed'],
          writes: [{ role: 'way', type: 'number' }],
        },
        beliefs: { leg1: { value: 6 }, leg2: { value: 3 }, speed: { value: 18 } },
        written: { name: 'way', value: 9, derivation: 'leg1 + leg2' },
      },
    )
    expect(wayOf(done)).toEqual({ expression: 'leg1 + leg2' })
  })

  it.each<[string, 'text' | 'number', string, Value | undefined, boolean]>([
    ['Alma', 'text', 'Alma', undefined, true],
    ['Alma', 'text', 'Alma, Berta', undefined, false],
    ['42', 'number', '42', undefined, false],
    ['42', 'text', '42', 41, false],
  ])('writes %j as %s from %j with the value %j: %j', (value, type, content, shown, isWay) => {
    const { calls, ...done } = doneWith(
      { file: 'orders.csv' },
      { step: { reads: ['file'], writes: [{ role: 'total', type }] } },
    )
    const { value: _, ...call } = calls[0]!
    const made = { ...call, content, ...(shown !== undefined && { value: shown }) }
    const written = { name: 'total', value, evidence: { call: 'c' } }
    const way = wayOf({ ...done, written, calls: [made] })
    expect(way).toEqual(isWay ? { tool: 'table', input: { file: '{file}' } } : undefined)
  })

  it('is a call of the calculator where only that knows dates', () => {
    const call = {
      id: 'c',
      tool: 'calculate',
      content: '',
      value: 29,
      unit: 'days',
      failed: false,
    }
    const done = doneWith(
      {},
      {
        step: {
          kind: 'compute',
          reads: ['start', 'end'],
          writes: [{ role: 'days', type: 'number', unit: 'days' }],
          description: 'Count the days from start to end.',
        },
        beliefs: { start: { value: '1887-03-13' }, end: { value: '1887-04-11' } },
        written: { name: 'days', value: 29, unit: 'days', evidence: { call: 'c' } },
        calls: [{ ...call, input: { expression: '1887-04-11 - 1887-03-13' } }],
      },
    )
    expect(wayOf(done)).toEqual({ tool: 'calculate', input: { expression: '{end} - {start}' } })
  })

  test.each<[string, Done]>([
    ['a number of the question is left over', doneWith(query(`${sql} AND amount < 250.5`))],
    ['a name of the question is left over', doneWith(query(`${sql} AND name = 'Alma'`))],
    [
      'a name of the question is left over outside its quotes',
      doneWith(query('SELECT SUM(amount) AS Alma FROM t WHERE amount >= 250')),
    ],
    [
      'a constant stands in the query that neither the plan nor a belief gives',
      doneWith(query(`${sql} AND state = 'open'`)),
    ],
    [
      'the value of a belief that the step does not read is left over',
      doneWith(query(`SELECT SUM(amount) FROM t WHERE amount >= 250 GROUP BY branch`), {
        beliefs: { other_column: { value: 'branch' } },
      }),
    ],
    [
      'one of two constants is a name of the question',
      doneWith({ file: 'orders.csv', column: 'amount', least: 250, is: 'in', name: 'Alma' }),
    ],
    [
      'nothing is known of something it reads',
      { ...doneWith(query(sql)), beliefs: { file: { value: 'orders.csv' } } },
    ],
    ['something it reads has no place in the call', doneWith(query('SELECT SUM(amount) FROM t'))],
    [
      'two roles have the value',
      doneWith(query(sql), {
        step: { reads: ['file', 'column', 'least', 'second'] },
        beliefs: { second: { value: 'amount' } },
      }),
    ],
    [
      'a word that another call showed is left over',
      doneWith(
        { file: 'orders.csv', column: 'amount', value: 250, sort: 'lilac' },
        {
          calls: [
            { id: 'look', tool: 'read_file', input: {}, content: 'lilac, rose', failed: false },
            ...doneWith({ file: 'orders.csv', column: 'amount', value: 250, sort: 'lilac' }).calls,
          ],
        },
      ),
    ],
    [
      'a digit is meant in one of two places',
      doneWith(query('SELECT SUM(amount) * 3 FROM t LIMIT 3'), {
        beliefs: { least: { value: 3 } },
      }),
    ],
    [
      'a number has another unit than the plan fixes',
      doneWith(query(sql), {
        beliefs: { least: { value: 250, unit: 'EUR' } },
        units: new Map([['least', 'USD']]),
      }),
    ],
    [
      'the value is not what the call gave',
      { ...doneWith(query(sql)), written: { name: 'total', value: 43, evidence: { call: 'c' } } },
    ],
    ['the step changes things', doneWith(query(sql), { step: { effect: true } })],
    [
      'the step writes two roles',
      doneWith(query(sql), { step: { writes: [{ role: 'total' }, { role: 'other' }] } }),
    ],
    [
      'a derivation brings a number of the question',
      doneWith(
        {},
        {
          ...ride,
          question: 'At 18 km/h for 54 km, and 7 minutes more?',
          written: {
            name: 'duration',
            value: 3.1166666666666667,
            unit: 'h',
            derivation: 'distance / speed + 7 min',
          },
        },
      ),
    ],
    [
      'a derivation puts a number where a role was to be read',
      doneWith(
        {},
        {
          ...ride,
          written: {
            name: 'duration',
            value: 3,
            unit: 'h',
            derivation: 'distance / (17.5 km/h + 0.5 km/h)',
          },
        },
      ),
    ],
    [
      'a time of day comes back as hours and minutes',
      doneWith(
        {},
        {
          step: { kind: 'compute', reads: ['start', 'hours'], writes: [{ role: 'minutes' }] },
          beliefs: { start: { value: '07:40' }, hours: { value: 4.5 } },
          written: { name: 'minutes', value: 730, evidence: { call: 'c' } },
          calls: [
            {
              id: 'c',
              tool: 'calculate',
              input: { expression: '7*60 + 40 + 4.5*60' },
              content: '',
              value: 730,
              failed: false,
            },
          ],
        },
      ),
    ],
  ])('is none when %s', (_why, done) => {
    expect(wayOf(done)).toBeUndefined()
  })

  it('is at most two thousand characters long', () => {
    const noted = (length: number) =>
      wayOf(
        doneWith({ file: 'orders.csv', column: 'amount', least: 250, note: '-'.repeat(length) }),
      )
    const left = 2000 - JSON.stringify(noted(0)).length
    expect(noted(left)).toBeDefined()
    expect(noted(left + 1)).toBeUndefined()
  })

  it('allows what the refusals would allow without their one fault', () => {
    expect(
      wayOf(
        doneWith(query(sql), {
          beliefs: { least: { value: 250, unit: 'EUR' } },
          units: new Map([['least', 'EUR']]),
        }),
      ),
    ).toBeDefined()
    expect(
      wayOf(
        doneWith(query(`${sql} AND state = 'open'`), {
          step: { description: 'Add up column over the open rows of file that reach least.' },
        }),
      ),
    ).toBeDefined()
    expect(
      wayOf(
        doneWith(query('SELECT ROUND(SUM(amount) * 3, 2) FROM t'), {
          beliefs: { least: { value: 3 } },
        }),
      ),
    ).toBeDefined()
  })
})

/** Values that can be told apart from the texts around them and from one another. */
const value: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: 100, max: 99_999 }),
  fc.integer({ min: 1000, max: 99_999 }).map(n => n / 16),
  fc.stringMatching(/^[A-Z][a-z]{3,8}( [A-Z][a-z]{3,8})?$/),
  fc.stringMatching(/^[a-z]{3,8}\.csv$/),
  fc.stringMatching(/^20\d\d-0[1-9]-1\d$/),
  fc.array(fc.stringMatching(/^[A-Z][a-z]{3,8}$/), { minLength: 1, maxLength: 3 }),
)
const names = ['alpha', 'beta', 'gamma', 'delta']
const values = fc
  .tuple(...names.map(() => value))
  .filter(all => new Set(all.flat().map(String)).size === all.flat().length)
  .filter(all =>
    all.every((a, i) => all.every((b, j) => i === j || !String(a).includes(String(b)))),
  )
  .map(all => Object.fromEntries(names.map((name, i) => [name, all[i]!])))
const leaf = fc.oneof(
  fc.constantFrom(...names.map(name => `{${name}}`)),
  fc
    .tuple(fc.constantFrom('{alpha}', '{beta}'), fc.constantFrom('{gamma}', '{delta}'))
    .map(([a, b]) => `between ${a} and '${b}' {{or}} so`),
  fc.constantFrom<Json>('=', 7, true, null, 'desc'),
)
const template = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })),
)

describe('a template', () => {
  it('gives back the input it was made from, and the input of any other values', () => {
    let told = 0
    fc.assert(
      fc.property(template, values, values, (wanted, these, those) => {
        const whole = (some: typeof these) => (fillInput(wanted, some) as { filled: Json }).filled
        const roles = Object.fromEntries(names.map(name => [name, { value: these[name]! }]))
        const found = slotted(whole(these), roles)
        // a list inside a text has lost its brackets and is no value any more
        if (!found) return
        told++
        expect(fillInput(found.template, these)).toEqual({ filled: whole(these) })
        const inText = JSON.stringify(wanted).includes('between')
        const lists = inText && Object.values({ ...these }).some(each => typeof each === 'object')
        if (!lists) expect(fillInput(found.template, those)).toEqual({ filled: whole(those) })
      }),
      { numRuns: 120 },
    )
    expect(told).toBeGreaterThan(100)
  })

  it.each<[Json, Readonly<Record<string, Value>>, Json | undefined]>([
    ['see Ann and Bo', { a: 'Ann', b: 'Ann' }, undefined],
    [['x', 'Ann'], { a: 'Ann', b: 'Ann' }, undefined],
    ['see Bo', { a: 'Ann', b: 'Ann' }, 'see Bo'],
    ['5 and 5', { n: 5 }, undefined],
    [[5, 'x 5'], { n: 5 }, undefined],
    ['5 and 6', { n: 5 }, '{n} and 6'],
    ['12 and 12', { n: 12 }, '{n} and {n}'],
    ['round(x, 2)', { n: 2 }, 'round(x, 2)'],
    ['round(x, 2 + 1)', { n: 2 }, 'round(x, {n} + 1)'],
    ['round(x / 2)', { n: 2 }, 'round(x / {n})'],
    ['f(x, 2)', { n: 2 }, 'f(x, {n})'],
    ['round(x, 123)', { n: 123 }, 'round(x, {n})'],
    ['x  y', { a: '' }, 'x  y'],
    ['it is true', { a: true }, 'it is true'],
    [[true, null, ''], { a: true, b: '' }, ['{a}', null, '']],
    ['see date', { a: 'date' }, 'see date'],
    ['date "date" [date]', { a: 'date' }, 'date "{a}" [{a}]'],
    ['"date', { a: 'date' }, '"date'],
    ['[date[', { a: 'date' }, '[date['],
    ['New York and York', { a: 'York', b: 'New York' }, '{b} and {a}'],
    ['ink pen box', { b: 'pen box', a: 'ink pen' }, '{a} box'],
    ['1.5 and 1 and 5', { n: 1 }, '1.5 and {n} and 5'],
    ['x3 3x 3_ 3', { n: 3 }, 'x3 3x 3_ {n}'],
    [{ Ann: 'Ann, Annabel' }, { a: 'Ann' }, { Ann: '{a}, Annabel' }],
  ])('of %j with %j is %j', (input, given, made) => {
    const roles = Object.fromEntries(
      Object.entries(given).map(([role, value]) => [role, { value }]),
    )
    expect(slotted(input, roles)?.template).toEqual(made)
  })

  it('takes no value that would break out of the place it is set into', () => {
    const input = { sql: `SELECT {column} FROM t WHERE name = '{name}' AND n > {least}` }
    expect(misplaced(input, { column: 'amount', name: 'Alma Ek', least: 3 })).toBeUndefined()
    const command = { command: `grep '{name}' list.txt` }
    expect(misplaced(command, { name: `x' OR '1'='1` })).toBe('name')
    expect(
      misplaced({ query: 'height of {name}' }, { name: `the "Old Man's" peak` }),
    ).toBeUndefined()
  })
})

const way: Action = { expression: 'distance / speed' }
const other: Action = { expression: 'speed * distance' }

function planWith(
  runs: readonly (readonly (readonly [Action, 'found' | 'done' | 'failed', number])[])[],
): Plan {
  const draft = simpleDraft('rate_of_change')
  const steps = draft.steps.map(({ action: _, ...step }) => step)
  const stats = runs.map((run, i) => {
    let ways: Ways = {}
    for (const [action, practice, times] of run)
      for (let n = 0; n < times; n++) ways = counted(ways, { step: 's1', way: action, practice })
    return [`run-${i}`, { ...noStats, ways }] as const
  })
  return identify({ ...draft, steps }, origin, Object.fromEntries(stats))
}
const origin = { agent: 'a', model: 'm', createdAt: '2026-01-01T00:00:00Z', seenQuestions: [] }

describe('a habit', () => {
  test.each<[string, Parameters<typeof planWith>[0], boolean]>([
    ['two times are none', [[[way, 'found', 2]]], false],
    ['three times are one', [[[way, 'found', 3]]], true],
    [
      'three runs with one each are one',
      [[[way, 'found', 1]], [[way, 'found', 1]], [[way, 'found', 1]]],
      true,
    ],
    [
      'another way now and then leaves it one',
      [
        [
          [way, 'found', 4],
          [other, 'found', 2],
        ],
      ],
      true,
    ],
    [
      'another way more than a third of the times does not',
      [
        [
          [way, 'found', 3],
          [other, 'found', 2],
        ],
      ],
      false,
    ],
    [
      'code that failed before it ever worked ends it',
      [
        [
          [way, 'found', 9],
          [way, 'failed', 1],
        ],
      ],
      false,
    ],
    [
      'code that failed once among successes does not',
      [
        [
          [way, 'found', 3],
          [way, 'done', 4],
          [way, 'failed', 1],
        ],
      ],
      true,
    ],
    [
      'code that failed twice does',
      [
        [
          [way, 'found', 3],
          [way, 'done', 40],
          [way, 'failed', 1],
        ],
        [[way, 'failed', 1]],
      ],
      false,
    ],
  ])('%s', (_what, runs, is) => {
    const plan = planWith(runs)
    expect(habitsOf(plan)).toHaveLength(is ? 1 : 0)
    const version = identify(
      automated(planWith([[[way, 'found', 3]]]), habitsOf(planWith([[[way, 'found', 3]]]))),
      {
        ...origin,
        refines: plan.id,
        automated: ['s1'],
      },
    )
    expect(version.steps[0]!.action).toEqual(way)
    expect(brokenIn(version, plan)).toHaveLength(/failed (?:before|twice)/.test(_what) ? 1 : 0)
  })

  it('is none when the file says it in words that are no form', () => {
    const ways = { s1: { 'rm -rf': { found: 9, done: 0, failed: 0 } } }
    expect(habitsOf({ ...planWith([]), stats: { run: { ...noStats, ways } } })).toEqual([])
    const act = canonical({ act: 'burn', args: [] })
    const acts = { s1: { [act]: { found: 9, done: 0, failed: 0 } } }
    expect(habitsOf({ ...planWith([]), stats: { run: { ...noStats, ways: acts } } })).toEqual([])
  })

  it('makes a version that goes before its plan, the most automated first', () => {
    const plan = planWith([])
    const version = (id: string, steps: string[]): Plan => ({
      ...plan,
      id,
      origin: { ...origin, refines: plan.id, automated: steps },
    })
    const one = version('one', ['s1'])
    const two = version('two', ['s1', 's2'])
    const stranger = { ...plan, id: 'stranger', origin: { ...origin, refines: plan.id } }
    expect(preferred([plan, one])).toEqual([one])
    expect(preferred([stranger, one, two, plan])).toEqual([stranger, two])
    expect(preferred([plan])).toEqual([plan])
  })
})

const counts = fc.record({ found: fc.nat(9), done: fc.nat(9), failed: fc.nat(9) })
const ways: fc.Arbitrary<Ways> = fc.dictionary(
  fc.constantFrom('s1', 's2', '__proto__'),
  fc.dictionary(fc.constantFrom('x', 'y', 'constructor'), counts),
)

it('merging counts of ways is a join, and the sum over runs does not hang on their order', () => {
  fc.assert(
    fc.property(ways, ways, ways, (a, b, c) => {
      const same = (x: Ways, y: Ways) => expect(canonical(x)).toBe(canonical(y))
      const merged = (one: Ways, other: Ways) => joined(one, other, greater)
      same(merged(a, b), merged(b, a))
      same(merged(a, merged(b, c)), merged(merged(a, b), c))
      same(merged(a, a), a)
      expect(merged(a, merged(a, a))).toBe(a)
      same(sumOfWays([a, b, c]), sumOfWays([c, a, b]))
      const twice = sumOfWays([a, a])
      for (const [step, all] of Object.entries(a))
        for (const [way, { found }] of Object.entries(all))
          expect(twice[step]?.[way]?.found).toBe(2 * found)
    }),
  )
})

describe('a form that a plan was written with', () => {
  const action = { expression: 'a + b' }
  const step: Step = { ...simpleDraft('sum').steps[0]!, id: 's1', action }
  const other: Step = { ...step, id: 's2', deps: ['s1'] }
  const failed = (times: number) =>
    Array.from({ length: times }).reduce<Ways>(
      ways => counted(ways, { step: 's1', way: action, practice: 'failed' }),
      {},
    )
  const used = (useCount: number, times: number) => ({
    run: { ...noStats, useCount, ways: failed(times) },
  })

  test.each([
    [1, 0, false],
    [1, 1, true],
    [2, 1, false],
    [9, 2, true],
    [0, 1, true],
  ])('of %i uses with %i failures fails: %s', (useCount, times, fails) => {
    const found = failingSteps({ steps: [step, other], stats: used(useCount, times) })
    expect(found).toEqual(fails ? [{ step: 's1', action, times }] : [])
  })

  test('is left to a model where it fails, and there only', () => {
    const { action: _, ...byModel } = step
    const plan = { ...identify({ ...simpleDraft('sum'), steps: [step, other] }, origin, {}) }
    expect(mended(plan, [{ step: 's1' }]).steps).toEqual([byModel, other])
    expect(mended(plan, []).steps).toEqual([step, other])
    const open = { ...plan, steps: [byModel] }
    expect(mended(open, []).steps).toEqual([byModel])
  })

  test('becomes the way that was found instead, unless there were several', () => {
    const plan = identify({ ...simpleDraft('sum'), steps: [step, other] }, origin, {})
    const found = (...expressions: readonly string[]) => {
      const ways = expressions.reduce<Ways>(
        (all, expression) => counted(all, { step: 's1', way: { expression }, practice: 'found' }),
        failed(1),
      )
      return mended({ ...plan, stats: { run: { ...noStats, useCount: 1, ways } } }, [
        { step: 's1' },
      ])
    }
    expect(found('a - b').steps).toEqual([{ ...step, action: { expression: 'a - b' } }, other])
    expect(found('a - b', 'b - a').steps[0]!.action).toBeUndefined()
  })
})
