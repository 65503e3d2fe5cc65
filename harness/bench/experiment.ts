// What a bench, a simulation and a trial have in common while they are worked on: a screen, what was used,
// and how one goes on with them.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BudgetLimits, Spent } from '../../agent/llm/provider.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { spentIn } from '../../agent/runs/spent.ts'
import { CommandError, exit, type Surroundings } from '../cli/command.ts'
import { workAlone } from '../run/alone.ts'
import type { Showing } from '../run/answer.ts'
import { printFound } from '../terminal/plain-text.ts'
import { createScreen, type Screen } from '../terminal/screen.ts'

/** Is there once an experiment is over. */
export const summaryFile = ({ path }: { readonly path: string }) => join(path, 'summary.json')

/**
 * The journals below the folder of an experiment, in the order of their paths: those of questions, of
 * what was replayed, and of reviews. `of` leaves out what lies elsewhere in the folder.
 */
export function journalsBelow(folder: string, of = /(?:)/): readonly string[] {
  const all = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const own = /(?:^|[/\\])(?:questions[/\\][^/\\]+|review)[/\\]events\.jsonl$/
  return all
    .filter(name => own.test(name) && of.test(name))
    .sort()
    .map(name => join(folder, name))
}

/** What the experiment in the folder `path` has used so far, all of its parts together. */
export function spentBelow({ path }: { readonly path: string }): Spent {
  return spentIn(journalsBelow(path).flatMap(file => readJournal(file)))
}

/** Where an experiment is shown, and who can interrupt it. */
export interface Attended {
  readonly showing: Pick<Showing, 'json' | 'quiet' | 'color' | 'watch'>
  readonly around: Surroundings
}

/**
 * Does `work` in the folder of an experiment, with a screen and alone there. Its controller is aborted
 * when the person interrupts, or when another process has taken the folder over.
 */
export async function attended<T>(
  folder: { readonly path: string; readonly name: string },
  { showing, around }: Attended,
  work: (screen: Screen, stopping: AbortController) => Promise<T>,
): Promise<T> {
  const screen = createScreen(around, { ...showing, live: true })
  const onInterrupt = () =>
    screen.status('stopping, what is under way is being written; once more ends at once')
  const alone = (stopping: AbortController) => work(screen, stopping)
  return workAlone(folder, around.interrupted, alone, onInterrupt).finally(screen.close)
}

/** Prints what came of an experiment: one line of JSON, or these lines. */
export function printSummary(
  summary: object,
  lines: () => readonly string[],
  { showing, around: { stdout } }: Attended,
): void {
  printFound(stdout, showing.json, { data: () => summary, lines })
}

/** Ends the experiment called `name`, since its model cannot be asked; `message` says why. */
export function unavailable(message: string, name: string): CommandError {
  return new CommandError(`${message}; then go on with: intend resume ${name}`, exit.configuration)
}

/** How to go on with what a budget has ended: `go on with: intend resume NAME --max-tokens MORE`. */
export function wayOn(name: string, budget: BudgetLimits = {}): string {
  const flags = Object.keys(budget).map(limit => ` --max-${limit} MORE`)
  return `go on with: intend resume ${name}${flags.join('')}`
}
