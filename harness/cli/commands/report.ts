// `intend report`: a question, a bench, a simulation or a trial as one HTML page that needs nothing else.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { harmless, printJson } from '../../terminal/plain-text.ts'
import { type Command, CommandError, exit, usage } from '../command.ts'

export const report: Command = {
  name: 'report',
  about:
    'one HTML page of a question, a bench, a simulation or a trial: charts, plans, beliefs, calls',
  arguments: [{ name: 'run', about: 'the folder of a question, a bench, a simulation or a trial' }],
  options: [
    { flags: '-o, --out <file>', about: 'the page (default: report.html in that folder)' },
    { flags: '--json', about: 'what the page shows at once as one line of JSON, and no page' },
    { flags: '--verbose', about: 'the stack trace of an error' },
  ],
  async run([name], options, { folder, stdout }) {
    if (name === undefined)
      throw usage(
        'name the folder of a question, a bench, a simulation or a trial: intend report RUN',
      )
    const [{ readRuns }, { reportOf }, { reportPage }] = await Promise.all([
      import('../../report/folder.ts'),
      import('../../report/report.ts'),
      import('../../report/html.ts'),
    ])
    const runs = readRuns(name, folder)
    const made = reportOf(runs, Date.now())
    if (options.json === true) {
      stdout.write(`${printJson(made.data)}\n`)
      return exit.satisfied
    }
    const out = options.out as string | undefined
    const file = out === undefined ? join(runs.path, 'report.html') : resolve(folder, out)
    write(file, reportPage(made))
    stdout.write(`${harmless(file)}\n`)
    return exit.satisfied
  },
}

// --- internal ---

function write(file: string, page: string): void {
  try {
    writeFileSync(file, page)
  } catch (error) {
    throw new CommandError(
      `cannot write ${file} (${(error as Error).message}); name another file with --out FILE`,
      exit.configuration,
      { cause: error },
    )
  }
}
