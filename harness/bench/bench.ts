// Running a bench: each question an agent run of its own, several at once, all on one model and one
// library; what has a result already is not run again.
import { rmSync } from 'node:fs'
import type { Question } from '../questions/question-set.ts'
import { appendResult, type BenchFolder, questionFolder, readResults } from './folder.ts'
import { resultOf } from './question.ts'
import type { BenchWork, Jobs, Working } from './work.ts'

/**
 * Runs the questions without a result, `parallel` at a time, and appends one result for each. One that
 * crashes or takes longer than `timeout` is a failed one. Once the model's budget is used up, no further
 * question is begun, and one that was begun and could ask nothing counts as not begun. Rejects with the
 * reason of `stopping` once it is aborted; the questions under way go on from their journals when the
 * bench is run again.
 */
export async function runBench(folder: BenchFolder, work: BenchWork): Promise<undefined> {
  const waiting = [...questionsLeft(folder, work)].reverse()
  const leases: Leases = {
    claim: () => waiting.pop(),
    release: question => void waiting.push(question),
  }
  const onResult: Working['onResult'] = (question, result) => {
    appendResult(folder, result)
    work.onResult(question, result)
  }
  await workOn(leases, folder.bench.parallel, folder, { ...work, onResult })
}

/** All questions are answered in this process. */
export const here: Jobs = { run: runBench, close: async () => undefined }

/** The questions of a bench: each is taken by one worker at a time. */
export interface Leases {
  /** Takes the next question that nobody is at work on; none when there is nothing left to take. */
  claim(): Question | undefined | Promise<Question | undefined>
  /** Gives a question that was taken back, as not begun. */
  release(question: Question): void
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
 * Answers questions, `slots` at a time, as `runBench` does, until there is none left to take. With several
 * slots, a question that has its answer makes room for the next one while the library is told of it:
 * so the model does not wait for files. At most as many questions are being written down as are asked.
 */
export async function workOn(
  leases: Leases,
  slots: number,
  folder: BenchFolder,
  work: Working,
): Promise<void> {
  const { stopping, shared, onStart } = work
  const under = new Set<Promise<void>>()
  const begin = (question: Question, onAnswer: () => void) => {
    const ended = carryOut(leases, question, folder, { ...work, onAnswer })
      .catch(error => stopping.abort(error)) // no result is to be lost
      .finally(() => under.delete(ended))
    under.add(ended)
    return ended
  }
  const slot = async () => {
    while (shared.model.budget?.ended() === undefined && !stopping.signal.aborted) {
      const question = await leases.claim()
      if (question === undefined) return
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

async function carryOut(
  leases: Leases,
  question: Question,
  folder: BenchFolder,
  work: Working & { readonly onAnswer: () => void },
): Promise<void> {
  const result = await resultOf(folder, question, work)
  // refused before anything was asked, it is as good as not begun
  if (work.shared.model.budget?.ended() !== undefined && result.usage.calls === 0) {
    rmSync(questionFolder(folder, question).path, { recursive: true, force: true })
    return leases.release(question)
  }
  work.onResult(question, result)
}
