// `intend report`: a question, benches, a simulation or a trial as one HTML page that needs nothing else.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { reasonOf, refuseLink, refuseLinks } from '../../../plans/writable.ts'
import { type RunsRead, readBenches, readRuns } from '../../report/folder.ts'
import { reportPage } from '../../report/html.ts'
import { openInBrowser } from '../../report/opening.ts'
import { reportOf } from '../../report/report.ts'
import { readSession } from '../../report/session.ts'
import { replaceFile } from '../../run/folders.ts'
import { listSessions, sessions } from '../../session/folder.ts'
import { harmless, printJson } from '../../terminal/plain-text.ts'
import { type Command, exit, misconfigured, usage } from '../command.ts'

export const report: Command = {
  name: 'report',
  about:
    'write one HTML page about a question, session, bench, simulation or trial: charts, plans, beliefs, calls',
  arguments: {
    'runs...':
      'the folder of a question, a session, a bench, a simulation or a trial, or several benches (default: the latest question or session)',
  },
  options: {
    '-o, --out <file>':
      'the page to write (default: report.html in that folder; for several benches, here)',
    '--open': 'open the page in the browser',
    '--json': 'the summary as one line of JSON instead of a page',
  },
  async run([given, ...others], options, { folder, stdout, env }) {
    const name = given ?? listSessions(folder)[0]?.id
    if (name === undefined)
      throw usage(
        'name the folder of a question, a bench, a simulation or a trial: intend report RUN',
      )
    const runs = others.length > 0 ? readBenches([name, ...others], folder) : readOne(name, folder)
    const made = reportOf(runs, Date.now())
    if (options.json === true) {
      stdout.write(`${printJson(made.data)}\n`)
      return exit.satisfied
    }
    const out = options.out as string | undefined
    const file = out === undefined ? join(runs.path, 'report.html') : resolve(folder, out)
    write(file, reportPage(made))
    stdout.write(`${harmless(file)}\n`)
    if (options.open === true) openInBrowser(file, env)
    return exit.satisfied
  },
}

// --- internal ---

function readOne(name: string, folder: string): RunsRead {
  const session = sessions.find(name, folder)
  return session ? readSession(session) : readRuns(name, folder)
}

/** Writes the page, where there is nothing or another such page. */
function write(file: string, page: string): void {
  refuseLinks(file)
  refuseLink(file)
  const isReport = (text: string) =>
    /^<!doctype html>[\s\S]{0,2000}intend report<\/title>/.test(text)
  try {
    if (existsSync(file) && !isReport(readFileSync(file, 'utf8')))
      throw new Error('it is no such page, and was left as it is')
    replaceFile(file, page)
  } catch (error) {
    const why = `cannot write ${file} (${reasonOf(error)}); name another file with --out FILE`
    throw misconfigured(why, error)
  }
}
