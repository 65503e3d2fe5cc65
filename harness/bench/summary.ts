// The summary of a bench: made of its results, kept in its folder once there is one for each question,
// and as the lines that are printed.
import { existsSync, readFileSync } from 'node:fs'
import { percent } from '../measure/measures.ts'
import { writeWhole } from '../run/folders.ts'
import { priced } from '../terminal/spending.ts'
import { BenchSummary, roundsTable, withRounds } from './epochs.ts'
import { summaryFile } from './experiment.ts'
import type { BenchFolder } from './folder.ts'
import { type Result, type Summary, summarize } from './result.ts'
import { measures } from './table.ts'
import type { Suite } from './work.ts'

/** What a summary is made of. */
interface Summing {
  readonly results: readonly Result[]
  readonly plansAtEnd: number
}

/**
 * The summary that the folder holds, or else that of the results, which is written once all questions
 * have one: what the library holds later is no concern of the bench.
 */
export function summaryOf(folder: BenchFolder, suite: Suite, summing: Summing): BenchSummary {
  const earlier = earlierSummary(folder)
  if (earlier && earlier.total + earlier.unscored === summing.results.length) return earlier
  const summary = newSummary(folder, suite, summing)
  if (summing.results.length === suite.questions.length) writeWhole(summaryFile(folder), summary)
  return summary
}

/** The summary that the folder holds; undefined when there is none, or one of another version. */
export function earlierSummary(folder: BenchFolder): BenchSummary | undefined {
  const file = summaryFile(folder)
  if (!existsSync(file)) return undefined
  return BenchSummary.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
}

/** The summary of the results as they are now. */
export function newSummary(
  folder: BenchFolder,
  suite: Pick<Suite, 'sums'>,
  summing: Summing,
): BenchSummary {
  const { results } = summing
  const { epochs = 1 } = folder.bench
  const once = { ...summaryOnce(folder, summing), ...suite.sums?.(results) }
  return epochs > 1 ? withRounds(once, results, epochs) : once
}

/** The results of a bench as answers to as many questions. */
export function summaryOnce(
  { bench, path: run }: BenchFolder,
  { results, plansAtEnd }: Summing,
): Summary {
  const { set, agent, model, plansAtStart, begunAt } = bench
  return summarize(results, { set, agent, model, plansAtStart, plansAtEnd, begunAt, run })
}

/** The lines below the table of results. */
export function summaryLines(summary: BenchSummary): readonly string[] {
  const { accuracy, interval, nearMiss, formatLost, usage, seconds, total, unscored } = summary
  const { plansAtStart, plansAtEnd, run, rounds } = summary
  const [low, high] = interval.map(percent)
  const missed = [
    ...(nearMiss > 0 ? [`${nearMiss} wrong by little`] : []),
    ...(formatLost > 0 ? [`${formatLost} wrong only in form`] : []),
    ...(unscored > 0 ? [`${unscored} more without an answer to score by`] : []),
  ]
  const measured = measures(summary)
  return [
    ...(measured.length > 0 ? [...measured, ''] : []),
    ...(rounds ? [...roundsTable(rounds), ''] : []),
    ...(total > 0
      ? [[`accuracy ${percent(accuracy)} (95 % interval ${low} to ${high})`, ...missed].join(', ')]
      : []),
    `${usage.calls} model calls, ${usage.inputTokens + usage.outputTokens} tokens${priced(usage)}, ${seconds.toFixed(1)} s, plans ${plansAtStart} → ${plansAtEnd}`,
    `results and traces: ${run}`,
  ]
}
