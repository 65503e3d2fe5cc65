// `intend` without a command, at a terminal: one question after another, each answered in the light of
// those before.
import { readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Event } from '../../../agent/event.ts'
import type { State } from '../../../agent/state.ts'
import { nearest } from '../../../plans/text/nearest.ts'
import { listLines } from '../../library/view.ts'
import { attachments, isFile } from '../../run/attachments.ts'
import { newRunId } from '../../run/runs.ts'
import { createBrief } from '../../terminal/brief.ts'
import { type Confirm, consentOf } from '../../terminal/consent.ts'
import { createLineReader } from '../../terminal/line-reader.ts'
import { harmless, writeLines } from '../../terminal/plain-text.ts'
import { activity, createProgress, headline } from '../../terminal/progress.ts'
import { createScreen, type Screen } from '../../terminal/screen.ts'
import { beliefLines, readEdit } from '../belief-edits.ts'
import {
  type Command,
  type ExitCode,
  exit,
  type Surroundings,
  toCommandError,
  usage,
} from '../command.ts'
import { existingFile, setupOf, setupOptions } from '../options/setup.ts'
import { showingOf } from '../options/showing.ts'
import type { Session } from '../session.ts'

export const talk: Command = {
  name: 'talk',
  about: 'answer one question after another at a terminal; what intend does without a command',
  byDefault: true,
  arguments: [],
  options: [
    { flags: '-f, --file <file>', about: 'a file that goes with every question', repeated: true },
    ...setupOptions('the plan library (default: .intend/plans.json)'),
    { flags: '--no-color', about: 'no colours' },
    { flags: '--verbose', about: 'every phase, step, tool call and verdict' },
  ],
  async run(_given, options, around) {
    const { stdin, stderr, folder, env } = around
    if (!stdin.isTTY || !stderr.isTTY)
      throw usage('say what to do, such as intend ask "QUESTION"; intend --help tells more')
    const given = (options.file ?? []) as readonly string[]
    const files = given.map(path => existingFile(resolve(folder, path), '-f'))
    const { setup, notice } = await setupOf(options, around)
    const { agent, settings, budget, plans = resolve(folder, '.intend/plans.json') } = setup
    if (notice !== undefined) stderr.write(`${harmless(notice)}\n`)
    const { openSession } = await import('../session.ts')
    const id = newRunId(Date.now())
    const home = join(folder, '.intend', 'sessions', id)
    const view: View = { showing: showingOf(options), around, files }
    const session = await openSession(agent, {
      ...setup,
      plans,
      settings: { ...settings, ...(budget && { budget }) },
      env,
      run: id,
      journal: join(home, 'events.jsonl'),
      onEvent: (event, state) => view.onEvent?.(event, state),
      policy: { consent: consentOf(async lines => view.confirm?.(lines)) },
    })
    try {
      return await converse(session, view)
    } finally {
      session.agent.close()
      if (session.agent.state().seq === 0) discard(home)
    }
  },
}

// --- internal ---

interface View {
  readonly showing: { readonly color: boolean; readonly verbose: boolean }
  readonly around: Surroundings
  /** Go with every question. */
  readonly files: readonly string[]
  /** Set while a question is under way. */
  onEvent?: ((event: Event, state: State) => void) | undefined
  /** Set while lines are read. */
  confirm?: Confirm
  /** Set while a question is under way. */
  screen?: Screen | undefined
}

const help = `Write a question. With a model, what it establishes is believed in the next ones.
  @FILE in a question, or /attach FILE before it, hands a file over with it
  /beliefs the beliefs of the session; /believe NAME = VALUE and /forget NAME
           change them, and what was derived from them follows
  /plans   the plans of the library
  /help    this
  /quit    end, as quit, exit and Ctrl-D do
Ctrl-C cancels the question under way; again, it ends the talk.`

/** What people type to get out. */
const isQuit = (line: string) => /^(\/?(quit|exit)|bye)$/i.test(line)

/** Milliseconds a cancelled question has for ending its calls. */
const graceMs = 1_000

async function converse(session: Session, view: View): Promise<ExitCode> {
  const { stderr, interrupted } = view.around
  let cancel: AbortController | undefined
  const stop = () => {
    cancel?.abort(new Error('cancelled'))
    reader.close()
  }
  const onCancel = () => {
    if (cancel === undefined || cancel.signal.aborted) return stop()
    cancel.abort(new Error('cancelled'))
  }
  const reader = createLineReader(view.around, { prompt: '> ', onCancel })
  interrupted.addEventListener('abort', stop, { once: true })
  const { notice, provider } = session.agent.model
  const say = (...lines: readonly string[]) =>
    writeLines(
      stderr,
      lines.flatMap(line => line.split('\n')),
    )
  view.confirm = async lines => {
    const ask = async () => {
      say(...lines)
      const read = await reader.fresh()
      return 'line' in read ? read.line : undefined
    }
    return view.screen ? view.screen.pause(ask) : ask()
  }
  say(harmless(notice ?? `model: ${provider.name}`))
  for (const sentence of [session.agent.library.setAside, session.agent.memory?.setAside])
    if (sentence !== undefined) say(harmless(sentence))
  if (!session.followsUp) say('Each question is taken by itself; follow-ups take a model.')
  say('Write a question, or /help.')
  let attached: readonly string[] = []
  try {
    for (;;) {
      const read = await reader.next()
      if ('end' in read)
        return read.end === 'interrupted' || interrupted.aborted ? exit.interrupted : exit.satisfied
      const line = read.line.trim()
      if (isQuit(line)) return exit.satisfied
      if (line === '') continue
      if (/^\/[a-z]+($| )/.test(line)) {
        attached = obey(line, attached, { session, view, say })
        continue
      }
      const { question, files, problem } = attachments(line, view.around.folder)
      if (problem !== undefined) {
        say(harmless(problem))
        continue
      }
      cancel = new AbortController()
      await answer(
        session,
        { question, files: [...new Set([...view.files, ...attached, ...files])] },
        { view, cancel },
      )
      cancel = undefined
      attached = []
    }
  } finally {
    interrupted.removeEventListener('abort', stop)
    reader.close()
  }
}

/** Carries out a line that begins with a slash; returns the files attached to the next question. */
function obey(
  line: string,
  attached: readonly string[],
  {
    session,
    view,
    say,
  }: { session: Session; view: View; say: (...lines: readonly string[]) => void },
): readonly string[] {
  const [, name = '', rest = ''] = /^\/([a-z]+)\s*(.*)$/.exec(line) ?? []
  const known: Readonly<Record<string, () => readonly string[]>> = {
    help: () => {
      say(help)
      return attached
    },
    plans: () => {
      say(...listLines(session.agent.library.plans()))
      return attached
    },
    beliefs: () => {
      say(...beliefLines(session.agent.state()))
      return attached
    },
    believe: () => {
      const read = readEdit(rest)
      if ('edit' in read) session.agent.believe([read.edit])
      say(...('edit' in read ? beliefLines(session.agent.state()) : [harmless(read.problem)]))
      return attached
    },
    forget: () => {
      const held = session.agent.state().groundBeliefs.get('session')
      if (held?.has(rest)) session.agent.believe([{ name: rest }])
      else say(rest === '' ? 'name a belief: /forget NAME' : harmless(`there is no belief ${rest}`))
      if (held?.has(rest)) say(...beliefLines(session.agent.state()))
      return attached
    },
    attach: () => {
      const name = rest
        .replace(/^@/, '')
        .replace(/^"(.*)"$/, '$1')
        .replace(/^~(?=\/)/, homedir())
      const path = resolve(view.around.folder, name)
      if (name === '' || !isFile(path)) {
        say(name === '' ? 'name a file: /attach FILE' : harmless(`there is no file ${path}`))
        return attached
      }
      say(harmless(`${path} goes with the next question`))
      return [...attached, path]
    },
  }
  if (Object.hasOwn(known, name)) return known[name]!()
  const meant = nearest(name, [...Object.keys(known), 'quit'])
  say(`there is no /${name}; ${meant ? `did you mean /${meant}?` : '/help has what there is'}`)
  return attached
}

/** One question with live progress; what goes wrong with it is told, and the session goes on. */
async function answer(
  session: Session,
  { question, files }: { readonly question: string; readonly files: readonly string[] },
  { view, cancel }: { readonly view: View; readonly cancel: AbortController },
): Promise<void> {
  const { around, showing } = view
  const screen = createScreen(around, { quiet: false, color: showing.color, live: true })
  const { signal } = cancel
  view.onEvent = watch(screen, showing, signal)
  view.screen = screen
  screen.status('starting')
  try {
    const { answer, satisfied, reason } = await heeding(
      session.ask(question, files, signal),
      signal,
    )
    screen.close()
    if (satisfied && answer !== null) around.stdout.write(`${harmless(answer)}\n`)
    else writeLines(around.stderr, [`no answer: ${harmless(reason)}`])
  } catch (error) {
    screen.close()
    const mendable = toCommandError(error)
    if (signal.aborted) around.stderr.write('cancelled\n')
    else if (mendable) writeLines(around.stderr, [harmless(mendable.message)])
    else throw error
  } finally {
    view.onEvent = undefined
    view.screen = undefined
  }
}

function watch(
  screen: Screen,
  { verbose }: View['showing'],
  signal: AbortSignal,
): (event: Event, state: State) => void {
  const look = { paint: screen.paint, width: screen.width }
  const progress = verbose ? createProgress(look) : createBrief(look)
  return (event, state) => {
    signal.throwIfAborted()
    if (event.type === 'beliefs-perceived' && event.scope === 'session') {
      const names = event.beliefs.map(belief => belief.name).join(', ')
      screen.show([headline('session', `now believes ${names}`, look)])
    } else screen.show(progress(event, state))
    screen.status(activity(state))
  }
}

/** Settles as `work` does, or rejects when it does not heed the signal in time. */
function heeding<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), graceMs), {
      once: true,
    })
  })
  return Promise.race([work, late])
}

/** Removes the folder of a session in which nothing was asked. */
function discard(home: string): void {
  rmSync(home, { recursive: true, force: true })
  for (const folder of [join(home, '..'), join(home, '../..')])
    if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}
