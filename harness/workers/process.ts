// A process that answers questions of a bench, as the one that has started it sees it.
import { fork } from 'node:child_process'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FromWorker, ToWorker } from './messages.ts'

/** A worker as this process sees it. */
export interface WorkerProcess {
  /** Nothing happens when it has ended. */
  tell(message: ToWorker): void
  kill(): void
  /** As it is shown. */
  readonly name: string
  /** When it was started, and when it gave its last sign of life. */
  readonly since: number
  heard(): number
}

/** What becomes of a worker. */
interface Hearing {
  readonly onMessage: (message: FromWorker) => void
  /** What it writes on stderr, piece by piece: nothing, unless something is wrong. */
  readonly onWords: (text: string) => void
  /** Called once. `how` says how it died: a signal or an exit code; undefined when it has ended by itself. */
  readonly onEnd: (how: string | undefined) => void
}

/** Starts a worker with the environment `env`; it waits until it is told to begin. */
export function startWorker(
  env: Readonly<Record<string, string | undefined>>,
  { onMessage, onWords, onEnd }: Hearing,
): WorkerProcess {
  const child = fork(workerFile, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const since = Date.now()
  let heard = since
  child.stderr?.setEncoding('utf8').on('data', onWords)
  child.on('message', (message: FromWorker) => {
    heard = Date.now()
    onMessage(message)
  })
  child.on('exit', (code, signal) =>
    onEnd(code === 0 ? undefined : (signal ?? `exit code ${code}`)),
  )
  // one that could not even be started does not end
  child.on('error', error => child.pid === undefined && onEnd(error.message))
  return {
    name: `${hostname()} ${child.pid}`,
    since,
    heard: () => heard,
    tell(message) {
      if (child.connected) child.send(message, () => undefined) // who has just died need not hear it
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

// --- internal ---

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url))
