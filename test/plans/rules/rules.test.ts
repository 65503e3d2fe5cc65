// Rules in sentences: read, printed and read again.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlanDraft } from '../../../plans/plan.ts'
import { parseRules } from '../../../plans/rules/parse.ts'
import { printRule, printRules } from '../../../plans/rules/print.ts'
import { draftOf, faultsOf, type Rule } from '../../../plans/rules/rule.ts'
import { simpleDraft } from '../simple-draft.ts'

const plansIn = (text: string): readonly PlanDraft[] => {
  const parsed = parseRules(text)
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'))
  return parsed.plans
}
const bodyOf = ({ steps }: PlanDraft) =>
  steps.map(({ kind, description }) => `${kind} ${description}`)

/** Listing 2 of the paper, with a line of dashes between the plans. */
const listing = `
IF your task is to get the metal pot
CONSIDERING you are in the kitchen
AND you see the cupboard closed
THEN:
open the cupboard,
take the metal pot
--
IF your task is to melt water
THEN:
PLAN TO get the metal pot
pick up thermometer
`

describe('the words of the paper', () => {
  test('become plans of actions and sub-goals, one after the other', () => {
    const [pot, melt] = plansIn(listing)
    expect(pot).toMatchObject({
      goal: 'get the metal pot',
      contextConditions: ['you are in the kitchen', 'you see the cupboard closed'],
    })
    expect(bodyOf(pot!)).toEqual(['act open the cupboard', 'act take the metal pot'])
    expect(bodyOf(melt!)).toEqual(['achieve get the metal pot', 'act pick up thermometer'])
    expect(melt!.steps.map(({ id, effect }) => [id, effect])).toEqual([
      ['s1', undefined],
      ['s2', true],
    ])
    expect(melt!.steps[1]).toMatchObject({
      deps: ['s1'],
      action: { act: 'pick up thermometer', args: [] },
    })
  })

  test('stand on one line as well, with roles for what differs', () => {
    const [plan] = plansIn(
      'IF your task is to melt {substance} CONSIDERING you see {substance} in {vessel} AND NOT the stove is on THEN take {vessel}, PLAN TO heat {vessel}',
    )
    expect(plan!.parameters.map(({ role }) => role)).toEqual(['substance', 'vessel'])
    expect(plan!.contextConditions).toEqual([
      'you see {substance} in {vessel}',
      'NOT the stove is on',
    ])
    expect(plan!.steps.map(({ reads }) => reads)).toEqual([['vessel'], ['vessel']])
  })

  test('of the first libraries: a step that is the task of a rule is a sub-goal', () => {
    const text = `IF your goal is to fetch tea THEN move to kitchen, take tea
--
IF your goal is to move to kitchen CONSIDERING you are in hall THEN open door, go kitchen
IF your goal is to sleep CONSIDERING you are in hall THEN lie down`
    const plans = plansIn(text)
    expect(plans.map(({ goal }) => goal)).toEqual(['fetch tea', 'move to kitchen', 'sleep'])
    expect(bodyOf(plans[0]!)).toEqual(['achieve move to kitchen', 'act take tea'])
    expect(bodyOf(plansIn(text.replaceAll('goal is', 'task is'))[0]!)).toEqual([
      'act move to kitchen',
      'act take tea',
    ])
  })

  test('may stand in quotes on the next line', () => {
    const [plan] = plansIn('IF your task is to\n"rest, THEN go"\nCONSIDERING\n"a, b"\nTHEN sit')
    expect([plan!.goal, plan!.contextConditions]).toEqual(['rest, THEN go', ['a, b']])
  })

  test('may be explained in lines of their own', () => {
    expect(plansIn('# rooms\n\nIF go in\n# the door first\nTHEN open door\n--\n--\n')).toHaveLength(
      1,
    )
    expect(plansIn('# nothing yet\n')).toEqual([])
  })
})

test('what a rule prints is read as it was', () => {
  fc.assert(
    fc.property(fc.array(arbitraryRule(), { minLength: 1, maxLength: 4 }), rules => {
      const drafts = rules.filter(rule => faultsOf(rule).length === 0).map(draftOf)
      for (const draft of drafts) expect(printRule(draft)).toBeDefined()
      expect(plansIn(printRules(drafts))).toEqual(drafts)
    }),
    { numRuns: 150 },
  )
})

test('what says more than a rule can is not printed as one', () => {
  const [plan] = plansIn(listing)
  const [step] = plan!.steps
  for (const other of [
    simpleDraft('travel_time'),
    { ...plan!, goal: 'something else' },
    { ...plan!, steps: [{ ...step!, postcondition: 'known(x)' }] },
    { ...plan!, steps: [{ ...step!, description: 'open {what}' }] },
  ])
    expect(printRule(other)).toBeUndefined()
  expect(printRules([simpleDraft('travel_time'), plan!])).toBe(`${printRule(plan!)}\n`)
})

test.each([
  ['take tea', /^line 1: a rule begins with IF/],
  ['\n\nIF fetch tea CONSIDERING you are here', /^line 3: THEN is missing/],
  ['IF fetch tea THEN', /^line 1: there is no step after THEN/],
  ['IF fetch tea\nTHEN take {Cup}', /^line 2: \{Cup\} is no role; write a role in small letters/],
  ['IF fetch tea\nTHEN take {cup', /^line 2: \{cup is no role; .*, a brace itself twice/],
  ['IF fetch tea\nTHEN take cup}', /^line 2: \} is no role/],
  ['IF fetch tea\nTHEN:\n\n  take {cup}', /^line 4: nothing says what \{cup\} is/],
  ['IF fetch tea CONSIDERING NOT you see {cup} THEN take {cup}', /nothing says what \{cup\} is/],
  [
    'IF a THEN b,\nc THEN d',
    /^line 2: THEN stands within a step \("c THEN d"\); part steps by commas/,
  ],
  ['IF a CONSIDERING b CONSIDERING c THEN d', /CONSIDERING stands within a statement/],
  ['IF a\nTHEN "say" hello', /^line 2: a step in quotes goes on after "say"; put the whole/],
  ['IF a THEN "\\x"', /is not quoted as in JSON/],
  ['IF THEN b', /THEN stands within the task/],
  ['IF your task is to "rest"', /^line 1: THEN is missing/],
  ['IF a\nTHEN b\n--\nc, d', /^line 4: a rule begins with IF/],
  ['IF a THEN PLAN TO\nb', /^line 1: a text is empty/],
  ['IF a THEN "\\x",\nb', /^line 1: "\\x" is not quoted/],
])('%j is refused with line and way out', (text, message) => {
  const parsed = parseRules(text)
  expect('faults' in parsed && parsed.faults).toMatchObject([expect.stringMatching(message)])
})

test('every fault of a text is told', () => {
  const parsed = parseRules('IF a\n--\nIF b THEN c {d}, e {F}\n')
  expect('faults' in parsed && parsed.faults.map(fault => fault.slice(0, 7))).toEqual([
    'line 1:',
    'line 3:',
    'line 3:',
  ])
})

function arbitraryRule(): fc.Arbitrary<Rule> {
  const words = fc
    .array(
      fc.oneof(
        fc.constantFrom('open', 'the door', 'and', 'AND', 'THEN', 'NOT', 'PLAN TO', '{room}', ','),
        fc.constantFrom(
          '{thing}',
          '"so"',
          '--',
          '#',
          ':',
          '{{',
          '}}',
          'your task is to',
          '\n',
          ' ',
        ),
        fc.string({ unit: 'grapheme', maxLength: 6 }),
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map(parts => parts.join(' '))
  return fc.record({
    task: words,
    considering: fc.array(
      fc.tuple(fc.boolean(), words).map(([denied, text]) => (denied ? `NOT ${text}` : text)),
      { maxLength: 6 },
    ),
    body: fc.array(fc.record({ text: words, plan: fc.boolean() }), { minLength: 1, maxLength: 5 }),
  })
}
