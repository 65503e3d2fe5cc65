// The command line as a process: its streams, its signals and its exit code.
import { homedir } from 'node:os'
import { reasonOf } from '../../plans/writable.ts'
import { writeLines } from '../terminal/plain-text.ts'
import { exit } from './command.ts'
import { invoke } from './invoke.ts'

/** Milliseconds in which a second interruption is the first one again, passed on by npm or a shell. */
const echoMs = 300
/** Milliseconds a command has to end by itself after an interruption. */
const graceMs = 2_000

const interrupt = new AbortController()
process.exitCode = await Promise.race([run(), interrupted()])
if (interrupt.signal.aborted) process.exit() // what was interrupted may still hold the process

function run(): Promise<number> {
  return invoke(process.argv.slice(2), {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    folder: process.cwd(),
    env: { HOME: homedir(), ...process.env },
    interrupted: interrupt.signal,
  })
}

/**
 * Passes interruptions on, of a person and of a system that ends its processes alike; resolves when the command does
 * not heed one. A second one ends at once.
 */
function interrupted(): Promise<number> {
  return new Promise(resolve => {
    let first: number | undefined
    const giveUp = () => {
      writeLines(process.stderr, ['intend: interrupted'])
      resolve(exit.interrupted)
    }
    const stop = () => {
      interrupt.abort()
      setTimeout(giveUp, graceMs).unref()
    }
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(name, (_: string, number: number) => {
        if (first === undefined) process.once('exit', code => endedBy(number, code))
        first ??= Date.now()
        if (Date.now() - first > echoMs) process.exit(exit.interrupted)
        stop()
      })
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      stop()
      if (error.code === 'EPIPE') return // a reader that has left, such as head, wants no more
      const why = `intend: what was found cannot be written (${reasonOf(error)}); send it elsewhere`
      writeLines(process.stderr, [why])
      process.once('exit', () => {
        process.exitCode = exit.configuration
      })
    })
    process.stderr.on('error', () => undefined)
  })
}

/** Whoever waits for an interrupted process is told the signal, as by a shell. */
function endedBy(signal: number, code: number): void {
  if (code === exit.interrupted) process.exitCode = 128 + signal
}
