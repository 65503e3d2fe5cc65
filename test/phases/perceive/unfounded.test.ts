// What a model reads into a message is held against its words.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Said, unfounded } from '../../../phases/perceive/unfounded.ts'

const branches = ['Old Town', 'Harbour', 'Late', 'Mill Lane']
const files = [{ columns: [{ name: 'branch', type: 'text', values: branches }] }] as const
const faults = (message: string, said: Partial<Said>) =>
  unfounded(
    { groundBeliefs: [], ...said },
    { message, files, shown: [message, ...branches].join('\n') },
  )
const branch = (value: string) => [{ name: 'branch', value }]

describe('a value of a column', () => {
  const message = 'Which genres did members of the Old Town branch borrow?'
  test('is the one that the message names, not another of its column', () => {
    expect(faults(message, { groundBeliefs: branch('Old Town') })).toEqual([])
    expect(faults(message, { groundBeliefs: branch('Harbour') })).toEqual([
      'branch = Harbour: the message speaks of "Old Town", and no belief does; give the value that it names',
    ])
  })
  test('may be one that the message means, where it names none or the named one is believed too', () => {
    expect(faults('Which genres by the sea?', { groundBeliefs: branch('Harbour') })).toEqual([])
    const both = [...branch('Old Town'), { name: 'other_branch', value: 'Harbour' }]
    expect(faults(message, { groundBeliefs: both })).toEqual([])
    expect(faults('What was the latest loan?', { groundBeliefs: branch('Harbour') })).toEqual([])
  })
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
