// The questions of a bench as jobs: each is taken by one worker at a time and ends with one result.
// Here are the interface and the jobs of a single process; `jobs-leased.ts` has those of several.
import { appendResult, type BenchFolder } from '../bench/folder.ts'
import type { Result } from '../bench/result.ts'
import type { Question } from '../questions/question-set.ts'

export interface Jobs {
  /**
   * Takes the next question that nobody is at work on. `later`: what is left may still come free;
   * undefined: there is nothing left to take.
   */
  claim(): Question | 'later' | undefined
  /** Ends a question that was taken. False when it was no longer this worker's: then the result does not count. */
  finish(question: Question, result: Result): boolean
  /** Gives a question that was taken back, as not begun. */
  release(question: Question): void
}

/** The jobs of a process that works alone in the folder: a finished one is a line of its results. */
export function jobsOf(folder: BenchFolder, questions: readonly Question[]): Jobs {
  const waiting = [...questions].reverse()
  return {
    claim: () => waiting.pop(),
    finish(_, result) {
      appendResult(folder, result)
      return true
    },
    release: question => void waiting.push(question),
  }
}
