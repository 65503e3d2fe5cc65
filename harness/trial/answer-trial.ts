// From a trial's folder to its tables on stdout: what beginning and resuming one share. One process at a
// time works in the folder.
import type { BenchAnswering } from '../bench/answer-bench.ts'
import { attended, printSummary, summaryFile, wayOn } from '../bench/experiment.ts'
import { type ExitCode, exit } from '../cli/command.ts'
import { writeWhole } from '../run/folders.ts'
import { harmless } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import { kindOf } from './arms.ts'
import type { TrialParts } from './parts.ts'
import { runTrial } from './run-trial.ts'
import { summaryOf } from './summary.ts'
import { trialLines } from './table.ts'
import type { TrialFolder } from './trial.ts'

/**
 * Runs what is left of the trial and prints its tables, or one line of JSON. Resolves to 0 when every arm
 * has a result for every question, to 1 when a budget ended before. Rejects with a CommandError when
 * it is interrupted or cannot go on; the trial is kept, and the same command goes on with it.
 */
export function answerTrial(
  folder: TrialFolder,
  parts: TrialParts,
  { jobs, ...attending }: Omit<BenchAnswering, 'suite'>,
): Promise<ExitCode> {
  const { bench, arms } = folder.trial
  return attended(folder, attending, async (screen, stopping) => {
    screen.show([
      headline('trial', folder.name, screen),
      ...(bench.model === 'offline' ? ['model offline: rules, no language model'] : []),
    ])
    const left = await runTrial(folder, {
      parts,
      jobs,
      env: attending.around.env,
      screen,
      stopping,
    })
    const trainedOn = parts.train?.questions.length ?? 0
    const summary = summaryOf(folder, { test: parts.test.questions, trainedOn })
    const prompts = arms.some(({ kind }) => kindOf(kind).prompts !== undefined)
    screen.close()
    printSummary(summary, () => trialLines(summary, { prompts }), attending)
    if (left === undefined) {
      writeWhole(summaryFile(folder), summary)
      return exit.satisfied
    }
    screen.warn(`${harmless(left)}; ${wayOn(folder.name, bench.budget)}`)
    return exit.notSatisfied
  }).finally(jobs.close)
}
