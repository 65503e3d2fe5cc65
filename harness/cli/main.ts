// The command line: the only place that prints errors and sets the exit code.
import { enableCompileCache } from 'node:module'
import { harmless, writeLines } from '../terminal/plain-text.ts'
import { CommandError, type ExitCode, exit, type Surroundings, toCommandError } from './command.ts'

/** Milliseconds in which a second interruption is the first one again, passed on by npm or a shell. */
const echoMs = 300
/** Milliseconds a command has to end by itself after an interruption. */
const graceMs = 2_000

const words = process.argv.slice(2)
const interrupt = new AbortController()
enableCompileCache() // only for what is imported after it: hence the imports below
process.exitCode = await Promise.race([run(), listen()]).catch(report)
if (interrupt.signal.aborted) process.exit() // what was interrupted may still hold the process

async function run(): Promise<ExitCode> {
  const [{ parseWords }, { commands }] = await Promise.all([
    import('./parser.ts'),
    import('./commands/commands.ts'),
  ])
  const around: Surroundings = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    folder: process.cwd(),
    env: process.env,
    interrupted: interrupt.signal,
  }
  const chosen = parseWords(words, commands)
  if ('print' in chosen) {
    process.stdout.write(chosen.print)
    return exit.satisfied
  }
  return chosen.command.run(chosen.given, chosen.options, around)
}

/** One sentence for what a person can mend; where it happened only when asked for. */
function report(error: unknown): number {
  const failure = toCommandError(error)
  const stack = error instanceof Error ? error.stack : undefined
  const way = failure ? '' : '; this is a fault of intend: report it with what --verbose prints'
  const message = failure?.message ?? (error instanceof Error ? error.message : String(error))
  writeLines(process.stderr, [`intend: ${harmless(message + way)}`])
  if (words.includes('--verbose') && stack) process.stderr.write(`${stack}\n`)
  return failure?.code ?? exit.notSatisfied
}

/** Passes interruptions on; rejects when the command does not heed one. A second one ends at once. */
function listen(): Promise<never> {
  return new Promise((_, reject) => {
    let first: number | undefined
    const stop = () => {
      interrupt.abort()
      setTimeout(() => reject(new CommandError('interrupted', exit.interrupted)), graceMs).unref()
    }
    process.on('SIGINT', () => {
      first ??= Date.now()
      if (Date.now() - first > echoMs) process.exit(exit.interrupted)
      stop()
    })
    // a reader that has left, such as head, wants no more
    process.stdout.on('error', stop)
    process.stderr.on('error', () => undefined)
  })
}
