// What is in the folder of a bench, a simulation or a trial beside its description.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandError, misconfigured } from '../cli/command.ts'

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

/** Ends the experiment called `name`, since its model cannot be asked; `message` says why. */
export function unavailable(message: string, name: string): CommandError {
  return misconfigured(`${message}; then go on with: intend resume ${name}`)
}
