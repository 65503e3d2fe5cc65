// The numbers of a bench: verdicts and sums.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, ModelCalled } from '../../../agent/event.ts'
import { noUsageTotals } from '../../../agent/runs/usage.ts'
import { addUsage, judge, Result } from '../../../harness/bench/result.ts'
import { summarize } from '../../../harness/bench/summary.ts'
import { measures } from '../../../harness/bench/table.ts'
import { parsingOf } from '../../../harness/measure/measures.ts'

const outcome = {
  answer: '3',
  unit: null,
  satisfied: true,
  declined: false,
  reason: 'r',
  plan: 'p',
  cycles: 1,
  confidence: null,
  beliefs: [],
  seconds: 2,
  endedAt: '2026-11-21T10:00:02.000Z',
  usage: { calls: 1, inputTokens: 2, outputTokens: 3, cachedTokens: 0, cost: null },
  verdicts: [
    { tier: 'pattern', passed: true },
    { tier: 'provenance', passed: false },
  ],
  parsing: {},
}
const question = { id: 'q', question: 'q', answer: '3', files: [] }

test('a question nobody has the answer of is answered and kept out of the accuracy', () => {
  const unscored = { ...question, answer: '?', unscored: true as const }
  const results = [judge(question, outcome), judge(unscored, outcome)]
  expect(results.map(({ verdict }) => verdict)).toEqual(['right', 'unscored'])
  const about = {
    set: 's',
    agent: 'a',
    model: 'm',
    plansAtStart: 0,
    plansAtEnd: 0,
    run: 'r',
    begunAt: '2026-11-21T10:00:00.000Z',
  }
  expect(summarize(results, about)).toMatchObject({ total: 1, unscored: 1, accuracy: 1 })
})

test('a question that asked no model leaves what the others cost known', () => {
  const usage = { calls: 2, inputTokens: 5, outputTokens: 1, cachedTokens: 0, cost: 0.5 }
  const crashed = { ...usage, calls: 0, inputTokens: 0, outputTokens: 0, cost: null }
  expect(addUsage(usage, crashed)).toEqual(usage)
  expect(addUsage(usage, { ...usage, cost: null }).cost).toBeNull()
})

describe('a verdict', () => {
  const verdict = (answer: string, given: Partial<typeof outcome>) => {
    const { verdict, miss } = judge({ ...question, answer }, { ...outcome, ...given })
    return miss === undefined ? verdict : `${verdict} ${miss}`
  }
  test('is right for the answer, and for declining where that is right', () => {
    expect(verdict('3', {})).toBe('right')
    expect(verdict('', { satisfied: false })).toBe('right')
    expect(verdict('', {})).toBe('wrong wrong')
    expect(verdict('3', { satisfied: false })).toBe('declined')
  })
  test('says how a wrong answer is wrong', () => {
    expect(verdict('3', { answer: '3 h' })).toBe('wrong form')
    expect(verdict('3.02', {})).toBe('wrong near')
    expect(verdict('4', {})).toBe('wrong wrong')
  })
})

test('every question counts once in the summary', () => {
  const verdicts = fc.constantFrom('right', 'wrong', 'declined', 'failed')
  const of = {
    set: '/s',
    agent: 'a',
    model: 'm',
    plansAtStart: 0,
    plansAtEnd: 1,
    run: '/r',
    begunAt: '2026-11-21T10:00:00.000Z',
  }
  fc.assert(
    fc.property(fc.array(verdicts), given => {
      const results = given.map(verdict => ({ ...judge(question, outcome), verdict }) as const)
      const summary = summarize(results, of)
      const { correct, wrong, declined, failed, total, accuracy } = summary
      const times = (verdict: string) => given.filter(each => each === verdict).length
      expect([correct, wrong]).toEqual([times('right'), times('wrong')])
      expect([declined, failed]).toEqual([times('declined'), times('failed')])
      expect([total, accuracy * total]).toEqual([given.length, expect.closeTo(correct)])
      expect(summary.usage.calls).toBe(total)
      expect(summary.verdictsByTier.pattern?.passed ?? 0).toBe(total)
      // two seconds each, all at once
      expect([summary.seconds, summary.elapsedSeconds]).toEqual([2 * total, total > 0 ? 2 : 0])
    }),
  )
})

describe('the confidence', () => {
  const of = {
    set: '/s',
    agent: 'a',
    model: 'm',
    plansAtStart: 0,
    plansAtEnd: 1,
    run: '/r',
    begunAt: '2026-11-21T10:00:00.000Z',
  }
  const said = (confidence: number | null, given: Partial<typeof outcome> = {}) =>
    judge(question, { ...outcome, confidence, ...given })

  test('counts of answers that were given, and is right or wrong as they are', () => {
    const results = [said(0.9), said(0.4, { answer: '4' }), said(0.2, { satisfied: false })]
    expect(results.map(result => result.confidence)).toEqual([0.9, 0.4, null])
    const { calibration } = summarize([...results, said(null)], of)
    expect(calibration).toMatchObject({
      answers: 2,
      right: 1,
      trade: [
        { threshold: 0.4, answered: 2, wrong: 1, declined: 0 },
        { threshold: 0.9, answered: 1, wrong: 0, declined: 1 },
      ],
    })
    expect(measures(summarize(results, of)).slice(-3)).toEqual([
      '--min-confidence   answered  right of answered  wrong  declined',
      '0.40              2 (100 %)    1 of 2, too few      1         0',
      '0.90               1 (50 %)    1 of 1, too few      0         1',
    ])
  })

  test('is no measure where no answer came with one', () => {
    const summary = summarize([said(null)], of)
    expect(summary.calibration).toBeNull()
    expect(measures(summary).join('\n')).not.toContain('confidence')
  })
})

describe('the measures of parsing', () => {
  const called = (purpose: string, call: Partial<ModelCalled>): Event => ({
    type: 'model-called',
    seq: 1,
    at: 1,
    intention: '1',
    model: 'm',
    ms: 1,
    issues: [],
    usage: noUsageTotals,
    parsed: 'as-is',
    attempt: 1,
    purpose,
    ...call,
  })
  const events = [
    called('perceive', {}),
    called('perceive', { parsed: 'failed', issues: ['no'] }),
    called('perceive', { attempt: 2, parsed: 'prose' }),
    called('execute', { parsed: 'failed', error: { kind: 'length', message: 'cut off' } }),
    called('execute', { attempt: 2, parsed: 'failed' }),
    called('execute', { parsed: 'failed', error: { kind: 'unavailable', message: 'down' } }),
    called('judge', { parsed: 'repaired' }),
  ]
  const parsing = parsingOf(events)

  test('tell by phase what became of each call', () => {
    const none = {
      asIs: 0,
      repaired: 0,
      prose: 0,
      failed: 0,
      unanswered: 0,
      reasked: 0,
      unusable: 0,
    }
    expect(parsing).toEqual({
      perceive: { ...none, calls: 3, asIs: 1, failed: 1, prose: 1, reasked: 1 },
      execute: { ...none, calls: 3, failed: 2, unanswered: 1, reasked: 1, unusable: 1 },
      judge: { ...none, calls: 1, repaired: 1 },
    })
  })

  test('are summed over the questions and shown as a table', () => {
    const of = {
      set: '/s',
      agent: 'a',
      model: 'm',
      plansAtStart: 0,
      plansAtEnd: 1,
      run: '/r',
      begunAt: '2026-11-21T10:00:00.000Z',
    }
    const verdicts = [...outcome.verdicts, { tier: 'judgement', passed: false }]
    const results = ['a', 'b'].map(id =>
      judge({ ...question, id }, { ...outcome, verdicts, parsing }),
    )
    const summary = summarize(results, of)
    expect(summary.parsing.execute).toMatchObject({ calls: 6, failed: 4, unusable: 2 })
    expect(summary.tierOne).toBe(0.5)
    expect(measures(summary)).toEqual([
      'how replies were read',
      'phase     calls  as-is  repaired  prose  failed  no reply  re-asked  unusable',
      'perceive      6      2         0      2       2         0         2         0',
      'execute       6      0         0      0       4         2         2         2',
      'judge         2      0         2      0       0         0         0         0',
      '',
      'of the conditions, patterns decided 50 %',
      '6 verdicts: judgement 33 %, pattern 33 %, provenance 33 %',
    ])
    // no line of a table is broken where the terminal is narrower: each row is told below its first cell
    expect(measures(summary, 60).slice(0, 3)).toEqual([
      'how replies were read',
      'perceive',
      '  calls 6, as-is 2, repaired 0, prose 2, failed 2, no reply 0, re-asked 2, unusable 0',
    ])
  })

  test('say nothing where no model was called and no condition decided', () => {
    const of = { set: '', agent: '', model: '', plansAtStart: 0, plansAtEnd: 0, run: '' }
    expect(measures(summarize([], { ...of, begunAt: '2026-01-01' }))).toEqual([])
  })

  test('are not asked of results and journals made before they were kept', () => {
    const {
      parsing: _,
      confidence,
      verifier,
      wrongPast,
      failureModes,
      ...before
    } = judge(question, outcome)
    expect(Result.parse(before)).toMatchObject({
      parsing: {},
      confidence,
      verifier,
      wrongPast,
      failureModes,
    })
    const { attempt: __, ...unnumbered } = called('perceive', {}) as ModelCalled & Event
    expect(parsingOf([unnumbered]).perceive).toMatchObject({ calls: 1, asIs: 1, reasked: 0 })
  })

  test('add up to the calls, whatever became of them', () => {
    const fates = fc.record({
      purpose: fc.constantFrom('perceive', 'judge'),
      parsed: fc.constantFrom('as-is', 'repaired', 'prose', 'failed'),
      attempt: fc.constantFrom(1, 2),
      kind: fc.option(fc.constantFrom('error', 'length', 'budget'), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(fates), all => {
        const given = all.map(({ purpose, parsed, attempt, kind }) =>
          called(purpose, {
            attempt: attempt as 1 | 2,
            parsed: (kind ? 'failed' : parsed) as ModelCalled['parsed'],
            ...(kind && { error: { kind: kind as 'error', message: '' } }),
          }),
        )
        const counted = Object.values(parsingOf(given))
        expect(counted.reduce((sum, each) => sum + each.calls, 0)).toBe(given.length)
        for (const each of counted) {
          const { asIs, repaired, prose, failed, unanswered } = each
          expect(asIs + repaired + prose + failed + unanswered).toBe(each.calls)
          expect(each.unusable).toBeLessThanOrEqual(Math.min(failed, each.reasked))
        }
      }),
    )
  })
})
