// `intend trace`: where each goal of a run stands and why, read off its journal, also while it runs.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { apply, emptyState } from '../../../agent/apply.ts'
import { rootGoals } from '../../../agent/goals/desires.ts'
import { readJournal } from '../../../agent/runs/journal.ts'
import { journalFile, runs } from '../../run/runs.ts'
import { listSessions, sessions } from '../../session/folder.ts'
import { harmless, printFound } from '../../terminal/plain-text.ts'
import { type Command, configurationError, exit, usage } from '../command.ts'

export const trace: Command = {
  name: 'trace',
  about: 'show where each goal of a run or session stands, and why',
  arguments: {
    run: 'the name or the folder of a run or session, or its journal (default: the latest one)',
  },
  options: { '--json': 'the goals as one line of JSON' },
  async run([given], options, { folder, stdout }) {
    const name = given ?? listSessions(folder)[0]?.id
    if (!name) throw usage('there is no run here yet; name one by its folder: intend trace RUN')
    const goals = rootGoals(eventsOf(name, folder).reduce(apply, emptyState()))
    const lines = goals.map(({ id, text, status, reason }) =>
      harmless(`${id} ${text || '(a program)'}: ${status}, ${reason}`),
    )
    printFound(stdout, options.json, { data: { goals }, lines })
    return exit.satisfied
  },
}

// --- internal ---

function eventsOf(name: string, folder: string) {
  const place = resolve(folder, name)
  const named = runs.find(name, folder) ?? sessions.find(name, folder)
  const files = [journalFile(named ?? { path: place }), place]
  const file = files.find(each => statSync(each, { throwIfNoEntry: false })?.isFile())
  if (file === undefined)
    throw usage(
      `there is no run or session ${name}; name one of those in .intend/runs or .intend/sessions, or its folder`,
    )
  try {
    return readJournal(file)
  } catch (error) {
    throw configurationError(error)
  }
}
