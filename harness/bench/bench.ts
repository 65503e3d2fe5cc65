// Running a bench: each question an agent run of its own, several at once, all on one model and one
// library; what has a result already is not run again.
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Question } from '../questions/question-set.ts'
import { type Jobs, jobsOf } from '../workers/jobs.ts'
import { type BenchFolder, questionFolder, readResults } from './folder.ts'
import { resultOf } from './question.ts'
import type { BenchWork, Working } from './work.ts'

/**
 * Runs the questions without a result, `parallel` at a time, and appends one result for each. One that
 * crashes or takes longer than `timeout` is a failed one. Once the model's budget is used up, no further
 * question is begun, and one that was begun and could ask nothing counts as not begun. Rejects with the
 * reason of `stopping` once it is aborted; the questions under way go on from their journals when the
 * bench is run again.
 */
export async function runBench(folder: BenchFolder, work: BenchWork): Promise<undefined> {
  await workOn(jobsOf(folder, questionsLeft(folder, work)), folder.bench.parallel, folder, work)
}

/** The questions that have no result yet. */
export function questionsLeft(
  folder: BenchFolder,
  { questions }: Pick<BenchWork, 'questions'>,
): readonly Question[] {
  const done = new Set(readResults(folder).map(({ id }) => id))
  return questions.filter(({ id }) => !done.has(id))
}

/**
 * Does jobs, `slots` at a time, as `runBench` does, until there is none left to take. With several
 * slots, a question that has its answer makes room for the next one while the library is told of it:
 * so the model does not wait for files. At most as many questions are being written down as are asked.
 */
export async function workOn(
  jobs: Jobs,
  slots: number,
  folder: BenchFolder,
  work: Working,
): Promise<void> {
  const { stopping, shared, onStart } = work
  const under = new Set<Promise<void>>()
  const begin = (question: Question, onAnswer: () => void) => {
    const ended = carryOut(jobs, question, folder, { ...work, onAnswer })
      .catch(error => stopping.abort(error)) // no result is to be lost
      .finally(() => under.delete(ended))
    under.add(ended)
    return ended
  }
  const slot = async () => {
    while (shared.model.budget?.ended() === undefined && !stopping.signal.aborted) {
      const question = jobs.claim()
      if (question === undefined) return
      if (question === 'later') {
        await wait(laterMs)
        continue
      }
      onStart(question)
      const { promise: answered, resolve: onAnswer } = Promise.withResolvers<void>()
      const ended = begin(question, onAnswer)
      await (slots > 1 ? Promise.race([answered, ended]) : ended)
      while (under.size >= 2 * slots) await Promise.race(under)
    }
  }
  await Promise.all(Array.from({ length: slots }, slot))
  await Promise.all(under)
  stopping.signal.throwIfAborted()
}

// --- internal ---

/** Milliseconds after which it is looked whether a job has come free. */
const laterMs = 50

async function carryOut(
  jobs: Jobs,
  question: Question,
  folder: BenchFolder,
  work: Working & { readonly onAnswer: () => void },
): Promise<void> {
  const result = await resultOf(folder, question, work)
  // refused before anything was asked, it is as good as not begun
  if (work.shared.model.budget?.ended() !== undefined && result.usage.calls === 0) {
    rmSync(questionFolder(folder, question).path, { recursive: true, force: true })
    return jobs.release(question)
  }
  if (jobs.finish(question, result)) work.onResult(question, result)
}
