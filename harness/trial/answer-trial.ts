// From a trial's folder to its tables on stdout: what beginning and resuming one share. One process at a
// time works in the folder.
import { join } from 'node:path'
import type { BenchAnswering } from '../bench/answer-bench.ts'
import { CommandError, type ExitCode, exit } from '../cli/command.ts'
import { lockRun, writeWhole } from '../run/runs.ts'
import { harmless, printJson } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import { createScreen } from '../terminal/screen.ts'
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
export async function answerTrial(
  folder: TrialFolder,
  parts: TrialParts,
  { showing, around }: Pick<BenchAnswering, 'showing' | 'around'>,
): Promise<ExitCode> {
  const screen = createScreen(around, { ...showing, live: true })
  const stopping = new AbortController()
  const onInterrupt = () =>
    stopping.abort(
      new CommandError(`interrupted; go on with: intend resume ${folder.name}`, exit.interrupted),
    )
  around.interrupted.addEventListener('abort', onInterrupt, { once: true })
  if (around.interrupted.aborted) onInterrupt()
  const release = await lockRun(folder, error => stopping.abort(error))
  try {
    screen.show([
      headline('trial', folder.name, { paint: screen.paint, width: screen.width }),
      ...(folder.trial.bench.model === 'offline'
        ? ['model offline: rules, no language model']
        : []),
    ])
    const left = await runTrial(folder, { parts, env: around.env, screen, stopping })
    const trainedOn = parts.train?.questions.length ?? 0
    const summary = summaryOf(folder, { test: parts.test.questions, trainedOn })
    const prompts = folder.trial.arms.some(({ kind }) => kindOf(kind).prompts !== undefined)
    screen.close()
    if (showing.json) around.stdout.write(`${printJson(summary)}\n`)
    else around.stdout.write(`${trialLines(summary, { prompts }).join('\n')}\n`)
    if (left !== undefined) {
      screen.warn(`${harmless(left)}; go on with: intend resume ${folder.name}${more(folder)}`)
      return exit.notSatisfied
    }
    writeWhole(join(folder.path, 'summary.json'), summary)
    return exit.satisfied
  } finally {
    screen.close()
    around.interrupted.removeEventListener('abort', onInterrupt)
    await release()
  }
}

// --- internal ---

const more = ({ trial }: TrialFolder) =>
  Object.keys(trial.bench.budget ?? {})
    .map(limit => ` --max-${limit} MORE`)
    .join('')
