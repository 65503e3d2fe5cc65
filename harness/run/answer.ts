// From a run's folder to its answer on stdout: what `ask` and `resume` share. The view goes to
// stderr, the events to the journal, the trace into the folder at the end.
import { existsSync, readFileSync } from 'node:fs'
import type { Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import {
  CommandError,
  type ExitCode,
  exit,
  type Surroundings,
  toCommandError,
} from '../cli/command.ts'
import { approvalOf, type Confirm, confirmAt, consentOf } from '../terminal/consent.ts'
import { harmless, printJson } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import { createScreen, type Screen } from '../terminal/screen.ts'
import { type Outcome, readOutcome } from './outcome.ts'
import type { RunFolder } from './runs.ts'
import { discardRunFolder, journalFile, lockRun, traceFile } from './runs.ts'

/** How the answer and the way to it are shown. */
export interface Showing {
  readonly json: boolean
  readonly events: boolean
  readonly quiet: boolean
  readonly color: boolean
}

export interface Answering {
  readonly showing: Showing
  readonly around: Surroundings
  /** True when the run has just been made: then it is removed again if nothing comes of it. */
  readonly fresh: boolean
  /** Whether a person is asked about each plan before it is carried out. */
  readonly approve?: boolean
}

/**
 * Carries a run out, or on when it was begun before, and prints the answer. Rejects with a
 * CommandError when it is interrupted, put together wrongly, or the model cannot be asked at all; the
 * run is kept for `resume`.
 */
export async function answerRun(
  folder: RunFolder,
  { showing, around, fresh, approve = false }: Answering,
): Promise<ExitCode> {
  const live = !(showing.events && around.stdout.isTTY)
  const screen = createScreen(around, { ...showing, live })
  try {
    const earlier = finished(folder)
    if (earlier) screen.show(['This run is finished; its answer was:'])
    const outcome = earlier ?? (await carryOut(folder, { screen, showing, around, approve }))
    screen.show(disagreements(outcome, screen))
    if (around.stderr.isTTY) screen.show(sureness(outcome, screen))
    screen.close()
    print(outcome, showing, around)
    if (outcome.satisfied) return exit.satisfied
    screen.warn(`no answer: ${outcome.reason}`)
    return exit.notSatisfied
  } catch (error) {
    const wrong = toCommandError(error)?.code === exit.configuration
    if (fresh && wrong && !worthKeeping(folder)) discardRunFolder(folder)
    throw error
  } finally {
    screen.close()
  }
}

// --- internal ---

interface Working {
  readonly screen: Screen
  readonly showing: Showing
  readonly around: Surroundings
  readonly approve: boolean
}

function finished(folder: RunFolder): Outcome | undefined {
  const file = traceFile(folder)
  return existsSync(file) ? readOutcome(readFileSync(file, 'utf8'), file) : undefined
}

async function carryOut(folder: RunFolder, parts: Working): Promise<Outcome> {
  const { interrupted } = parts.around
  const stopping = new AbortController()
  const onInterrupt = () => stopping.abort(interruption(folder))
  interrupted.addEventListener('abort', onInterrupt, { once: true })
  if (interrupted.aborted) onInterrupt()
  parts.screen.status('waiting for the run')
  const release = await lockRun(folder, error => stopping.abort(error))
  try {
    return await working(folder, parts, stopping)
  } finally {
    interrupted.removeEventListener('abort', onInterrupt)
    await release()
  }
}

async function working(
  folder: RunFolder,
  { screen, showing, around, approve }: Working,
  stopping: AbortController,
): Promise<Outcome> {
  screen.status('starting')
  const [{ pursue }, { createWatch }] = await Promise.all([
    import('./pursue.ts'),
    import('../terminal/watch.ts'),
  ])
  const watch = createWatch(folder, { screen, showing, around }, stopping)
  const terminal = confirmAt(around, stopping.signal)
  const confirm: Confirm | undefined = terminal && (lines => screen.pause(() => terminal(lines)))
  return pursue(folder, {
    env: around.env,
    signal: stopping.signal,
    onEvent: watch.onEvent,
    onBegin: watch.begin,
    onEnd: watch.end,
    consent: confirm && consentOf(confirm),
    objection: approve && confirm ? approvalOf(confirm) : undefined,
  })
}

/** The beliefs that sources disagree about, with what each of them says. */
function disagreements({ conflicts = [] }: Outcome, view: Screen): readonly string[] {
  return conflicts.map(({ name, values }, index) => {
    const said = values.map(({ source, ...value }) => `${shown(value)} (${source})`)
    return headline(index === 0 ? 'disagree' : '', `${name}: ${said.join(', but ')}`, view)
  })
}

/** Rounded down: what is less than the share wanted must not look as if it were that. */
function sureness({ confidence }: Outcome, view: Screen): readonly string[] {
  return confidence === null
    ? []
    : [headline('answer', `${Math.floor(confidence * 100)} % sure`, view)]
}

function shown({ value, unit }: { readonly value: Value; readonly unit: string | null }) {
  return show({ value, ...(unit !== null && { unit }) })
}

function print(outcome: Outcome, { json, events }: Showing, { stdout }: Surroundings): void {
  const { answer, satisfied } = outcome
  const say = (line: string) => stdout.write(`${line}\n`)
  if (events) say(printJson({ type: 'answer', ...outcome }))
  else if (json) say(printJson(outcome))
  else if (satisfied && answer !== null) say(harmless(answer))
}

/** Whether more is known of the question than that it was asked. */
function worthKeeping(folder: RunFolder): boolean {
  const file = journalFile(folder)
  return existsSync(file) && readFileSync(file, 'utf8').includes('"type":"beliefs-perceived"')
}

const interruption = ({ name }: RunFolder) =>
  new CommandError(`interrupted; go on with: intend resume ${name}`, exit.interrupted)
