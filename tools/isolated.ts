// Work in another process, which can be ended at any moment: parsing files that strangers made, and
// SQL. No thread inside a parser or inside a database can be stopped so surely. Starting one costs more than
// most of its work, so it is kept for the next call while the last one left nothing behind.
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One part of the work: the milliseconds it may take, and what is said when it takes longer. */
export interface Stage {
  readonly ms: number
  readonly slow: string
}

/** What a call may cost, and the sentences for when it costs more. */
export interface Bounds {
  readonly stages: readonly [Stage, ...Stage[]]
  /** Bytes of memory the process may hold. */
  readonly memory: number
  /** Said when it needs more memory. */
  readonly large: string
  /** Said when it ends by itself without a result. */
  readonly broken: string
}

type Reply<Result> = { readonly type: 'stage' } | Outcome<Result>

type Outcome<Result> = {
  /** Bytes the process still holds; left out when it is not as it was before the call. */
  readonly left?: number
} & (
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'error'; readonly message: string }
)

/** Processes that wait for a next call: how many, for how long, and with how many bytes at most. */
const kept = { processes: 2, ms: 60_000, memory: 300_000_000 }

/**
 * Runs `script`, a module that calls `serve`, in processes that have none of the environment of this
 * one but its cache of compiled modules; each does one call at a time. A call rejects with the sentence of the bound it crossed, with the
 * message of what it threw, or with the reason of `signal`; after a bound or `signal` the process is gone.
 */
export function isolated<Request extends object, Result>(script: URL) {
  const waiting = new Map<ChildProcess, { memory: number; release: () => void }>()
  const take = (memory: number): ChildProcess => {
    const found = [...waiting].find(([, each]) => each.memory === memory)
    found?.[1].release()
    return found?.[0] ?? start(script, memory)
  }
  const keep = (child: ChildProcess, memory: number): void => {
    const end = () => child.kill('SIGKILL')
    const timer = setTimeout(end, kept.ms).unref()
    const release = () => {
      clearTimeout(timer)
      child.off('exit', release)
      waiting.delete(child)
      child.ref()
      child.channel?.ref()
    }
    child.once('exit', release)
    child.channel?.unref()
    child.unref()
    waiting.set(child, { memory, release })
  }
  return async (request: Request, bounds: Bounds, signal?: AbortSignal): Promise<Result> => {
    signal?.throwIfAborted()
    const child = take(bounds.memory)
    const outcome = await outcomeOf<Result>(child, request, bounds, signal)
    const { left = Number.POSITIVE_INFINITY } = outcome
    const small = left < Math.min(kept.memory, bounds.memory / 2)
    const alive = child.exitCode === null && child.signalCode === null
    if (alive && small && waiting.size < kept.processes) keep(child, bounds.memory)
    else child.kill('SIGKILL')
    if (outcome.type === 'error') throw new Error(outcome.message)
    return outcome.result
  }
}

/** The other side: does each piece of work that is asked for; `next` begins the next stage. */
export function serve<Request>(
  work: (request: Request, next: () => void) => Promise<unknown>,
): void {
  const before = builtIns()
  // when the agent is gone, so is this
  process.once('disconnect', () => process.exit())
  process.on('message', async (request: Request) => {
    const reply = (message: Reply<unknown>) => process.send?.(message)
    const outcome = await work(request, () => reply({ type: 'stage' })).then(
      (result): Outcome<unknown> => ({ type: 'result', result }),
      (error: Error): Outcome<unknown> => ({ type: 'error', message: error.message }),
    )
    const clean = (await isIdle()) && isSame(before, builtIns())
    reply(clean ? { ...outcome, left: process.memoryUsage.rss() } : outcome)
  })
}

/** Resident bytes of a process, 0 where the system does not tell. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(pages.split(' ')[1] ?? 0) * 4096
}

// --- internal ---

function start(script: URL, memory: number): ChildProcess {
  const heap = Math.round((memory * 0.7) / 1e6)
  const file = fileURLToPath(script)
  const cache = getCompileCacheDir()
  const child = fork(file, {
    cwd: dirname(file), // the folder of the agent may be gone while the process waits
    execArgv: ['--max-semi-space-size=16', `--max-old-space-size=${heap}`],
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  return child.on('error', () => undefined) // a process that is gone cannot be killed again
}

/** Hands `request` over and waits for what comes of it; kills the process at a bound or at `signal`. */
function outcomeOf<Result>(
  child: ChildProcess,
  request: object,
  bounds: Bounds,
  signal: AbortSignal | undefined,
): Promise<Outcome<Result>> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', aborted)
      child.off('message', heard).off('error', failed).off('exit', ended)
      act()
    }
    const stop = (why: unknown) =>
      settle(() => {
        child.kill('SIGKILL')
        reject(why)
      })
    const aborted = () => stop(signal?.reason)
    const left = [...bounds.stages]
    const startStage = () => {
      const stage = left.shift()
      return stage && setTimeout(() => stop(new Error(stage.slow)), stage.ms)
    }
    let timer = startStage()
    const watch = setInterval(async () => {
      if ((await residentBytes(child.pid)) > bounds.memory) stop(new Error(bounds.large))
    }, 250)
    signal?.addEventListener('abort', aborted, { once: true })
    const heard = (reply: Reply<Result>) => {
      if (reply.type !== 'stage') return settle(() => resolve(reply))
      clearTimeout(timer)
      timer = startStage()
    }
    const failed = (error: Error) =>
      stop(new Error(`A process could not be started: ${error.message}.`))
    const ended = (code: number | null, by: NodeJS.Signals | null) => {
      // the engine aborts when its heap is full
      const full = by === 'SIGABRT' || code === 134
      const end = () => stop(new Error(full ? bounds.large : bounds.broken))
      // what it said last may still be on its way
      if (child.connected) child.once('disconnect', end)
      else end()
    }
    child.on('message', heard).on('error', failed).on('exit', ended)
    child.send(request)
  })
}

/** Whether nothing of the call goes on: no timer, worker, file or socket beside the channel to the agent. */
async function isIdle(): Promise<boolean> {
  const active = () => process.getActiveResourcesInfo().some(each => each !== 'PipeWrap')
  // what was closed last takes a few turns to be gone
  for (let turn = 0; turn < 50 && active(); turn += 1)
    await new Promise(resolve => setTimeout(resolve, 2))
  return !active()
}

/** Every property that all objects and lists have: a file's key `__proto__` may have reached them. */
function builtIns(): readonly unknown[] {
  return [Object.prototype, Array.prototype].flatMap(each =>
    Reflect.ownKeys(each).flatMap(key => {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(each, key) ?? {}
      return [key, value, get, set]
    }),
  )
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((each, at) => Object.is(each, after[at]))
}
