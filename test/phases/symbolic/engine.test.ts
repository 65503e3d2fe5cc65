import { afterAll, describe, expect, test } from 'vitest'
import { helpers } from '../../../phases/symbolic/decide.ts'
import { createProlog, type Evaluation } from '../../../phases/symbolic/engine.ts'
import { factsOf, scalesOf } from '../../../phases/symbolic/facts.ts'
import { beliefs, conditions } from './conditions.ts'

const prolog = createProlog()
afterAll(() => prolog.close())

const run = (goal: string, rules = ''): Promise<Evaluation> =>
  prolog.evaluate({
    facts: factsOf(beliefs) + scalesOf(beliefs, `${rules}\n${goal}`),
    rules,
    goal,
  })

async function kindOf(goal: string, rules = ''): Promise<string> {
  const evaluation = await run(goal, rules)
  return 'error' in evaluation ? evaluation.error.kind : evaluation.holds ? 'holds' : 'fails'
}

describe('conditions as models write them', () => {
  test.each(conditions)('%s: %s', async (holds, goal, rules) => {
    expect(await run(goal, rules)).toMatchObject({ holds })
  })

  test('says what it looked at, what it found and what it missed', async () => {
    expect(await run('value(price, P), Double is P * 2, _Half is P / 2, \\+ known(tax)')).toEqual({
      holds: true,
      bindings: { P: '20.9', Double: '41.8' },
      read: ['price'],
      missing: ['tax'],
      output: '',
    })
  })

  test('every helper of the prompt exists', async () => {
    const forms = helpers.flatMap(({ form }) => [...form.matchAll(/(\w+)\(([^)]*)\)/g)])
    expect(forms.length).toBeGreaterThan(14)
    for (const [, name, parameters] of forms) {
      const open = parameters!
        .split(',')
        .map(() => '_')
        .join(',')
      expect(await kindOf(`catch(${name}(${open}), _, true)`)).not.toBe('unknown_predicate')
    }
  })
})

describe('the spellings of models', () => {
  test.each([
    ['?- value(count, N), N > 3.'],
    ['value(count, N), N > 3'],
    ['value(count, N).\nN > 3.'],
    ['value(count, N)\nN > 3'],
    ['value(count, N),\n  N > 3 % more than three'],
    ['% is it more than three?\nvalue(count, N), N > 3. % yes'],
    ['```prolog\n?- value(count, N), N > 3.\n```'],
    ['goal :- value(count, N), N > 3.'],
    [':- value(count, N), N > 3.'],
  ])('%s', async goal => {
    expect(await kindOf(goal)).toBe('holds')
    expect(await kindOf(goal.replace('> 3', '> 4'))).toBe('fails')
  })

  test.each([
    ['```\nbig(N) :- N > 3.\n```'],
    [
      ':- use_module(library(lists)).\n:- dynamic big/1, other/2.\n:- discontiguous big/1.\nbig(N) :- N > 3',
    ],
    ['/* sizes */ big(N) :- N > 3. % big\n% end'],
    ['big(N) :-\n    N > 3,\n    format("~w is big~n", [N]).\n:- initialization(main).'],
  ])('rules: %s', async rules => {
    expect(await kindOf('value(count, N), big(N)', rules)).toBe('holds')
  })

  test('what is printed is caught and cut', async () => {
    expect(await run('format("~w and ~2f~n", [é, 3.14159])')).toMatchObject({
      output: 'é and 3.14\n',
    })
    const long = await run("forall(between(1, 5000, _), write('0123456789'))")
    expect(long).toMatchObject({ holds: true })
    expect('output' in long && long.output).toHaveLength(2_000)
  })
})

test('a value that is named as a forbidden predicate is only a value, and a rule may be of variables', async () => {
  const facts = factsOf([{ name: 'set_prolog_flag', value: 'nb_setval' }])
  expect(await prolog.evaluate({ facts, rules: '', goal: 'known(_)' })).toMatchObject({
    holds: true,
  })
  expect(await kindOf('true', 'X.')).toBe('syntax')
  expect(await kindOf('true', ':- X.')).toBe('syntax')
  expect(await kindOf('X')).toBe('syntax')
})

describe('faults are told apart, in the words of the engine', () => {
  test.each([
    ['value(price P)', '', 'syntax', /line 1, column 1\d: Syntax error: Operator expected/],
    ['', '', 'syntax', /goal is empty/],
    ['value(price, P), cheap(P)', '', 'unknown_predicate', /Unknown procedure: cheap\/1/],
    ['value(city, C), C > 3', '', 'type', /`'Paris'\/0' is not a function/],
    ['value(price, P), X is P / 0', '', 'type', /zero_divisor/],
    ['atom_length(X, _)', '', 'type', /not sufficiently instantiated/],
    ['throw(my_own)', '', 'thrown', /my_own/],
    ['open(f, read, _)', '', 'forbidden', /open/],
    ['p', 'p :- p.', 'time', /not decided within (?:5,000,000 inferences|1300 ms): make/],
  ])('%s %s: %s', async (goal, rules, kind, message) => {
    const evaluation = await run(goal, rules)
    expect(evaluation).toMatchObject({ error: { kind } })
    const text = 'error' in evaluation ? evaluation.error.message : ''
    expect(text).toMatch(message)
    expect(text).not.toMatch(/tmp-|_\d|<stream>/)
  })
})

describe('evaluations know nothing of each other', () => {
  test('what one asserts, defines or tables is gone in the next', async () => {
    expect(await kindOf('assertz(seen(1)), seen(1)')).toBe('holds')
    expect(await kindOf('seen(1)')).toBe('unknown_predicate')
    expect(await kindOf('mine(1)', 'mine(1).')).toBe('holds')
    expect(await kindOf('mine(1)')).toBe('unknown_predicate')
    expect(await kindOf('member(9, [1])', 'member(9, _).')).toBe('holds')
    expect(await kindOf('member(9, [1])')).toBe('fails')
    expect(await kindOf('t(X)', ':- table t/1.\nt(1).')).toBe('holds')
    expect(await kindOf('t(X)', 't(2).')).toBe('holds')
    expect(await kindOf('X #= 1', ':- use_module(library(clpfd)).')).toBe('holds')
    expect(await kindOf('X #= 1')).toBe('syntax')
    expect(await kindOf('a likes b', ':- op(700, xfx, likes).\na likes b.')).toBe('holds')
    expect(await kindOf('a likes b')).toBe('syntax')
    expect(await kindOf('succ(1, 7)', 'succ(1, 7).')).toBe('holds')
    expect(await kindOf('succ(1, 2)')).toBe('holds')
  })

  test('nor of its variables, its names, its quotes and what it has begun to print', async () => {
    expect(await kindOf('nb_setval(k, 1), flag(f, 0, 5), gensym(a, a1), write(begun)')).toBe(
      'holds',
    )
    expect(await run('flag(f, 0, 0), gensym(a, a1)')).toMatchObject({ holds: true, output: '' })
    expect(await kindOf('nb_getval(k, _)')).not.toBe('holds')
    const codes = ':- set_prolog_flag(double_quotes, codes).'
    expect(await kindOf('"a" = [97]', codes)).toBe('holds')
    expect(await kindOf('"a" = a')).toBe('holds')
  })

  test('what the standard defines keeps its meaning, as in SWI-Prolog', async () => {
    expect(await kindOf('length([a], 1)', 'length(_, 0).')).toBe('holds')
    expect(await kindOf('X is 1 + 1, X =:= 2', 'X is 3 :- true.')).toBe('holds')
  })

  test('those asked for at the same time all come out, each with its own facts', async () => {
    const evaluations = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        prolog.evaluate({
          facts: factsOf([{ name: 'n', value: at }]),
          rules: '',
          goal: 'value(n, N)',
        }),
      ),
    )
    expect(evaluations.map(each => 'bindings' in each && each.bindings.N)).toEqual(
      Array.from({ length: 20 }, (_, at) => String(at)),
    )
  })

  test('a fresh engine takes over after its share of evaluations, and after an end in between', async () => {
    const few = createProlog({ evaluations: 1 })
    const goal = { facts: factsOf(beliefs), rules: '', goal: 'value(count, 4)' }
    expect(await few.evaluate(goal)).toMatchObject({ holds: true })
    expect(await few.evaluate(goal)).toMatchObject({ holds: true })
    await few.close()
    expect(await few.evaluate(goal)).toMatchObject({ holds: true })
    await few.close()
  })
})

describe('an end from outside', () => {
  test('an abort ends what runs and what waits, and the next evaluation is well', async () => {
    await run('true')
    const controller = new AbortController()
    const { signal } = controller
    const endless = { facts: '', rules: 'p :- catch((repeat, fail), _, p).', goal: 'p', signal }
    const both = [prolog.evaluate(endless), prolog.evaluate({ ...endless, goal: 'true' })]
    setTimeout(() => controller.abort(), 100)
    expect(await Promise.all(both)).toMatchObject([
      { error: { kind: 'aborted' } },
      { error: { kind: 'aborted' } },
    ])
    expect(await kindOf('value(count, 4)')).toBe('holds')
  })

  test('a signal raised before is an end at once', async () => {
    const signal = AbortSignal.abort()
    const program = { facts: '', rules: '', goal: 'true', signal }
    expect(await prolog.evaluate(program)).toMatchObject({ error: { kind: 'aborted' } })
  })

  // others: symbolic.long.test.ts
  test.each([
    ['p(0)', 'p(X) :- p(s(X)).'],
    ['X is 7 ^ 20000000, Y is X * X * X mod 13', ''],
  ])('%s %s ends at its limit of time or memory, within 300 MB more', async (goal, rules) => {
    await run('true')
    const before = residentMegabytes()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, residentMegabytes())
    }, 20)
    expect(['time', 'resources']).toContain(await kindOf(goal, rules))
    clearInterval(watch)
    expect(most - before).toBeLessThan(300)
  })
})

/** Of this whole process, its threads and their engines included. */
function residentMegabytes(): number {
  return process.memoryUsage.rss() / 1e6
}
