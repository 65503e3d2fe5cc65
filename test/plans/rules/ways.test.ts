// What led to a rise of the score, and what of it was needed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Deed, rises, sinceLastRise, spokenOf, waysUp } from '../../../plans/rules/ways.ts'

const deed = (action: string, seen: readonly string[], reached = 0): Deed => ({
  action,
  seen,
  reached,
})
const hall = ['You are in the hall.', 'You see a door to the kitchen.', 'You see a lamp.']
const lit = ['You are in the hall.', 'You see a door to the kitchen.', 'You have a lamp.']
const kitchen = [
  'You are in the kitchen.',
  'You see a cup.',
  'You see a door to the hall.',
  'You have a lamp.',
]

test('detours that come back are no part of the way, and what nothing speaks of later was not needed', () => {
  const done = [
    ...[deed('go to kitchen', hall), deed('go to hall', ['You are in the kitchen.'])],
    ...[deed('take lamp', hall), deed('go to kitchen', lit), deed('take cup', kitchen, 0.5)],
    deed('wait', [...kitchen, 'You have a cup.'], 0.5),
  ]
  const [way, ...more] = waysUp(done)
  expect(more).toEqual([])
  expect(way!.done.map(({ action }) => action)).toEqual(['take lamp', 'go to kitchen', 'take cup'])
  expect(way!.needed.map(({ action }) => action)).toEqual(['go to kitchen', 'take cup'])
  expect(sinceLastRise(done).map(({ action }) => action)).toEqual(['wait'])
})

test('what is brought about twice was needed the last time only', () => {
  const lamp = 'You have a lamp.'
  const done = [
    deed('push button', ['You see a button.']),
    deed('touch button', ['You see a button.', lamp]),
    deed('pull lever', ['You see a lever.']),
    deed('rub lamp', [lamp], 1),
  ]
  const [way] = waysUp(done)
  expect(way!.needed.map(({ action }) => action)).toEqual([
    'touch button',
    'pull lever',
    'rub lamp',
  ])
})

test('a score is a rise only above what it ever was, which nothing is before', () => {
  const scores = [undefined, 0, 0.5, 0.25, 0.5, 1, 1]
  const done = scores.map((reached, at) => ({ ...deed(`${at}`, hall), reached }))
  expect(rises(done).map(({ action }) => action)).toEqual(['2', '5'])
  expect(rises([{ ...deed('wait', hall), reached: undefined }])).toEqual([])
})

test('an action that speaks of nothing may need all before it', () => {
  const done = [deed('take lamp', hall), deed('wait', lit, 1)]
  expect(waysUp(done)[0]!.needed).toEqual(done)
})

test('an action speaks of what it is done to, in the shortest sentence that says so', () => {
  const sentences = ['You see a cup, on the table.', 'You see a cup.', 'You see a lamp.']
  expect(spokenOf('put cup under lamp', sentences)).toEqual(['You see a cup.', 'You see a lamp.'])
  expect(spokenOf('cup', sentences)).toEqual([])
})

const scene = fc.uniqueArray(fc.constantFrom(...hall, ...kitchen), { maxLength: 3 })
const anyDeed = fc.record({
  action: fc.constantFrom('take cup', 'take lamp', 'go to kitchen', 'wait', undefined),
  seen: fc.option(scene, { nil: undefined }),
  reached: fc.option(fc.constantFrom(0, 0.25, 0.5, 1), { nil: undefined }),
})

test('each way ends in its rise, comes to no scene twice, and needs a part of what was done', () => {
  fc.assert(
    fc.property(fc.array(anyDeed, { maxLength: 12 }), deeds => {
      const ways = waysUp(deeds)
      expect(ways.map(({ done }) => done.at(-1))).toEqual(rises(deeds))
      for (const { done, needed } of ways) {
        const places = done.map(each => deeds.indexOf(each))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        const scenes = done.flatMap(({ seen }) => (seen ? [JSON.stringify(seen.toSorted())] : []))
        expect(new Set(scenes).size).toBe(scenes.length)
        expect(done.filter(each => needed.includes(each))).toEqual(needed)
        expect(needed.at(-1)).toBe(done.at(-1))
      }
    }),
  )
})
