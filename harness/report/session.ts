// A session as one page: each question as if it had been asked by itself.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event } from '../../agent/event.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { makeFolder } from '../../plans/writable.ts'
import { judge, TraceOutcome } from '../bench/result.ts'
import { usage } from '../cli/command.ts'
import { replaceFile } from '../run/folders.ts'
import { outcomeOf, traceOf } from '../run/outcome.ts'
import { journalFile } from '../run/runs.ts'
import type { SessionFolder } from '../session/folder.ts'
import { alone, type RunsRead } from './folder.ts'
import { reportPage } from './html.ts'
import { reportOf } from './report.ts'

/** Writes the page of the session into its folder and gives its path. Throws a CommandError before the first answer. */
export function writeSessionPage(place: SessionFolder): string {
  const file = join(place.path, 'report.html')
  replaceFile(file, reportPage(reportOf(readSession(place), Date.now())))
  return file
}

/** Reads the questions of a session that are over. Throws a CommandError when there is none. */
export function readSession(place: SessionFolder): RunsRead {
  const { path, name, session } = place
  const asked = questionsOf(readJournal(journalFile(place)))
  if (asked.length === 0) throw usage(`in the session ${name} nothing has been answered yet`)
  const journals = join(path, 'questions')
  makeFolder(journals)
  const results = asked.map(({ id, events, state, begunAt }) => {
    const renumbered = events.map((event, at) => JSON.stringify({ ...event, seq: at + 1 }))
    writeFileSync(join(journals, `${id}.jsonl`), `${renumbered.join('\n')}\n`)
    const question = state.intentionHistory.last()!.question
    const run = { ...session, question, begunAt: new Date(begunAt).toISOString() }
    const trace = traceOf(run, outcomeOf(state, ''), events, state)
    const { files } = session
    return judge({ id, question, files, answer: '', unscored: true }, TraceOutcome.parse(trace))
  })
  const title = session.name ?? asked[0]!.state.intentionHistory.first()!.question.slice(0, 120)
  const { agent, model, begunAt } = session
  const from = { agent, model, begunAt, plansAtStart: 0 }
  const journalOf = (id: string) => join(journals, `${id}.jsonl`)
  return {
    kind: 'session',
    title,
    path,
    runs: [{ ...alone, name, results, asked: from, journalOf }],
  }
}

// --- internal ---

/** The questions that are over, each with the events that are its own, and the state it was over in. */
function questionsOf(all: readonly Event[]) {
  const own = new Map<string, Event[]>()
  let state = emptyState()
  return all.flatMap(event => {
    state = apply(state, event)
    const root = state.intentions.get(event.intention)?.root ?? event.intention
    if (event.type === 'intention-formed' && event.replaces !== undefined)
      own.set(root, own.get(event.replaces) ?? [])
    const events = [...(own.get(root) ?? []), event]
    own.set(root, events)
    const isOver = event.type === 'intention-recorded'
    return isOver ? [{ id: root, events, state, begunAt: events[0]!.at }] : []
  })
}
