// The worker's side of `solveInWorker`: solves what it was started with and posts the result.

import { parentPort, workerData } from 'node:worker_threads'
import { createTask } from '../task/task.ts'
import { solve } from './solve.ts'
import type { WorkerInput, WorkerMessage } from './worker.ts'

const { domain, problem, options, stop } = workerData as WorkerInput
const post = (message: WorkerMessage) => parentPort?.postMessage(message)
const result = solve(createTask(domain, problem), {
  ...options,
  signal: {
    get aborted() {
      return Atomics.load(stop, 0) === 1
    },
  },
  onProgress: progress => post({ kind: 'progress', progress }),
})
post({ kind: 'result', result })
