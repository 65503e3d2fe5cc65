// A bench in several processes of this machine: this one hands out the questions and writes their results
// down; a process that dies or hangs is replaced.

import { fork } from 'node:child_process'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { nothingSpent } from '../../agent/llm/limits/budget.ts'
import { type Answer, questionsLeft, runBench } from '../bench/bench.ts'
import type { BenchFolder } from '../bench/folder.ts'
import { crashed } from '../bench/question.ts'
import type { BenchWork, Jobs } from '../bench/work.ts'
import { CommandError, type Environment, misconfigured } from '../cli/command.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { createTasks, mostDeaths, type Tasks } from './tasks.ts'

/**
 * Questions are answered in `count` processes of this machine. What a call has used counts in all of them
 * as soon as it has ended: the budget can be exceeded by what calls under way in the other processes use,
 * and by no more.
 */
export const processes = (count: number): Jobs => ({
  async run(folder, work) {
    const { signal } = work.stopping
    signal.throwIfAborted()
    const left = questionsLeft(folder, work).length
    const pool = createPool(folder, work, Math.min(count, folder.bench.parallel, left))
    signal.addEventListener('abort', pool.stop, { once: true })
    try {
      await runBench(folder, work, answerIn(pool.tasks))
    } finally {
      signal.removeEventListener('abort', pool.stop)
      await pool.end()
    }
  },
  close: async () => undefined,
})

// --- internal ---

/** Milliseconds without a sign of life after which a worker counts as hung. */
const hungMs = 30_000
/** Milliseconds workers have for stopping; main.ts gives the whole command two seconds. */
const graceMs = 1_600
/** So many workers in a row that die before they are ready end the bench. */
const mostFruitless = 3

type WorkerTasks = Tasks<WorkerProcess>

function answerIn(tasks: WorkerTasks): Answer {
  const deaths = new Map<string, number>()
  return async (folder, question, { onAnswer }) => {
    const before = deaths.get(question.id) ?? 0
    const ended = await tasks.ask({ question, alone: before > 0, onAnswer })
    if (typeof ended === 'object') return ended
    if (ended === 'died') deaths.set(question.id, before + 1)
    if (deaths.get(question.id) !== mostDeaths) return 'again'
    const why = `${mostDeaths} worker processes died while they were at work on it`
    return crashed(folder, question, { why, seconds: 0 })
  }
}

/** Starts `size` workers, and others in place of those that die. */
function createPool(folder: BenchFolder, work: BenchWork, size: number) {
  const { stopping, shared } = work
  const began = Date.now()
  const workers = new Set<WorkerProcess>()
  const tasks: WorkerTasks = createTasks((worker, question) => {
    work.onBegun?.(question, worker.name)
    worker.tell({ type: 'answer', id: question.id })
  })
  const { promise: empty, resolve: onEmpty } = Promise.withResolvers<void>()
  let ending = false
  let fruitless = 0
  const show = () =>
    work.onWorkers?.(
      [...workers].map(({ name, since, heard }) => ({ name, since, heard: heard() })),
    )
  const replace = (worker: WorkerProcess, how: string) => {
    work.onTrouble?.(`a worker has died (${how}); its questions are asked again`)
    fruitless = worker.ready() ? 0 : fruitless + 1
    if (fruitless < mostFruitless) start()
    else stopping.abort(notStarting(worker, how))
  }
  const start = () => {
    const worker = startWorker(work.env, {
      onMessage: message => hear(message, worker, { work, tasks, workers }),
      onEnd(how) {
        workers.delete(worker)
        tasks.leave(worker, how === undefined ? 'left' : 'died')
        if (how !== undefined && !ending) replace(worker, how)
        if (workers.size === 0) onEmpty()
        show()
      },
    })
    workers.add(worker)
    const { seconds, ...used } = shared.model.budget?.spent() ?? nothingSpent
    // the time that the other workers use is its own as well
    const spent = { ...used, seconds: seconds + (Date.now() - began) / 1000 }
    worker.tell({ type: 'open', path: folder.path, spent })
  }
  const rounds = setInterval(() => {
    for (const worker of workers) if (Date.now() - worker.heard() > hungMs) worker.kill()
    show()
  }, 1_000)
  for (let count = 0; count < size; count++) start()
  show()
  const end = async () => {
    ending = true
    for (const worker of workers) worker.tell({ type: 'end' })
    if (workers.size > 0) await empty
    clearInterval(rounds)
  }
  const stop = () => {
    tasks.close()
    for (const worker of workers) worker.tell({ type: 'stop' })
    const kill = () => {
      for (const worker of workers) worker.kill()
    }
    setTimeout(kill, graceMs).unref()
    void end()
  }
  return { tasks, end, stop }
}

interface Hearing {
  readonly work: BenchWork
  readonly tasks: WorkerTasks
  readonly workers: ReadonlySet<WorkerProcess>
}

function hear(message: FromWorker, worker: WorkerProcess, { work, tasks, workers }: Hearing): void {
  const { budget } = work.shared.model
  switch (message.type) {
    case 'alive':
      break
    case 'ready':
      tasks.join(worker)
      break
    case 'answered':
      tasks.find(worker, message.id)?.onAnswer()
      break
    case 'finished':
      if (message.ended !== undefined) budget?.end(message.ended)
      tasks.finish(worker, message.id, message.result)
      break
    case 'used':
      budget?.count(message.used)
      for (const other of workers) if (other !== worker) other.tell(message)
      break
    case 'doing': {
      const task = tasks.find(worker, message.id)
      if (task) work.onDoing?.(task.question, message.doing)
      break
    }
    case 'trouble':
      work.onTrouble?.(message.what)
      break
    case 'refused':
      work.stopping.abort(new CommandError(message.message, message.code))
  }
}

function notStarting(worker: WorkerProcess, how: string): CommandError {
  const lines = worker.said().trim().split('\n')
  const words = lines.find(line => /error/i.test(line)) ?? lines.at(-1)
  return misconfigured(
    `${mostFruitless} worker processes in a row ended before they were ready (${how}${words ? `: ${words.trim()}` : ''}); give the same command without --workers to go on in one process`,
  )
}

type WorkerProcess = ReturnType<typeof startWorker>

interface Listener {
  readonly onMessage: (message: FromWorker) => void
  /** Called once. `how` says how it died: a signal or an exit code; undefined when it has ended by itself. */
  readonly onEnd: (how: string | undefined) => void
}

/** Starts a worker with the environment `env`; it waits until it is told what to open. */
function startWorker(env: Environment, { onMessage, onEnd }: Listener) {
  const child = fork(workerFile, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const since = Date.now()
  let heard = since
  let ready = false
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    said = (said + text).slice(-mostSaid)
  })
  child.on('message', (message: FromWorker) => {
    heard = Date.now()
    ready ||= message.type === 'ready'
    onMessage(message)
  })
  child.on('exit', (code, signal) =>
    onEnd(code === 0 ? undefined : (signal ?? `exit code ${code}`)),
  )
  // one that could not even be started does not exit
  child.on('error', error => child.pid === undefined && onEnd(error.message))
  return {
    /** As it is shown. */
    name: `${hostname()} ${child.pid}`,
    /** When it was started, and when it gave its last sign of life. */
    since,
    heard: () => heard,
    /** Whether it has opened all that it needs. */
    ready: () => ready,
    /** The last of what it wrote on stderr: nothing, unless something is wrong. */
    said: () => said,
    /** Without effect when it has ended. */
    tell(message: ToWorker): void {
      if (child.connected) child.send(message, () => undefined) // it may have just died
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url))
/** Characters kept of what a worker writes on stderr. */
const mostSaid = 2_000
