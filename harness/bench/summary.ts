// The summary of a bench: made of its results, kept in its folder once there is one for each question, and
// as the lines that are printed.
import { z } from 'zod'
import { calibrationOf } from '../measure/calibration.ts'
import { percent } from '../measure/measures.ts'
import { qualityOf } from '../measure/verifier-quality.ts'
import { readWhole } from '../run/folders.ts'
import { priced } from '../terminal/spending.ts'
import { type Rounds, roundsOf, roundsTable } from './epochs.ts'
import { summaryFile } from './experiment.ts'
import type { Bench, BenchFolder } from './folder.ts'
import { countsOf, type Result, saidIn, sumOf } from './result.ts'
import { measures } from './table.ts'
import type { Suite, Sums } from './work.ts'

/** What `bench --json` prints. Every question counts, always. */
export interface Summary extends ReturnType<typeof summarize>, Sums {
  /** Where each question was asked several times. */
  readonly rounds?: Rounds
}

/** What a summary says of the bench beside its results; `run` is the absolute path of its folder. */
type About = Pick<Bench, 'set' | 'agent' | 'model' | 'plansAtStart' | 'begunAt'> &
  Readonly<{ plansAtEnd: number; run: string }>

export function summarize(results: readonly Result[], { begunAt, ...about }: About) {
  const begun = Date.parse(begunAt)
  const ends = results.map(result => Date.parse(result.endedAt))
  const missed = (how: Result['miss']) => results.filter(({ miss }) => miss === how).length
  return {
    ...about,
    /** `standard`: begun with an empty library; `seeded`: with plans in it. */
    mode: about.plansAtStart > 0 ? 'seeded' : 'standard',
    ...sumOf(results),
    /** Answered, and nobody has said what is right. */
    unscored: countsOf(results).unscored,
    /** Wrong answers whose numbers are within the tolerance. */
    nearMiss: missed('near'),
    /** Wrong answers that are right but for their form. */
    formatLost: missed('form'),
    ...qualityOf(results.filter(({ verdict }) => verdict !== 'unscored')),
    /** Of the answers given with a confidence; null when none was. */
    calibration: calibrationOf(results.flatMap(saidIn)),
    /** From the beginning to the last result, interruptions included. */
    elapsedSeconds: (Math.max(begun, ...ends) - begun) / 1000,
  }
}

/** The summary of the bench in the folder, with what only its set has. */
export function summaryOf(
  { bench, path: run }: BenchFolder,
  { sums }: Pick<Suite, 'sums'>,
  { results, plansAtEnd }: { readonly results: readonly Result[]; readonly plansAtEnd: number },
): Summary {
  const { set, agent, model, plansAtStart, begunAt, epochs = 1 } = bench
  return {
    ...summarize(results, { set, agent, model, plansAtStart, plansAtEnd, begunAt, run }),
    ...sums?.(results),
    ...(epochs > 1 ? roundsOf(results, epochs) : {}),
  }
}

/**
 * How many plans the library of a finished bench held at its end: what it holds later is no concern of the
 * bench. Undefined while there is no whole summary.
 */
export function plansAtEndIn(folder: Pick<BenchFolder, 'path'>): number | undefined {
  try {
    return readWhole(summaryFile(folder), z.object({ plansAtEnd: z.int() }))?.plansAtEnd
  } catch {
    return undefined // it can be made again
  }
}

/** The lines below the table of results. */
export function summaryLines(summary: Summary, width?: number): readonly string[] {
  const { accuracy, interval, nearMiss, formatLost, usage, total, unscored } = summary
  const { seconds, elapsedSeconds, plansAtStart, plansAtEnd, run, rounds } = summary
  const [low, high] = interval.map(percent)
  const missed = [
    ...(nearMiss > 0 ? [`${nearMiss} wrong by little`] : []),
    ...(formatLost > 0 ? [`${formatLost} wrong only in form`] : []),
    ...(unscored > 0 ? [`${unscored} more without an answer to score by`] : []),
  ]
  const measured = measures(summary, width)
  return [
    ...(measured.length > 0 ? [...measured, ''] : []),
    ...(rounds ? [...roundsTable(rounds), ''] : []),
    ...(total > 0
      ? [[`accuracy ${percent(accuracy)} (95 % interval ${low} to ${high})`, ...missed].join(', ')]
      : []),
    `${usage.calls} model calls, ${usage.inputTokens + usage.outputTokens} tokens${priced(usage)}, ${seconds.toFixed(1)} s of answering in ${elapsedSeconds.toFixed(1)} s, plans ${plansAtStart} → ${plansAtEnd}`,
    `results and traces: ${run}`,
  ]
}
