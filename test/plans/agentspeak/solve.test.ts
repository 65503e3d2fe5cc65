// What follows from beliefs: each way in which a formula holds, with what its variables stand for then.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseProgram } from '../../../plans/agentspeak/program.ts'
import { parseTerm } from '../../../plans/agentspeak/reader.ts'
import { first, solve } from '../../../plans/agentspeak/solve.ts'
import { indicator, isGround, type Structure, variablesOf } from '../../../plans/agentspeak/term.ts'
import { resolve, unify } from '../../../plans/agentspeak/unify.ts'
import { bindingsOf, isTriggerType, marked, valuesSince } from '../../../plans/agentspeak/values.ts'
import { terms } from './arbitrary.ts'

const program = parseProgram(`
  way(X, Y) :- next(X, Y).
  way(X, Y) :- next(X, Z) & way(Z, Y).
  larger(X, Y) :- size(X, A) & size(Y, B) & A > B.
  end(X) :- next(_, X) & not next(X, _).
  double(N, M) :- M = N * 2.
  sum([], 0).
  sum([H|T], S) :- sum(T, R) & S = H + R.
  round(X) :- round(X).
  count(0).
  count(N) :- N > 0 & count(N - 1).
`)
const said = [
  'at(home)[source(self), sure(2)]',
  'next(home, park)',
  'next(park, lake)',
  'size(home, 3)',
  'size(park, 12)',
  'names([ann, bob, cy])',
  '~safe(lake)',
  'raining',
  'note("a b")',
  'pair(X, X)',
].map(each => parseTerm(each) as Structure)
const believed = [...said, ...program.beliefs]
const beliefs = {
  of: (wanted: string) => believed.filter(each => indicator(each) === wanted),
  rules: program.rules,
}

const told = (formula: string) =>
  [...solve([parseTerm(formula)], beliefs, undefined)].map(found =>
    Object.entries(valuesSince(undefined, found))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name} = ${value}`)
      .join(', '),
  )

describe('a formula holds in these ways', () => {
  test.each<[string, readonly string[]]>([
    // beliefs, in their order
    ['next(X, Y)', ['X = home, Y = park', 'X = park, Y = lake']],
    ['next(home, Y)', ['Y = park']],
    ['next(_, lake)', ['']],
    ['next(_, _)', ['', '']],
    ['next(X, X)', []],
    ['next(X)', []],
    ['raining', ['']],
    ['snowing', []],
    ['~safe(lake)', ['']],
    ['safe(lake)', []],
    ['true', ['']],
    ['false', []],
    ['pair(1, Y)', ['X = 1, Y = 1']],
    ['pair(1, 2)', []],
    // annotations that are wanted have to be there
    ['at(home)', ['']],
    ['at(home)[source(self)]', ['']],
    ['at(home)[sure(S), source(W)]', ['S = 2, W = self']],
    ['at(home)[source(ann)]', []],
    ['raining[source(self)]', []],
    // what follows by rules, after what is believed
    ['way(X, Y)', ['X = home, Y = park', 'X = park, Y = lake', 'X = home, Y = lake']],
    ['way(home, Y) & end(Y)', ['Y = lake']],
    ['larger(X, home)', ['X = park']],
    ['not way(lake, _)', ['']],
    ['X = 3 & double(X, Y)', ['X = 3, Y = 6']],
    ['double(2, M) & double(M, N)', ['M = 4, N = 8']],
    ['sum([1, 2, 3], S)', ['S = 6']],
    ['count(20000)', ['']],
    ['.findall(Y, way(home, Y), L)', ['L = [park, lake]']],
    ['.count(way(_, lake), N)', ['N = 2']],
    ['.setof(Y, way(_, Y), L) & .length(L, N)', ['L = [lake, park], N = 2']],
    // and, or, not
    ['next(X, Y) & next(Y, Z)', ['X = home, Y = park, Z = lake']],
    ['raining & snowing', []],
    ['raining | snowing', ['']],
    ['snowing | next(home, Y)', ['Y = park']],
    ['next(home, Y) | next(park, Y)', ['Y = park', 'Y = lake']],
    ['not snowing', ['']],
    ['not raining', []],
    ['not next(lake, _)', ['']],
    ['next(_, Y) & not next(Y, _)', ['Y = lake']],
    // comparisons
    ['X = 2', ['X = 2']],
    ['f(X, b) = f(a, Y)', ['X = a, Y = b']],
    ['f(a) = g(a)', []],
    ['f(a) = f(a, b)', []],
    ['X = f(X)', []],
    ['X = [X]', []],
    ['X = [a|X]', []],
    ['X = a[on(X)]', []],
    ['X = f(Y) & Y = g(X)', []],
    ['X = X', ['']],
    ['X = Y & Y = 1', ['X = 1, Y = 1']],
    ['X = 1 & Y = a[on(X)]', ['X = 1, Y = a[on(1)]']],
    ['_ = a', ['']],
    ['a = _', ['']],
    ['1 = "1"', []],
    ['a = "a"', []],
    ['"a" = a', []],
    ['"a" = "a"', ['']],
    ['"a" = "b"', []],
    ['a = 1', []],
    ['1 = a', []],
    ['[] = a', []],
    ['a = []', []],
    ['1 = 1', ['']],
    ['1 = 2', []],
    ['a == a', ['']],
    ['X == Y', []],
    ['X == X', ['']],
    ['a == b', []],
    ['1 + 1 == 2', ['']],
    ['a \\== b', ['']],
    ['a \\== a', []],
    ['X \\== Y', ['']],
    ['1 < 2', ['']],
    ['2 < 2', []],
    ['2 <= 2', ['']],
    ['3 <= 2', []],
    ['3 > 2', ['']],
    ['2 > 2', []],
    ['2 >= 2', ['']],
    ['1 >= 2', []],
    ['9 < a', ['']],
    ['a < 9', []],
    ['a > 9', ['']],
    ['a < b', ['']],
    ['b <= a', []],
    ['b <= "b"', ['']],
    ['a <= f(a)', ['']],
    // lists
    ['[H|T] = [a, b, c]', ['H = a, T = [b, c]']],
    ['[a, b] = [a|T]', ['T = [b]']],
    ['[a|T] = [a]', ['T = []']],
    ['[a] = [a, b]', []],
    ['[a, b] = [a]', []],
    ['[] = [_|_]', []],
    ['[a|X] = [b|X]', []],
    ['[a|T] = [a, b|U]', ['T = [b|U]']],
    ['[a|T] = [a|U]', ['T = U']],
    ['[a|T] = [a] & T = [b]', []],
    // arithmetic
    ['X = 2 + 3 * 4 & Y = X', ['X = 14, Y = 14']],
    ['7 - 2 == 5', ['']],
    ['7 / 2 == 3.5', ['']],
    ['2 ** 3 == 8', ['']],
    ['7 div 2 == 3', ['']],
    ['(0 - 7) div 2 == 0 - 3', ['']],
    ['7 mod 3 == 1', ['']],
    ['(0 - 7) mod 3 == 2', ['']],
    ['-(3) == 0 - 3', ['']],
    ['math.abs(0 - 2) == 2', ['']],
    ['math.sqrt(9) == 3', ['']],
    ['math.floor(2.5) == 2', ['']],
    ['math.ceil(2.5) == 3', ['']],
    ['math.round(2.4) == 2', ['']],
    ['math.max(2, 3) == 3', ['']],
    ['math.min(2, 3) == 2', ['']],
    ['1 / 0 == 1 / 0', ['']],
    ['1 / 0 < 2', []],
    ['"a" + 1 == "a1"', ['']],
    ['b + "c" == "bc"', ['']],
    ['a + b == "ab"', []],
    ['"a" + X == "aX"', []],
    ['size(X, N) & N > 2 + 5', ['N = 12, X = park']],
    // taking terms apart
    ['f(a, b) =.. [N, A, _]', ['A = [a, b], N = f']],
    ['f(a)[on] =.. [_, _, S]', ['S = [on]']],
    ['f(a) =.. [_, _, S]', ['S = []']],
    ['X =.. [f, [a], []]', ['X = f(a)']],
    ['X =.. [1, [a], []]', []],
    ['X =.. [f, a]', []],
    ['X =.. f', []],
    // internal actions
    ['.member(X, [a, b])', ['X = a', 'X = b']],
    ['.member(b, [a, b])', ['']],
    ['.member(a, b)', []],
    [
      'names(L) & .member(X, L) & X > ann',
      ['L = [ann, bob, cy], X = bob', 'L = [ann, bob, cy], X = cy'],
    ],
    ['.count(next(_, _), N)', ['N = 2']],
    ['.count(next(_, _))', ['']],
    ['.count(snowing, 0)', ['']],
    ['.count(raining, 0)', []],
    ['.findall(Y, next(_, Y), L)', ['L = [park, lake]']],
    ['.findall(Y, snowing, [])', ['']],
    ['.setof(X, .member(X, [b, a, b, c, a]), L)', ['L = [a, b, c]']],
    ['.length([a, b], N)', ['N = 2']],
    ['.length("abc", N)', ['N = 3']],
    ['.length([], 1)', []],
    ['.nth(1, [a, b], X)', ['X = b']],
    ['.nth(0, [a, b], X)', ['X = a']],
    ['.nth(2, [a, b], X)', []],
    ['.nth(a, [a, b], X)', []],
    ['.concat([a], [b], [c], L)', ['L = [a, b, c]']],
    ['.concat("a", b, 1, S)', ['S = "ab1"']],
    ['.concat([a], "b", S)', ['S = "[a]b"']],
    ['.max([2, 10, 3], X)', ['X = 10']],
    ['.min([2, 10, 3], X)', ['X = 2']],
    ['.max([b, 1, "c"], X)', ['X = "c"']],
    ['.max([], X)', []],
    ['.min([], X)', []],
    ['.sort([b, 2, a, 10], L)', ['L = [2, 10, a, b]']],
    ['.reverse([a, b, c], L)', ['L = [c, b, a]']],
    ['.substring("b", "abc")', ['']],
    ['.substring(x, "abc")', []],
    ['note(N) & .substring(" ", N)', ['N = "a b"']],
    ['.ground(f(a))', ['']],
    ['.ground(f(X))', []],
    ['.ground([a|X])', []],
    ['X = 1 & .ground(f(X))', ['X = 1']],
    ['.number(1)', ['']],
    ['.number(1 + 1)', ['']],
    ['.number("1")', []],
    ['.number(X)', []],
    ['.string("a")', ['']],
    ['.string(a)', []],
    ['.list([])', ['']],
    ['.list(a)', []],
    ['.atom(a)', ['']],
    ['.atom(f(a))', []],
    ['.atom([])', []],
    ['.structure(f(a))', ['']],
    ['.structure([a])', ['']],
    ['.structure("a")', []],
    ['.literal(f(a))', ['']],
    ['.literal([a])', []],
  ])('%s: %j', (formula, ways) => expect(told(formula)).toEqual(ways))

  test.each([
    ['X', 'X stands for nothing yet'],
    ['1', 'a value is no condition'],
    ['X < 2', 'X stands for nothing yet'],
    ['2 >= Y', 'Y stands for nothing yet'],
    ['.unheard(a)', 'there is no internal action .unheard'],
    ['raining & 2', 'a value is no condition'],
    ['round(home)', 'the rules do not decide it: they go round for ever'],
    ['count(-1) | round(home)', 'the rules do not decide it: they go round for ever'],
  ])('or none can be told: %s, as %s', (formula, message) => {
    expect(() => told(formula)).toThrow(message)
  })

  test('of which the first is taken', () => {
    const found = first(
      ['next(X, _)', 'next(_, X)'].map(each => parseTerm(each)),
      beliefs,
      undefined,
    )
    expect(valuesSince(undefined, found?.bindings)).toEqual({ X: 'park' })
    const any = first([parseTerm('next(X, _)')], beliefs, undefined)
    expect(valuesSince(undefined, any?.bindings)).toEqual({ X: 'home' })
    expect(first([parseTerm('snowing')], beliefs, undefined)).toBeUndefined()
    expect(first([], beliefs, undefined)).toEqual({ bindings: undefined })
  })
})

test('many beliefs are many ways, and no rules that go round', () => {
  const many = Array.from({ length: 200_000 }, () => parseTerm('seen(home)') as Structure)
  const crowd = { of: () => many, rules: program.rules }
  const found = first([parseTerm('.count(seen(_), N)')], crowd, undefined)
  expect(valuesSince(undefined, found?.bindings)).toEqual({ N: 200_000 })
  const list = `.member(9, [${Array.from({ length: 150_000 }, () => 9).join(', ')}])`
  expect(solve([parseTerm(list)], crowd, undefined)).toHaveLength(150_000)
})

test('what has been unified is the same, whichever stands first', () => {
  fc.assert(
    fc.property(terms, terms, (one, other) => {
      const [a, b] = [marked(one).term, other]
      const found = unify(a, b, undefined)
      if (!found) return
      const kept = bindingsOf(valuesSince(undefined, found.bindings))
      for (const name of variablesOf(a))
        expect(resolve(parseTerm(name), kept)).toEqual(resolve(parseTerm(name), found.bindings))
    }),
  )
})

test('a term is an instance of itself with other variables, and of none with fewer', () => {
  fc.assert(
    fc.property(terms, term => {
      const { term: other, names } = marked(term)
      const own = names.map(([, name]) => name)
      expect(names.map(([name]) => name)).toEqual(variablesOf(term))
      expect(own).toEqual(variablesOf(other))
      expect(new Set(own).size).toBe(own.length)
      for (const name of own) expect(name).toMatch(/'$/)
      expect(isGround(term)).toBe(
        variablesOf(term).length === 0 && !/\b_\b/.test(JSON.stringify(term)),
      )
      if (!/"annotations"/.test(JSON.stringify(term))) {
        expect(unify(term, other, undefined)).toBeDefined()
        const ground = own.reduce(
          (all, name) => unify(parseTerm(name), parseTerm('g(1)'), all)!.bindings,
          bindingsOf({}),
        )
        const instance = resolve(other, ground)
        const back = unify(term, instance, undefined)
        expect(back && resolve(term, back.bindings)).toEqual(resolve(instance, undefined))
      }
    }),
  )
})

test('marks are set once, and never on a name that is taken', () => {
  const { term, names } = marked(parseTerm("f(X, X', Y)"))
  expect(names).toEqual([
    ['X', "X''"],
    ["X'", "X'"],
    ['Y', "Y'"],
  ])
  expect(variablesOf(term)).toEqual(["X''", "X'", "Y'"])
})

test.each([
  ['+!reach/1', true],
  ['-?p/0', true],
  ['+at/1', true],
  ['+~safe/1', true],
  ['travel_time', false],
  ['+ more', false],
])('%s is a trigger: %s', (type, is) => expect(isTriggerType(type)).toBe(is))
