// One process at a time works in the folder of a run, and a person can interrupt it there.
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonIn } from '../../agent/runs/json-lines.ts'
import { CommandError, exit } from '../cli/command.ts'
import { writeWhole } from './folders.ts'

interface Place {
  readonly path: string
  /** What to write after `intend resume`. */
  readonly name: string
}

const busyRun = (name: string) =>
  `another process is at work on the run ${name}; wait for its end, then: intend resume ${name}`

/**
 * Does `work` alone in the folder. Its controller is aborted when the person interrupts (`onInterrupt` is
 * told first), or when another process has taken the folder over.
 */
export async function workAlone<T>(
  place: Place,
  interrupted: AbortSignal,
  work: (stopping: AbortController) => Promise<T>,
  onInterrupt: () => void = () => undefined,
): Promise<T> {
  const stopping = new AbortController()
  const stop = () => {
    onInterrupt()
    const how = `interrupted; go on with: intend resume ${place.name}`
    stopping.abort(new CommandError(how, exit.interrupted))
  }
  interrupted.addEventListener('abort', stop, { once: true })
  if (interrupted.aborted) stop()
  try {
    const release = await lockRun(place, error => stopping.abort(error))
    return await work(stopping).finally(release)
  } finally {
    interrupted.removeEventListener('abort', stop)
  }
}

/**
 * Makes this process the only one that works in the folder, for as long as it lives; takes over
 * from one that has died. `onLost` is called should another process take over from this one. Rejects
 * with a CommandError, which says what `busyWith` does, when another process, whose number may be known, is at
 * work there.
 */
export async function lockRun(
  { path, name }: Place,
  onLost: (error: CommandError) => void,
  busyWith: (name: string, pid: number | undefined) => string = busyRun,
): Promise<() => Promise<void>> {
  const { lock } = await import('proper-lockfile')
  const file = (part: string) => join(path, part)
  const busy = () =>
    new CommandError(busyWith(name, ownerIn(file('owner.json'))?.pid), exit.configuration)
  const taking = (part: keyof typeof staleMs, retries: number) =>
    lock(file(part), {
      realpath: false,
      stale: staleMs[part],
      update: 1_000,
      retries: { retries, factor: 1, minTimeout: 200, maxTimeout: 200 },
      onCompromised: () => onLost(busy()),
    }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ELOCKED' ? busy() : error
    })
  const openGate = await taking('gate', 20) // one at a time finds out who is dead
  try {
    if (isDead(file('owner.json'))) rmSync(file('run.lock'), { recursive: true, force: true })
    const release = await taking('run', 0)
    writeWhole(file('owner.json'), { pid: process.pid, host: hostname() })
    return async () => {
      rmSync(file('owner.json'), { force: true })
      await release().catch(() => undefined) // lost before: then it is not ours to release
    }
  } finally {
    await openGate().catch(() => undefined)
  }
}

// --- internal ---

/**
 * After this long without a sign of life a lock may be taken over, whoever holds it. On a busy machine
 * a process may say nothing for seconds; one that has died is told by its number.
 */
const staleMs = { gate: 3_000, run: 30_000 }

/** Whether the process named in `file` ran on this machine and no longer does. */
function isDead(file: string): boolean {
  const owner = ownerIn(file)
  if (owner?.host !== hostname()) return false
  try {
    process.kill(owner.pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** The process that says it works there; undefined where none can be read. */
const ownerIn = (file: string) => Owner.safeParse(jsonIn(file)).data

const Owner = z.object({ pid: z.int(), host: z.string() })
