// Solving in a worker thread, so that a long search leaves the caller's event loop free.

import type { Domain, Problem } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'
import { type Progress, type SolveOptions, type SolveResult, solve } from './solve.ts'

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
 * Like `solve`, and what takes longer than 0.2 seconds in a worker. After an abort it resolves with the best plan found so far. Rejects
 * when the worker crashes, and in a browser, where `solve` runs in a worker of the page's own.
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
export async function solveInWorker(
  task: Task,
  options: Omit<SolveOptions, 'signal'> & { readonly signal?: AbortSignal } = {},
): Promise<SolveResult> {
  const begun = performance.now()
  const early = solveAtOnce(task, options)
  if (early) return early
  const spent = (performance.now() - begun) / 1000
  const { signal, onProgress, seconds, ...rest } = options
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WorkerInput = {
    domain: task.domain,
    problem: task.problem,
    options: seconds === undefined ? rest : { ...rest, seconds: Math.max(0, seconds - spent) },
    stop,
  }
  // not before it is needed: all else of the planner runs in a browser
  const { Worker } = await import('node:worker_threads')
  const entry = new URL('./worker-entry.ts', import.meta.url)
  const worker = new Worker(entry, { workerData })
  const since = <Told extends { readonly seconds: number }>(told: Told): Told => ({
    ...told,
    seconds: told.seconds + spent,
  })
  const abort = () => Atomics.store(stop, 0, 1)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return new Promise<SolveResult>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') onProgress?.(since(message.progress))
      else resolve(since(message.result))
    })
    worker.on('error', reject)
    worker.on('exit', code => reject(new Error(`the planning worker ended with code ${code}`)))
  }).finally(() => signal?.removeEventListener('abort', abort))
}

// --- internal ---

/** Seconds; starting a worker and loading the planner in it takes about as long. */
const AT_ONCE = 0.2

/** What comes of so short a search, unless it was cut short: by a signal, since a limit of time is shared out among its parts. */
function solveAtOnce(task: Task, options: SolveOptions): SolveResult | undefined {
  const { signal, onProgress } = options
  const latest = performance.now() + AT_ONCE * 1000
  const news: Progress[] = []
  const result = solve(task, {
    ...options,
    signal: {
      get aborted() {
        return performance.now() > latest || signal?.aborted === true
      },
    },
    onProgress: progress => news.push(progress),
  })
  const ended = { reason: undefined, stopped: undefined, ...result }
  if ((ended.reason ?? ended.stopped) === 'aborted' && signal?.aborted !== true) return undefined
  for (const progress of news) onProgress?.(progress)
  return result
}
