// Tier 2 as a whole: what a model says of a condition, and what becomes of it.
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../agent/contract.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { decideByLogic, tryProgram } from '../../../phases/symbolic/decide.ts'
import { createProlog, type Prolog } from '../../../phases/symbolic/engine.ts'
import { mayBeLogic } from '../../../phases/symbolic/fit.ts'
import type { NamedQuantity } from '../../../plans/expressions/quantity.ts'
import { conditions, decidable, beliefs as known, readersOwn } from './conditions.ts'

const beliefs: readonly NamedQuantity[] = [
  { name: 'total', value: 41.5, unit: 'USD' },
  { name: 'budget', value: 100, unit: 'USD' },
  { name: 'city', value: 'Paris' },
  { name: 'due', value: '2024-05-31' },
  { name: 'paid', value: true },
  { name: 'scores', value: [3, 1.5, 4] },
]

const prolog = createProlog()
afterAll(() => prolog.close())

const program = (goal: string, rules = '', notLogic = false) =>
  JSON.stringify({ reason: 'the totals compare', notLogic, rules, goal })

function surroundings(replies: readonly string[]) {
  const wire = scripted(replies)
  const ctx = {
    llm: createProvider(wire, { retries: 0 }),
    signal: new AbortController().signal,
    now: Date.now,
    report: () => undefined,
  } as unknown as Ctx
  return { wire, ctx }
}

async function decided(condition: string, replies: readonly string[]) {
  const { wire, ctx } = surroundings(replies)
  const decision = await decideByLogic(condition, beliefs, {
    ctx: { ...ctx, prolog },
    intention: '1',
  })
  return { decision, requests: wire.requests }
}

const tried = (goal: string, rules = '', condition = 'total is within budget') =>
  tryProgram({ condition, beliefs, rules, goal }, prolog)

describe('a condition is decided by logic', () => {
  test('when the goal succeeds, with the goal and the values for evidence', async () => {
    const { decision, requests } = await decided('the total is within the budget', [
      program('value(total, T), value(budget, B), T =< B, Left is B - T.'),
    ])
    expect(decision).toEqual({
      holds: true,
      why: 'value(total, T), value(budget, B), T =< B, Left is B - T. holds with total = 41.5 USD, budget = 100 USD, T = 41.5, B = 100, Left = 58.5',
    })
    expect(requests).toHaveLength(1)
  })

  test('when the goal fails, with the values that made it fail', async () => {
    const { decision } = await decided('the total is above the budget', [
      program('over', 'over :- value(total, T), value(budget, B), T > B.'),
    ])
    expect(decision).toEqual({
      holds: false,
      why: 'over fails with total = 41.5 USD, budget = 100 USD',
    })
  })

  test('in a second attempt, which is told what was wrong with the first', async () => {
    const { decision, requests } = await decided('the total is positive', [
      program('total(T), T > 0'),
      program('value(total, T), T > 0'),
    ])
    expect(decision).toMatchObject({ holds: true })
    expect(requests.map(request => request.purpose)).toEqual(['symbolic', 'symbolic'])
    const told = requests[1]!.messages.at(-1)!.content
    expect(told).toContain('total(T), T > 0')
    expect(told).toContain('It calls what does not exist: Unknown procedure: total/1')
  })

  test('by the engine of the surroundings, which stays open', async () => {
    const calls: string[] = []
    const engine: Prolog = {
      evaluate: asked => {
        calls.push(asked.goal)
        return prolog.evaluate(asked)
      },
      close: async () => void calls.push('closed'),
    }
    const { ctx } = surroundings([program('value(total, T), T > 0')])
    const asking = { ctx: { ...ctx, prolog: engine }, intention: '1' }
    expect(await decideByLogic('the total is positive', beliefs, asking)).toMatchObject({
      holds: true,
    })
    expect(calls.length).toBeGreaterThan(1)
    expect(calls).not.toContain('closed')
  })

  test('by an engine of its own where the surroundings have none', async () => {
    const { ctx } = surroundings([program('value(total, T), T > 50')])
    expect(
      await decideByLogic('the total is above 50', beliefs, { ctx, intention: '1' }),
    ).toMatchObject({ holds: false })
  })

  test('the model reads the facts as the engine has them', async () => {
    const { requests } = await decided('the total is within the budget', [program('known(total)')])
    const text = requests[0]!.messages.map(m => `<!-- ${m.role} -->\n\n${m.content}`).join('\n\n')
    const file = join(import.meta.dirname, '..', '..', 'fixtures', 'prompts', 'symbolic.md')
    await expect(`${text}\n`).toMatchFileSnapshot(file)
  })
})

describe('a condition is left to the next tier', () => {
  test('when the model says that it is not one of logic', async () => {
    const { decision } = await decided('no part of the total is wasted', [program('', '', true)])
    expect(decision).toEqual({ undecided: 'the totals compare' })
  })

  test('when the second program is faulty too', async () => {
    const { decision, requests } = await decided('total > 1', [
      program('value(total T)'),
      program('p :- '),
    ])
    expect(decision).toMatchObject({ undecided: expect.stringMatching(/cannot be read/) })
    expect(requests).toHaveLength(2)
  })

  test('when the model gives no reply that can be used', async () => {
    const { decision } = await decided('total > 1', ['no', 'no'])
    expect(decision).toMatchObject({ undecided: expect.stringMatching(/symbolic reply/) })
  })
})

describe('code sees from the words where a call of the model would be wasted', () => {
  test.each(decidable)('what logic decides is put to it: %s', condition => {
    expect(mayBeLogic(condition, known)).toBe(true)
  })

  test('most of what only a reader can judge is not', () => {
    const spared = readersOwn.filter(condition => !mayBeLogic(condition, known))
    expect(spared.length).toBeGreaterThanOrEqual(24)
  })

  test('the judge is turned to at once, and is told why', async () => {
    const { decision, requests } = await decided('the summary reads well', [])
    expect(decision).toEqual({
      undecided: 'the condition speaks of no value, number or order that a program could read',
    })
    expect(requests).toEqual([])
  })
})

describe('no condition of its own sense is refused', () => {
  const accepted = (condition: string, goal: string, rules = '') =>
    tryProgram({ condition, beliefs: known, rules, goal }, prolog)

  test.each(decidable)('%s', async (condition, goal, holds, rules) => {
    expect(await accepted(condition, goal, rules)).toMatchObject({ holds })
  })

  // those that look at no belief say nothing of them
  const looking = conditions.filter(each =>
    /value|belief|unit|text|known/.test(each.slice(1).join()),
  )

  test.each(looking)('%s: %s', async (holds, goal, rules) => {
    const decision = await accepted('', goal, rules)
    if (goal === 'reach(x, z), value(count, _)') expect(decision).toHaveProperty('fault')
    else expect(decision).toMatchObject({ holds })
  })
})

describe('facts that stand in a text', () => {
  const story = {
    name: 'story',
    value: 'Every cat is a mammal. Tom is a cat. Rex\nis a dog.',
  }
  const read = (goal: string, rules: string) =>
    tryProgram({ condition: 'Tom is a mammal', beliefs: [story], rules, goal }, prolog)

  const rules = `cat(tom) :- says(story, 'Tom is a cat').
cat(rex) :- says(story, 'Rex is a cat').
dog(rex) :- says(story, 'rex is a dog').
mammal(X) :- cat(X), says(story, 'every cat is a mammal').`

  test.each([
    ['mammal(tom)', true],
    ['mammal(rex)', false],
    ['dog(rex)', true],
    ["says(story, '')", false],
  ])('count by their words: %s', async (goal, holds) => {
    expect(await read(goal, rules)).toMatchObject({ holds })
  })

  test.each([
    ['cat(tom)', 'cat(tom).'],
    ['known(story), cat(tom)', 'cat(tom).'],
  ])('are not the model’s own, and it is told how: %s', async (goal, own) => {
    expect(await read(goal, own)).toMatchObject({
      fault: expect.stringContaining("cat(tom) :- says(story, 'Tom is a cat')"),
    })
  })
})

describe('a program that runs in circles', () => {
  const links =
    'link(X, Y) :- value(total, T), T > 1, pair(X, Y).\npair(a, b). pair(b, a). pair(b, c).'

  test.each([
    ['itself', 'way(X, Y) :- way(X, Z), link(Z, Y).\nway(X, Y) :- link(X, Y).', ['way/2']],
    [
      'through another',
      'to(X) :- from(X, _).\nfrom(X, f(Y, [1, 2])) :- to(X), link(X, Y).',
      ['to/1', 'from/2'],
    ],
  ])('is told of tabling, calling %s', async (_, circles, named) => {
    const goal = circles.startsWith('way') ? 'way(a, c)' : 'to(a)'
    const found = await tried(goal, `${circles}\n${links}`)
    for (const relation of named)
      expect(found).toMatchObject({ fault: expect.stringContaining(`:- table ${relation}.`) })
  })

  test('ends when it is tabled', async () => {
    const way = ':- table way/2.\nway(X, Y) :- way(X, Z), link(Z, Y).\nway(X, Y) :- link(X, Y).'
    expect(await tried('way(a, c)', `${way}\n${links}`)).toMatchObject({ holds: true })
  })
})

describe('a program that shows nothing does not count', () => {
  test.each([
    ['true', ''],
    ['1 =:= 1', ''],
    ['answer(X), X =:= 42', 'answer(42).'],
    ['between(1, 5, X), X > 3', ''],
    ['known(total) ; true', ''],
    ['ignore(value(total, _))', ''],
    ['(value(total, T), T > 1000 -> true ; true)', ''],
    ['\\+ (value(total, T), T \\= T)', ''],
    ['fail', ''],
    ['ok', 'ok :- fail.'],
  ])('%s %s', async (goal, rules) => {
    expect(await tried(goal, rules)).toMatchObject({
      fault: expect.stringMatching(/looks at no belief|whatever the facts are/),
    })
  })

  test.each([
    ['known(total), answer(42)', 'answer(42).'],
    ['known(total), X = 42, X > 40', ''],
    ['value(total, _), 42 > 40', ''],
    ['value(total, T), enough(T)', 'enough(_) :- 42 > 40.'],
    ['value(total, T), value(budget, B), fine(T, B)', 'fine(_, _).\nlimit(100).'],
    ['value(total, T), T = T, verdict(good)', 'verdict(good).'],
    ['known(_), 3 > 2', ''],
    ['belief(_, _, _), member(X, [yes]), X == yes', ''],
    ['\\+ known(refund), answer(42)', 'answer(42).'],
  ])('nor one that touches a belief and decides by itself: %s %s', async (goal, rules) => {
    expect(await tried(goal, rules)).toMatchObject({
      fault: expect.stringMatching(/decides the rest by its own constants/),
    })
  })

  test.each([
    ['known(total)'],
    ['value(total, T), T > 40'],
    ['\\+ (value(total, T), T > 100)'],
    ['\\+ value(city, "Rome")'],
    ['\\+ (value(total, T), T =:= 7)'],
    ['forall((value(scores, L), member(X, L)), X > 1)'],
    ["forall(belief(_, V, 'USD'), V > 0)"],
    ['\\+ known(refund)'],
    ['\\+ value(paid, false)'],
    ['\\+ (value(due, D), before(D, date(2024, 1, 1)))'],
    ['\\+ (value(refund, R), R > 100)'],
    ['known(total), known(budget)'],
    ['value(total, T), number(T)'],
    ["unit(total, 'USD')"],
    ['aggregate_all(count, known(_), N), N >= 2'],
    ['value(scores, [_, _, _])'],
    ['value(city, C), atom_length(C, L), L < 20'],
  ])('what depends on the facts does: %s', async goal => {
    expect(await tried(goal)).toMatchObject({ holds: true })
  })

  test('a belief that does not exist is a slip of the pen, unless the condition names it', async () => {
    expect(await tried('value(totl, T), T > 0')).toEqual({
      fault: 'no belief is named totl; did you mean total?',
    })
    expect(await tried('known(refund)', '', 'refund is believed')).toEqual({
      holds: false,
      why: 'known(refund) fails with refund not known',
    })
  })
})
