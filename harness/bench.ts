// Running a bench: each question an agent run of its own, several at once, all on one model and one
// library; what has a result already is not run again.
import { existsSync, readFileSync } from 'node:fs'
import type { Event } from '../agent/event.ts'
import type { Model } from '../agent/llm/models.ts'
import type { PlanLibrary } from '../plans/library.ts'
import { noStats } from '../plans/plan.ts'
import type { SearchProvider } from '../tools/search.ts'
import { appendResult, type BenchFolder, questionFolder } from './bench-folder.ts'
import { failed, judge, type Result, TraceOutcome } from './bench-result.ts'
import { CommandError, exit } from './command.ts'
import { pursue } from './pursue.ts'
import type { Question } from './question-set.ts'
import { type RunFolder, traceFile } from './runs.ts'

export interface Shared {
  readonly model: Model
  readonly library: PlanLibrary
  readonly corpus: SearchProvider | undefined
}

export interface BenchWork {
  /** Questions without a result. */
  readonly questions: readonly Question[]
  readonly shared: Shared
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborting it ends the bench; it is aborted here when the model cannot be asked at all. */
  readonly stopping: AbortController
  readonly onStart: (question: Question) => void
  readonly onResult: (question: Question, result: Result) => void
}

/**
 * Runs the questions, `parallel` at a time, and appends one result for each. A question that crashes
 * is a failed one. Rejects with the reason of `stopping` once it is aborted; the questions under way
 * go on from their journals when the bench is run again.
 */
export async function runBench(folder: BenchFolder, work: BenchWork): Promise<void> {
  const { questions, stopping, onStart, onResult } = work
  const waiting = questions.values()
  const worker = async () => {
    for (const question of waiting) {
      stopping.signal.throwIfAborted()
      onStart(question)
      const result = await resultOf(folder, question, work)
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
  { shared, env, stopping }: BenchWork,
): Promise<Result> {
  const run = questionFolder(folder, question)
  const began = Date.now()
  try {
    let outcome = outcomeIn(run)
    if (!outcome) {
      const onEvent = (event: Event) => {
        if (event.type === 'model-called' && event.error?.kind === 'unavailable')
          stopping.abort(unavailable(event.error.message, folder))
        stopping.signal.throwIfAborted()
      }
      await pursue(run, { env, signal: stopping.signal, onEvent, shared })
      outcome = outcomeIn(run)
    }
    if (!outcome) throw new Error(`${traceFile(run)} is damaged`)
    const result = judge(question, outcome)
    await remember(shared.library, run.run.id, result)
    return result
  } catch (error) {
    if (stopping.signal.aborted) throw error
    const why = error instanceof Error ? error.message : String(error)
    return failed(question, why, (Date.now() - began) / 1000)
  }
}

/** What the trace says, when the question is finished. */
function outcomeIn(run: RunFolder): TraceOutcome | undefined {
  const file = traceFile(run)
  if (!existsSync(file)) return undefined
  try {
    return TraceOutcome.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined // it is made again from the journal
  }
}

/** The library learns whether the plan led to the right answer: only a harness can know. */
async function remember(library: PlanLibrary, run: string, result: Result): Promise<void> {
  if (result.plan === null || result.answer === null) return
  const counter = result.verdict === 'right' ? 'judgedRight' : 'judgedWrong'
  const stats = [[result.plan, { ...noStats, [counter]: 1 }]] as const
  await library.record(run, { plans: [], stats, removed: [] })
}

function unavailable(message: string, { name }: BenchFolder): CommandError {
  return new CommandError(`${message}; then go on with: intend resume ${name}`, exit.configuration)
}
