// Commands run in this process: the words as a person types them, real files, streams of their own.
import { PassThrough } from 'node:stream'
import { toCommandError } from '../../../harness/cli/command.ts'
import { commandsFor } from '../../../harness/cli/commands/commands.ts'
import { parseWords } from '../../../harness/cli/parser.ts'

/** Runs `intend plans` on files in `cwd`; a CommandError becomes its code and sentence. */
export const run = (cwd: string, ...words: string[]) => runCommand(cwd, 'plans', ...words)

/** Runs `intend` on files in `cwd`; a CommandError becomes its code and sentence. */
export async function runCommand(cwd: string, ...words: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const around = {
    stdin: new PassThrough(),
    stdout,
    stderr,
    folder: cwd,
    env: {},
    interrupted: new AbortController().signal,
  }
  const chosen = parseWords(words, await commandsFor(words))
  if ('print' in chosen) throw new Error(chosen.print)
  const code = await chosen.command.run(chosen.given, chosen.options, around).catch(error => {
    const failure = toCommandError(error)
    if (!failure) throw error
    stderr.write(failure.message)
    return failure.code
  })
  const text = (stream: PassThrough) => String(stream.read() ?? '')
  return { code, stdout: text(stdout), stderr: text(stderr) }
}
