// What a confidence is worth where the right answers are known: how well it keeps its promise, and what
// declining below a threshold would have spared and cost.
import { z } from 'zod'
import { aligned } from '../terminal/plain-text.ts'
import { percent, shareOf } from './measures.ts'
import { wilson } from './statistics.ts'

/** An answer that was given, how likely it was said to be right (0 to 1), and whether it was. */
export interface Said {
  readonly confidence: number
  readonly right: boolean
}

/** Answers of like confidence. */
const Bin = z.object({
  /** The lowest and the highest confidence in it. */
  from: z.number(),
  to: z.number(),
  answers: z.int(),
  right: z.int(),
  /** Mean confidence: what the share of right answers should be. */
  confidence: z.number(),
  /** Wilson's for the share of right answers, at 95 %. */
  interval: z.tuple([z.number(), z.number()]),
})

/** What would have come of it, had every answer below the threshold been declined. */
const Trade = z.object({
  threshold: z.number(),
  answered: z.int(),
  /** Of those answered. */
  right: z.int(),
  wrong: z.int(),
  declined: z.int(),
  /** The share answered, of all answers. */
  coverage: z.number(),
  /** The share of right answers, of those answered, and Wilson's interval for it at 95 %. */
  accuracy: z.number(),
  interval: z.tuple([z.number(), z.number()]),
})

export const Calibration = z.object({
  answers: z.int(),
  right: z.int(),
  /** Mean squared distance between confidence and truth: 0 at best. */
  brier: z.number(),
  /** The Brier score of saying the share of right answers of each: what a confidence has to better. */
  baseline: z.number(),
  /** Mean distance between a bin's confidence and its share of right answers, weighed by answers. */
  calibrationError: z.number(),
  /** At most ten, as equal in size as equal confidences allow. */
  bins: z.array(Bin),
  /** One for each confidence that occurs, ascending. */
  trade: z.array(Trade),
})
export type Calibration = z.infer<typeof Calibration>

/**
 * How well the confidences of `said` are calibrated, whatever their order; null when there are none.
 * A threshold picked from `trade` looks better on these answers than it will on others. Throws a
 * RangeError for a confidence outside 0 to 1.
 */
export function calibrationOf(said: readonly Said[]): Calibration | null {
  const outside = said.find(({ confidence }) => !(confidence >= 0 && confidence <= 1))
  if (outside)
    throw new RangeError(`a confidence is a number from 0 to 1, and not ${outside.confidence}`)
  if (said.length === 0) return null
  // sums of the same answers in another order could differ in their last digit
  const sorted = said.toSorted((a, b) => a.confidence - b.confidence || +a.right - +b.right)
  const right = count(sorted)
  const share = right / said.length
  const bins = binsOf(sorted)
  return {
    answers: said.length,
    right,
    brier: mean(sorted.map(each => (each.confidence - +each.right) ** 2)),
    baseline: share * (1 - share),
    calibrationError:
      sum(bins.map(bin => Math.abs(bin.answers * bin.confidence - bin.right))) / said.length,
    bins,
    trade: tradeOf(sorted),
  }
}

/** The trade as a table of at most six rows, a line on the calibration first; nothing for null. */
export function calibrationTable(calibration: Calibration | null): readonly string[] {
  if (!calibration) return []
  const { answers, brier, baseline, calibrationError, trade } = calibration
  const few = answers < 10 ? ' (too few to tell)' : ''
  const rows = evenly(trade, 6).map(row => [
    shortThreshold(row.threshold, trade),
    `${row.answered} (${percent(row.coverage)})`,
    shareOf(row.right, row.answered),
    String(row.wrong),
    String(row.declined),
  ])
  return [
    `confidence of ${answers} ${answers === 1 ? 'answer' : 'answers'}: Brier score ${brier.toFixed(3)} (${baseline.toFixed(3)} by always saying ${percent(calibration.right / answers)}), calibration error ${calibrationError.toFixed(3)}${few}`,
    ...aligned([
      ['--min-confidence', 'answered', 'right of answered', 'wrong', 'declined'],
      ...rows,
    ]),
  ]
}

// --- internal ---

/** Answers of the same confidence share a bin; about five in each make a share at all. */
function binsOf(sorted: readonly Said[]): Calibration['bins'] {
  const total = sorted.length
  const bins = Math.max(1, Math.min(10, Math.floor(total / 5)))
  let before = 0
  const placed = alike(sorted).map(group => {
    const middle = before + group.length / 2
    before += group.length
    return { group, bin: Math.floor((middle * bins) / total) }
  })
  return [...Map.groupBy(placed, ({ bin }) => bin).values()].map(groups => {
    const of = groups.flatMap(({ group }) => group)
    const right = count(of)
    return {
      from: of[0]!.confidence,
      to: of.at(-1)!.confidence,
      answers: of.length,
      right,
      confidence: mean(of.map(({ confidence }) => confidence)),
      interval: wilson(right, of.length),
    }
  })
}

function tradeOf(sorted: readonly Said[]): Calibration['trade'] {
  const all = sorted.length
  let [answered, right] = [all, count(sorted)]
  return alike(sorted).map(group => {
    const row = {
      threshold: group[0]!.confidence,
      answered,
      right,
      wrong: answered - right,
      declined: all - answered,
      coverage: answered / all,
      accuracy: right / answered,
      interval: wilson(right, answered),
    }
    answered -= group.length
    right -= count(group)
    return row
  })
}

/** Groups of the same confidence, ascending as `sorted` is. */
const alike = (sorted: readonly Said[]): readonly (readonly Said[])[] => [
  ...Map.groupBy(sorted, ({ confidence }) => confidence).values(),
]

/** The shortest decimal that separates as the threshold does: not above it, and above the one before. */
function shortThreshold(threshold: number, trade: Calibration['trade']): string {
  const below = trade.findLast(row => row.threshold < threshold)?.threshold ?? -1
  const separates = (short: number) => short <= threshold && short > below
  const digits = [2, 3, 4, 5, 6].find(places => separates(cut(threshold, places)))
  return digits === undefined ? String(threshold) : cut(threshold, digits).toFixed(digits)
}

/** Rounded down; 0.29 is no less than 29 hundredths. */
const cut = (value: number, places: number) =>
  Math.floor(value * 10 ** places + 1e-9) / 10 ** places

/** At most `most` of all at even distances, the first and the last among them. */
function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  const at = (row: number) => Math.round((row * (all.length - 1)) / (most - 1))
  return Array.from({ length: most }, (_, row) => all[at(row)]!)
}

const count = (said: readonly Said[]) => said.filter(({ right }) => right).length
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length
