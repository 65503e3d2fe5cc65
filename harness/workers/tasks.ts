// Which worker has which question.
import type { Result } from '../bench/result.ts'
import type { Question } from '../questions/question-set.ts'

/** A question on which so many workers died is a failed one. */
export const mostDeaths = 5

/** A question that is to be answered by one worker. */
export interface Task {
  readonly question: Question
  /** For a question on which a worker died: it gets a worker of its own, so that it takes no other question with it. */
  readonly alone: boolean
  /** Called when it has its answer, and only the library is still to be told. */
  readonly onAnswer: () => void
}

/** How the work of a worker on a question ended: with a result, or because the worker died or left. */
export type Ended = Result | 'died' | 'left'

export type Tasks<Worker> = ReturnType<typeof createTasks<Worker>>

/** No tasks and no workers yet. `give` is called when a worker gets a question. */
export function createTasks<Worker>(give: (worker: Worker, question: Question) => void) {
  const held = new Map<Worker, Map<string, Given>>()
  let waiting: readonly Given[] = []
  const handOut = () => {
    waiting = waiting.filter(task => {
      const worker = workerFor(task, held)
      if (worker === undefined) return true
      held.get(worker)!.set(task.question.id, task)
      give(worker, task.question)
      return false
    })
  }
  return {
    /** Resolves with how it ended; it waits as long as there is no worker for it. */
    ask: (task: Task): Promise<Ended> =>
      new Promise(end => {
        waiting = [...waiting, { ...task, end }]
        handOut()
      }),
    /** The worker can be given questions from now on. */
    join(worker: Worker): void {
      held.set(worker, new Map())
      handOut()
    },
    find: (worker: Worker, id: string): Task | undefined => held.get(worker)?.get(id),
    /** The worker has done with a question, or left it; without effect when it does not have it. */
    finish(worker: Worker, id: string, result: Result | 'left' = 'left'): void {
      const tasks = held.get(worker)
      tasks?.get(id)?.end(result)
      tasks?.delete(id)
      handOut()
    },
    /** The worker is gone, and what it has with it. */
    leave(worker: Worker, how: 'died' | 'left'): void {
      for (const task of held.get(worker)?.values() ?? []) task.end(how)
      held.delete(worker)
      handOut()
    },
    /** No worker will take what still waits. */
    close(): void {
      for (const task of waiting) task.end('left')
      waiting = []
    },
  }
}

// --- internal ---

interface Given extends Task {
  readonly end: (how: Ended) => void
}

/** The worker with the fewest questions, of those that may have this one. */
function workerFor<Worker>(
  { alone }: Task,
  held: ReadonlyMap<Worker, ReadonlyMap<string, Task>>,
): Worker | undefined {
  const open = [...held].filter(([, tasks]) =>
    alone ? tasks.size === 0 : ![...tasks.values()].some(task => task.alone),
  )
  return open.toSorted(([, a], [, b]) => a.size - b.size)[0]?.[0]
}
