// Running a bench: each question an agent run of its own, several at once, all on one model and one
// library; what has a result already is not run again.
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from '../agent/event.ts'
import { readJournal } from '../agent/journal.ts'
import type { Model } from '../agent/llm/models.ts'
import type { Memory } from '../agent/memory.ts'
import { spentIn } from '../agent/spent.ts'
import type { PlanLibrary } from '../plans/library.ts'
import type { Tool } from '../tools/tool.ts'
import { type BenchFolder, questionFolder } from './bench-folder.ts'
import { failed, hasRightValue, type Result } from './bench-result.ts'
import { CommandError, exit } from './command.ts'
import { type Jobs, jobsOf } from './jobs.ts'
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

/** What it takes to work on questions of a bench, whichever they are. */
export interface Working {
  readonly suite: Pick<Suite, 'answer'>
  readonly shared: Shared
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborting it ends the bench; it is aborted here when the model cannot be asked at all. */
  readonly stopping: AbortController
  readonly onStart: (question: Question) => void
  readonly onResult: (question: Question, result: Result) => void
  readonly onEvent?: (event: Event) => void
}

export interface BenchWork extends Working {
  /** Questions without a result. */
  readonly questions: readonly Question[]
}

/**
 * Runs the questions, `parallel` at a time, and appends one result for each. A question that crashes
 * or takes longer than `timeout` is a failed one. Once the model's budget is used up, no further
 * question is begun, and one that was begun and could ask nothing counts as not begun. Rejects with the
 * reason of `stopping` once it is aborted; the questions under way go on from their journals when the
 * bench is run again.
 */
export async function runBench(folder: BenchFolder, work: BenchWork): Promise<void> {
  await workOn(jobsOf(folder, work.questions), folder.bench.parallel, folder, work)
}

/** Does jobs, `slots` at a time, as `runBench` does, until there is none left to take. */
export async function workOn(
  jobs: Jobs,
  slots: number,
  folder: BenchFolder,
  work: Working,
): Promise<void> {
  const { stopping, shared, onStart, onResult } = work
  const slot = async () => {
    while (shared.model.budget?.ended() === undefined) {
      stopping.signal.throwIfAborted()
      const question = jobs.claim()
      if (question === undefined) return
      if (question === 'later') {
        await wait(laterMs)
        continue
      }
      onStart(question)
      const result = await resultOf(folder, question, work)
      // refused before anything was asked, it is as good as not begun
      if (shared.model.budget?.ended() !== undefined && result.usage.calls === 0) {
        rmSync(questionFolder(folder, question).path, { recursive: true, force: true })
        return jobs.release(question)
      }
      if (jobs.finish(question, result)) onResult(question, result)
    }
  }
  const working = Array.from({ length: slots }, slot)
  for (const each of working) each.catch(error => stopping.abort(error)) // no result is to be lost
  const ends = await Promise.allSettled(working)
  if (ends.some(end => end.status === 'rejected')) throw stopping.signal.reason
}

/** The result of a question that came to no outcome, with what it has used by its journal. */
export function crashed(
  folder: BenchFolder,
  question: Question,
  { why, seconds }: { readonly why: string; readonly seconds: number },
): Result {
  return { ...failed(question, why, seconds), usage: usageIn(questionFolder(folder, question)) }
}

// --- internal ---

/** Milliseconds after which it is looked whether a job has come free. */
const laterMs = 50

/** The boundary at which what goes wrong with one question stays with it. */
async function resultOf(
  folder: BenchFolder,
  question: Question,
  { suite, shared, env, stopping, onEvent: watch }: Working,
): Promise<Result> {
  const run = questionFolder(folder, question)
  const began = Date.now()
  const limit = limited(stopping.signal, folder.bench.timeout, run)
  try {
    const onEvent = (event: Event) => {
      watch?.(event)
      if (event.type === 'model-called' && event.error?.kind === 'unavailable')
        stopping.abort(unavailable(event.error.message, folder))
      stopping.signal.throwIfAborted()
    }
    const asking = { env, signal: limit.signal, onEvent, shared }
    const result = await suite.answer(run, question, asking)
    return { ...result, ...checkedIn(run, question, result) }
  } catch (error) {
    if (stopping.signal.aborted) throw error
    const why = error instanceof Error ? error.message : String(error)
    return crashed(folder, question, { why, seconds: (Date.now() - began) / 1000 })
  } finally {
    limit.end()
  }
}

/**
 * The signal of one question: it aborts with the bench, and after `seconds` of calls of models and
 * tools, those before a crash included. A signal of its own leaves nothing behind on the bench's.
 */
function limited(bench: AbortSignal, seconds: number | undefined, run: RunFolder) {
  const own = new AbortController()
  const onStop = () => own.abort(bench.reason)
  bench.addEventListener('abort', onStop, { once: true })
  if (bench.aborted) onStop()
  const late = () => own.abort(new Error(`no answer within ${seconds} s`))
  const before = seconds === undefined ? 0 : spentIn(eventsOf(run)).seconds
  const timer =
    seconds === undefined ? undefined : setTimeout(late, Math.max(0, seconds - before) * 1000)
  return {
    signal: own.signal,
    end() {
      clearTimeout(timer)
      bench.removeEventListener('abort', onStop)
    },
  }
}

/** How good the verifier was on the question; a plan is right when it is valid, which its text does not tell. */
function checkedIn(run: RunFolder, question: Question, result: Result): Checked {
  const isRight = (answer: string) =>
    result.planning ? result.verdict === 'right' : hasRightValue(answer, question)
  return checkedOf(readJournal(journalFile(run)), { ...result, isRight })
}

/** What a question that has no outcome has used. */
function usageIn(run: RunFolder): Result['usage'] {
  const used = eventsOf(run).flatMap(event => (event.type === 'model-called' ? [event.usage] : []))
  const sum = (of: keyof Result['usage']) => used.reduce((all, each) => all + (each[of] ?? 0), 0)
  const counts = { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
  const cost = used.some(each => each.cost === null) ? null : sum('cost')
  return { calls: sum('calls'), ...counts, cachedTokens: sum('cachedTokens'), cost }
}

/** The events of the question's journal; none where it is what went wrong. */
function eventsOf(run: RunFolder): readonly Event[] {
  try {
    return readJournal(journalFile(run))
  } catch {
    return []
  }
}

function unavailable(message: string, { name }: BenchFolder): CommandError {
  return new CommandError(`${message}; then go on with: intend resume ${name}`, exit.configuration)
}
