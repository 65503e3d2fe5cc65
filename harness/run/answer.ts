// From a run's folder to its answer on stdout: what `ask` and `resume` share. The view goes to
// stderr, the events to the journal, the trace into the folder at the end.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Policy } from '../../agent/contract.ts'
import type { Ending } from '../../agent/runs/ending.ts'
import { readable } from '../../plans/answers/readable.ts'
import { show } from '../../plans/show.ts'
import {
  CommandError,
  type ExitCode,
  exit,
  type Surroundings,
  toCommandError,
} from '../cli/command.ts'
import { keepRule } from '../configuration/rules.ts'
import { reasonInWords, unverifiedInWords } from '../terminal/brief.ts'
import {
  approvalOf,
  type Confirm,
  confirmAt,
  permissionOf,
  unattended,
} from '../terminal/permission.ts'
import { harmlessLines, printJson, wrappedProse } from '../terminal/plain-text.ts'
import { headline, labelWidth } from '../terminal/progress.ts'
import { createScreen, type Screen } from '../terminal/screen.ts'
import { createWatch } from '../terminal/watch.ts'
import { workAlone } from './alone.ts'
import { finished, type Outcome } from './outcome.ts'
import { pursue } from './pursue.ts'
import { wayOn } from './reopen.ts'
import {
  discardRunFolder,
  filesWritten,
  journalFile,
  madeBelow,
  pathSeenFrom,
  type RunFolder,
  saveWritten,
  workspaceOf,
} from './runs.ts'
import { joinServers } from './servers.ts'

export interface Showing {
  readonly json: boolean
  readonly events: boolean
  readonly quiet: boolean
  readonly color: boolean
  readonly verbose: boolean
  readonly watch?: boolean
}

interface Answering {
  readonly showing: Showing
  readonly around: Surroundings
  /** True when the run has just been made: then it is removed again if nothing comes of it. */
  readonly fresh: boolean
  /** Whether a person is asked about each plan before it is carried out. */
  readonly approve?: boolean
}

/**
 * Carries a run out, or on when it was begun before. The answer is printed as soon as it is known, and
 * with `events` behind the last one; what fails after it is one sentence on stderr, and the exit code is
 * the answer's. Rejects with a CommandError when it is interrupted, put together wrongly, or the model
 * cannot be asked at all; the run is kept for `resume`.
 */
export async function answerRun(folder: RunFolder, answering: Answering): Promise<ExitCode> {
  const { showing, around, fresh } = answering
  const screen = createScreen(around, {
    ...showing,
    live: !(showing.events && around.stdout.isTTY),
  })
  let outcome = finished(folder)
  let printed = false
  const unsaved = outcome === undefined
  const give = () => {
    if (!outcome || printed) return
    const { satisfied } = outcome
    const saved = unsaved && satisfied ? save(folder, around, screen) : []
    const written = [...saved, ...filesWritten(workspaceOf(folder), around.folder)]
    screen.beside(() => print(outcome!, written, folder, answering))
    printed = true
  }
  const show = (label: string, lines: readonly string[]) =>
    screen.show(
      lines.flatMap((line, at) =>
        wrappedProse(line.replace(/\s+/g, ' '), screen.width - labelWidth).map((piece, nth) =>
          headline(at + nth === 0 ? label : '', piece, screen),
        ),
      ),
    )
  const onOutcome = (known: Outcome) => {
    outcome = known
    show('disagree', disagreements(known))
    show('note', known.notes ?? [])
    show('unverified', unverifiedInWords(known))
    // rounded down: what is less than the share wanted must not look as if it were that
    const share = known.confidence === null ? [] : [Math.floor(known.confidence * 100)]
    screen.show(share.map(each => headline('answer', `${each} % sure`, screen)))
    const written = filesWritten(workspaceOf(folder), around.folder)
    screen.show(named('written', written, screen))
    if (!showing.events) give()
  }
  let ended: Ending | undefined
  try {
    if (outcome) {
      screen.show(['This run is finished; its answer was:'])
      onOutcome(outcome)
    } else ended = await carryOut(folder, answering, screen, onOutcome)
  } catch (error) {
    const failure = toCommandError(error)
    const mendable = failure?.code === exit.configuration
    if (fresh && mendable && !worthKeeping(folder)) discardRunFolder(folder)
    give()
    const way = `intend resume ${folder.name}`
    if (!mendable) throw error
    if (outcome) screen.warn(`${failure.message}; what was learned is kept with: ${way}`)
    else if (failure === error || !worthKeeping(folder)) throw error
    else throw new CommandError(`${failure.message}; go on with: ${way}`, failure.code)
  } finally {
    screen.close()
  }
  give()
  if (outcome!.satisfied) return exit.satisfied
  const more = ended === 'budget' ? `; ${wayOn(folder.name, folder.run.budget)}` : ''
  screen.warn(`no answer: ${reasonInWords(outcome!.reason)}${more}`)
  return ended === 'unavailable' ? exit.configuration : exit.notSatisfied
}

// --- internal ---

/** Resolves to how the question has ended. */
async function carryOut(
  folder: RunFolder,
  { showing, around, approve = false }: Answering,
  screen: Screen,
  onOutcome: (outcome: Outcome) => void,
): Promise<Ending | undefined> {
  screen.status('waiting for the run')
  return workAlone(folder, around.interrupted, async stopping => {
    screen.status('starting')
    const { signal } = stopping
    const watch = createWatch(folder, { screen, showing, around }, stopping)
    const terminal = confirmAt(around, signal)
    const confirm: Confirm | undefined = terminal && (lines => screen.pause(() => terminal(lines)))
    const { onEvent, onRetry, begin: onBegin, end: onEnd } = watch
    const tell = (sentence: string) => screen.warn(sentence)
    const policy: Partial<Policy> = confirm
      ? {
          permission: permissionOf(confirm, rule => keepRule(rule, around.env)),
          ...(approve && { objection: approvalOf(confirm) }),
        }
      : { permission: unattended(tell) }
    const watched = { onEvent, onRetry, onBegin, onEnd, onOutcome }
    if (folder.run.mcp?.length) screen.status('starting the MCP servers')
    const servers = await joinServers(folder.run, { around, signal, confirm, tell })
    try {
      const { tools: moreTools } = servers
      await pursue(folder, { env: around.env, signal, ...watched, policy, moreTools })
    } finally {
      await servers.close()
    }
    return watch.ended()
  })
}

function disagreements({ conflicts = [] }: Outcome): readonly string[] {
  return conflicts.map(({ name, values }) => {
    const said = values.map(
      ({ source, value, unit }) => `${show({ value, ...(unit && { unit }) })} (${source})`,
    )
    return `${name}: ${said.join(', but ')}`
  })
}

/** Files under a label, each whole: a path that is cut leads nowhere. */
const named = (label: string, paths: readonly string[], { paint }: Screen) =>
  paths.map((path, index) =>
    headline(index === 0 ? label : '', path, { paint, width: Number.POSITIVE_INFINITY }),
  )

/** Copies what was written to where the person wants it, and gives the paths; none where it cannot be copied. */
function save(folder: RunFolder, around: Surroundings, screen: Screen): readonly string[] {
  const { save: to } = folder.run
  if (to === undefined) return []
  const workspace = workspaceOf(folder)
  // each question has a folder of its own there
  const questions = new Set(madeBelow(workspace).map(name => name.split('/')[0]!))
  try {
    const saved = [...questions].flatMap(name => saveWritten(join(workspace, name), to))
    const paths = saved.map(path => pathSeenFrom(around.folder, path))
    screen.show(named('saved', paths, screen))
    return paths
  } catch (error) {
    screen.warn(toCommandError(error)?.message ?? String(error))
    return []
  }
}

/** A file that is the answer is printed with its path. */
function print(
  outcome: Outcome,
  written: readonly string[],
  folder: RunFolder,
  { showing, around }: Answering,
): void {
  const { answer, unit, satisfied } = outcome
  const { json, events } = showing
  const say = (line: string) => around.stdout.write(`${line}\n`)
  if (events) say(printJson({ type: 'answer', ...outcome }))
  else if (json) say(printJson(outcome))
  else if (satisfied && answer !== null) {
    const file = written.find(path => basename(path) === answer)
    const text = file ?? readable(answer, folder.run.question, unit)
    say(harmlessLines(text))
  }
}

/** Whether more is known of the question than that it was asked. */
function worthKeeping(folder: RunFolder): boolean {
  const file = journalFile(folder)
  return existsSync(file) && readFileSync(file, 'utf8').includes('"type":"beliefs-perceived"')
}
