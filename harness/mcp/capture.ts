// A command of the command line carried out for a program: what it prints is its result, what it tells on the way
// is progress.
import { Readable } from 'node:stream'
import type { Command, Options, Surroundings } from '../cli/command.ts'
import { taking } from '../terminal/plain-text.ts'

export interface Waiting {
  readonly around: Pick<Surroundings, 'folder' | 'env'>
  /** Ends the command as an interruption would. */
  readonly signal: AbortSignal
  /** Told each line of what is going on. */
  readonly onLine: (line: string) => void
}

/** Runs a command with nobody at a terminal; gives what it prints. Rejects as the command does. */
export async function captured(
  command: Command,
  given: readonly string[],
  options: Options,
  { around, signal, onLine }: Waiting,
): Promise<string> {
  let stdout = ''
  let rest = ''
  await command.run(given, options, {
    ...around,
    interrupted: signal,
    stdin: Readable.from([]),
    stdout: taking(piece => {
      stdout += piece
    }),
    stderr: taking(piece => {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') onLine(line.trim())
    }),
  })
  return stdout
}
