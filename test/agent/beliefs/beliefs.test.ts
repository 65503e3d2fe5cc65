// What is believed in a scope, version by version, and as literals of AgentSpeak(L).
import { Map as PersistentMap } from 'immutable'
import { describe, expect, test } from 'vitest'
import {
  inPlanOrder,
  learn,
  learnedAgain,
  settle,
  withdraw,
} from '../../../agent/beliefs/beliefs.ts'
import { literals, toBelief } from '../../../agent/beliefs/literals.ts'
import type { Belief, NewBelief, State } from '../../../agent/state.ts'
import { printTerm } from '../../../plans/agentspeak/print.ts'
import { parseTerm } from '../../../plans/agentspeak/reader.ts'
import type { Structure } from '../../../plans/agentspeak/term.ts'
import type { Step, Value } from '../../../plans/plan.ts'

type Beliefs = State['groundBeliefs']
const nothing: Beliefs = PersistentMap()
const belief = (name: string, value: Value, source = 'user'): NewBelief => ({
  name,
  value,
  source,
  provenance: 'given',
})
const told = (beliefs: Beliefs, name: string, scope = 'i') =>
  (beliefs.get(scope)?.get(name) ?? []).map(({ value, version }) => `${value} v${version}`)
const step = (id: string, ...deps: string[]) => ({ id, deps }) as unknown as Step

describe('what is learned', () => {
  const by = (name: string, cycle = 1) => ({ step: name, cycle })
  test('of one source takes the place of what that said, and has the next number', () => {
    const once = learn(nothing, 'i', [belief('a', 1), belief('a', 2, 'file')], 5)
    expect(told(once, 'a')).toEqual(['1 v1', '2 v2'])
    const again = learn(once, 'i', [belief('a', 3)], 6)
    expect(told(again, 'a')).toEqual(['2 v2', '3 v3'])
    expect(again.get('i')?.get('a')?.at(-1)).toMatchObject({ scope: 'i', at: 6, version: 3 })
    expect(learn(again, 'i', [], 7)).toBe(again)
  })

  test('by another step or cycle stands beside it until the cycle ends', () => {
    const one = learn(nothing, 'i', [belief('a', 1)], 1, by('s1'))
    const two = learn(one, 'i', [belief('a', 2)], 2, by('s2'))
    const three = learn(two, 'i', [belief('a', 3)], 3, by('s2', 2))
    expect(told(three, 'a')).toEqual(['1 v1', '2 v2', '3 v3'])
    expect(told(learn(three, 'i', [belief('a', 4)], 4, by('s2', 2)), 'a')).toEqual([
      '1 v1',
      '2 v2',
      '4 v4',
    ])
    expect(told(settle(three, 'i', [step('s1'), step('s2')], 2), 'a')).toEqual(['3 v3'])
    expect(told(settle(two, 'i', [step('s1'), step('s2')], 1), 'a')).toEqual(['2 v2'])
    expect(settle(one, 'i', [step('s1')], 1)).toBe(one)
    expect(settle(three, 'j', [], 2)).toBe(three)
    expect(learnedAgain(three, 'i', 2)).toEqual(['a'])
    expect(learnedAgain(three, 'i', 3)).toEqual([])
    expect(learnedAgain(two, 'i', 1)).toEqual([])
    expect(learnedAgain(learn(two, 'i', [belief('a', 2)], 3, by('s9', 2)), 'i', 2)).toEqual([])
  })

  test('is as new as its step stands in the plan, whichever was faster', () => {
    const version = (name: string, cycle = 1) =>
      ({ ...belief('a', name), by: by(name, cycle) }) as Belief
    const steps = [step('s1'), step('s2', 's1'), step('s3'), step('s4', 's2')]
    const order = (...names: string[]) =>
      inPlanOrder(
        names.map(name => version(name)),
        steps,
        1,
      ).map(({ value }) => value)
    expect(order('s4', 's3', 's2', 's1')).toEqual(['s1', 's3', 's2', 's4'])
    expect(order('s3', 's1')).toEqual(['s1', 's3'])
    expect(order('s3', 'of a plan before')).toEqual(['of a plan before', 's3'])
    const mixed = [version('s4'), version('old', 0), version('s1')]
    expect(inPlanOrder(mixed, steps, 1).map(({ value }) => value)).toEqual(['s1', 'old', 's4'])
    expect(inPlanOrder(mixed, steps, 0)).toBe(mixed)
  })

  test('is withdrawn by name', () => {
    const all = learn(nothing, 'i', [belief('a', 1), belief('b', 2)], 1)
    expect([...withdraw(all, 'i', ['a', 'c']).get('i')!.keys()]).toEqual(['b'])
    expect(withdraw(all, 'i', [])).toBe(all)
    expect(withdraw(all, 'j', ['a'])).toBe(all)
  })
})

test.each<[string, Value, string, string | undefined]>([
  ['at(home)', true, 'world', 'at(home)[source(percept)]'],
  ['at(home)', false, 'user', 'at(home, false)[source(user)]'],
  ['~safe', true, 'user', '~safe[source(user)]'],
  ['speed', 30, 'a b.csv', 'speed(30)[source(a_b_csv)]'],
  ['name', 'Ann B', 'user', 'name("Ann B")[source(user)]'],
  ['name', '[sic', 'user', 'name("[sic")[source(user)]'],
  ['at(home)', '[sure(2), seen]', 'user', 'at(home)[source(user), sure(2), seen]'],
  ['names', ['a', 'b'], 'user', 'names(["a", "b"])[source(user)]'],
  ['The door is open', true, 'user', undefined],
  ['(on a b)', true, 'world', undefined],
  ['on(a', true, 'world', undefined],
  ['3', true, 'world', undefined],
])('%s with the value %j from %s is the literal %s', (name, value, source, literal) => {
  const groundBeliefs = learn(nothing, 'session', [belief(name, value, source)], 1)
  const found = literals({ groundBeliefs } as State)
  const term = literal === undefined ? undefined : (parseTerm(literal) as Structure)
  const key = term ? `${term.name}/${term.args.length}` : `${name}/0`
  expect(found.of(key).map(each => printTerm(each))).toEqual(literal === undefined ? [] : [literal])
  expect(found.rules).toEqual([])
})

test('literals come from the world, then memory, then the session, with every source', () => {
  const scopes = ['session', 'memory', 'world', 'other']
  const groundBeliefs = scopes.reduce(
    (all, scope) =>
      learn(all, scope, [belief(`at(${scope})`, true, 'a'), belief(`at(${scope})`, true, 'b')], 1),
    learn(nothing, 'session', [belief('near(X) :- at(X).', true)], 1),
  )
  const found = literals({ groundBeliefs } as State)
  const sources = '[source(a), source(b)]'
  expect(found.of('at/1').map(each => printTerm(each))).toEqual(
    ['world', 'memory', 'session'].map(scope => `at(${scope})${sources}`),
  )
  expect(found.of('at/2')).toEqual([])
  const many = Array.from({ length: 40 }, (_, i) => belief(`seen(${40 - i})`, true))
  const all = literals({ groundBeliefs: learn(nothing, 'session', many, 1) } as State)
  expect(all.of('seen/1').map(each => printTerm(each))).toEqual(
    many.map(({ name }) => `${name}[source(user)]`),
  )
  expect(found.rules.map(({ head }) => printTerm(head))).toEqual(['near(X)'])
})

test.each([
  ['at(home)', 'at(home)', true, 'ann'],
  ['at(home)[source(bob)]', 'at(home)', true, 'bob'],
  ['at(home)[source(eve), source(bob)]', 'at(home)', true, 'eve'],
  ['at(home)[sure(2), source(bob)]', 'at(home)', '[sure(2)]', 'bob'],
  ['at(home)[sure(2)]', 'at(home)', '[sure(2)]', 'ann'],
])('%s is believed as %s', (literal, name, value, source) => {
  const found = toBelief(parseTerm(literal) as Structure, 'ann')
  expect(found).toEqual({ name, value, source, provenance: 'given' })
})
