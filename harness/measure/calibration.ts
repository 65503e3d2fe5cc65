// What a confidence is worth where the right answers are known: how well it keeps its promise, and what
// declining below a threshold would have spared and cost.
import { tableOf } from '../terminal/plain-text.ts'
import { percent, shareOf } from './measures.ts'
import { mean, wilson } from './statistics.ts'

/** An answer that was given, how likely it was said to be right (0 to 1), and whether it was. */
export interface Said {
  readonly confidence: number
  readonly right: boolean
}

export type Calibration = NonNullable<ReturnType<typeof calibrationOf>>

/**
 * How well the confidences of `said` are calibrated, whatever their order; null when there are none.
 * A threshold picked from `trade` looks better on these answers than it will on others. Throws a
 * RangeError for a confidence outside 0 to 1.
 */
export function calibrationOf(said: readonly Said[]) {
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
    /** Mean squared distance between confidence and truth: 0 at best. */
    brier: mean(sorted.map(each => (each.confidence - +each.right) ** 2)),
    /** The Brier score of saying the share of right answers of each: a confidence has to be better. */
    baseline: share * (1 - share),
    /** Mean distance between a bin's confidence and its share of right answers, weighted by answers. */
    calibrationError:
      bins.reduce((error, bin) => error + Math.abs(bin.answers * bin.confidence - bin.right), 0) /
      said.length,
    bins,
    trade: tradeOf(sorted),
  }
}

/** The trade as a table of at most six rows, a line on the calibration first; nothing for null. */
export function calibrationTable(
  calibration: Calibration | null,
  width?: number,
): readonly string[] {
  if (!calibration) return []
  const { answers, brier, baseline, calibrationError, trade } = calibration
  const few = answers < 10 ? ' (too few to tell)' : ''
  return [
    `confidence of ${answers} ${answers === 1 ? 'answer' : 'answers'}: off by ${Math.round(100 * calibrationError)} points on average; Brier score ${brier.toFixed(3)}, by always saying ${percent(calibration.right / answers)} ${baseline.toFixed(3)}${few}`,
    ...tableOf(
      evenly(trade, 6),
      {
        '--min-confidence': ({ threshold }) => shortThreshold(threshold, trade),
        answered: ({ answered, coverage }) => `${answered} (${percent(coverage)})`,
        'right of answered': ({ right, answered }) => shareOf(right, answered),
        wrong: ({ wrong }) => wrong,
        declined: ({ declined }) => declined,
      },
      width,
    ),
  ]
}

// --- internal ---

/**
 * Answers of similar confidence: at most ten bins, as equal in size as equal confidences allow, which share a
 * bin. About five answers in each are needed for a share.
 */
function binsOf(sorted: readonly Said[]) {
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
      /** The lowest and the highest confidence in it. */
      from: of[0]!.confidence,
      to: of.at(-1)!.confidence,
      answers: of.length,
      right,
      /** Mean confidence: what the share of right answers should be. */
      confidence: mean(of.map(({ confidence }) => confidence)),
      /** Wilson's for the share of right answers, at 95 %. */
      interval: wilson(right, of.length),
    }
  })
}

/** For each confidence that occurs, ascending: what if every answer below it had been declined. */
function tradeOf(sorted: readonly Said[]) {
  const all = sorted.length
  let [answered, right] = [all, count(sorted)]
  return alike(sorted).map(group => {
    const row = {
      threshold: group[0]!.confidence,
      answered,
      /** Of those answered. */
      right,
      wrong: answered - right,
      declined: all - answered,
      /** The share answered, of all answers. */
      coverage: answered / all,
      /** The share of right answers, of those answered, and Wilson's interval for it at 95 %. */
      accuracy: right / answered,
      interval: wilson(right, answered),
    }
    answered -= group.length
    right -= count(group)
    return row
  })
}

type Trade = ReturnType<typeof tradeOf>

/** Groups of the same confidence, ascending as `sorted` is. */
const alike = (sorted: readonly Said[]) => [
  ...Map.groupBy(sorted, ({ confidence }) => confidence).values(),
]

/** The shortest decimal that separates as the threshold does: not above it, and above the one before. */
function shortThreshold(threshold: number, trade: Trade): string {
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
