// Solving in a worker thread, so that a long search leaves the caller's event loop free.

import { Worker } from 'node:worker_threads'
import type { Domain, Problem } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'
import type { Progress, SolveOptions, SolveResult } from './solve.ts'

/** What the worker is started with. `stop` becomes 1 when the search must end. */
export interface WorkerInput {
  readonly domain: Domain
  readonly problem: Problem
  readonly options: Omit<SolveOptions, 'signal' | 'onProgress'>
  readonly stop: Int32Array
}

/** What the worker sends. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'result'; readonly result: SolveResult }

/**
 * Like `solve`, in a worker. After an abort it resolves with the best plan found so far. Rejects
 * when the worker crashes.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { readTask, solveInWorker } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const result = await solveInWorker(task, { signal: AbortSignal.timeout(60_000) })
 * console.log(result.status) // solved
 * ```
 */
export function solveInWorker(
  task: Task,
  options: Omit<SolveOptions, 'signal'> & { readonly signal?: AbortSignal } = {},
): Promise<SolveResult> {
  const { signal, onProgress, ...rest } = options
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WorkerInput = {
    domain: task.domain,
    problem: task.problem,
    options: rest,
    stop,
  }
  const entry = new URL('./worker-entry.ts', import.meta.url)
  const worker = new Worker(entry, { workerData })
  const abort = () => Atomics.store(stop, 0, 1)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return new Promise<SolveResult>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') onProgress?.(message.progress)
      else resolve(message.result)
    })
    worker.on('error', reject)
    worker.on('exit', code => reject(new Error(`the planning worker ended with code ${code}`)))
  }).finally(() => signal?.removeEventListener('abort', abort))
}
