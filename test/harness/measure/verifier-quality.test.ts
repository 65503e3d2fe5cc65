// What journals tell about the verifier: journals written here event by event, and recorded runs.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, EventBody } from '../../../agent/event.ts'
import type { AnswerContract, NewBelief, Verdict } from '../../../agent/state.ts'
import { hasRightValue, type Result } from '../../../harness/bench/result.ts'
import { claimsOf, tiersPast } from '../../../harness/measure/verified-answers.ts'
import {
  type Checked,
  checkedOf,
  qualityOf,
  qualityTables,
  unchecked,
} from '../../../harness/measure/verifier-quality.ts'
import type { Plan, Step, Value } from '../../../plans/plan.ts'
import { recorded, replayed } from '../../phases/recorded.ts'

const numbered = (bodies: readonly EventBody[]): readonly Event[] =>
  bodies.map((body, index) => ({ ...body, seq: index + 1, at: index }))

const belief = (name: string, value: Value, unit?: string): NewBelief => ({
  name,
  value,
  source: 'test',
  provenance: 'assumed',
  ...(unit !== undefined && { unit }),
})

const step = (id: string, writes: string, rest: Partial<Step> = {}): Step => ({
  id,
  kind: 'compute',
  description: id,
  deps: [],
  reads: [],
  writes: [{ role: writes }],
  postcondition: '',
  ...rest,
})

const selected = (intention: string, steps: readonly Step[]): EventBody => ({
  type: 'plan-selected',
  intention,
  from: 'generated',
  bind: {},
  candidates: [],
  refused: [],
  plan: {
    id: `plan-${intention}`,
    intentionType: 't',
    goal: 'g',
    contextConditions: [],
    parameters: [],
    steps: [...steps],
    stats: {},
    origin: { agent: 'a', model: 'm', createdAt: '', seenQuestions: [] },
  } satisfies Plan,
})

/** A question has arrived and its intention is open. */
function begun(satisfactionCondition: string, answerContract?: AnswerContract): EventBody[] {
  const perception = { kind: 'question', text: 'q', source: 'user' } as const
  return [
    { type: 'perception-received', intention: '1', id: '1', perception },
    {
      type: 'beliefs-perceived',
      intention: '1',
      perception: '1',
      scope: '1',
      schemaBeliefs: [],
      beliefs: [],
      withdrawn: [],
      desire: 'd',
      ...(answerContract && { answerContract }),
    },
    {
      type: 'intention-formed',
      intention: '1',
      intentionType: 't',
      goal: 'g',
      satisfactionCondition,
      openParameters: [],
      bind: {},
    },
  ]
}

const finished = (
  name: string,
  beliefs: readonly NewBelief[],
  verdict: Verdict,
  intention = '1',
): EventBody => ({
  type: 'step-finished',
  intention,
  step: name,
  verdict,
  ask: 'continue',
  result: { summary: '', beliefs, calls: [] },
})

const passed = (tier: Verdict['tier'], ...traced: readonly string[]): Verdict => ({
  passed: true,
  tier,
  why: '',
  provenance: Object.fromEntries(traced.map(name => [name, 'derived'])),
})

const failed = (
  tier: Verdict['tier'],
  mode: Extract<Verdict, { passed: false }>['mode'] = 'unsupported_value',
): Verdict => ({ passed: false, tier, why: '', mode })

const closed = (answer: string, verdict?: Verdict): EventBody => ({
  type: 'intention-closed',
  intention: '1',
  status: 'satisfied',
  reason: '',
  answer,
  ...(verdict && { verdict }),
})

const setAside = (verdict: Verdict): EventBody => ({
  type: 'plan-set-aside',
  intention: '1',
  reason: '',
  verdict,
})

/** What is made of a journal when `expected` is right and the question ended so. */
function checked(
  bodies: readonly EventBody[],
  expected: string,
  ended: Pick<Result, 'verdict' | 'answer'>,
) {
  const isRight = (answer: string) => hasRightValue(answer, { answer: expected })
  return checkedOf(numbered(bodies), { ...ended, isRight })
}

const none = { passedRight: 0, passedWrong: 0, failedRight: 0, failedWrong: 0, lost: 0 }
const known = 'ground_belief(final_answer) is known'

describe('a value claimed as the final answer', () => {
  test('is judged by the tier that decided and by provenance, which it got past', () => {
    const plan = selected('1', [step('s1', 'part'), step('s2', 'final_answer')])
    const journal = [
      ...begun(known),
      plan,
      finished('s1', [belief('part', 3)], passed('pattern', 'part')), // not an answer
      finished('s2', [belief('final_answer', 3)], failed('judgement')),
      setAside(failed('structure', 'dag_deadlock')), // nothing is believed that could be judged
      plan,
      finished('s2', [belief('final_answer', 4)], passed('judgement', 'final_answer')),
      closed('4'),
    ]
    expect(checked(journal, '3', { verdict: 'wrong', answer: '4' })).toEqual({
      verifier: {
        provenance: { ...none, passedRight: 1, passedWrong: 1 },
        judgement: { ...none, failedRight: 1, passedWrong: 1, lost: 1 },
      },
      wrongPast: ['provenance', 'judgement'],
      failureModes: { unsupported_value: 1, dag_deadlock: 1 },
    })
    expect(checked(journal, '4', { verdict: 'right', answer: '4' })).toMatchObject({
      verifier: { judgement: { ...none, failedWrong: 1, passedRight: 1 } },
      wrongPast: null,
    })
  })

  test('is brought into the form the question demands, and form is not counted as value', () => {
    const contract = { kind: 'number', unit: 'min', decimals: 1 } as const
    const answers = (value: Value, unit?: string) =>
      claimsOf(
        numbered([
          ...begun(known, contract),
          selected('1', [step('s1', 'final_answer')]),
          finished('s1', [belief('final_answer', value, unit)], passed('pattern', 'final_answer')),
          setAside(failed('pattern', 'answer_format')),
        ]),
      ).map(claim => claim.answer)
    expect(answers(2, 'h')).toEqual(['120.0', '120.0'])
    // what has not that form is taken as it is
    expect(answers('two hours or so')).toEqual(['two hours or so', 'two hours or so'])
    expect(hasRightValue('120 min', { answer: '120' })).toBe(true)
    expect(hasRightValue('121', { answer: '120' })).toBe(false)
    expect(hasRightValue('', { answer: '' })).toBe(false)
  })

  test('is the belief the satisfaction condition names where no step writes a final answer', () => {
    const journal = [
      ...begun('ground_belief(total) is known'),
      selected('1', [step('s1', 'part'), step('s2', 'total')]),
      finished('s1', [belief('part', 5)], passed('pattern', 'part')),
      finished('s2', [belief('total', 5)], passed('pattern', 'total')),
      setAside(failed('symbolic')),
      selected('1', [step('s2', 'total')]),
      finished('s2', [belief('total', 6)], passed('pattern', 'total')),
      closed('6', passed('pattern')),
    ]
    expect(checked(journal, '5', { verdict: 'wrong', answer: '6' })).toMatchObject({
      verifier: {
        provenance: { ...none, passedRight: 1, passedWrong: 1 },
        pattern: { ...none, passedRight: 1, passedWrong: 2 },
        symbolic: { ...none, failedRight: 1, lost: 1 },
      },
      wrongPast: ['provenance', 'pattern'],
    })
  })

  test('counts where it was held back for want of confidence', () => {
    const verdict = passed('judgement')
    const journal: readonly EventBody[] = [
      ...begun('the total is known'),
      selected('1', [step('s1', 'final_answer')]),
      finished('s1', [belief('final_answer', 5)], passed('world')),
      { type: 'intention-closed', intention: '1', status: 'failed', reason: '', verdict },
    ]
    expect(checked(journal, '6', { verdict: 'declined', answer: null })).toMatchObject({
      verifier: { world: { ...none, passedWrong: 1 }, judgement: { ...none, passedWrong: 1 } },
      wrongPast: null,
    })
  })

  test('is not guessed where a condition names several beliefs', () => {
    const journal = [
      ...begun('ground_belief(a) is known and ground_belief(b) is known'),
      selected('1', [step('s1', 'a'), step('s2', 'b')]),
      finished('s1', [belief('a', 1)], passed('pattern', 'a')),
      finished('s2', [belief('b', 2)], passed('world')),
      closed('1, 2', passed('pattern')),
    ]
    expect(claimsOf(numbered(journal))).toEqual([
      { answer: '1, 2', checks: [{ tier: 'pattern', passed: true }] },
    ])
    // but both were what the answer was made of
    expect(tiersPast(numbered(journal))).toEqual(['provenance', 'pattern', 'world'])
  })

  test('is followed into the sub-goal that hands it up, under the name it has there', () => {
    const bind = { sum: 'final_answer', given: 'part' }
    const achieve = step('s2', 'final_answer', { kind: 'achieve', reads: ['part'], bind })
    const child = '1/1.s2'
    const journal: readonly EventBody[] = [
      ...begun(known),
      selected('1', [step('s1', 'part'), step('s0', 'aside'), achieve]),
      finished('s1', [belief('part', 1)], passed('symbolic', 'part')),
      finished('s0', [belief('aside', 1)], passed('world')), // no part of the answer
      {
        type: 'step-started',
        intention: '1',
        step: 's2',
        goal: {
          id: child,
          intentionType: 't',
          goal: 'g',
          openParameters: [],
          beliefs: [],
          satisfactionCondition: 'ground_belief(sum) is known',
        },
      },
      selected(child, [step('c1', 'half'), step('c2', 'sum', { reads: ['half'] })]),
      finished('c1', [belief('half', 1)], passed('judgement', 'half'), child),
      // a final answer of the sub-goal's own is not the question's
      finished(
        'c2',
        [belief('sum', 7), belief('final_answer', 1)],
        passed('pattern', 'sum'),
        child,
      ),
      finished('s2', [belief('final_answer', 7)], passed('structure')),
      closed('7'),
    ]
    expect(claimsOf(numbered(journal))).toEqual([
      {
        answer: '7',
        checks: [
          { tier: 'provenance', passed: true },
          { tier: 'pattern', passed: true },
        ],
      },
      { answer: '7', checks: [{ tier: 'structure', passed: true }] },
    ])
    expect(tiersPast(numbered(journal))).toEqual([
      ...['structure', 'provenance', 'pattern', 'symbolic', 'judgement'],
    ])
  })

  test('takes nothing from a value that was believed later or came to nothing', () => {
    const plan = selected('1', [
      step('s1', 'part'),
      step('s2', 'final_answer', { reads: ['part'] }),
    ])
    const journal = [
      ...begun(known),
      plan,
      finished('s1', [belief('part', 1)], failed('judgement')),
      setAside(failed('structure')),
      plan,
      finished('s1', [belief('part', 2)], passed('pattern', 'part')),
      finished('s2', [belief('final_answer', 2)], passed('pattern', 'final_answer')),
      finished('s1', [belief('part', 3)], passed('symbolic', 'part')),
      closed('2'),
    ]
    expect(tiersPast(numbered(journal))).toEqual(['provenance', 'pattern'])
    expect(tiersPast(numbered(journal.slice(0, 5)))).toEqual([])
  })

  test('rests on no tier at all where perceive gave it', () => {
    const [received, perceivedNothing, formed] = begun('ground_belief(total) is known')
    const perceived = { ...perceivedNothing!, beliefs: [belief('total', 3)] } as EventBody
    const journal = [received!, perceived, formed!, closed('3')]
    const { wrongPast } = checked(journal, '4', { verdict: 'wrong', answer: '3' })
    expect(wrongPast).toEqual([])
  })
})

describe('on recorded runs', () => {
  const of = async (id: string) => {
    const { events, answer } = await replayed(recorded.find(each => each.id === id)!)
    return { events, given: answer.satisfied ? answer.answer! : null }
  }

  test('a wrong answer got past the tiers that its steps were checked by', async () => {
    const { events, given } = await of('hasty-hall')
    const isRight = (claimed: string) => hasRightValue(claimed, { answer: '1506.40' })
    const { verifier, wrongPast } = checkedOf(events, { isRight, verdict: 'wrong', answer: given })
    expect(given).toBe('932.40')
    expect(verifier.pattern).toMatchObject({ passedWrong: 1, passedRight: 0 })
    expect(wrongPast).toEqual(['provenance', 'pattern'])
  })

  test('the right answer of a question was passed by a tier', async () => {
    const { events, given } = await of('relay')
    const isRight = (claimed: string) => hasRightValue(claimed, { answer: '420' })
    const { verifier, wrongPast } = checkedOf(events, { isRight, verdict: 'right', answer: given })
    expect(given).toBe('420')
    expect(verifier.pattern).toMatchObject({ passedRight: 1, passedWrong: 0 })
    expect(wrongPast).toBeNull()
  })
})

describe('the quality over a bench', () => {
  const counts = fc.record({
    passedRight: fc.nat(9),
    passedWrong: fc.nat(9),
    failedRight: fc.nat(9),
    failedWrong: fc.nat(9),
    lost: fc.nat(9),
  })
  const results = fc.array(
    fc.record({
      verdict: fc.constantFrom('right', 'wrong', 'declined', 'failed'),
      verifier: fc.dictionary(fc.constantFrom('pattern', 'judgement', 'a tier of later'), counts),
      wrongPast: fc.option(fc.subarray(['provenance', 'pattern'])),
      failureModes: fc.dictionary(fc.constantFrom('budget', 'tool_error'), fc.nat(9)),
    }),
  )

  test('is the sum over its questions, in any order', () => {
    const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
    fc.assert(
      fc.property(results, given => {
        const quality = qualityOf(given)
        expect(qualityOf(given.toReversed())).toEqual(quality)
        for (const tier of ['pattern', 'judgement', 'a tier of later'])
          expect(quality.verifier[tier]?.passedWrong ?? 0).toBe(
            sum(given.map(({ verifier }) => verifier[tier]?.passedWrong ?? 0)),
          )
        const past = given.filter(({ wrongPast }) => wrongPast !== null)
        expect(sum(Object.values(quality.wrongPast))).toBe(past.length)
        const wrong = given.filter(({ verdict }) => verdict === 'wrong')
        expect(quality.failureModes.budget ?? 0).toBe(
          sum(given.map(({ failureModes }) => failureModes.budget ?? 0)),
        )
        expect(quality.failureModesOfWrong.budget ?? 0).toBe(
          sum(wrong.map(({ failureModes }) => failureModes.budget ?? 0)),
        )
      }),
    )
  })

  test('is shown with intervals, and as too few where a share says nothing', () => {
    const wrong: Checked & Pick<Result, 'verdict'> = {
      verdict: 'wrong',
      verifier: {
        judgement: { ...none, passedWrong: 1, failedRight: 2, failedWrong: 1, lost: 1 },
        pattern: { ...none, passedRight: 11, passedWrong: 1 },
      },
      wrongPast: ['provenance', 'judgement'],
      failureModes: { budget: 1, tool_error: 2 },
    }
    const right = { ...unchecked, verdict: 'right', failureModes: { budget: 3 } } as const
    const quality = qualityOf([wrong, right, { ...wrong, wrongPast: [] }])
    expect(qualityTables(quality)).toEqual([
      [
        'how final answers were checked; lost are right ones that no later plan gave',
        'checked by  answers           wrong of passed  right of refused  lost',
        'pattern          24  2 of 24, 8 % (2 to 26 %)                 -     0',
        'judgement         8           2 of 2, too few   4 of 6, too few     2',
        'wrong answers by the last check they got past: judgement 1, none 1',
      ],
      [
        'failure mode  failures  on wrong answers',
        'budget               5                 2',
        'tool_error           4                 4',
      ],
    ])
  })

  test('is not told where there is nothing to tell', () => {
    expect(qualityTables(qualityOf([])).flat()).toEqual([])
  })
})
