// What the engine bears: programs that would eat time and memory, and many evaluations.
import { afterAll, describe, expect, test } from 'vitest'
import { createProlog } from '../../../phases/symbolic/engine.ts'
import { factsOf } from '../../../phases/symbolic/facts.ts'

const prolog = createProlog()
afterAll(() => prolog.close())

const facts = factsOf([{ name: 'total', value: 41.5, unit: 'USD' }])
const run = (goal: string, rules = '') => prolog.evaluate({ facts, rules, goal })

describe('a program without end or measure', () => {
  test.each([
    ['p', 'p :- p.'],
    ['p', 'p :- p, q. q.'],
    ['repeat, fail', ''],
    ['p(0)', 'p(X) :- p(s(X)).'],
    ['p(0)', 'p(X) :- Y is X + 1, p(Y), true.'],
    ['between(1, 1000000000, X), X < 0', ''],
    ['between(1, inf, X), fail', ''],
    ['p', 'p :- catch((repeat, fail), _, p).'],
    ['p', 'p :- catch(q, _, p). q :- q, r. r.'],
    ['X is 9 ^ 9 ^ 9 ^ 9', ''],
    ['X is 2 ^ 2000000000', ''],
    ['X is 7 ^ 20000000, Y is X * X * X mod 13', ''],
    ['p(7)', 'p(X) :- Y is X * X, p(Y).'],
    ['p(0.3)', 'p(X) :- Y is X * X + 0.1, p(Y).'],
    ['numlist(1, 100000000, L)', ''],
    ['length(L, 100000000)', ''],
    ['functor(T, f, 100000000)', ''],
    ['findall(X, between(1, inf, X), L)', ''],
    ['findall(f(X, A, B, C, D, E, F), between(1, inf, X), L)', ''],
    ['aggregate_all(bag(X), repeat, L)', ''],
    ["p('abcdefgh')", 'p(X) :- atom_concat(X, X, Y), p(Y).'],
    ["p('abcdefgh')", 'p(X) :- string_concat(X, X, Y), p(Y).'],
    [
      'numlist(1, 100000, L), atomic_list_concat(L, A), p(A)',
      'p(X) :- atomic_list_concat([X, X], Y), p(Y).',
    ],
    ['p(0)', 'p(X) :- assertz(q(X)), Y is X + 1, p(Y).'],
    ['p(0)', 'p(X) :- atom_concat(a, X, A), assertz(q(A)), Y is X + 1, p(Y).'],
    ["repeat, format('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx~n'), fail", ''],
    ["repeat, format('x'), fail", ''],
    ["format('~*c', [1000000000, 0'x])", ''],
    ["format(atom(A), '~*c', [1000000000, 0'x])", ''],
    ["format(atom(A), '~`x~t~500000000|', [])", ''],
    [
      'p(1000000, a, T), term_to_atom(T, A)',
      'p(0, T, T) :- !. p(N, A, T) :- M is N - 1, p(M, f(A), T).',
    ],
    ['X = f(X, X), Y = f(Y, Y), copy_term(X, Z), term_to_atom(Z, A), p(A)', 'p(A) :- p(A).'],
    ['true', 'p :- p.\n:- p.'],
    ['true', ':- initialization(p).\np :- catch((repeat, fail), _, p).'],
    ['p(G)', 'p(G) :- G = (repeat, fail), call(G).'],
    ['p', 'p :- G = p, call(G), true.'],
    ['nb_setval(k, []), repeat, nb_getval(k, L), nb_setval(k, [x|L]), fail', ''],
    ['repeat, gensym(long_name_of_an_atom, X), assertz(kept(X)), fail', ''],
    ['n(X), X < 0', ':- table n/1.\nn(0). n(Y) :- n(X), Y is X + 1.'],
    [
      'length(L, 60), L ins 0..59, all_different(L), sum(L, #=, S), S #< 0 #\\/ S #> 1769, sum(L, #\\=, 1770), label(L)',
      ':- use_module(library(clpfd)).',
    ],
    ['p(1)', ':- use_module(library(clpq)).\np(X) :- { Y = X * 2 + 1 }, p(Y).'],
    ['repeat, C = (q(_) :- true), assertz(C), fail', ''],
    ['length(L, 24), p(L)', 'p(L) :- permutation(L, M), member(x, M), fail.'],
  ])('%s %s ends at a limit with this process alive and below 400 MB', async (goal, rules) => {
    expect(await run('value(total, X)')).toMatchObject({ holds: true })
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, residentMegabytes())
    }, 20)
    const evaluation = await run(goal, rules)
    clearInterval(watch)
    expect('error' in evaluation && evaluation.error.kind).toMatch(/^(?:time|resources)$/)
    expect(most).toBeLessThan(400)
  })
})

test('a thousand evaluations after each other leave memory as it was', async () => {
  const one = createProlog({ evaluations: 100_000 })
  const evaluate = (at: number) =>
    one.evaluate({
      facts: factsOf([{ name: `n${at}`, value: `text number ${at} `.repeat(50) }]),
      rules: `rule_${at}(X) :- value(n${at}, X), assertz(seen_${at}(X)).`,
      goal: `rule_${at}(X), seen_${at}(X), atom_length(X, L), L > ${at % 50}`,
    })
  for (let at = 0; at < 200; at += 1) expect(await evaluate(at)).toMatchObject({ holds: true })
  const before = residentMegabytes()
  for (let at = 200; at < 1_200; at += 1) expect(await evaluate(at)).toMatchObject({ holds: true })
  expect(residentMegabytes() - before).toBeLessThan(30)
  await one.close()
})

/** Of this whole process, its threads and their engines included. */
function residentMegabytes(): number {
  return process.memoryUsage.rss() / 1e6
}
