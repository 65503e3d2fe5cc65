// A bench in several processes: this one hands nothing out, the workers take questions from the jobs'
// table; here their results are written down, and who dies or hangs is replaced.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nothingSpent } from '../agent/llm/budget.ts'
import type { BenchWork } from './bench.ts'
import { appendResult, type BenchFolder } from './bench-folder.ts'
import { crashed } from './bench-question.ts'
import type { Result } from './bench-result.ts'
import { CommandError, exit } from './command.ts'
import { jobsFile, mostDeaths, openQueue, type Queue } from './jobs-leased.ts'
import { countIn, type FromWorker, type ToWorker, type Used } from './worker-messages.ts'

/**
 * Runs the questions in `count` worker processes, `parallel` at a time in all of them together, and
 * appends one result for each. A worker that dies is replaced, and its questions go on from their
 * journals; one on which workers keep dying is a failed one. What a call has used counts in every
 * worker as soon as it has ended: the budget can be passed by what calls under way in the other
 * workers use, and by no more. Resolves with why the budget allows no more, if it does not. Rejects
 * with the reason of `work.stopping` once it is aborted.
 */
export async function runWorkers(
  folder: BenchFolder,
  work: BenchWork,
  count: number,
): Promise<string | undefined> {
  const { questions, stopping } = work
  const queue = openQueue(jobsFile(folder), questions)
  const keeper = keeperOf(folder, work, queue)
  keeper.collect()
  const crew = crewOf(folder, work, keeper)
  const onStop = () => crew.stop()
  const rounds = setInterval(() => guarded(stopping, () => crew.look()), roundMs)
  stopping.signal.addEventListener('abort', onStop, { once: true })
  try {
    if (stopping.signal.aborted) throw stopping.signal.reason
    const slots = shares(folder.bench.parallel, Math.min(count, queue.left()))
    for (const share of slots) crew.hire(share)
    if (slots.length > 0) await crew.ended
    keeper.collect()
    if (stopping.signal.aborted) throw stopping.signal.reason
    return crew.why()
  } finally {
    clearInterval(rounds)
    stopping.signal.removeEventListener('abort', onStop)
    queue.close()
  }
}

// --- internal ---

/** Milliseconds between two looks at the workers. */
const roundMs = 1_000
/** Milliseconds workers have for stopping; main.ts gives the whole command two seconds. */
const graceMs = 1_600
/** So many workers in a row that die before they take a question end the bench. */
const mostFruitless = 3
/** Characters of what a worker has said last. */
const lastWords = 2_000

/** Writes down what comes of the questions; nobody else does. */
function keeperOf(folder: BenchFolder, { questions, onResult }: BenchWork, queue: Queue) {
  const byId = new Map(questions.map(question => [question.id, question]))
  const write = (id: string, result: Result) => {
    const question = byId.get(id)
    // one written down before a crash, and not cleared any more, is no longer among the questions
    if (question) appendResult(folder, result)
    queue.clear(id)
    if (!question || !byId.delete(id)) return
    onResult(question, result)
  }
  return {
    queue,
    question: (id: string) => byId.get(id),
    collect() {
      for (const result of queue.results()) write(result.id, result)
      for (const id of queue.deadly()) {
        const why = `${mostDeaths} worker processes died while they were at work on it`
        const question = byId.get(id)
        if (question) write(id, crashed(folder, question, { why, seconds: 0 }))
      }
    },
  }
}

interface Hired {
  readonly name: string
  readonly child: ChildProcess
  took: boolean
}

/** The workers: as many as were hired, replaced when they die. */
function crewOf(folder: BenchFolder, work: BenchWork, keeper: ReturnType<typeof keeperOf>) {
  const { stopping, shared } = work
  const { queue } = keeper
  const { budget } = shared.model
  const began = Date.now()
  const crew = new Set<Hired>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let hired = 0
  let fruitless = 0
  let said = ''
  let why: string | undefined

  const tell = ({ child }: Hired, message: ToWorker) => {
    if (child.connected) child.send(message, () => undefined) // who has just died need not hear it
  }
  const spent = () => {
    const { seconds, ...used } = budget?.spent() ?? nothingSpent
    return { ...used, seconds: seconds + (Date.now() - began) / 1000 }
  }
  const use = (used: Used, by: Hired) => {
    countIn(budget, used)
    for (const other of crew) if (other !== by) tell(other, { type: 'used', used })
  }
  const hear = (from: Hired, message: FromWorker) => {
    switch (message.type) {
      case 'started': {
        fruitless = 0
        from.took = true
        const question = keeper.question(message.id)
        return question && work.onStart(question)
      }
      case 'finished':
        return keeper.collect()
      case 'used':
        return use(message.used, from)
      case 'ended':
        why ??= message.why
        return
      case 'refused':
        return stopping.abort(new CommandError(message.message, message.code))
    }
  }
  const gone = (worker: Hired, slots: number, how: string | undefined) => {
    crew.delete(worker)
    try {
      queue.free(worker.name, how !== undefined)
      keeper.collect()
      if (how === undefined || stopping.signal.aborted || queue.left() === 0) return
      if (!worker.took) fruitless += 1
      if (fruitless < mostFruitless) hire(slots)
      else stopping.abort(fruitlessly(how, said))
    } finally {
      if (crew.size === 0) end()
    }
  }
  function hire(slots: number): void {
    hired += 1
    const child = fork(script, { env: work.env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const worker: Hired = { name: `${process.pid}-${began}-${hired}`, child, took: false }
    crew.add(worker)
    child.stderr?.setEncoding('utf8').on('data', text => {
      said = (said + text).slice(-lastWords)
    })
    const left = (how?: string) =>
      crew.has(worker) && guarded(stopping, () => gone(worker, slots, how))
    child.on('error', error => child.pid === undefined && left(error.message))
    child.on('message', (message: FromWorker) => guarded(stopping, () => hear(worker, message)))
    child.on('exit', (code, signal) =>
      left(code === 0 ? undefined : (signal ?? `exit code ${code}`)),
    )
    const { name } = worker
    tell(worker, { type: 'begin', path: folder.path, worker: name, slots, spent: spent() })
  }
  return {
    hire,
    ended,
    why: () => why,
    /** Writes down what there is, and has an end put to what hangs. */
    look() {
      keeper.collect()
      const hung = new Set(queue.hung())
      for (const { name, child } of crew) if (hung.has(name)) child.kill('SIGKILL')
      queue.freeLost(new Set([...crew].map(({ name }) => name)))
    },
    stop() {
      for (const worker of crew) tell(worker, { type: 'stop' })
      const kill = () => {
        for (const { child } of crew) child.kill('SIGKILL')
      }
      setTimeout(kill, graceMs).unref()
    },
  }
}

const script = fileURLToPath(new URL('worker.ts', import.meta.url))

/** `total` in as many parts as there are workers, or fewer where that were none each. */
function shares(total: number, workers: number): readonly number[] {
  const count = Math.min(total, workers)
  return Array.from({ length: count }, (_, at) => Math.floor((total + at) / count))
}

/** What goes wrong when nobody awaits it ends the bench. */
function guarded(stopping: AbortController, work: () => void): void {
  try {
    work()
  } catch (error) {
    stopping.abort(error)
  }
}

function fruitlessly(how: string, said: string): CommandError {
  const words = said.split('\n').find(line => /error/i.test(line)) ?? said.trim().split('\n').at(-1)
  return new CommandError(
    `${mostFruitless} worker processes in a row ended before they took a question (${how}${words ? `: ${words.trim()}` : ''}); give the same command without --workers to go on in one process`,
    exit.configuration,
  )
}
