// A command from its words to its exit code.
import { resolve } from 'node:path'
import { maskedBy } from '../../agent/llm/secrets.ts'
import { startTelemetry } from '../configuration/telemetry.ts'
import { isFile } from '../run/attachments.ts'
import { harmless, writeLines } from '../terminal/plain-text.ts'
import { CommandError, exit, messageOf, type Surroundings, toCommandError } from './command.ts'
import { commandsFor } from './commands/commands.ts'
import { parseWords } from './parser.ts'

/** Runs what `words` ask for and gives the exit code; a failure is told on stderr. Never rejects. */
export async function invoke(words: readonly string[], from: Surroundings): Promise<number> {
  const mask = maskedBy(from.env)
  const [stdout, stderr] = [masked(from.stdout, mask), masked(from.stderr, mask)]
  const around = { ...from, stdout, stderr }
  try {
    const chosen = parseWords(eachWithFlag(words, from.folder), await commandsFor(words))
    if ('print' in chosen) {
      around.stdout.write(chosen.print)
      return exit.satisfied
    }
    const run = () => chosen.command.run(chosen.given, chosen.options, around)
    const endTelemetry = await startTelemetry(around.env)
    try {
      return await run().catch(async (error: unknown) => {
        const { trustedAfter } = await import('./trusting.ts')
        if (await trustedAfter(error, around)) return run()
        throw error
      })
    } finally {
      await endTelemetry()
    }
  } catch (error) {
    return report(error, words, around)
  }
}

/** `-f a.csv b.csv`, which a shell makes of `-f *.csv`: each file that is there behind a flag of its own. */
function eachWithFlag(words: readonly string[], folder: string): readonly string[] {
  let isList = false
  return words.flatMap((word, at) => {
    const isValue = /^(?:-f|--file)$/.test(words[at - 1] ?? '')
    const isNext = isList && !isValue && isFile(resolve(folder, word))
    isList = isValue || isNext
    return isNext ? ['-f', word] : word
  })
}

/** The stream, told nothing but what is without keys. */
function masked<Stream extends Surroundings['stdout']>(
  stream: Stream,
  mask: (text: string) => string,
): Stream {
  return new Proxy(stream, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'write') return value.bind(target)
      return (piece: unknown, ...rest: readonly unknown[]) =>
        value.call(target, typeof piece === 'string' ? mask(piece) : piece, ...rest)
    },
  })
}

/** One sentence for what a person can mend; where it happened only when asked for. */
function report(error: unknown, words: readonly string[], around: Surroundings): number {
  const { stderr, interrupted } = around
  const { name, stack } = error instanceof Error ? error : {}
  // what was waited for was only ended by its signal
  const isStopped = interrupted.aborted && name === 'AbortError'
  const stopped = new CommandError('interrupted', exit.interrupted)
  const failure = isStopped ? stopped : toCommandError(error)
  const way = failure ? '' : '; this is a fault of intend: report it with what --verbose prints'
  const message = failure?.message ?? messageOf(error)
  writeLines(stderr, [`intend: ${harmless(message + way)}`])
  const trace = words.includes('--verbose') && stack ? stack.split('\n') : []
  for (const line of trace) writeLines(stderr, [harmless(line).replace(/^at /, '    at ')])
  return failure?.code ?? exit.notSatisfied
}
