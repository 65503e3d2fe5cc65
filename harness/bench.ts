// Running a bench: each question an agent run of its own, several at once, all on one model and one
// library; what has a result already is not run again.
import { rmSync } from 'node:fs'
import type { Event } from '../agent/event.ts'
import { readJournal } from '../agent/journal.ts'
import type { Model } from '../agent/llm/models.ts'
import type { Memory } from '../agent/memory.ts'
import type { PlanLibrary } from '../plans/library.ts'
import type { Tool } from '../tools/tool.ts'
import { appendResult, type BenchFolder, questionFolder } from './bench-folder.ts'
import { failed, hasRightValue, type Result } from './bench-result.ts'
import { CommandError, exit } from './command.ts'
import type { Question } from './question-set.ts'
import { journalFile, type RunFolder } from './runs.ts'
import type { Suite } from './suite.ts'
import { type Checked, checkedOf } from './verifier-quality.ts'

export interface Shared {
  readonly model: Model
  readonly library: PlanLibrary
  readonly tools: readonly Tool[]
  /** Left out where nothing is to be remembered. */
  readonly memory?: Memory | undefined
}

export interface BenchWork {
  /** Questions without a result. */
  readonly questions: readonly Question[]
  readonly suite: Pick<Suite, 'answer'>
  readonly shared: Shared
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborting it ends the bench; it is aborted here when the model cannot be asked at all. */
  readonly stopping: AbortController
  readonly onStart: (question: Question) => void
  readonly onResult: (question: Question, result: Result) => void
}

/**
 * Runs the questions, `parallel` at a time, and appends one result for each. A question that crashes
 * is a failed one. Once the model's budget is used up, no further question is begun, and one that
 * was begun and could ask nothing counts as not begun. Rejects with the
 * reason of `stopping` once it is aborted; the questions under way go on from their journals when the
 * bench is run again.
 */
export async function runBench(folder: BenchFolder, work: BenchWork): Promise<void> {
  const { questions, stopping, onStart, onResult } = work
  const waiting = questions.values()
  const worker = async () => {
    for (const question of waiting) {
      if (work.shared.model.budget?.ended() !== undefined) return
      stopping.signal.throwIfAborted()
      onStart(question)
      const result = await resultOf(folder, question, work)
      // refused before anything was asked, it is as good as not begun
      if (work.shared.model.budget?.ended() !== undefined && result.usage.calls === 0)
        return rmSync(questionFolder(folder, question).path, { recursive: true, force: true })
      appendResult(folder, result)
      onResult(question, result)
    }
  }
  const workers = Array.from({ length: folder.bench.parallel }, worker)
  for (const each of workers) each.catch(error => stopping.abort(error)) // no result is to be lost
  const ends = await Promise.allSettled(workers)
  if (ends.some(end => end.status === 'rejected')) throw stopping.signal.reason
}

// --- internal ---

/** The boundary at which what goes wrong with one question stays with it. */
async function resultOf(
  folder: BenchFolder,
  question: Question,
  { suite, shared, env, stopping }: BenchWork,
): Promise<Result> {
  const run = questionFolder(folder, question)
  const began = Date.now()
  try {
    const onEvent = (event: Event) => {
      if (event.type === 'model-called' && event.error?.kind === 'unavailable')
        stopping.abort(unavailable(event.error.message, folder))
      stopping.signal.throwIfAborted()
    }
    const asking = { env, signal: stopping.signal, onEvent, shared }
    const result = await suite.answer(run, question, asking)
    return { ...result, ...checkedIn(run, question, result) }
  } catch (error) {
    if (stopping.signal.aborted) throw error
    const why = error instanceof Error ? error.message : String(error)
    return failed(question, why, (Date.now() - began) / 1000)
  }
}

/** How good the verifier was on the question; a plan is right when it is valid, which its text does not tell. */
function checkedIn(run: RunFolder, question: Question, result: Result): Checked {
  const isRight = (answer: string) =>
    result.planning ? result.verdict === 'right' : hasRightValue(answer, question)
  return checkedOf(readJournal(journalFile(run)), { ...result, isRight })
}

function unavailable(message: string, { name }: BenchFolder): CommandError {
  return new CommandError(`${message}; then go on with: intend resume ${name}`, exit.configuration)
}
