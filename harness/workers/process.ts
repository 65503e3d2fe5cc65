// A worker of a bench, as the process that has started it sees it.
import { fork } from 'node:child_process'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../cli/command.ts'
import type { FromWorker, ToWorker } from './messages.ts'

export type WorkerProcess = ReturnType<typeof startWorker>

interface Listener {
  readonly onMessage: (message: FromWorker) => void
  /** Called once. `how` says how it died: a signal or an exit code; undefined when it has ended by itself. */
  readonly onEnd: (how: string | undefined) => void
}

/** Starts a worker with the environment `env`; it waits until it is told what to open. */
export function startWorker(env: Environment, { onMessage, onEnd }: Listener) {
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

// --- internal ---

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url))
/** Characters kept of what a worker writes on stderr. */
const mostSaid = 2_000
