// What a bench, a simulation and a trial are: one or several benches in a folder, answered one after the other,
// and a summary of them. Any of them can be stopped and resumed.
import type { BudgetLimits } from '../../agent/llm/provider.ts'
import { again } from '../../agent/llm/retry.ts'
import { type ExitCode, exit, type Surroundings } from '../cli/command.ts'
import { workAlone } from '../run/alone.ts'
import type { Showing } from '../run/answer.ts'
import { writeWhole } from '../run/folders.ts'
import { wayOn } from '../run/reopen.ts'
import { harmless, printFound } from '../terminal/plain-text.ts'
import { createScreen, type Screen } from '../terminal/screen.ts'
import { questionsLeft } from './bench.ts'
import { summaryFile } from './experiment.ts'
import { type BenchFolder, readResults } from './folder.ts'
import { createBenchWatch } from './watch/bench-watch.ts'
import { keepSight } from './watch/elsewhere.ts'
import type { Jobs, Shared, Suite, Working } from './work.ts'

export interface Work extends Pick<Working, 'env' | 'stopping'> {
  readonly screen: Screen
  readonly jobs: Jobs
}

/** Where an experiment is shown, who can interrupt it, and where its questions are answered. */
export interface Attended {
  readonly showing: Pick<Showing, 'json' | 'quiet' | 'color' | 'watch'>
  readonly around: Surroundings
  /** They are closed at the end. */
  readonly jobs: Jobs
}

export interface Progress {
  readonly summary: object
  /** The summary for a person. */
  readonly lines: (width: number) => readonly string[]
  /** Why something is still to be done; undefined when the experiment is over. */
  readonly left?: string | undefined
  /** What is wrong with what came of it, in sentences. */
  readonly faults?: readonly string[]
}

/**
 * Does what is missing of the experiment in the folder, alone there, and prints its summary, which is written
 * once it is over. Resolves to 1 when a budget ended it or something is wrong with it, to 0 otherwise.
 * Rejects with a CommandError when it is interrupted, another process has taken the folder over, or the
 * model cannot be asked at all; it can be resumed then.
 */
export async function perform(
  folder: { readonly path: string; readonly name: string },
  budget: BudgetLimits | undefined,
  { showing, around, jobs }: Attended,
  doMissing: (work: Work) => Promise<Progress>,
): Promise<ExitCode> {
  const screen = createScreen(around, { ...showing, live: true })
  const onInterrupt = () =>
    screen.status('stopping: what is under way is being written; press again to end at once')
  const work = async (stopping: AbortController) => {
    const progress = await doMissing({ screen, jobs, stopping, env: around.env })
    if (progress.left === undefined) writeWhole(summaryFile(folder), progress.summary)
    return progress
  }
  try {
    const done = await workAlone(folder, around.interrupted, work, onInterrupt)
    const { summary, lines, left, faults = [] } = done
    screen.close()
    printFound(around.stdout, showing.json, { data: summary, lines })
    for (const fault of faults) screen.warn(fault)
    if (left !== undefined) screen.warn(`${harmless(left)}; ${wayOn(folder.name, budget)}`)
    return left === undefined && faults.length === 0 ? exit.satisfied : exit.notSatisfied
  } finally {
    screen.close()
    await jobs.close()
  }
}

/**
 * Answers the questions of a bench that have no result yet, and shows how that goes. Resolves to why some of
 * them still have none, or to undefined.
 */
export async function answerMissing(
  folder: BenchFolder,
  suite: Pick<Suite, 'questions' | 'answer'>,
  shared: Shared,
  { screen, jobs, env, stopping }: Work,
): Promise<string | undefined> {
  const { questions } = suite
  const before = readResults(folder)
  const watch = createBenchWatch(screen, { total: questions.length, before })
  const onRetry = (why: string, ms: number) => watch.onTrouble(again(why, ms))
  shared.onRetry?.add(onRetry)
  using _ = keepSight(folder, watch.sight)
  await jobs.run(folder, { questions, suite, shared, env, stopping, ...watch })
  shared.onRetry?.delete(onRetry)
  const left = questionsLeft(folder, suite).length
  if (left === 0) return undefined
  const without = left === 1 ? '1 question has' : `${left} questions have`
  return `${shared.model.budget?.ended() ?? 'it was ended'}; ${without} no result yet`
}
