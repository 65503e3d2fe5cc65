// A worker of a bench as the process that has started it sees it.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromWorker, ToWorker } from './messages.ts'

export interface WorkerProcess {
  /** Names it in its leases. */
  readonly name: string
  /** Nothing happens when it has ended. */
  tell(message: ToWorker): void
  kill(): void
}

/** What becomes of a worker. */
export interface Hearing {
  readonly onMessage: (message: FromWorker) => void
  /** What it writes on stderr, piece by piece: nothing, unless something is wrong. */
  readonly onWords: (text: string) => void
  /** Called once. `how` says how it died: a signal or an exit code; undefined when it has ended by itself. */
  readonly onEnd: (how: string | undefined) => void
}

/** Starts a worker with the environment `env`; it waits until it is told to begin. */
export function startWorker(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  { onMessage, onWords, onEnd }: Hearing,
): WorkerProcess {
  const child = fork(script, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  child.stderr?.setEncoding('utf8').on('data', onWords)
  child.on('message', onMessage)
  child.on('exit', (code, signal) =>
    onEnd(code === 0 ? undefined : (signal ?? `exit code ${code}`)),
  )
  // one that could not even be started does not end
  child.on('error', error => child.pid === undefined && onEnd(error.message))
  return {
    name,
    tell(message) {
      if (child.connected) child.send(message, () => undefined) // who has just died need not hear it
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

// --- internal ---

const script = fileURLToPath(new URL('worker.ts', import.meta.url))
