// What a model reads into a message is held against its words.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Said, unfounded } from '../../../phases/perceive/unfounded.ts'

const day = '2026-11-27'
const branches = ['Old Town', 'Harbour', 'Late', 'Mill Lane']
const files = [{ columns: [{ name: 'branch', type: 'text', values: branches }] }] as const
const faults = (message: string, said: Partial<Said>) =>
  unfounded(
    { groundBeliefs: [], ...said },
    { message, files, session: [], shown: [message, ...branches].join('\n'), day },
  )
const branch = (value: string) => [{ name: 'branch', value }]

describe('a value of a column', () => {
  const message = 'Which genres did members of the Old Town branch borrow?'
  test('is the one that the message names, not another of its column', () => {
    expect(faults(message, { groundBeliefs: branch('Old Town') })).toEqual([])
    expect(faults(message, { groundBeliefs: branch('Harbour') })).toEqual([
      'the message speaks of "Old Town", a value of branch, and no belief does; give every value that it names',
    ])
  })
  test('may be one that the message means, where it names none or the named one is believed too', () => {
    expect(faults('Which genres by the sea?', { groundBeliefs: branch('Harbour') })).toEqual([])
    const both = [...branch('Old Town'), { name: 'other_branch', value: 'Harbour' }]
    expect(faults(message, { groundBeliefs: both })).toEqual([])
    expect(faults('What was the latest loan?', { groundBeliefs: branch('Harbour') })).toEqual([])
  })
  test('is missed beside another of its column, and where none of it is believed', () => {
    const both = 'Which genres did members of Old Town or Mill Lane borrow?'
    const missing = [expect.stringContaining('speaks of "Mill Lane", a value of branch,')]
    expect(faults(both, { groundBeliefs: branch('Old Town') })).toEqual(missing)
    expect(faults('Which genres at Mill Lane?', {})).toEqual(missing)
    const list = [{ name: 'branches', value: ['Old Town', 'Mill Lane'] }]
    expect(faults(both, { groundBeliefs: list })).toEqual([])
    const described = [{ name: 'described', value: 'what members of Old Town or Mill Lane borrow' }]
    expect(faults(both, { groundBeliefs: described })).toEqual([])
    expect(faults('How many loans were returned late?', {})).toEqual([])
    expect(
      faults('Which genres at Mill Lane?\n\nNo, at Old Town.', {
        groundBeliefs: branch('Old Town'),
      }),
    ).toEqual([])
  })
  test('is nothing that is asked about where it only shows how an answer may look', () => {
    const asked = 'Rank the branches by loans.'
    expect(faults(`${asked} In full, e.g. Mill Lane and not ML.`, {})).toEqual([])
    expect(faults(`${asked} In full (for example Mill Lane).`, {})).toEqual([])
    expect(faults(`${asked} In full, e.g. Mill Lane. How many had Harbour?`, {})).toHaveLength(1)
    expect(faults('For example, how many had Harbour?', {})).toHaveLength(1)
  })
  test('may be a code, and a unit or a month is spoken of elsewhere', () => {
    const codes = (name: string, values: readonly string[]) => (message: string, said: object) =>
      unfounded(
        { groundBeliefs: [], ...said },
        {
          message,
          files: [{ columns: [{ name, type: 'text', values }] }],
          session: [],
          shown: message,
          day,
        },
      ).length
    const warehouse = codes('warehouse_id', ['W1', 'W2', 'W4', 'B'])
    const w1 = { groundBeliefs: [{ name: 'filter_value', value: 'W1' }] }
    expect(warehouse('What is the total from W1 or W4?', w1)).toBe(1)
    expect(warehouse('What is the total from W1, B and W4?', w1)).toBe(2)
    expect(warehouse('What is the total from W1?', w1)).toBe(0)
    const currency = codes('currency', ['EUR', 'USD'])
    expect(currency('What is the total in EUR?', { answerContract: { unit: 'EUR' } })).toBe(0)
    expect(codes('month', ['April', 'May'])('What was sold in May 2026?', {})).toBe(0)
    const bicycle = codes('bicycle', ['yes', 'no'])
    const taken = { groundBeliefs: [{ name: 'filter_value', value: 'yes' }] }
    expect(bicycle('No, he will not change trains; no bicycle.', taken)).toBe(0)
    expect(codes('code', ['A', 'I', '12'])('May I have a list of 12?', {})).toBe(0)
  })
})

test('a month that a message goes on with takes the place of the one before', () => {
  const march = { name: 'month', value: '2026-03' }
  const going = (message: string, value: string) =>
    unfounded(
      { groundBeliefs: [{ name: 'month', value }] },
      { message, files: [], session: [march], shown: `${message}\n2026-03`, day },
    )
  expect(going('And in April?', '2026-03')).toEqual([
    'the message says April and no belief does; month = 2026-03 is from a message before',
  ])
  expect(going('And in April?', '2026-04')).toEqual([])
  expect(going('And until March?', '2026-03')).toEqual([])
  expect(going('May I have it per week?', '2026-03')).toEqual([])
  const today = { name: 'today', value: '2026-11-29' }
  const heard = { message: 'And in August?', files: [], session: [today], shown: '2026-11-29', day }
  const groundBeliefs = [today, { name: 'month', value: 'August' }]
  expect(unfounded({ groundBeliefs }, heard)).toEqual([])
  expect(unfounded({ groundBeliefs: [today] }, heard)).toEqual([])
})

test('a month such as 2031-05 says its year, which takes the place of no count before', () => {
  const session = [{ name: 'point_count', value: 15 }]
  const groundBeliefs = [{ name: 'start_month', value: '2031-05' }, ...session]
  const message = 'And which used the most since May 2031?'
  const heard = { message, files: [], session, shown: `${message}\n15`, day }
  expect(unfounded({ groundBeliefs }, heard)).toEqual([])
  expect(unfounded({ groundBeliefs: session }, heard)).toHaveLength(1)
})

test('a day that says no year is one of this year', () => {
  const said = (value: string) => ({ groundBeliefs: [{ name: 'date', value }] })
  expect(faults('How many on 24 November?', said('2026-11-24'))).toEqual([])
  expect(faults('How many on 24 November?', said('2025-11-24'))).toHaveLength(1)
  expect(faults('How many on 24 November?', said('2026-11-23'))).toHaveLength(1)
  expect(faults('How many in the year?', said('2026'))).toHaveLength(1)
})

test('a number stands in the message or in what was shown', () => {
  const said = (value: number) => ({ groundBeliefs: [{ name: 'count', value }] })
  expect(faults('The two most borrowed?', said(2))).toEqual([])
  expect(faults('The two most borrowed?', said(3))).toHaveLength(1)
})

test('decimals are those that the message asks for, where it says how many', () => {
  const counts = [
    ['zero', 0],
    ['one', 1],
    ['two', 2],
    ['3', 3],
    ['four', 4],
  ] as const
  const wordings = [
    'to # decimals',
    'with # decimal places',
    '# digits after the point',
    '(# decimal)',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...counts),
      fc.constantFrom(...wordings),
      fc.nat(6),
      ([word, count], wording, decimals) => {
        const message = `What is the mean delay, ${wording.replace('#', word)}?`
        const refused = faults(message, { answerContract: { decimals } }).length > 0
        expect(refused).toBe(decimals !== count)
      },
    ),
  )
  expect(faults('What is the mean delay?', { answerContract: { decimals: 3 } })).toEqual([])
  const two = 'Round to two decimals, then give the sum to one decimal.'
  expect(faults(two, { answerContract: { decimals: 1 } })).toEqual([])
})

test('the unit is the one asked for, where the message names one of its kind', () => {
  const unit = (message: string, name: string) =>
    faults(message, { answerContract: { unit: name } })
  expect(unit('What is the total exposure time, in hours, of M 67?', 'h')).toEqual([])
  expect(unit('What is the total exposure time, in hours, of M 67?', 'min')).toEqual([
    'answerContract.unit is min: the message asks for it in hours',
  ])
  expect(unit('The film takes 2 hours. How long is that in minutes?', 'min')).toEqual([])
  expect(unit('It takes 90 minutes, given in hours as 1.5. How many minutes?', 'min')).toEqual([])
  expect(unit('How far is it in total?', 'km')).toEqual([])
  expect(unit('How many crates in May?', 'crates')).toEqual([])
})

test('a day that a message names is no number that it states anew', () => {
  const visits = { name: 'visits', value: 2 }
  const said = (message: string) =>
    unfounded(
      { groundBeliefs: [visits] },
      { message, files: [], session: [visits], shown: `${message}\n2`, day },
    )
  expect(said('No, Ines moved to Husum on 1 September 2026.')).toEqual([])
  expect(said('No, Ines came 2026 times.')).toEqual([expect.stringContaining('says 2026')])
})
