// A bench in several processes: this one hands out the questions and writes their results down; who dies
// or hangs is replaced.
import { type Budget, nothingSpent } from '../../agent/llm/limits/budget.ts'
import type { Spent } from '../../agent/llm/provider.ts'
import { questionsLeft } from '../bench/bench.ts'
import { appendResult, type BenchFolder } from '../bench/folder.ts'
import { crashed } from '../bench/question.ts'
import type { Result } from '../bench/result.ts'
import type { Worker } from '../bench/watch/sight.ts'
import type { BenchWork, Jobs } from '../bench/work.ts'
import { CommandError, exit } from '../cli/command.ts'
import type { Question } from '../questions/question-set.ts'
import { countIn, type FromWorker } from './messages.ts'
import { startWorker, type WorkerProcess } from './process.ts'
import { createQueue, mostDeaths } from './queue.ts'

/** Questions are answered in `count` processes of this machine. */
export const processes = (count: number): Jobs => ({
  run: (folder, work) => runWorkers(folder, work, count),
  close: async () => undefined,
})

// --- internal ---

/**
 * Runs the questions without a result in `count` worker processes, `parallel` at a time in all of them together, and
 * appends one result for each. A worker that dies is replaced, and its questions go on from their
 * journals; one on which workers keep dying is a failed one. What a call has used counts in every
 * worker as soon as it has ended: the budget can be passed by what calls under way in the other
 * workers use, and by no more. Resolves with why the budget allows no more, if it does not. Rejects
 * with the reason of `work.stopping` once it is aborted.
 */
async function runWorkers(
  folder: BenchFolder,
  work: BenchWork,
  count: number,
): Promise<string | undefined> {
  const { stopping } = work
  const questions = questionsLeft(folder, work)
  const { crew, hire, ended, why } = crewOf(folder, { ...work, questions })
  const rounds = setInterval(() => {
    for (const worker of crew.values()) if (Date.now() - worker.heard() > hungMs) worker.kill()
    work.onWorkers?.(seen(crew))
  }, 1_000)
  const onStop = () => stop(crew)
  stopping.signal.addEventListener('abort', onStop, { once: true })
  try {
    stopping.signal.throwIfAborted()
    const slots = shares(folder.bench.parallel, Math.min(count, questions.length))
    for (const share of slots) hire(share)
    work.onWorkers?.(seen(crew))
    if (slots.length > 0) await ended
    stopping.signal.throwIfAborted()
    return why()
  } finally {
    clearInterval(rounds)
    stopping.signal.removeEventListener('abort', onStop)
  }
}

/** Milliseconds without a sign of life after which a worker counts as hung. */
const hungMs = 30_000
/** Milliseconds workers have for stopping; main.ts gives the whole command two seconds. */
const graceMs = 1_600
/** So many workers in a row that die before they are ready end the bench. */
const mostFruitless = 3
/** Characters of what a worker has said last. */
const lastWords = 2_000

type Crew = ReadonlyMap<string, WorkerProcess>

const seen = (crew: Crew): readonly Worker[] =>
  [...crew.values()].map(({ name, since, heard }) => ({ name, since, heard: heard() }))

/** Hands questions out to the crew, and writes down what comes of them; nobody else does. */
function deskOf(folder: BenchFolder, work: BenchWork, crew: Crew) {
  const queue = createQueue(work.questions)
  const questions = new Map(work.questions.map(each => [each.id, each]))
  /** Names of workers that wait for a question, once for each. */
  let waiting: readonly string[] = []
  const keep = (question: Question, result: Result) => {
    appendResult(folder, result)
    work.onResult(question, result)
  }
  const handOut = () => {
    waiting = waiting.filter(name => {
      const question = crew.has(name) ? queue.take(name) : undefined
      if (question === 'later') return true
      if (question) {
        work.onStart(question)
        work.onBegun?.(question, crew.get(name)?.name)
      }
      crew.get(name)?.tell({ type: 'take', id: question?.id })
      return false
    })
  }
  return {
    left: queue.left,
    told(message: FromWorker & { readonly type: 'doing' | 'trouble' }) {
      if (message.type === 'trouble') return work.onTrouble?.(message.what)
      const question = questions.get(message.id)
      if (question) work.onDoing?.(question, message.doing)
    },
    next(name: string) {
      waiting = [...waiting, name]
      handOut()
    },
    finished(name: string, result: Result) {
      const question = queue.finish(name, result.id)
      if (question) keep(question, result)
      handOut()
    },
    released(name: string, id: string) {
      queue.release(name, id)
      handOut()
    },
    gone(name: string, how: string | undefined) {
      const died = how !== undefined
      if (died) work.onTrouble?.(`a worker has died (${how}); its questions go on elsewhere`)
      work.onWorkers?.(seen(crew))
      for (const question of queue.free(name, died)) {
        const why = `${mostDeaths} worker processes died while they were at work on it`
        keep(question, crashed(folder, question, { why, seconds: 0 }))
      }
      handOut()
    },
  }
}

/** The workers: as many as were hired, replaced when they die. */
function crewOf(folder: BenchFolder, work: BenchWork) {
  const { stopping } = work
  const { budget } = work.shared.model
  const began = Date.now()
  const crew = new Map<string, WorkerProcess>()
  const desk = deskOf(folder, work, crew)
  const unready = new Set<string>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let hired = 0
  let fruitless = 0
  let said = ''
  let why: string | undefined

  const hear = (name: string, message: FromWorker) => {
    switch (message.type) {
      case 'alive':
        return
      case 'ready':
        unready.delete(name)
        fruitless = 0
        return
      case 'next':
        return desk.next(name)
      case 'finished':
        return desk.finished(name, message.result)
      case 'released':
        return desk.released(name, message.id)
      case 'used':
        countIn(budget, message.used)
        for (const [other, worker] of crew) if (other !== name) worker.tell(message)
        return
      case 'doing':
      case 'trouble':
        return desk.told(message)
      case 'ended':
        why ??= message.why
        return
      case 'refused':
        return stopping.abort(new CommandError(message.message, message.code))
    }
  }
  const hire = (slots: number) => {
    hired += 1
    const name = `${hired}`
    const worker = startWorker(work.env, {
      onMessage: message => guarded(stopping, () => hear(name, message)),
      onWords: text => {
        said = (said + text).slice(-lastWords)
      },
      onEnd: how => crew.delete(name) && guarded(stopping, () => replace(name, slots, how), ifLast),
    })
    crew.set(name, worker)
    unready.add(name)
    worker.tell({ type: 'begin', path: folder.path, slots, spent: spentIn(budget, began) })
  }
  const ifLast = () => crew.size === 0 && end()
  const replace = (name: string, slots: number, how: string | undefined) => {
    desk.gone(name, how)
    if (how === undefined || stopping.signal.aborted || desk.left() === 0) return
    if (unready.delete(name)) fruitless += 1
    if (fruitless < mostFruitless) hire(slots)
    else stopping.abort(fruitlessly(how, said))
  }
  return { hire, crew: crew as Crew, ended, why: () => why }
}

function stop(crew: Crew): void {
  for (const worker of crew.values()) worker.tell({ type: 'stop' })
  const kill = () => {
    for (const worker of crew.values()) worker.kill()
  }
  setTimeout(kill, graceMs).unref()
}

/** Before a worker begins; the time of the others is its own as well. */
function spentIn(budget: Budget | undefined, began: number): Spent {
  const { seconds, ...used } = budget?.spent() ?? nothingSpent
  return { ...used, seconds: seconds + (Date.now() - began) / 1000 }
}

/** `total` in as many parts as there are workers, or fewer where that were none each. */
function shares(total: number, workers: number): readonly number[] {
  const count = Math.min(total, workers)
  return Array.from({ length: count }, (_, at) => Math.floor((total + at) / count))
}

/** What goes wrong when nobody awaits it ends the bench. */
function guarded(
  stopping: AbortController,
  work: () => void,
  afterwards: () => void = () => undefined,
): void {
  try {
    work()
  } catch (error) {
    stopping.abort(error)
  } finally {
    afterwards()
  }
}

function fruitlessly(how: string, said: string): CommandError {
  const words = said.split('\n').find(line => /error/i.test(line)) ?? said.trim().split('\n').at(-1)
  return new CommandError(
    `${mostFruitless} worker processes in a row ended before they were ready (${how}${words ? `: ${words.trim()}` : ''}); give the same command without --workers to go on in one process`,
    exit.configuration,
  )
}
