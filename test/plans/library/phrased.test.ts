// Plans found by how they were asked for, in the plans that held-out questions have left.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseLibrary } from '../../../plans/library/file.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import type { Plan } from '../../../plans/plan.ts'

const folder = join(import.meta.dirname, '../../fixtures/price')

function plansLeft(): readonly Plan[] {
  const parsed = parseLibrary(readFileSync(join(folder, 'plans.json'), 'utf8'), 'plans.json')
  if (!('content' in parsed)) throw new Error('no library')
  return [...parsed.content.plans.values()]
}

const asked = (set: string) =>
  readFileSync(join(folder, set), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { readonly id: string; readonly question: string })

const plans = plansLeft()
const questions = new Map(asked('set.jsonl').map(({ id, question }) => [id, question]))
/** The plan that answered the question whose twin this is. */
const ownOf = (twin: string) =>
  plans.find(({ examples = [] }) =>
    examples.some(({ question }) => question === questions.get(twin.slice(0, 3))),
  )!

test('a twin finds the plan of its question first, and none of another, unless it is worded anew', () => {
  const library = memoryLibrary(plans)
  const found = asked('twins.jsonl').map(({ id, question }) => ({
    own: ownOf(id).id,
    like: library.askedLike(question).map(plan => plan.id),
  }))
  expect(found.filter(({ own, like }) => like.length > 0 && like[0] !== own)).toEqual([])
  expect(found.filter(({ own, like }) => like[0] === own).length).toBeGreaterThanOrEqual(50)
})

test('other names and numbers do not matter, other words do', () => {
  const library = memoryLibrary(plans)
  const like = (question: string) => library.askedLike(question).map(({ goal }) => goal)
  const born = ['an attribute of a described entity']
  expect(like('In what year was the winner of the 1931 Isle of Man TT born?')).toEqual(born)
  expect(like('In what year was the keeper of Smeaton’s Tower born?')).toEqual(born)
  expect(like('Who keeps the lighthouse at Eddystone?')).toEqual([])
  expect(like('')).toEqual([])
})

test('what is recorded later is found, what is removed is not, and the same again changes nothing', async () => {
  const library = memoryLibrary(plans)
  const [plan] = library.askedLike('In what year was the winner of the 1931 Isle of Man TT born?')
  const question = 'How tall is the mast that stands on Bilsdale?'
  const taller = { ...plan!, examples: [{ question, answer: '314' }] }
  const touched = { stats: new Map(), removed: new Map<string, string>() }
  await library.record('a', { ...touched, plans: new Map([[plan!.id, taller]]) })
  await library.record('a', { ...touched, plans: new Map([[plan!.id, taller]]) })
  const higher = 'How tall is the mast that stands on Emley Moor?'
  expect(library.askedLike(higher).map(({ id }) => id)).toEqual([plan!.id])
  await library.record('b', {
    ...touched,
    plans: new Map(),
    removed: new Map([[plan!.id, 'test']]),
  })
  expect(library.askedLike(higher)).toEqual([])
})

test('a plan is found by the question it was written for, which need not be kept as an example', () => {
  const [plan] = plans
  const { examples: _, ...bare } = plan!
  const origin = { ...bare.origin, seenQuestions: ['How much did we spend with Hall & Co in May?'] }
  const library = memoryLibrary([{ ...bare, origin }])
  const like = (question: string) => library.askedLike(question).map(({ id }) => id)
  expect(like('How much did we spend with Moss Ltd in June?')).toEqual([bare.id])
  expect(like('Who runs the shop in Otley?')).toEqual([])
})
