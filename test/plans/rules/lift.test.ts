// From a won episode to rules, without a world: what is kept of it, and under which context.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entailsByWords } from '../../../plans/retrieval/entail.ts'
import { liftedRules } from '../../../plans/rules/lift.ts'
import { printRule } from '../../../plans/rules/print.ts'
import { ruleOf, statementOf } from '../../../plans/rules/rule.ts'
import { type Deed, waysUp } from '../../../plans/rules/ways.ts'

const task = 'bring the lamp to the red box'
const others = ['bring the key to the blue box']
const hall = ['You are in the hall.', 'You see a door to the store.', 'You see a fork.']
const store = [
  'You are in the store.',
  'You see a door to the hall.',
  'You see a lamp, on a table.',
]
const laden = ['You are in the store.', 'You see a door to the hall.', 'You have a lamp.']
const back = ['You are in the hall.', 'You see a door to the store.', 'You have a lamp.']
const home = [...back, 'You see a red box.']
const deed = (action: string, seen: readonly string[], reached: number): Deed => ({
  action,
  seen,
  reached,
})

const printed = (deeds: readonly Deed[]) =>
  liftedRules({ task, deeds }, others).map(draft => printRule(draft))

test('what could be done at once and the whole way are a rule each, for every such task', () => {
  const deeds = [deed('go to store', hall, 0), deed('take lamp', store, 0.5)]
  expect(printed([...deeds, deed('put lamp into red box', home, 1)])).toEqual([
    'IF your task is to bring the {it} to the {it2} box\nCONSIDERING You see a {it}\nTHEN:\n  take {it}',
    'IF your task is to bring the {it} to the {it2} box\nCONSIDERING You see a door to the store\n  AND You see a fork\nTHEN:\n  go to store,\n  take {it}',
    'IF your task is to bring the {it} to the {it2} box\nCONSIDERING You have a {it}\n  AND You see a {it2} box\nTHEN:\n  put {it} into {it2} box',
  ])
})

test('where the context also holds where the rest could be done, that it could be done rules it out', () => {
  const both = ['You are in the yard.', 'You see a door to the store.']
  const near = [...both, 'You see a lamp.']
  const deeds = [deed('open shed', both, 0), deed('take lamp', near, 1)]
  expect(printed(deeds).at(-1)).toContain('CONSIDERING NOT You see a {it}\nTHEN:\n  open shed')
})

test('what nothing speaks of later is no part of a rule', () => {
  const fork = ['You are in the hall.', 'You see a door to the store.', 'You have a fork.']
  const deeds = [deed('take fork', hall, 0), deed('go to store', fork, 0)]
  const rules = printed([...deeds, deed('take lamp', [...store, 'You have a fork.'], 1)])
  expect(rules.join('\n')).not.toContain('take fork')
  expect(rules).toHaveLength(2)
})

test('a thing is said to be there in the fewest words that tell it', () => {
  const context = (...seen: string[]) =>
    /CONSIDERING (.*)\nTHEN/s
      .exec(printed([deed('put lamp into red box', seen, 1)])[0]!)![1]!
      .split(/\s+AND /)
  expect(context('You see a lamp on the table.', 'You see a box.', 'You see a red box.')).toEqual([
    'You see a {it}',
    'You see a {it2} box',
  ])
  expect(context('A lamp is on the table, lit.', 'A red box (open) is here.')).toEqual([
    'A {it} is on the table',
    'A {it2} box',
  ])
})

test('what can be done at once ends where something needed is not there yet', () => {
  const hall = ['You have a lamp.', 'You see a door to the yard.']
  const deeds = [
    deed('take lamp', ['You see a lamp.', 'You see a door to the hall.'], 0),
    deed('go to hall', ['You have a lamp.', 'You see a door to the hall.'], 0),
    deed('go to yard', hall, 0),
    deed('put lamp into red box', ['You have a lamp.', 'You see a red box.'], 1),
  ]
  const steps = printed(deeds).map(rule => rule!.split('THEN:')[1]!.trim().split(/,\s+/))
  const [last, ...all] = [...deeds.map(({ action }) => action!)].reverse()
  const slotted = (actions: readonly string[]) =>
    actions.map(each => each.replace('lamp', '{it}').replace('red', '{it2}'))
  expect(steps).toEqual([slotted([last!]), slotted([...all.reverse(), last!])])
})

test('another scene is ruled out by what rules out most of them, and by no more than that', () => {
  const shared = ['You see a lamp.', 'You see a fork.', 'You see a door.', 'You see a bed.']
  const other = (...seen: string[]) => ['You see a lamp.', ...seen]
  const deeds = [
    deed('take lamp', shared, 0.25),
    deed('wait', other('You see a fork.'), 0.5),
    deed('wait', other('You see a fork.', 'You see a door.', 'You see a cup.'), 0.75),
    deed('wait', other('You see a bed.', 'You see a door.'), 1),
  ]
  expect(printed(deeds)[0]).toBe(
    'IF your task is to bring the {it} to the {it2} box\nCONSIDERING You see a {it}\n  AND You see a bed\n  AND You see a fork\nTHEN:\n  take {it}',
  )
})

const scene = fc.constantFrom(hall, store, laden, back, home)
const anyDeed = fc.record({
  action: fc.constantFrom('go to store', 'take lamp', 'put lamp into red box', 'wait', undefined),
  seen: fc.option(scene, { nil: undefined }),
  reached: fc.option(fc.constantFrom(0, 0.25, 0.5, 1), { nil: undefined }),
})

test('every rule can be printed, and its context holds where its actions were begun', () => {
  fc.assert(
    fc.property(fc.array(anyDeed, { maxLength: 10 }), deeds => {
      const begun = waysUp(deeds).flatMap(({ needed }) => needed.flatMap(each => each.seen ?? []))
      for (const draft of liftedRules({ task, deeds }, others)) {
        const rule = ruleOf(draft)
        expect(rule).toBeDefined()
        for (const { text, denied } of rule!.considering.map(statementOf))
          if (!denied) {
            const said = text.replaceAll('{it}', 'lamp').replaceAll('{it2}', 'red')
            expect(begun.some(each => entailsByWords(each, said))).toBe(true)
          }
      }
    }),
  )
})
