// Running a bench: each question is an agent run of its own, several at once, all on one model and one
// library. A question that has a result already is not run again.
import type { Question } from '../questions/question-set.ts'
import { appendResult, type BenchFolder, readResults } from './folder.ts'
import { resultOf } from './question.ts'
import type { Result } from './result.ts'
import type { BenchWork, Jobs, Working } from './work.ts'

/**
 * Answers one question. `onAnswer` is called when it has its answer and only the library is still to be
 * told. Resolves to `again` for a question that is to be asked again, after the others.
 */
export type Answer = (
  folder: BenchFolder,
  question: Question,
  work: Working & { readonly onAnswer: () => void },
) => Promise<Result | 'again'>

/**
 * Runs the questions without a result, `parallel` at a time, and appends one result for each. A question
 * that crashes or takes longer than `timeout` is a failed one. Once the model's budget is used up, no
 * further question is begun, and one that it ended has no result.
 * Rejects with the reason of `stopping` once that is aborted; the questions under way continue from their
 * journals when the bench is run again.
 *
 * With several at a time, a question that has its answer makes room for the next one while the library
 * is told of it, so the model does not wait for files. At most as many questions are being written down
 * as are asked.
 */
export async function runBench(
  folder: BenchFolder,
  work: BenchWork,
  answer: Answer = resultOf,
): Promise<void> {
  const { stopping, shared, onStart } = work
  const { parallel } = folder.bench
  const { budget } = shared.model
  const waiting = [...questionsLeft(folder, work)]
  const underWay = new Set<Promise<void>>()
  const carryOut = async (question: Question, onAnswer: () => void) => {
    const result = await answer(folder, question, { ...work, onAnswer })
    if (result === 'again') waiting.push(question)
    else {
      appendResult(folder, result)
      work.onResult(question, result)
    }
  }
  const begin = (question: Question, onAnswer: () => void) => {
    const ended = carryOut(question, onAnswer)
      .catch(error => stopping.abort(error)) // no result is to be lost
      .finally(() => underWay.delete(ended))
    underWay.add(ended)
    return ended
  }
  const mayBegin = () => budget?.ended() === undefined && !stopping.signal.aborted
  const slot = async () => {
    while (mayBegin()) {
      const question = waiting.shift()
      if (question === undefined) return
      onStart(question)
      const { promise: answered, resolve: onAnswer } = Promise.withResolvers<void>()
      const ended = begin(question, onAnswer)
      await (parallel > 1 ? Promise.race([answered, ended]) : ended)
      while (underWay.size >= 2 * parallel) await Promise.race(underWay)
    }
  }
  do {
    await Promise.all(Array.from({ length: parallel }, slot))
    await Promise.all(underWay)
  } while (waiting.length > 0 && mayBegin())
  stopping.signal.throwIfAborted()
}

export const inThisProcess: Jobs = { run: runBench, close: async () => undefined }

export function questionsLeft(
  folder: BenchFolder,
  { questions }: Pick<BenchWork, 'questions'>,
): readonly Question[] {
  const done = new Set(readResults(folder).map(({ id }) => id))
  return questions.filter(({ id }) => !done.has(id))
}
