// The questions of a bench that several workers share: each is with one worker at a time.
import type { Question } from '../questions/question-set.ts'

/** A question on which so many workers died is a failed one. */
export const mostDeaths = 5

/** Who has which question; workers are told apart by name. */
export interface Queue {
  /**
   * Gives the worker the next question. `later`: what is left may still come free; undefined: nothing is
   * left. A question on which a worker died is taken last, and only alone, so that it takes no other
   * one with it.
   */
  take(worker: string): Question | 'later' | undefined
  /** Ends a question; undefined when the worker does not have it: then its result does not count. */
  finish(worker: string, id: string): Question | undefined
  /** Takes a question back, as not begun. */
  release(worker: string, id: string): void
  /** Takes back what a worker has that is no more. When it `died`, gives those it was one too many for. */
  free(worker: string, died: boolean): readonly Question[]
  /** Questions that are not finished. */
  left(): number
}

/** A queue of these questions, in this order. */
export function createQueue(questions: readonly Question[]): Queue {
  const open = questions.map(question => ({ question, deaths: 0, worker: '' }))
  const held = (worker: string) => open.filter(each => each.worker === worker)
  const drop = (job: (typeof open)[number]) => open.splice(open.indexOf(job), 1)[0]!.question
  const own = (worker: string, id: string) =>
    held(worker).find(({ question }) => question.id === id)
  return {
    take(worker) {
      const has = held(worker)
      const free = has.some(({ deaths }) => deaths > 0) ? [] : held('')
      const fitting = free.filter(({ deaths }) => deaths === 0 || has.length === 0)
      const job = fitting.toSorted((a, b) => a.deaths - b.deaths)[0]
      if (!job) return open.length > 0 ? 'later' : undefined
      job.worker = worker
      return job.question
    },
    finish(worker, id) {
      const job = own(worker, id)
      return job && drop(job)
    },
    release(worker, id) {
      const job = own(worker, id)
      if (job) job.worker = ''
    },
    free(worker, died) {
      const has = held(worker)
      for (const job of has) Object.assign(job, { worker: '', deaths: job.deaths + Number(died) })
      return has.filter(({ deaths }) => deaths >= mostDeaths).map(drop)
    },
    left: () => open.length,
  }
}
