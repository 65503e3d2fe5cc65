// Commands that hand something over: the help, the trace, the page, a transcript; and those that end.
import { existsSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { apply, emptyState } from '../../../agent/apply.ts'
import { readJournal } from '../../../agent/runs/journal.ts'
import { readable } from '../../../plans/answers/readable.ts'
import { reasonOf } from '../../../plans/writable.ts'
import { exit, usage } from '../../cli/command.ts'
import { openInBrowser } from '../../report/opening.ts'
import { writeSessionPage } from '../../report/session.ts'
import { outcomeOf } from '../../run/outcome.ts'
import { journalFile, madeBelow, pathSeenFrom, saveWritten } from '../../run/runs.ts'
import { harmless } from '../../terminal/plain-text.ts'
import { createProgress } from '../../terminal/progress.ts'
import { remarks } from '../asking.ts'
import { paths } from '../complete.ts'
import type { Desk } from '../desk.ts'
import { whyLines } from '../why.ts'
import type { SlashCommand } from './command.ts'

export const paper: readonly SlashCommand[] = [
  {
    name: 'trace',
    about: 'list every event of the latest question, and the file that holds them',
    seldom: true,
    anytime: true,
    run(desk) {
      desk.say(...traceOf(desk), shownPath(desk, journalFile(desk.opened().place)))
    },
  },
  {
    name: 'report',
    about: 'open an HTML page of this session in the browser',
    seldom: true,
    run(desk) {
      const file = writeSessionPage(desk.opened().place)
      desk.say(shownPath(desk, file))
      openInBrowser(file, desk.around.env)
    },
  },
  {
    name: 'save',
    takes: '[FOLDER]',
    about: 'copy the files that were written last to where you are',
    complete: (desk, typed) => paths(desk.around.folder, typed),
    run(desk, rest) {
      const { place, session } = desk.opened()
      const to = resolve(desk.around.folder, rest || '.')
      // the latest that has written any, be it not the last
      const written = session.agent
        .state()
        .intentionHistory.toArray()
        .map(({ intention }) => join(place.path, 'files', intention))
        .findLast(folder => madeBelow(folder).length > 0)
      const saved = written === undefined ? [] : saveWritten(written, to)
      if (saved.length === 0) desk.say('no answer of this session has written a file')
      else desk.say(...saved.map(path => `saved: ${shownPath(desk, path)}`))
    },
  },
  {
    name: 'export',
    takes: '[FILE]',
    about: 'write questions, answers and reasons as Markdown',
    seldom: true,
    complete: (desk, typed) => paths(desk.around.folder, typed),
    run(desk, rest) {
      const { place } = desk.opened()
      const file = resolve(desk.around.folder, rest || `${basename(place.path)}.md`)
      try {
        writeFileSync(file, transcript(desk), { flag: 'wx' })
      } catch (error) {
        const why = existsSync(file) ? 'it is there already' : reasonOf(error)
        throw usage(`cannot write ${file} (${why}); name another file: /export FILE`)
      }
      desk.say(shownPath(desk, file))
    },
  },
  {
    name: 'clear',
    about: 'forget what is believed in this session; library and files stay',
    seldom: true,
    async run(desk) {
      await desk.opened().session.agent.reset()
      desk.say('all that was believed is forgotten; plans and files stay')
    },
  },
  {
    name: 'quit',
    about: 'end the session; intend --resume continues it',
    anytime: true,
    run(desk) {
      desk.board.set({ left: exit.satisfied })
    },
  },
]

// --- internal ---

/** A path as it can be used in the folder of the session; short, since a broken one cannot be copied. */
const shownPath = ({ around: { folder } }: Desk, file: string) =>
  harmless(pathSeenFrom(folder, file))

function traceOf(desk: Desk): readonly string[] {
  const events = readJournal(journalFile(desk.opened().place))
  const from = events.findLastIndex(
    event => event.type === 'perception-received' && event.perception.kind === 'question',
  )
  const progress = createProgress({ paint: desk.telling.paint, width: desk.telling.width() })
  let state = emptyState()
  return events.flatMap((event, at) => {
    state = apply(state, event)
    return at < from ? [] : progress(event, state)
  })
}

function transcript(desk: Desk): string {
  const { place, session } = desk.opened()
  const state = session.agent.state()
  const { name, model, begunAt, files } = place.session
  const asked = [...state.intentionHistory]
  const parts = asked.flatMap(record => {
    const { question, intention } = record
    const outcome = outcomeOf(state, '', record)
    const { answer, unit, reason, satisfied } = outcome
    return [
      `## ${question.replaceAll('\n', ' ')}`,
      answer === null || !satisfied
        ? `No answer: ${reason}`
        : emphasized(readable(answer, question, unit)),
      ...remarks(desk, record, outcome).notes,
      whyLines(state, intention)
        .slice(1)
        .map(line => line.replace(/^( *)/, '$1- '))
        .join('\n'),
    ]
  })
  const attached = files.length > 0 ? [`Files: ${files.join(', ')}`] : []
  const title = name ?? asked[0]?.question.replaceAll('\n', ' ') ?? place.name
  return `${[`# ${title}`, `${model}, ${begunAt}`, ...attached, ...parts].join('\n\n')}\n`
}

/** Of a table or a list nothing but its lines is Markdown. */
const emphasized = (answer: string) => (answer.includes('\n') ? answer : `**${answer}**`)
