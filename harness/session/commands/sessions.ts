// Commands about this session and others: their list, going on with one, branching, naming, comparing.

import type { Event } from '../../../agent/event.ts'
import { readJournal } from '../../../agent/runs/journal.ts'
import { usage } from '../../cli/command.ts'
import { admitted } from '../../configuration/admitted.ts'
import { journalFile } from '../../run/runs.ts'
import { harmless, shortened } from '../../terminal/plain-text.ts'
import { counted, spentOf } from '../../terminal/spending.ts'
import { retold } from '../asking.ts'
import { type Desk, reopened } from '../desk.ts'
import { branched, listSessions, openedSession } from '../folder.ts'
import { points } from '../points.ts'
import type { SlashCommand } from './command.ts'

const sessionsFrom = (desk: Desk) =>
  listSessions(desk.around.folder).map(({ id, title }) => [id, title] as const)

const pointsFrom = (desk: Desk) =>
  points(eventsOf(desk)).map(({ name, about }) => [name, about] as const)

export const sessionCommands: readonly SlashCommand[] = [
  {
    name: 'resume',
    takes: '[NAME | WORDS]',
    about: 'continue another session or a run of intend ask; without a name, list them',
    complete: sessionsFrom,
    async run(desk, rest) {
      const { folder, env } = desk.around
      const found = listSessions(folder, rest)
      if (rest === '' || (found.length > 1 && !found.some(({ id }) => id === rest))) {
        const none = ['there is no other session']
        return desk.say(...(found.length === 0 ? none : listedLines(desk, found)))
      }
      const place = openedSession(found[0]?.id ?? rest, folder, env)
      admitted(place, {}, desk.around)
      return turned(desk, () => desk.turnTo(place))
    },
  },
  {
    name: 'fork',
    takes: '[QUESTION | QUESTION.STEP]',
    about: 'a second session from here, or from the end of a question or step',
    complete: pointsFrom,
    run: (desk, rest) => branchedAt(desk, rest, 'after'),
  },
  {
    name: 'rewind',
    takes: '[QUESTION | QUESTION.STEP]',
    about: 'go back to before a question (default: the last one) or a step; it then runs again',
    complete: pointsFrom,
    run: (desk, rest) => {
      const last = points(eventsOf(desk)).findLast(({ name }) => !name.includes('.'))
      return branchedAt(desk, rest || (last?.name ?? ''), 'before')
    },
  },
  {
    name: 'name',
    takes: 'NAME',
    about: 'give this session a name',
    seldom: true,
    async run(desk, rest) {
      if (rest === '') throw usage('say what to call it: /name NAME')
      await reopened(desk, { name: harmless(rest) })
      desk.say(`this session is called ${harmless(rest)}`)
    },
  },
  {
    name: 'compare',
    takes: 'SESSION',
    about: 'compare this session with another: questions, answers, costs',
    seldom: true,
    complete: sessionsFrom,
    run(desk, rest) {
      const { folder } = desk.around
      const other = listSessions(folder, rest).find(
        ({ id }) => id !== desk.opened().place.session.id,
      )
      if (rest === '') throw usage('name another session: /compare NAME; /resume lists them')
      if (!other) throw usage(`there is no other session ${rest}; /resume lists them`)
      const path = `${folder}/.intend/${other.kind}s/${other.id}`
      const theirs = recordsIn(readJournal(journalFile({ path })))
      desk.say(...compared(recordsIn(eventsOf(desk)), theirs, other.id))
    },
  },
]

// --- internal ---

const eventsOf = (desk: Desk) => readJournal(journalFile(desk.opened().place))

async function branchedAt(desk: Desk, name: string, side: 'before' | 'after'): Promise<boolean> {
  const events = eventsOf(desk)
  const all = points(events)
  const point = all.findLast(each => each.name === name)
  if (events.length === 0) throw usage('nothing has been asked in this session yet')
  if (name !== '' && !point) {
    const known = all.map(each => each.name)
    throw usage(noPoint(name, known))
  }
  const kept = events.slice(0, point ? point[side] : events.length)
  const place = branched(desk.opened().place, kept, desk.around.env)
  return turned(desk, () => desk.turnTo(place))
}

/** What is said of a name that is none of these, in their range. */
function noPoint(name: string, known: readonly string[]): string {
  const [question = '', step] = name.split('.')
  const steps = new Set(known.filter(each => each.startsWith(`${question}.`)))
  if (step !== undefined && known.includes(question))
    return `there is no ${name}; of question ${question} there ${steps.size === 0 ? 'is no step' : `are ${[...steps].join(', ')}`}`
  const last = known.findLast(each => !each.includes('.'))
  return `there is no question ${question}; they are numbered 1 to ${last}, and /cost lists them`
}

async function turned(desk: Desk, turn: () => Promise<void>): Promise<boolean> {
  await turn()
  const { place, session } = desk.opened()
  desk.say(
    '',
    desk.telling.paint.faint(`session ${harmless(place.session.name ?? place.name)}`),
    ...retold(desk),
  )
  return session.agent.state().begun.size > 0
}

function listedLines(desk: Desk, found: ReturnType<typeof listSessions>): readonly string[] {
  const width = desk.telling.width()
  const lines = found
    .slice(0, mostListed)
    .flatMap(({ id, title, kind, questions }) => [
      `${id}  ${counted(questions.length, 'question')}${kind === 'run' ? ', by intend ask' : ''}`,
      `  ${shortened(title, width - 2)}`,
    ])
  const more = found.length - mostListed
  return more > 0
    ? [...lines, `and ${more} that began earlier; /resume WORDS lists those that hold the words`]
    : lines
}

type Records = ReturnType<typeof recordsIn>

function recordsIn(events: readonly Event[]) {
  return events.flatMap(event => {
    if (event.type !== 'intention-recorded') return []
    const { question, answer, usage, seconds } = event.record
    const cost = [spentOf(usage), `${seconds.toFixed(1)} s`].filter(Boolean).join(', ')
    return [{ question, answer: answer ?? 'no answer', cost }]
  })
}

function compared(own: Records, others: Records, name: string): readonly string[] {
  const questions = [...new Set([...own, ...others].map(({ question }) => question))]
  return questions.flatMap(question => {
    const of = (records: Records) => records.findLast(each => each.question === question)
    const told = (record: Records[number] | undefined) =>
      record ? `${record.answer} (${record.cost})` : 'not asked'
    const same = of(own)?.answer === of(others)?.answer
    return [
      harmless(`${same ? '=' : '≠'} ${question}`),
      `    here: ${harmless(told(of(own)))}`,
      `    ${harmless(name)}: ${harmless(told(of(others)))}`,
    ]
  })
}

const mostListed = 8
