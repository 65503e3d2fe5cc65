// Which way is taken of the rules for a task, and what is said of it and of the others.
import { expect, test } from 'vitest'
import { identify } from '../../../plans/identify.ts'
import { lexicalEntailment } from '../../../plans/retrieval/entail.ts'
import { createMatrix } from '../../../plans/retrieval/matrix.ts'
import { applicableRules } from '../../../plans/rules/applicable.ts'
import { chooseRule, type Experience } from '../../../plans/rules/choose.ts'
import { parseRules } from '../../../plans/rules/parse.ts'

const origin = { agent: 'person', model: '', createdAt: '', seenQuestions: [] }
const seen = ['You are in the hall', 'You see a lamp', 'You see a cup', 'You see a red door']
const naive: Experience = { against: () => undefined, lift: () => 0 }

async function choice(
  text: string,
  { sentences = seen, ...experience }: Partial<Experience> & { sentences?: readonly string[] } = {},
) {
  const parsed = parseRules(text)
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'))
  const plans = parsed.plans.map(draft => identify(draft, origin))
  const matrix = createMatrix()
  const found = await applicableRules(plans, { task: 'find a cup', sentences }, (all, texts) =>
    matrix.judge(lexicalEntailment, all, texts),
  )
  const { chosen, why, others } = chooseRule(found, { ...naive, ...experience })
  const nameOf = (id: string) => plans.find(plan => plan.id === id)!.steps[0]!.description
  return {
    found,
    chosen: chosen && nameOf(chosen.plan.id),
    values: chosen?.values,
    why,
    others: others.map(({ plan, reason }) => `${nameOf(plan)}: ${reason}`),
  }
}

test.each<[string, string | undefined, string, readonly string[]]>([
  ['IF rest THEN a', undefined, 'no rule is for this task', []],
  ['IF find a cup THEN a', 'a', 'whatever is believed', []],
  ['IF find {x} THEN a', 'a', 'whatever is believed', []],
  [
    'IF find a cup CONSIDERING you see a fork THEN a',
    undefined,
    'none of the 1 rules for this task applies',
    ['a: nothing believed says "you see a fork"'],
  ],
  ['IF find a cup CONSIDERING you see a {x} door THEN a', 'a', 'since "You see a red door"', []],
  [
    'IF find a cup CONSIDERING you see a {x} window THEN a',
    undefined,
    'none of the 1 rules for this task applies',
    ['a: nothing believed says "you see a {x} window"'],
  ],
  [
    'IF find {y} CONSIDERING you see {y} AND you see {x} fork THEN a',
    undefined,
    'none of the 1 rules for this task applies',
    ['a: nothing believed says "you see {x} fork"'],
  ],
  [
    'IF find a cup CONSIDERING you are in the hall AND you see a cup THEN a',
    'a',
    'since "You are in the hall" and "You see a cup"',
    [],
  ],
  [
    'IF find a cup CONSIDERING NOT you see a lamp THEN a',
    undefined,
    'none of the 1 rules for this task applies',
    ['a: it is not for when "you see a lamp", and "You see a lamp" says so'],
  ],
  ['IF find a cup CONSIDERING NOT you see a fork THEN a', 'a', 'whatever is believed', []],
  // a negation with a slot of its own holds where no sentence says it
  ['IF find a cup CONSIDERING NOT you see a {x} box THEN a', 'a', 'whatever is believed', []],
  [
    'IF find a cup CONSIDERING NOT you see a {x} door THEN a',
    undefined,
    'none of the 1 rules for this task applies',
    ['a: something believed says "you see a {x} door"'],
  ],
  // more that is considered, then fewer slots, then the first
  [
    'IF find a cup THEN a\n--\nIF find a cup CONSIDERING you see a cup THEN b',
    'b',
    'since "You see a cup"; 1 more could have been taken',
    ['a: is entailed as surely and considers less'],
  ],
  [
    'IF find {x} THEN a\n--\nIF find a cup THEN b',
    'b',
    'whatever is believed; 1 more could have been taken',
    ['a: considers as much and leaves more open'],
  ],
  [
    'IF find a cup THEN a\n--\nIF find a cup THEN b\n--\nIF find a cup CONSIDERING you see a fork THEN c',
    'a',
    'whatever is believed; 1 more could have been taken',
    ['b: fits as well and comes later', 'c: nothing believed says "you see a fork"'],
  ],
  // each way of binding is one that could have been taken
  [
    'IF find a cup CONSIDERING you see a {x} THEN a',
    'a',
    'since "You see a lamp"; 2 more could have been taken',
    [],
  ],
  [
    'IF find {x} CONSIDERING you see a {x} THEN a\n--\nIF find a {x} CONSIDERING you see {x} THEN b',
    'a',
    'since "You see a cup"; 1 more could have been taken',
    ['b: fits as well and comes later'],
  ],
])('of %j: %s', async (text, chosen, why, others) => {
  expect(await choice(text)).toMatchObject({ chosen, why, others })
})

test('of rules that fit alike the one that has done more good is taken', async () => {
  const rules = 'IF find a cup THEN a\n--\nIF find a cup THEN b'
  const liked = await choice(rules, {
    lift: ({ steps }) => (steps[0]!.description === 'b' ? 0.1 : 0),
  })
  expect(liked).toMatchObject({ chosen: 'b', others: ['a: fits as well and has done less good'] })
})

test('a way that something speaks against is left, and the next of the rule taken', async () => {
  const rule = 'IF find a cup CONSIDERING you see a {x} THEN take {x}'
  const against: Experience['against'] = ({ values }) =>
    values.x === 'lamp' ? 'failed' : undefined
  expect(await choice(rule, { against })).toMatchObject({
    values: { x: 'cup' },
    why: 'since "You see a cup"; 1 more could have been taken',
    others: [],
  })
  expect(await choice(rule, { against: () => 'failed' })).toMatchObject({
    chosen: undefined,
    why: 'none of the 3 rules for this task applies',
    others: ['take {x}: failed'],
  })
})

test('slots that statements share stand for the same, in all ways up to 200', async () => {
  const pairs = Array.from({ length: 15 }, (_, i) => [`box${i} holds tin${i}`, `ring${i} is big`])
  const sentences = [...pairs.flat(), 'tin3 is red']
  const shared = 'IF find a cup CONSIDERING {x} holds {y} AND {y} is red THEN take {x}'
  expect(await choice(shared, { sentences })).toMatchObject({
    values: { x: 'box3', y: 'tin3' },
    why: 'since "box3 holds tin3" and "tin3 is red"',
  })
  const two = 'IF find a cup CONSIDERING {x} holds {y} AND {z} is big THEN take {x} by {z}'
  const { found } = await choice(two, { sentences })
  expect(found.applicable).toHaveLength(200)
  expect(found.applicable[16]!.values).toEqual({ x: 'box1', y: 'tin1', z: 'ring1' })
  expect(found.applicable.every(({ score }) => score === 1)).toBe(true)
  const denied = 'IF find a cup CONSIDERING {x} holds {y} AND NOT {y} is red THEN take {x}'
  expect((await choice(denied, { sentences })).found.applicable).toHaveLength(14)
})

test('a plan whose steps are no words is no rule', async () => {
  const parsed = parseRules('IF find a cup THEN a')
  const [draft] = 'plans' in parsed ? parsed.plans : []
  const plan = identify(
    { ...draft!, steps: [{ ...draft!.steps[0]!, action: { act: 'a', args: ['b'] } }] },
    origin,
  )
  const judge = () => Promise.reject(new Error('nothing is to be judged'))
  const found = await applicableRules([plan], { task: 'find a cup', sentences: seen }, judge)
  expect(found.count).toEqual({ relevant: 0, sentences: 4, statements: 0, pairs: 0, judged: 0 })
})
