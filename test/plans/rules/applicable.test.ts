// Which rules apply: the matrix against a plain loop over every sentence and statement.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identify } from '../../../plans/identify.ts'
import { entailsByWords, lexicalEntailment } from '../../../plans/retrieval/entail.ts'
import { createMatrix } from '../../../plans/retrieval/matrix.ts'
import { applicableRules } from '../../../plans/rules/applicable.ts'
import { chooseRule } from '../../../plans/rules/choose.ts'
import { draftOf, statementOf } from '../../../plans/rules/rule.ts'

const origin = { agent: 'person', model: '', createdAt: '', seenQuestions: [] }
const things = ['lamp', 'red door', 'door', 'cup', 'stove']
const states = ['is on', 'is not on', 'is closed', 'may be on', 'is in the kitchen']
const sentence = fc
  .tuple(
    fc.constantFrom('the ', 'a big ', 'you see a '),
    fc.constantFrom(...things),
    fc.constantFrom(...states),
  )
  .map(parts => parts.join('').replace(/(you see a [a-z ]+?) is.*/, '$1'))
const condition = fc
  .tuple(fc.boolean(), sentence)
  .map(([denied, text]) => (denied ? `NOT ${text}` : text))

test('contexts of one to six statements agree with a plain loop, however often the matrix is asked', async () => {
  const matrix = createMatrix()
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(sentence, { maxLength: 12 }),
      fc.array(fc.array(condition, { minLength: 1, maxLength: 6 }), { maxLength: 8 }),
      async (sentences, contexts) => {
        const plans = contexts.map(considering =>
          identify(
            draftOf({ task: 'rest', considering, body: [{ text: 'sit', plan: false }] }),
            origin,
          ),
        )
        const found = await applicableRules(plans, { task: 'rest', sentences }, (all, statements) =>
          matrix.judge(lexicalEntailment, all, statements),
        )
        const holds = (context: string) => {
          const { text, denied } = statementOf(context)
          let entailed = false
          for (const each of sentences) if (entailsByWords(each, text)) entailed = true
          return entailed !== denied
        }
        const expected = plans.filter(({ contextConditions }) => contextConditions.every(holds))
        expect(found.applicable.map(({ plan }) => plan.id)).toEqual(expected.map(({ id }) => id))
        expect(found.count.relevant).toBe(plans.length)
      },
    ),
    { numRuns: 100 },
  )
})

test('a plan of which one step is no sentence is no rule', async () => {
  const rule = draftOf({ task: 'rest', considering: [], body: [{ text: 'sit', plan: false }] })
  const [sit] = rule.steps
  const mixed = { ...rule, steps: [sit!, { ...sit!, id: 's2', action: undefined }] }
  const plans = [rule, mixed].map(draft => identify(draft, origin))
  const { applicable } = await applicableRules(plans, { task: 'rest', sentences: [] }, () => {
    throw new Error('nothing is to be judged')
  })
  expect(applicable.map(({ plan }) => plan)).toEqual([plans[0]])
})

test('what the task fills is judged, the rest is bound in every way, and all of it is counted', async () => {
  const rule = draftOf({
    task: 'use {a}',
    considering: ['{a} is fit', '{b} is by {a}', 'NOT {b} is hot'],
    body: [{ text: 'take {b}', plan: false }],
  })
  const sentences = ['pan is ready', 'fork is by pan', 'cup is by pan', 'fork burns']
  const means: Readonly<Record<string, string>> = {
    'pan is fit': 'pan is ready',
    'fork is hot': 'fork burns',
  }
  const entail = async (premises: readonly string[], hypotheses: readonly string[]) =>
    hypotheses.map(hypothesis => {
      const scores = premises.map(premise => (means[hypothesis] === premise ? 0.7 : 0))
      return { entailed: scores.some(Boolean), why: '', scores }
    })
  const matrix = createMatrix()
  const plan = identify(rule, origin)
  const found = await applicableRules([plan], { task: 'use pan', sentences }, (all, texts) =>
    matrix.judge(entail, all, texts),
  )
  expect(found).toEqual({
    applicable: [
      {
        plan,
        values: { a: 'pan', b: 'cup' },
        because: ['pan is ready', 'cup is by pan'],
        score: expect.closeTo(0.9),
      },
    ],
    others: [],
    count: { relevant: 1, sentences: 4, statements: 3, pairs: 12, judged: 12 },
  })
})

test('of rules that apply the surest is taken, and a mean over all statements says how sure', async () => {
  const scores: Readonly<Record<string, number>> = { one: 0.9, two: 0.6, three: 0.8 }
  const entail = async (premises: readonly string[], hypotheses: readonly string[]) =>
    hypotheses.map(hypothesis => ({
      entailed: true,
      premise: premises[0]!,
      why: '',
      scores: premises.map(() => scores[hypothesis] ?? 0),
    }))
  const plans = [['one', 'two', 'three'], ['one', 'three'], ['four']].map(considering =>
    identify(draftOf({ task: 'rest', considering, body: [{ text: 'sit', plan: false }] }), origin),
  )
  const matrix = createMatrix()
  const found = await applicableRules(
    plans,
    { task: 'rest', sentences: ['so it is'] },
    (all, texts) => matrix.judge(entail, all, texts),
  )
  const means = found.applicable.map(({ score }) => Number(score.toFixed(4)))
  expect(means).toEqual([0.7667, 0.85])
  const { chosen, others } = chooseRule(found, { against: () => undefined, lift: () => 0 })
  expect(chosen?.plan).toBe(plans[1])
  expect(others.map(({ reason }) => reason)).toEqual([
    'is entailed less surely',
    'nothing believed says "four"',
  ])
})
