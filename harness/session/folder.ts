// The folder of a session: `session.json` (how its agent is put together) and `events.jsonl` (the journal).
// Sessions are listed, searched, gone on with, and branched at any of their events.
import { rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Event, PerceptionReceived } from '../../agent/event.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { wholeLines } from '../../agent/runs/json-lines.ts'
import { jsonOf } from '../../plans/canonical.ts'
import { given } from '../../plans/given.ts'
import { type Environment, usage } from '../cli/command.ts'
import { foldersOf, type Held } from '../run/folders.ts'
import { journalFile, newRunId, Run, runs } from '../run/runs.ts'

/** How the agent of a session is put together, and what the person calls it. */
const Saved = Run.omit({ question: true }).extend({
  name: z.string().exactOptional(),
  /** Where it was branched off: the folder of another session or of a run, and after how many events. */
  from: z.object({ path: z.string(), events: z.int() }).exactOptional(),
  /** What was typed and waits for the question under way. */
  waits: z.array(z.string()).exactOptional(),
  /** Those of the files that only questions have named. */
  named: z.array(z.string()).exactOptional(),
  /** Each plan is put to the person before its first step. */
  approve: z.boolean().exactOptional(),
})
type Saved = z.infer<typeof Saved>

export type SessionFolder = Held<'session', Saved>

/** The folders of sessions. None is ever over. */
export const sessions = foldersOf<'session', Saved>({
  noun: 'session',
  last: '',
  schema: Saved,
  begunIn: ({ folder }) => folder,
  elsewhere: () => '',
})

/** A new session below its folder, before anything is asked in it. */
export function newSession(saved: Omit<Saved, 'id' | 'begunAt'>, env: Environment): SessionFolder {
  const now = Date.now()
  const id = newRunId(now)
  const asked: Saved = { ...saved, id, begunAt: new Date(now).toISOString() }
  return sessions.create(asked, sessions.pathOf(id, saved.folder, undefined), env)
}

export function saveSession(
  { path, session }: SessionFolder,
  change: Partial<Saved>,
  env: Environment,
): SessionFolder {
  return sessions.create({ ...session, ...change }, path, env)
}

/** The sessions and runs of a folder that hold all the words, the latest first. */
export function listSessions(folder: string, words = '') {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const kinds = [
    { kind: 'session', paths: sessions.all(folder) },
    { kind: 'run', paths: runs.all(folder) },
  ] as const
  return kinds
    .flatMap(({ kind, paths }) => paths.map(path => listed(kind, path)))
    .filter(({ questions }) => questions.length > 0)
    .filter(({ id, title, questions }) => {
      const text = [id, title, ...questions].join(' ').toLowerCase()
      return wanted.every(word => text.includes(word))
    })
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}

/**
 * The session called `name`, by its folder, its id, its own name or the beginning of either; the latest one
 * without a name. A run that `ask` began is opened as a session of its own. Throws a CommandError that names
 * what there is.
 */
export function openedSession(name: string, folder: string, env: Environment): SessionFolder {
  const all = listSessions(folder)
  const wanted = name.toLowerCase()
  const meant =
    name === ''
      ? all.find(({ kind }) => kind === 'session')
      : (all.find(({ id, title }) => id === name || title.toLowerCase() === wanted) ??
        all.find(({ id, title }) => id.startsWith(name) || title.toLowerCase().includes(wanted)))
  const session = sessions.find(meant?.kind === 'session' ? meant.id : name, folder)
  if (session) return session
  const run = runs.find(meant?.id ?? name, folder)
  if (!run) {
    const some = all.slice(0, 3).map(({ id }) => id)
    const way = some.length > 0 ? `the latest are ${some.join(', ')}` : 'ask something first'
    throw usage(`there is no session ${name === '' ? 'here yet' : name}; ${way}`)
  }
  const { question: _, ...asked } = run.run
  const events = readJournal(journalFile(run))
  return branched({ path: run.path, session: asked, name: run.name }, events, env)
}

/** A new session that begins with these events of another one. */
export function branched(
  { path, session }: Pick<SessionFolder, 'path' | 'session' | 'name'>,
  events: readonly Event[],
  env: Environment,
): SessionFolder {
  const { name, from: _, waits: __, named = [], ...rest } = session
  const from = { path, events: events.length }
  const asked = new Set(events.flatMap(filesOf))
  const isKept = (file: string) => !named.includes(file) || asked.has(file)
  const files = { files: rest.files.filter(isKept), named: named.filter(isKept) }
  const branch = newSession({ ...rest, ...files, ...given({ name }), from }, env)
  writeFileSync(journalFile(branch), events.map(event => `${JSON.stringify(event)}\n`).join(''))
  return branch
}

/** Removes the folder of a session in which nothing was asked. */
export function discardSession({ path }: SessionFolder): void {
  rmSync(path, { recursive: true, force: true })
  try {
    for (const up of ['..', '../..']) rmdirSync(join(path, up))
  } catch {
    // others lie beside it
  }
}

// --- internal ---

const filesOf = (event: Event): readonly string[] =>
  event.type === 'perception-received' ? (event.perception.files ?? []).map(({ path }) => path) : []

/** `id` is what to write after /resume; `kind` is `run` for one that `intend ask` began. */
function listed(kind: 'session' | 'run', path: string) {
  const questions = questionsIn(journalFile({ path }))
  const own = kind === 'session' ? sessions.open(path)?.session.name : undefined
  return { kind, id: basename(path), title: own ?? questions[0] ?? '', questions }
}

/** The questions a person asked, read from the lines that hold them. */
function questionsIn(file: string): readonly string[] {
  return wholeLines(file).flatMap(line => {
    if (!line.startsWith('{"type":"perception-received"')) return []
    const event = jsonOf(line) as Partial<PerceptionReceived> | undefined
    return event?.perception?.kind === 'question' ? [event.perception.text] : []
  })
}
