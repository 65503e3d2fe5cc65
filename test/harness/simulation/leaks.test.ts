// What keeps questions and plans of a simulation apart, each check shown to fail, and the mask under which
// a refining model sees a question.
import { describe, expect, test } from 'vitest'
import { leaksIn, type Origins } from '../../../harness/simulation/leaks.ts'
import { maskedJson, maskOf } from '../../../harness/simulation/mask.ts'
import { withoutOwnEvidence } from '../../../harness/simulation/round-end.ts'
import { identify } from '../../../plans/identify.ts'
import { outcomesOf } from '../../../plans/library/lift.ts'
import { contentOf } from '../../../plans/library/merge.ts'
import { noStats, type Plan } from '../../../plans/plan.ts'
import { defective, questions, salesDraft } from '../../fixtures/simulation/make.ts'

const [first, second] = questions.map(({ files: _, ...each }) => ({ ...each, files: [] }))
const { origin } = defective
const own = { ...origin, seenQuestions: [first!.question] }
const origins = (more: Partial<Origins> = {}): Origins => ({
  questions: [first!, second!],
  madeFrom: new Map(),
  runs: new Map([['s/1/sales-1', 'sales-1']]),
  ...more,
})
const kinds = (plans: readonly Plan[], more?: Partial<Origins>) =>
  leaksIn(plans, origins(more)).map(({ kind, question, literal }) => [kind, question, literal])

describe('a leak is found', () => {
  const clean = identify(salesDraft(true), own)

  test('none in a template that names what it was made from', () => {
    expect(kinds([clean], { madeFrom: new Map([[clean.id, new Set(['sales-1'])]]) })).toEqual([])
  })

  test('when a plan holds a literal or the expected answer of a question it was made from, and of no other', () => {
    const holding = (goal: string, seen = own) => identify({ ...salesDraft(true), goal }, seen)
    expect(kinds([holding('read north.csv')])).toEqual([['literal', 'sales-1', 'north.csv']])
    expect(kinds([holding(`give ${first!.answer}`)])).toEqual([
      ['literal', 'sales-1', first!.answer],
    ])
    expect(kinds([holding('read harbour.csv')])).toEqual([])
    expect(kinds([holding('read north.csv', origin)])).toEqual([])
  })

  test('when a plan does not name a question it, or the plan it refines, was made from', () => {
    const madeFrom = new Map([[clean.id, new Set(['sales-1', 'sales-2'])]])
    expect(kinds([clean], { madeFrom })).toEqual([['unnamed', 'sales-2', undefined]])
    const child = identify(salesDraft(false), { ...origin, refines: clean.id, seenQuestions: [] })
    expect(kinds([clean, child])).toEqual([['unnamed', 'sales-1', undefined]])
  })

  test('when an outcome on such a question counts as evidence, until it is marked as none', () => {
    const run = { ...noStats, useCount: 1, successCount: 1, judgedRight: 1 }
    const counting = { ...clean, stats: { 's/1/sales-1': run, elsewhere: run } }
    expect(kinds([counting])).toEqual([['evidence', 'sales-1', undefined]])
    const played = [{ run: 's/1/sales-1', question: first! }]
    const { plans } = withoutOwnEvidence(contentOf([counting]), played)
    const marked = plans.get(clean.id)!
    expect(kinds([marked])).toEqual([])
    expect(outcomesOf(marked)).toEqual({ right: 1, wrong: 0 })
  })
})

describe('the mask of a question', () => {
  const mask = maskOf({
    text: 'In report.pdf, what did Ada Quist pay for 14 crates and 1,250.50 EUR of "Blue Salt"?',
    given: { file: 'report.pdf', payer: 'Ada Quist', crates: 14, price: 1250.5 },
    answer: '17520',
  })

  test('puts roles in place of given values and an ellipsis in place of other literals', () => {
    expect(
      mask('report.pdf says that Ada Quist bought 14 crates of "Blue Salt" for 1,250.50'),
    ).toBe('{file} says that {payer} bought {crates} crates of "…" for {price}')
    expect(mask('14, 140 and 1.14; it came to 17520')).toBe('{crates}, 140 and 1.14; it came to …')
  })

  test('reaches into what tools were given', () => {
    const input = { path: 'report.pdf', rows: [14, 15], where: [{ is: 'Ada Quist' }] }
    expect(maskedJson(input, mask)).toEqual({
      path: '{file}',
      rows: ['{crates}', 15],
      where: [{ is: '{payer}' }],
    })
  })
})
