// Questions one after another: each with the files of the session, watched on the board, stopped when the
// person wants, and told when it is over.
import { join } from 'node:path'
import { readJournal } from '../../agent/runs/journal.ts'
import type { IntentionRecord } from '../../agent/state.ts'
import { readable } from '../../plans/answers/readable.ts'
import { toCommandError } from '../cli/command.ts'
import { attachedTwice, attachments, namesakes, onlyNamed } from '../run/attachments.ts'
import { type Outcome, outcomeOf } from '../run/outcome.ts'
import { filesWritten, journalFile } from '../run/runs.ts'
import { unansweredInWords, unverifiedInWords } from '../terminal/brief.ts'
import { harmless, wrappedProse } from '../terminal/plain-text.ts'
import { spentOf } from '../terminal/spending.ts'
import type { Desk } from './desk.ts'
import { groundsIn } from './grounds.ts'
import { firstNumber } from './points.ts'
import { begun, resumed } from './turn.ts'
import { refusals } from './why.ts'

/** What was typed, for a screen that does not show it by itself. */
export const spoken = (text: string, telling: Desk['telling']): readonly string[] =>
  telling.lines ? [] : ['', ...said(text, telling)]

const said = (text: string, { paint, width }: Desk['telling'], mark = '>'): readonly string[] =>
  text
    .split('\n')
    .flatMap(line => wrappedProse(harmless(line), width() - mark.length - 1))
    .map((line, at) => `${paint.phase(at === 0 ? mark : ' '.repeat(mark.length))} ${line}`)

/** Asks a question as it was typed: files named in it with @ are attached. What goes wrong is told. */
export async function askTyped(desk: Desk, typed: string, signal: AbortSignal): Promise<void> {
  const { question, files, problem, word } = attachments(typed, desk.around.folder)
  const before = desk.board.get().files
  const [twice] = namesakes(before, files)
  const wrong = problem ?? (twice && attachedTwice(twice))
  if (wrong !== undefined) return desk.say(...spoken(typed, desk.telling), harmless(wrong))
  desk.say(...spoken(typed, desk.telling))
  const remark = (text: string) => desk.say(desk.telling.paint.faint(harmless(`  ${text}`)))
  if (word !== undefined) remark(`${word} is no file, and is read as a word`)
  const more = files.filter(file => !before.includes(file))
  const all = [...before, ...more]
  const isAllowed = desk.opened().place.session.allow.length > 0
  for (const name of isAllowed ? [] : onlyNamed(question, all, desk.around.folder))
    remark(`${name} is only named; to have it read, write @${name}`)
  if (more.length > 0) desk.attach(all, [...(desk.opened().place.session.named ?? []), ...more])
  await watched(desk, () => desk.opened().session.ask(question, all, signal), signal)
}

/** Goes on with what a killed session left undone, if anything. */
export async function goOn(desk: Desk, signal: AbortSignal): Promise<void> {
  const { place, session } = desk.opened()
  const state = session.agent.state()
  const [root] = [...state.begun.keys()].slice(-1)
  if (root === undefined) return
  const question = state.perceptions.get(root)?.perception.text ?? ''
  desk.say('', `going on with: ${harmless(question)}`)
  const events = readJournal(journalFile(place))
  desk.board.set({ turn: resumed(events, Date.now(), session.agent.model.provider.name) })
  await watched(desk, () => session.goOn(signal), signal)
}

/** Says what waits longest to the question under way, unless it is a command or the question is answered. */
export function steer(desk: Desk): void {
  const { agent } = desk.opened().session
  const [next, ...queue] = desk.board.get().queue
  const root = [...agent.state().begun.keys()].at(-1)
  if (next === undefined || next.startsWith('/') || root === undefined) return
  const { status = 'open' } = agent.state().intentions.get(root) ?? {}
  if (status !== 'open') return
  desk.wait(queue)
  desk.say(...spoken(next, desk.telling), desk.telling.paint.faint(heeded))
  agent.amend(root, next)
}

/** What a session has come to so far, as it stood on the screen, its questions with their numbers. */
export function retold(desk: Desk): readonly string[] {
  const { place, session } = desk.opened()
  const first = firstNumber(readJournal(journalFile(place)))
  const state = session.agent.state()
  return [...state.intentionHistory].flatMap((record, at) => {
    const typed = said(record.question, desk.telling, `${first + at} >`)
    return ['', ...typed, ...answered(desk, record, outcomeOf(state, '', record))]
  })
}

/** What is to be known beside an answer, a line each, and where the answer was read. */
export function remarks(
  desk: Desk,
  { intention, declined }: IntentionRecord,
  outcome: Outcome,
): Record<'notes' | 'from', readonly string[]> {
  const { place, session } = desk.opened()
  const state = session.agent.state()
  const isSaid = outcome.satisfied || declined
  const against = isSaid ? [] : refusals(state, intention, outcome.reason).slice(-mostRefusals)
  const conflicts = (outcome.conflicts ?? []).map(
    ({ name, values }) =>
      `sources disagree about ${name}: ${values.map(({ value, source }) => `${value} (${source})`).join(', but ')}`,
  )
  const written = filesWritten(join(place.path, 'files', intention), desk.around.folder).map(
    path => `written: ${path} (/save copies it here)`,
  )
  const { since, from } = groundsIn(state, intention, desk.board.get().files.length)
  const noted = (outcome.notes ?? []).map(note => `note: ${note}`)
  const beside = [...noted, ...unverifiedInWords(outcome), ...written]
  return { notes: [...against, ...conflicts, ...since, ...beside], from }
}

// --- internal ---

async function watched(
  desk: Desk,
  work: () => Promise<Outcome | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const { board, telling } = desk
  board.set({ turn: board.get().turn ?? begun(Date.now()) })
  desk.onOutcome = outcome => {
    if (signal.aborted) return
    desk.say(...told(desk, outcome))
    const { trouble: _, ...calm } = board.get().turn ?? begun(Date.now())
    board.set({ turn: calm })
  }
  try {
    await work()
  } catch (error) {
    const mendable = toCommandError(error)
    if (signal.aborted) desk.say(telling.paint.faint('stopped; what was learned is kept'))
    else if (mendable) desk.say(harmless(mendable.message))
    else throw error
  } finally {
    desk.onOutcome = undefined
    board.set({ turn: undefined, asked: undefined })
  }
}

function told(desk: Desk, outcome: Outcome): readonly string[] {
  const { turn } = desk.board.get()
  const { usage, seconds, confidence, satisfied } = outcome
  const few = [
    confidence !== null && satisfied && `${Math.floor(confidence * 100)} % sure`,
    turn?.selected && (turn.selected.from === 'library' ? 'known plan' : 'new plan'),
    spentOf(usage),
    `${(seconds - (turn?.waited ?? 0) / 1000).toFixed(1)} s`,
    '/why',
  ].filter(Boolean)
  const record = desk.opened().session.agent.state().intentionHistory.last()!
  const last = indented(few.join(' · '), desk.telling).map(desk.telling.paint.faint)
  return [...answered(desk, record, outcome), ...last]
}

/** An answer as it stands on the screen, with what is to be known beside it. */
function answered(desk: Desk, record: IntentionRecord, outcome: Outcome): readonly string[] {
  const { telling } = desk
  const given = outcome.satisfied ? outcome.answer : null
  const text =
    given === null
      ? unansweredInWords({ declined: record.declined, reason: outcome.reason })
      : readable(given, record.question, outcome.unit)
  const lines = text.split('\n').flatMap(line => indented(line, telling))
  const { notes, from } = remarks(desk, record, outcome)
  return [
    '',
    ...(given === null ? lines : lines.map(telling.paint.good)),
    ...notes.flatMap(line => indented(line, telling)),
    ...from.flatMap(line => indented(line, telling)).map(telling.paint.faint),
  ]
}

/** A line as far in as an answer stands, broken to the width. */
const indented = (line: string, { width }: Desk['telling']) =>
  wrappedProse(`  ${harmless(line)}`, width())

const heeded = '  the model hears of it next; what is at work ends first'

/** What was refused is shown to this number, the last of it. */
const mostRefusals = 3
