// The options that say how an answer and the way to it are shown; shared by all commands that answer.
import type { Showing } from '../../run/answer.ts'
import type { CommandOption } from '../command.ts'

export const showingOptions: readonly CommandOption[] = [
  { flags: '--json', about: 'the answer, what it rests on and what it cost, as one line of JSON' },
  { flags: '--events', about: 'every event as a line of JSON as it happens, the answer last' },
  { flags: '--quiet', about: 'nothing on stderr but errors' },
  { flags: '--no-color', about: 'no colours' },
  {
    flags: '--verbose',
    about: 'every phase, step, tool call and verdict; the stack trace of an error',
  },
]

export const watchOption: CommandOption = {
  flags: '--watch',
  about: 'also show who works on what, what waits, and what failed or was retried',
}

/** Reads what the options say. */
export function showingOf(options: Readonly<Record<string, unknown>>): Showing {
  return {
    json: options.json === true,
    events: options.events === true,
    quiet: options.quiet === true,
    color: options.color !== false,
    verbose: options.verbose === true,
    watch: options.watch === true,
  }
}
