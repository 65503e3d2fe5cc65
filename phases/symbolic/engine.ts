// Prolog in a thread that can be ended at any moment: one warm engine, evaluations one after the
// other, a fresh engine after anything that may have harmed it.
import { Worker } from 'node:worker_threads'
import type { EngineInput, EngineMessage, EngineRequest } from './engine-worker.ts'

/** What one engine and one evaluation may use. */
interface PrologLimits {
  /** Milliseconds of wall clock for one evaluation; the thread is ended then. */
  readonly milliseconds: number
  /** Inferences of one evaluation. */
  readonly inferences: number
  /** Bytes the engine's memory may grow to. */
  readonly memory: number
  /** Evaluations after which a fresh engine is started. */
  readonly evaluations: number
  /** Milliseconds without an evaluation after which the engine is ended and its memory given back. */
  readonly idle: number
}

/** A program. All but the facts may come from a model. */
export interface Program {
  /** Written by `factsOf`. */
  readonly facts: string
  /**
   * Clauses, the program's own facts among them; may be empty. Code fences and comments do no harm;
   * directives that declare are honoured, those that are goals are called once before the goal.
   */
  readonly rules: string
  /**
   * One goal, or several that all have to hold; `?-` before and a full stop behind may be there or not.
   * When it is empty, the last directive or query of the rules that is a goal, or their initialization.
   */
  readonly goal: string
  readonly signal?: AbortSignal
}

/**
 * Why there is no verdict. `syntax`, `unknown_predicate` and `type` (an error of types, of values or
 * of arithmetic) are the program's; `forbidden`: it wants more than reasoning; `resources`: it needs
 * too much memory; `time`: it was not decided in time; `thrown`: it threw something of its own;
 * `aborted`: by the signal; `engine`: the engine could not be started.
 */
export type PrologErrorKind =
  | 'syntax'
  | 'unknown_predicate'
  | 'type'
  | 'forbidden'
  | 'resources'
  | 'time'
  | 'thrown'
  | 'aborted'
  | 'engine'

/** What a program comes to: its goal holds or does not, or there is no telling. */
export type Evaluation =
  | {
      readonly holds: boolean
      /** What the goal's variables stand for in its first solution, as text. */
      readonly bindings: Readonly<Record<string, string>>
      /** Names of beliefs that were looked at. */
      readonly read: readonly string[]
      /** Names that were asked for and that no belief has. */
      readonly missing: readonly string[]
      /** What the program printed, the first 2,000 characters. */
      readonly output: string
    }
  | { readonly error: { readonly kind: PrologErrorKind; readonly message: string } }

/** Never rejects. `close` ends the thread; an evaluation after it starts another one. */
export interface Prolog {
  evaluate(program: Program): Promise<Evaluation>
  close(): Promise<void>
}

/** An engine that starts with the first evaluation. It does not keep the process alive. */
export function createProlog(limits: Partial<PrologLimits> = {}): Prolog {
  const bounds = { ...usual, ...limits }
  let engine: Engine | undefined
  let last: Promise<unknown> = Promise.resolve()
  let sleep: NodeJS.Timeout | undefined
  let ending: Promise<unknown> = Promise.resolve()

  const drop = () => {
    ending = engine?.worker.terminate() ?? ending
    engine = undefined
  }
  const run = async (program: Program): Promise<Evaluation> => {
    clearTimeout(sleep)
    if (program.signal?.aborted) return aborted
    if (engine && engine.evaluations >= bounds.evaluations) drop()
    await ending // never the memory of two
    engine ??= startEngine(bounds)
    const evaluation = await evaluateIn(engine, program, bounds)
    if ('error' in evaluation && harmful.has(evaluation.error.kind)) drop()
    sleep = setTimeout(drop, bounds.idle).unref()
    return evaluation
  }
  return {
    evaluate(program) {
      const evaluation = last.then(() => run(program))
      last = evaluation
      return Promise.race([evaluation, whenAborted(program.signal, evaluation)])
    },
    async close() {
      await last
      clearTimeout(sleep)
      drop()
      await ending
    },
  }
}

/** Works with the engine of the run, or without one with an engine started for this alone. */
export async function withProlog<T>(
  known: Prolog | undefined,
  work: (prolog: Prolog) => Promise<T>,
): Promise<T> {
  if (known) return work(known)
  const own = createProlog()
  return work(own).finally(() => own.close())
}

// --- internal ---

const usual: PrologLimits = {
  milliseconds: 1_300,
  inferences: 5_000_000,
  memory: 192e6,
  evaluations: 500,
  idle: 60_000,
}

/** A first start reads and compiles the engine, which takes a second on a busy machine. */
const startMilliseconds = 20_000

const harmful: ReadonlySet<PrologErrorKind> = new Set(['resources', 'time', 'aborted', 'engine'])
const aborted = failed('aborted', 'the evaluation was cancelled')

interface Engine {
  readonly worker: Worker
  readonly ready: Promise<EngineMessage | 'late'>
  evaluations: number
}

function startEngine({ memory }: PrologLimits): Engine {
  const entry = new URL('./engine-worker.ts', import.meta.url)
  const worker = new Worker(entry, {
    workerData: { memory } satisfies EngineInput,
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  })
  worker.on('error', () => undefined)
  return { worker, ready: nextMessage(worker, startMilliseconds), evaluations: 0 }
}

async function evaluateIn(
  engine: Engine,
  { facts, rules, goal, signal }: Program,
  { milliseconds, inferences }: PrologLimits,
): Promise<Evaluation> {
  const { worker } = engine
  worker.ref()
  try {
    const ready = await engine.ready
    if (ready === 'late' || ready.type !== 'ready')
      return failed('engine', `Prolog could not be started: ${ready === 'late' ? ready : 'broken'}`)
    if (signal?.aborted) return aborted
    engine.evaluations += 1
    const request: EngineRequest = {
      facts,
      inferences,
      rules: readable(rules, false),
      goals: readable(goal, true),
    }
    const reply = nextMessage(worker, milliseconds, signal)
    worker.postMessage(request)
    const message = await reply
    if (signal?.aborted) return aborted
    if (message === 'late')
      return failed('time', `the goal was not decided within ${milliseconds} ms: make it simpler`)
    if (message.type !== 'result')
      return failed('resources', 'the goal needs more memory than it is given')
    return toEvaluation(message.result, message.output)
  } finally {
    worker.unref()
  }
}

/** The worker's next message; `late` after so many milliseconds; `broken` when it ends or on abort. */
function nextMessage(
  worker: Worker,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<EngineMessage | 'late'> {
  return new Promise(resolve => {
    const settle = (message: EngineMessage | 'late') => {
      clearTimeout(timer)
      worker.off('message', settle)
      worker.off('exit', ended)
      signal?.removeEventListener('abort', ended)
      resolve(message)
    }
    const ended = () => settle({ type: 'broken', message: 'the thread ended' })
    const timer = setTimeout(() => settle('late'), milliseconds)
    worker.on('message', settle)
    worker.on('exit', ended)
    signal?.addEventListener('abort', ended)
  })
}

/** Resolves when the signal is raised, so that one who waits in the queue need not wait for his turn. */
function whenAborted(
  signal: AbortSignal | undefined,
  evaluation: Promise<unknown>,
): Promise<Evaluation> {
  return new Promise(resolve => {
    const stop = () => resolve(aborted)
    signal?.addEventListener('abort', stop)
    void evaluation.finally(() => signal?.removeEventListener('abort', stop))
  })
}

/** The texts that a model's text may stand for, likeliest first; a goal's lines may lack commas. */
function readable(text: string, isGoal: boolean): readonly string[] {
  const fenced = [...text.matchAll(/^ *(```|~~~)[^\n]*\n([\s\S]*?)^ *\1 *$/gm)]
  const plain = fenced.length > 0 ? fenced.map(found => found[2]).join('\n') : text
  if (plain.trim() === '') return ['']
  const closed = `${plain}\n.`
  const texts = /\.\s*(?:%[^\n]*\s*)*$/.test(plain) ? [plain, closed] : [closed]
  return isGoal ? [...texts, `${joinedLines(plain)}\n.`] : texts
}

function joinedLines(text: string): string {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('%'))
  return lines
    .map((line, at) => {
      const open = /(?:[,;(|[]|->|:-)$/.test(line) || /^(?:[,;)|\]]|->)/.test(lines[at + 1] ?? '')
      const bare = open ? line : line.replace(/\.$/, '')
      return open || at === lines.length - 1 ? bare : `${bare},`
    })
    .join('\n')
}

function toEvaluation(result: readonly unknown[], output: string): Evaluation {
  const [outcome, ...rest] = result
  if (outcome === 'error') {
    const [kind, message] = rest as [PrologErrorKind, unknown]
    return failed(kind, tidy(String(message)))
  }
  const [names, values, read, missing] = rest.map(list => (list as unknown[]).map(String))
  const bindings = Object.fromEntries((names ?? []).map((name, at) => [name, values?.[at] ?? '']))
  return {
    holds: outcome === 'holds',
    bindings,
    output,
    read: read ?? [],
    missing: missing ?? [],
  }
}

/** The engine's message without what only the engine knows: its modules, streams and variables. */
function tidy(message: string): string {
  return message
    .replaceAll(/'tmp-[^']*':/g, '')
    .replaceAll(/Stream <stream>\(\w+\):(\d+):(\d+) /g, 'line $1, column $2: ')
    .replaceAll(/\b_\d+\b/g, '_')
    .replace(/(limit \([^)]*\) exceeded)[\s\S]*/, '$1')
    .trim()
    .slice(0, 600)
}

function failed(kind: PrologErrorKind, message: string): Evaluation {
  return { error: { kind, message } }
}
