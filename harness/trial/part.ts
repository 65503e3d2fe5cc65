// One bench within a trial, a round of training or an arm: its folder, its frozen library, and running
// what is missing of it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { printLibrary } from '../../plans/library/file.ts'
import type { PlanLibrary } from '../../plans/library/library.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import { openShared } from '../bench/answer-bench.ts'
import { runBench } from '../bench/bench.ts'
import {
  type Bench,
  type BenchFolder,
  createBenchFolder,
  openBenchFolder,
  readResults,
  summaryFile,
} from '../bench/folder.ts'
import { summarize } from '../bench/result.ts'
import { createBenchWatch } from '../bench/watch.ts'
import type { Shared, Suite } from '../bench/work.ts'
import type { Surroundings } from '../cli/command.ts'
import { readLibrary } from '../library/read.ts'
import { writeWhole } from '../run/runs.ts'
import { headline } from '../terminal/progress.ts'
import type { Screen } from '../terminal/screen.ts'
import type { TrialParts } from './parts.ts'
import { spentInTrial, type TrialFolder } from './trial.ts'

export interface TrialWork {
  readonly parts: TrialParts
  readonly env: Surroundings['env']
  readonly screen: Screen
  /** Aborting it ends the trial; it is aborted when the model cannot be asked at all. */
  readonly stopping: AbortController
}

/** What one bench of a trial needs beside its folder. */
export interface Part extends TrialWork {
  readonly suite: Suite
  /** Opens the model and the tools, which several parts may share. */
  readonly open: () => Promise<Shared>
  /** Opens what the questions read and write as their library. */
  readonly library: () => Promise<PlanLibrary>
  /** What the part is called on the screen. */
  readonly label: string
  readonly about: string
}

/** The folder `path` of one bench of the trial with what it has of its own, made when it is not there. */
export function beginPart(path: string, folder: TrialFolder, own: Partial<Bench>): BenchFolder {
  const { bench } = folder.trial
  const begunAt = new Date().toISOString()
  const part = openBenchFolder(path) ?? createBenchFolder({ ...bench, begunAt, ...own }, path)
  // what a person resumes is the trial, with the limits it has now
  return { ...part, name: folder.name, bench: { ...part.bench, parallel: bench.parallel } }
}

/** Runs what is missing of the bench; resolves to why something still is, in one sentence. */
export async function runPart(folder: BenchFolder, part: Part): Promise<string | undefined> {
  const { suite, screen, env, stopping, label, about } = part
  const { questions } = suite
  const before = readResults(folder)
  const done = new Set(before.map(({ id }) => id))
  const left = questions.filter(({ id }) => !done.has(id))
  if (left.length > 0) {
    const shared = { ...(await part.open()), library: await part.library() }
    screen.show([headline(label, about, { paint: screen.paint, width: screen.width })])
    const watch = createBenchWatch(screen, { total: questions.length, before })
    await runBench(folder, { questions: left, suite, shared, env, stopping, ...watch })
    const missing = questions.length - readResults(folder).length
    if (missing > 0) {
      const why = shared.model.budget?.ended() ?? 'the trial was ended'
      return `${why}; ${missing === 1 ? '1 question' : `${missing} questions`} of ${about} without a result`
    }
  }
  finish(folder)
  return undefined
}

/** Opens the model and the tools of a trial once they are needed, once for all parts that share them. */
export function opener(model: string, folder: TrialFolder, env: Surroundings['env']) {
  let opened: Promise<Shared> | undefined
  return (): Promise<Shared> => {
    // no part uses the library that is opened with them, and nothing is ever written there
    opened ??= openShared({ ...folder.trial.bench, model }, env, spentInTrial(folder))
    return opened
  }
}

/** Writes the library file that a part begins with, and returns its text. */
export function writeLibrary(file: string, content: LibraryContent): string {
  const text = printLibrary(content)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flush: true })
  return text
}

// --- internal ---

/** Writes the summary that tells every reader of the folder that it is finished. */
function finish(folder: BenchFolder): void {
  if (existsSync(summaryFile(folder))) return
  const { set, agent, model, plans, plansAtStart, begunAt } = folder.bench
  const plansAtEnd = readLibrary(plans).plans.size
  const about = { set, agent, model, plansAtStart, plansAtEnd, begunAt, run: folder.path }
  writeWhole(summaryFile(folder), summarize(readResults(folder), about))
}
