// Series of questions as they were asked of a real reader of the prompts, one library from the first to
// the last, replayed: what a plan of one question is worth for the next.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Event } from '../../agent/event.ts'
import { memoryLibrary, type PlanLibrary } from '../../plans/library/library.ts'
import { type Recorded, recordedIn, replayed } from './recorded.ts'

const home = (series: string) => join(import.meta.dirname, '..', 'fixtures', 'series', series)

async function inTurn(series: string) {
  const plans = memoryLibrary()
  const runs = []
  for (const each of recordedIn(home(series))) runs.push(await asked(each, home(series), plans))
  return { runs, plans }
}

async function asked(each: Recorded, folder: string, plans: PlanLibrary) {
  const { answer, events } = await replayed(each, undefined, { home: folder, plans })
  const of = <Type extends Event['type']>(type: Type) =>
    events.filter((event): event is Extract<Event, { type: Type }> => event.type === type)
  return {
    id: each.id,
    right: answer.answer === each.answer,
    calls: of('model-called').reduce((sum, { usage }) => sum + usage.calls, 0),
    selected: of('plan-selected').map(({ from, plan }) => ({ from, plan })),
  }
}

test('a plan of two parts is written, and two other questions use one part each, alone', async () => {
  const { runs } = await inTurn('parts')
  expect(runs.map(({ id, right }) => [id, right])).toEqual([
    ['pump-month', true],
    ['dryer-use', true],
    ['beacon-month', true],
  ])
  const [written = [], ...later] = runs.map(({ selected }) => selected)
  const [whole, first, second] = written
  expect(whole!.plan.steps.map(({ kind }) => kind)).toEqual(['achieve', 'achieve', 'synthesize'])
  expect(later.map(selected => selected.map(({ from, plan }) => [from, plan.id]))).toEqual([
    [['library', first!.plan.id]],
    [['library', second!.plan.id]],
  ])
  expect(runs.map(({ calls }) => calls)).toEqual([9, 4, 4])
})

test('a plan that needs no model is written once, and seven twins of the question take two calls each', async () => {
  const { runs, plans } = await inTurn('twins')
  expect(runs.filter(({ right }) => right)).toHaveLength(8)
  expect(runs.map(({ calls }) => calls)).toEqual([3, 2, 2, 2, 2, 2, 2, 2])
  expect(plans.plans()).toHaveLength(1)
})
