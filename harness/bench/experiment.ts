// What a bench, a simulation and a trial have in common: each is a folder with a file that says what was
// asked, is worked on by one process at a time, and can be gone on with.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { BudgetLimits, Spent } from '../../agent/llm/provider.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { spentIn } from '../../agent/runs/spent.ts'
import { canonical } from '../../plans/canonical.ts'
import { makeFolder } from '../../plans/writable.ts'
import { CommandError, exit, type Surroundings, usage } from '../cli/command.ts'
import { lockRun, nameOf, writeWhole } from '../run/runs.ts'
import { printFound } from '../terminal/plain-text.ts'
import { createScreen, type Screen } from '../terminal/screen.ts'

/** An experiment in its folder; what it was asked to do stands under its noun: `bench`, `trial`. */
export type Experiment<Noun extends string, Asked> = Readonly<Record<Noun, Asked>> & {
  /** Absolute path. */
  readonly path: string
  /** What to write after `intend resume`. */
  readonly name: string
}

/** One kind of experiment: how its folders are told, found and compared. */
export interface Kind<Noun extends string, Asked> {
  /** Also the name of the file that says what was asked: `bench.json`. */
  readonly noun: Noun
  /** The folder below `.intend` that holds those for which no other was named. */
  readonly plural: string
  readonly schema: z.ZodType<Asked>
  /** The folder the command was given in. */
  readonly begunIn: (asked: Asked) => string
  /** What may be otherwise when it is gone on with. */
  readonly free: readonly (keyof Asked)[]
  /** How a person calls what differs: `another question set`. */
  readonly differences: { readonly [Key in keyof Asked]?: string }
}

/** What can be done with the folders of one kind of experiment. */
export function experimentsOf<Noun extends string, Asked extends object>(kind: Kind<Noun, Asked>) {
  type Held = Experiment<Noun, Asked>
  const { noun, schema, begunIn } = kind
  const home = (folder: string) => join(folder, '.intend', kind.plural)
  const fileIn = (path: string) => join(path, `${noun}.json`)
  const held = (asked: Asked, path: string) =>
    ({ [noun]: asked, path, name: nameOf(path, begunIn(asked), home(begunIn(asked))) }) as Held

  /** The folder for a new one named `id`: `out`, or one among its like below `folder`. */
  const pathOf = (id: string, folder: string, out: string | undefined): string =>
    out === undefined ? join(home(folder), id) : resolve(folder, out)

  /** Makes the folder `path` with what is asked. Throws a CommandError when it cannot be written. */
  const create = (asked: Asked, path: string): Held => {
    try {
      makeFolder(path)
      writeWhole(fileIn(path), asked)
    } catch (error) {
      throw new CommandError(
        `cannot write in ${path} (${(error as Error).message}); name another folder with --out DIR`,
        exit.configuration,
        { cause: error },
      )
    }
    return held(asked, path)
  }

  /** The one in the folder `path`, or undefined when there is none. Throws a CommandError when it is damaged. */
  const open = (path: string): Held | undefined => {
    if (!existsSync(fileIn(path))) return undefined
    try {
      return held(schema.parse(JSON.parse(readFileSync(fileIn(path), 'utf8'))), path)
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
      throw new CommandError(
        `${fileIn(path)} does not describe a ${noun} (${why.replace(/\s+/g, ' ')}); begin another one`,
        exit.configuration,
      )
    }
  }

  /** The one called `name`: a folder, or a name among its like below `folder`. */
  const find = (name: string, folder: string): Held | undefined =>
    open(resolve(folder, name)) ?? open(join(home(folder), name))

  /** The latest below `folder` that has no summary yet. */
  const unfinished = (folder: string): Held | undefined => {
    const latest = existsSync(home(folder)) ? readdirSync(home(folder)).sort().reverse() : []
    const left = latest.find(name => !existsSync(summaryFile({ path: join(home(folder), name) })))
    return left === undefined ? undefined : open(join(home(folder), left))
  }

  /** Throws a CommandError that says in what the one that is there differs from the one `asked` for. */
  const refuseOther = ({ path, name, ...there }: Held, asked: Asked): void => {
    const own = (there as unknown as Readonly<Record<Noun, Asked>>)[noun]
    const first = (Object.keys({ ...own, ...asked }) as (keyof Asked & string)[]).find(
      key => !kind.free.includes(key) && canonical([own[key]]) !== canonical([asked[key]]),
    )
    if (first === undefined) return
    throw usage(
      `${path} holds a ${noun} with ${kind.differences[first] ?? `another ${first}`}; go on with that one by: intend resume ${name}, or name another folder with --out`,
    )
  }

  /** The same with other ways to run it, which are kept: what is given as undefined is no longer so. */
  const goOn = (
    { path, ...there }: Held,
    ways: { readonly [Key in keyof Asked]?: Asked[Key] | undefined },
  ): Held => {
    const own = (there as unknown as Readonly<Record<Noun, Asked>>)[noun]
    const given = Object.entries({ ...own, ...ways }).filter(([, value]) => value !== undefined)
    return create(schema.parse(Object.fromEntries(given)), path)
  }

  return { pathOf, create, open, find, unfinished, refuseOther, goOn }
}

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
  readonly showing: { readonly json: boolean; readonly quiet: boolean; readonly color: boolean }
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
  const { interrupted } = around
  const screen = createScreen(around, { ...showing, live: true })
  const stopping = new AbortController()
  const onInterrupt = () => {
    screen.status('stopping, what is under way is being written; once more ends at once')
    stopping.abort(
      new CommandError(`interrupted; go on with: intend resume ${folder.name}`, exit.interrupted),
    )
  }
  interrupted.addEventListener('abort', onInterrupt, { once: true })
  if (interrupted.aborted) onInterrupt()
  const release = await lockRun(folder, error => stopping.abort(error))
  try {
    return await work(screen, stopping)
  } finally {
    screen.close()
    interrupted.removeEventListener('abort', onInterrupt)
    await release()
  }
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
