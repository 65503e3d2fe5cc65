// Work in a process of its own, which can be ended at any moment: parsing files that strangers made, and
// SQL. No thread inside a parser or inside SQLite can be stopped so surely.
import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** One part of the work: the milliseconds it may take, and what is said when it takes longer. */
export interface Stage {
  readonly ms: number
  readonly slow: string
}

/** What work apart may cost, and the sentences for when it costs more. */
export interface Bounds {
  readonly stages: readonly [Stage, ...Stage[]]
  /** Bytes of memory the process may hold. */
  readonly memory: number
  /** Said when it needs more memory. */
  readonly large: string
  /** Said when it ends by itself without a result. */
  readonly broken: string
}

type Reply<Result> =
  | { readonly type: 'stage' }
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'error'; readonly message: string }

/**
 * Runs `script`, a module that calls `serve`, with `request` in a process that has none of the
 * environment of this one. Rejects with the sentence of the bound it crossed, with the message of
 * what it threw, or with the reason of `signal`; the process is gone by then.
 */
export function apart<Result>(
  script: URL,
  request: object,
  bounds: Bounds,
  signal?: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const heap = Math.round((bounds.memory * 0.7) / 1e6)
    const child = fork(fileURLToPath(script), {
      execArgv: ['--max-semi-space-size=16', `--max-old-space-size=${heap}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const settle = (act: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', aborted)
      child.removeAllListeners()
      child.on('error', () => undefined) // a process that is gone cannot be killed again
      child.kill('SIGKILL')
      act()
    }
    const stop = (why: string) => settle(() => reject(new Error(why)))
    const aborted = () => settle(() => reject(signal?.reason))
    const left = [...bounds.stages]
    const startStage = () => {
      const stage = left.shift()
      return stage && setTimeout(() => stop(stage.slow), stage.ms)
    }
    let timer = startStage()
    const watch = setInterval(async () => {
      if ((await memoryOf(child.pid)) > bounds.memory) stop(bounds.large)
    }, 250)
    signal?.addEventListener('abort', aborted, { once: true })
    child.on('message', (reply: Reply<Result>) => {
      switch (reply.type) {
        case 'stage':
          clearTimeout(timer)
          timer = startStage()
          return
        case 'result':
          return settle(() => resolve(reply.result))
        case 'error':
          return stop(reply.message)
      }
    })
    child.on('error', error => stop(`A process could not be started: ${error.message}.`))
    child.on('exit', (code, by) => {
      // the engine aborts when its heap is full
      const end = () => stop(by === 'SIGABRT' || code === 134 ? bounds.large : bounds.broken)
      // what it said last may still be on its way
      if (child.connected) child.once('disconnect', end)
      else end()
    })
    child.send(request)
  })
}

/** The other side: does the one piece of work this process was started for; `next` begins the next stage. */
export function serve<Request>(
  work: (request: Request, next: () => void) => Promise<unknown>,
): void {
  process.once('message', (request: Request) => {
    const reply = (message: Reply<unknown>, sent: () => void = () => undefined) =>
      process.send?.(message, undefined, undefined, sent)
    // a large result takes a while to cross over, and disconnecting earlier would lose it
    const done = () => process.disconnect()
    work(request, () => reply({ type: 'stage' })).then(
      result => reply({ type: 'result', result }, done),
      (error: Error) => reply({ type: 'error', message: error.message }, done),
    )
  })
}

// --- internal ---

/** Resident bytes of a process, 0 where the system does not tell. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(pages.split(' ')[1] ?? 0) * 4096
}
