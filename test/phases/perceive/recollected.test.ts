// What a session believes, as a prompt tells it.
import { expect, test } from 'vitest'
import { recollected } from '../../../phases/perceive/recollected.ts'

const long = 'the Ostler bridge was repaired in 1911, and again after the flood of 1954'
const others = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `price_${at}`, value: at, unit: 'EUR' }))

test('what was learned last is told with its value, what was learned long ago by its name', () => {
  const story = { name: 'story', value: long }
  expect(recollected([story, ...others(23)])).toContain(`- story = ${long}\n`)
  const [first, second] = recollected([story, ...others(24)]).split('\n')
  expect(first).toBe('- before that: story')
  expect(second).toBe('- price_0 = 0 EUR')
  const saga = { name: 'saga', value: long.repeat(5) }
  expect(recollected([saga])).toBe(`- saga = ${saga.value.slice(0, 300)} …`)
})

test('what the person gave is told with its value, however long ago, where it is short', () => {
  const sister = { name: 'sister_share', value: 'a third' }
  const session = [sister, { name: 'story', value: long }, ...others(24)]
  const told = recollected(session, new Set(['sister_share', 'story', 'price_3']))
  expect(told.split('\n').slice(0, 3)).toEqual([
    '- before that: story',
    '- sister_share = a third',
    '- price_0 = 0 EUR',
  ])
})

test('a long value that a newer belief has too is told once', () => {
  const rows = ['1034, Moreau, 84 days', '1062, Haddad, 58 days', '1072, Olsen, 48 days']
  const beliefs = [
    { name: 'rows', value: rows },
    { name: 'kind', value: 'city' },
    { name: 'same_kind', value: 'city' },
    { name: 'previous_answer', value: rows },
  ]
  expect(recollected(beliefs).split('\n')).toEqual([
    '- rows: that of previous_answer',
    '- kind = city',
    '- same_kind = city',
    `- previous_answer = ${JSON.stringify(rows)}`,
  ])
})

test('however long the talk, so much is told', () => {
  const told = recollected(others(500)).split('\n')
  expect(told).toHaveLength(25)
  expect(told[0]!.split(', ')).toHaveLength(80)
  expect(told.at(-1)).toBe('- price_499 = 499 EUR')
})
