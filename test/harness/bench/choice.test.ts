// Which questions of a set are asked, in which order and how often, and what several rounds say.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { roundsOf, roundsTable } from '../../../harness/bench/epochs.ts'
import { failed } from '../../../harness/bench/result.ts'
import type { Choice } from '../../../harness/bench/suite.ts'
import { openSuite } from '../../../harness/bench/suite.ts'
import { summarize } from '../../../harness/bench/summary.ts'
import { wilson } from '../../../harness/measure/statistics.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-choice-'))
afterAll(() => rmSync(folder, { recursive: true }))

function setOf(questions: readonly object[]): string {
  const path = join(folder, `${files++}.jsonl`)
  const whole = questions.map(each => ({ question: 'q', answer: '1', ...each }))
  writeFileSync(path, whole.map(each => `${JSON.stringify(each)}\n`).join(''))
  return path
}
let files = 0

const many = Array.from({ length: 30 }, (_, n) => ({ id: `q${n}`, level: n % 3 }))
const set = setOf(many)
const idsOf = (choice: Choice, path = set) => openSuite(path, [], choice).questions.map(q => q.id)

describe('the questions of a set', () => {
  test('are chosen by level, and a level it does not have is named', () => {
    expect(idsOf({ level: '2' })).toEqual(many.filter(q => q.level === 2).map(q => q.id))
    expect(() => idsOf({ level: '4' })).toThrow(/the set has no level "4"; .*(it has|did you mean)/)
  })

  test('come in the order of the seed, the same each time, before the first ones are taken', () => {
    const shuffled = idsOf({ shuffle: 'a' })
    expect(shuffled.toSorted()).toEqual(many.map(q => q.id).toSorted())
    expect(idsOf({ shuffle: 'a' })).toEqual(shuffled)
    expect(idsOf({ shuffle: 'b' })).not.toEqual(shuffled)
    expect(idsOf({ shuffle: 'a', limit: 7 })).toEqual(shuffled.slice(0, 7))
    const fewer = setOf(many.slice(0, 20))
    const without = shuffled.filter(id => Number(id.slice(1)) < 20)
    expect(idsOf({ shuffle: 'a' }, fewer)).toEqual(without)
  })

  test('of a PlanBench folder are a sample when shuffled, and evenly chosen when not', () => {
    const path = join(folder, 'planbench')
    mkdirSync(join(path, 'domains'), { recursive: true })
    mkdirSync(join(path, 'problems', 'd'), { recursive: true })
    writeFileSync(join(path, 'domains', 'd.pddl'), '')
    for (const n of [1, 2, 3, 4])
      writeFileSync(join(path, 'problems', 'd', `p${n}.pddl`), 'a problem')
    expect(idsOf({ limit: 2 }, path)).toEqual(['d/p1', 'd/p3'])
    expect(idsOf({ limit: 2, shuffle: 'x' }, path)).toEqual(
      idsOf({ shuffle: 'x' }, path).slice(0, 2),
    )
  })

  test('are asked once in each round, under an id of their own', () => {
    expect(idsOf({ limit: 2, epochs: 3 })).toEqual(['q0', 'q1', 'q0#2', 'q1#2', 'q0#3', 'q1#3'])
    const numbered = setOf([{ id: 'a' }, { id: 'a#2' }])
    expect(idsOf({}, numbered)).toEqual(['a', 'a#2'])
    expect(() => idsOf({ epochs: 2 }, numbered)).toThrow(/the id a#2 ends as that of a repeated/)
  })
})

const of = {
  set: '/s',
  agent: 'a',
  model: 'm',
  plansAtStart: 0,
  plansAtEnd: 0,
  run: '/r',
  begunAt: '2026-11-21T10:00:00.000Z',
}
/** Results by question and round: true for a right one. */
function rounded(outcomes: readonly (readonly boolean[])[]) {
  const results = outcomes.flatMap((rounds, q) =>
    rounds.map((right, n) => {
      const asked = {
        id: `q${q}${n === 0 ? '' : `#${n + 1}`}`,
        question: '',
        answer: '',
        files: [],
      }
      return { ...failed(asked, '', 0), verdict: right ? ('right' as const) : ('wrong' as const) }
    }),
  )
  return { ...summarize(results, of), ...roundsOf(results, outcomes[0]?.length ?? 0) }
}

describe('several rounds', () => {
  test('give the rate of each question and how far they agree', () => {
    const summary = rounded([
      [true, true, true],
      [true, false, false],
    ])
    expect(summary.rounds).toEqual({
      epochs: 3,
      questions: [
        { id: 'q0', right: 3, of: 3 },
        { id: 'q1', right: 1, of: 3 },
      ],
      agreement: expect.closeTo((1 + 1 / 3) / 2, 10),
    })
    expect(roundsTable(summary.rounds!)).toEqual([
      'question   right',
      'q1        1 of 3',
      '',
      '1 of 2 questions right in all of 3 rounds; two rounds agree on 67 % of the verdicts',
    ])
  })

  test('that all agree tell no more about the accuracy than one', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), once => {
        const [low, high] = rounded(once.map(right => [right, right, right])).interval
        const [lower, higher] = wilson(once.filter(Boolean).length, once.length)
        expect(low).toBeCloseTo(lower, 9)
        expect(high).toBeCloseTo(higher, 9)
      }),
    )
  })

  test('that disagree narrow the interval, never beyond that of independent answers', () => {
    const several = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(several, outcomes => {
        const { interval, correct, total } = rounded(outcomes)
        const width = interval[1] - interval[0]
        const [a, b] = wilson(correct, total)
        const [c, d] = wilson((correct / total) * outcomes.length, outcomes.length)
        expect(width).toBeGreaterThanOrEqual(b - a - 1e-9)
        expect(width).toBeLessThanOrEqual(d - c + 1e-9)
      }),
    )
  })
})
