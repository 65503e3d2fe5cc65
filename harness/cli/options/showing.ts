// The options that say how an answer and the way to it are shown; shared by all commands that answer.
import type { Showing } from '../../run/answer.ts'
import { harmless } from '../../terminal/plain-text.ts'
import type { CommandOptions, Options, Surroundings } from '../command.ts'

export const showingOptions: CommandOptions = {
  '--json': 'the answer, what it rests on and what it cost, as one line of JSON',
  '--events': 'every event as a line of JSON as it happens, the answer last',
  '--quiet': 'nothing on stderr but errors',
  '--no-color': 'no colours',
  '--verbose': 'every phase, step, tool call and verdict; the stack trace of an error',
}

export const watchOption: CommandOptions = {
  '--watch': 'also show who works on what, what waits, and what failed or was retried',
}

/** Writes what is told on stderr, unless that is to be quiet. */
export const teller =
  ({ quiet }: Options, { stderr }: Surroundings) =>
  (text: string) =>
    void (quiet === true || stderr.write(`${harmless(text)}\n`))

export function showingOf(options: Options): Showing {
  return {
    json: options.json === true,
    events: options.events === true,
    quiet: options.quiet === true,
    color: options.color !== false,
    verbose: options.verbose === true,
    watch: options.watch === true,
  }
}
