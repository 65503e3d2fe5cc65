// Confidences against the truth: the scores, the bins and the trade between declining and being wrong.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Calibration,
  calibrationOf,
  calibrationTable,
  type Said,
} from '../../../harness/measure/calibration.ts'

const of = (said: readonly Said[]): Calibration => calibrationOf(said)!
const saying = (confidence: number, right: number, wrong: number): readonly Said[] => [
  ...Array.from({ length: right }, () => ({ confidence, right: true })),
  ...Array.from({ length: wrong }, () => ({ confidence, right: false })),
]

const anySaid = fc.array(
  fc.record({
    confidence: fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0, 0.25, 0.5, 0.9, 1),
    ),
    right: fc.boolean(),
  }),
  { minLength: 1, maxLength: 120 },
)

describe('the calibration', () => {
  test('is that of the textbook on answers counted by hand', () => {
    const { brier, baseline, calibrationError, bins } = of([
      ...saying(0.9, 8, 2),
      ...saying(0.3, 5, 5),
    ])
    // (8 · 0.01 + 2 · 0.81 + 5 · 0.49 + 5 · 0.09) / 20
    expect(brier).toBeCloseTo(0.23, 12)
    expect(baseline).toBeCloseTo(0.65 * 0.35, 12)
    // half of the answers are off by 0.1, half by 0.2
    expect(calibrationError).toBeCloseTo(0.15, 12)
    expect(bins).toMatchObject([
      { from: 0.3, to: 0.3, answers: 10, right: 5 },
      { from: 0.9, to: 0.9, answers: 10, right: 8 },
    ])
  })

  test('of a perfect predictor is without any error', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 80 }), truths => {
        const { brier, calibrationError } = of(
          truths.map(right => ({ confidence: Number(right), right })),
        )
        expect(brier).toBe(0)
        expect(calibrationError).toBeCloseTo(0, 12)
      }),
    )
  })

  test('of saying the share of right answers of each is the baseline', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (right, wrong) => {
        fc.pre(right + wrong > 0)
        const { brier, baseline, calibrationError } = of(
          saying(right / (right + wrong), right, wrong),
        )
        expect(brier).toBeCloseTo(baseline, 9)
        expect(calibrationError).toBeCloseTo(0, 9)
      }),
    )
  })

  test('does not depend on the order of the answers', () => {
    const shuffled = anySaid.chain(said =>
      fc.tuple(
        fc.constant(said),
        fc.shuffledSubarray(said, { minLength: said.length, maxLength: said.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([said, other]) => {
        expect(of(other)).toEqual(of(said))
      }),
    )
  })

  test('puts every answer into one bin of at most ten, in order, equal confidences together', () => {
    fc.assert(
      fc.property(anySaid, said => {
        const { bins, calibrationError, brier } = of(said)
        expect(bins.length).toBeLessThanOrEqual(10)
        expect(bins.reduce((sum, bin) => sum + bin.answers, 0)).toBe(said.length)
        expect(bins.reduce((sum, bin) => sum + bin.right, 0)).toBe(of(said).right)
        for (const [at, { from, to }] of bins.entries()) {
          expect(from).toBeLessThanOrEqual(to)
          if (at > 0) expect(bins[at - 1]!.to).toBeLessThan(from)
        }
        for (const score of [calibrationError, brier]) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('has ten bins of equal size where confidences differ', () => {
    const said = Array.from({ length: 100 }, (_, n) => ({
      confidence: n / 100,
      right: n % 2 === 0,
    }))
    expect(of(said).bins.map(bin => bin.answers)).toEqual(Array(10).fill(10))
  })

  test('is null without a confidence, and refuses what is none', () => {
    expect(calibrationOf([])).toBeNull()
    expect(calibrationTable(null)).toEqual([])
    for (const confidence of [-0.1, 1.1, Number.NaN])
      expect(() => calibrationOf([{ confidence, right: true }])).toThrow(
        `a confidence is a number from 0 to 1, and not ${confidence}`,
      )
  })
})

describe('the trade', () => {
  test('counts at each threshold what would have been answered, as a filter does', () => {
    fc.assert(
      fc.property(anySaid, said => {
        const { trade } = of(said)
        expect(trade.map(row => row.threshold)).toEqual(
          [...new Set(said.map(each => each.confidence + 0))].sort((a, b) => a - b),
        )
        for (const { threshold, answered, right, wrong, declined, coverage, accuracy } of trade) {
          const given = said.filter(({ confidence }) => confidence >= threshold)
          expect(answered).toBe(given.length)
          expect(right).toBe(given.filter(each => each.right).length)
          expect(wrong).toBe(answered - right)
          expect(declined).toBe(said.length - answered)
          expect(coverage).toBe(answered / said.length)
          expect(accuracy).toBe(right / answered)
        }
      }),
    )
  })

  test('answers less, and less of it wrong, the higher the threshold', () => {
    fc.assert(
      fc.property(anySaid, said => {
        const { trade } = of(said)
        expect(trade[0]).toMatchObject({ answered: said.length, declined: 0, coverage: 1 })
        for (const [at, row] of trade.entries()) {
          const before = trade[at - 1]
          if (!before) continue
          expect(row.coverage).toBeLessThan(before.coverage)
          expect(row.wrong).toBeLessThanOrEqual(before.wrong)
          expect(row.right).toBeLessThanOrEqual(before.right)
        }
      }),
    )
  })
})

describe('the table', () => {
  test('says what each threshold would bring, and where a share says nothing', () => {
    expect(calibrationTable(of([...saying(0.55, 4, 4), ...saying(0.8333, 6, 2)]))).toEqual([
      // (4 · 0.45² + 4 · 0.55² + 6 · 0.1667² + 2 · 0.8333²) / 16
      'confidence of 16 answers: off by 7 points on average; Brier score 0.223, by always saying 63 % 0.234',
      '--min-confidence    answered            right of answered  wrong  declined',
      '0.55              16 (100 %)  10 of 16, 63 % (39 to 82 %)      6         0',
      '0.83                8 (50 %)              6 of 8, too few      2         8',
    ])
  })

  test('has at most six rows, the first for answering everything, each threshold as short as it separates', () => {
    fc.assert(
      fc.property(anySaid, said => {
        const { trade, answers } = of(said)
        const [told, , ...rows] = calibrationTable(of(said))
        expect(told).toContain(answers < 10 ? '(too few to tell)' : `of ${answers} answers`)
        expect(rows.length).toBe(Math.min(6, trade.length))
        for (const [at, line] of rows.entries()) {
          const [threshold, answered] = line.trim().split(/ {2,}| \(/)
          const given = said.filter(({ confidence }) => confidence >= Number(threshold))
          expect(Number(answered)).toBe(given.length)
          if (at === 0) expect(given.length).toBe(said.length)
        }
      }),
    )
  })
})
