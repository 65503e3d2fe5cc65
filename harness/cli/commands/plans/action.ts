// What the actions of `intend plans` share: which library is meant, which plan of it, how it is printed,
// and how something is merged into a file.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type LibraryContent, merge } from '../../../../plans/library/merge.ts'
import { openStore } from '../../../../plans/library/store.ts'
import type { Plan } from '../../../../plans/plan.ts'
import { meantBy } from '../../../../plans/text/nearest.ts'
import { reasonOf } from '../../../../plans/writable.ts'
import { sealFor } from '../../../configuration/own.ts'
import { readLibrary } from '../../../library/read.ts'
import { isFile } from '../../../run/attachments.ts'
import { printFound } from '../../../terminal/plain-text.ts'
import { CommandError, type ExitCode, exit, type Surroundings, usage } from '../../command.ts'

/** How an action is asked for. */
export interface Asked {
  readonly options: Readonly<Record<string, unknown>>
  readonly around: Surroundings
}

/** Does one thing with libraries; `names` are the files and ids behind its own name. */
export type Action = (names: readonly string[], asked: Asked) => ExitCode | Promise<ExitCode>

/** A library that was read, with the absolute path of its file. */
export interface Opened extends LibraryContent {
  readonly file: string
}

/**
 * The library that is meant, and the other words: a word that ends in `.json` or names a file is the
 * library, else it is `--plans`. Throws a CommandError when two are named or there is none.
 */
export function opened(
  names: readonly string[],
  { options, around: { folder, env } }: Asked,
): { readonly library: Opened; readonly others: readonly string[] } {
  const files = names.filter(name => isFileName(name, folder))
  const [named = options.plans as string | undefined, second] = files
  if (second !== undefined)
    throw usage(`two libraries are named, ${named} and ${second}; name one of them`)
  const file = resolve(folder, named ?? '.intend/plans.json')
  const others = names.filter(name => !files.includes(name))
  return { library: { ...readLibrary(file, sealFor(file, env)), file }, others }
}

/** Whether a word of the command line means a file rather than a plan. */
function isFileName(name: string, folder: string): boolean {
  return name.endsWith('.json') || isFile(resolve(folder, name))
}

/** The library with the plan of the one word alone; with all plans when there is no word. */
export function chosen(library: Opened, words: readonly string[]): Opened {
  const [text, more] = words
  if (more !== undefined) throw usage(`name one plan, not ${text} and ${more}`)
  if (text === undefined) return library
  const plan = planNamed(text, library)
  return { ...library, plans: new Map([[plan.id, plan]]) }
}

/** The plan meant by `text`. Ids of one type begin alike, so the last part will do as well. */
export function planNamed(text: string, { plans, removed, file }: Opened): Plan {
  const exact = plans.get(text)
  if (exact) return exact
  const lastPart = (id: string) => id.slice(id.lastIndexOf('-') + 1)
  const found = [...plans.values()].filter(
    ({ id }) => id.startsWith(text) || lastPart(id).startsWith(text),
  )
  const [only] = found
  if (only && found.length === 1) return only
  if (only) {
    const some = found.slice(0, 5).map(({ id }) => id)
    throw usage(`${text} begins ${found.length} ids: ${some.join(', ')}`)
  }
  const gone = removed.get(text)
  if (gone !== undefined) throw usage(`the plan ${text} was removed: ${gone}`)
  const way = meantBy(text, plans.keys(), 'intend plans list shows those it has')
  throw usage(`${file} has no plan ${text}; ${way}`)
}

/** Prints the lines, or the data as one line when JSON is asked for. */
export function print(
  lines: readonly string[] | ((width: number) => readonly string[]),
  data: () => unknown,
  { options, around }: Asked,
): void {
  printFound(around.stdout, options.json, {
    data,
    lines: typeof lines === 'function' ? lines : () => lines,
  })
}

/**
 * Merges `more` into the library in `file`, which comes to be when it is not there. Rejects with a
 * CommandError when the file holds no library: it is left as it is.
 */
export async function mergeInto(
  file: string,
  more: LibraryContent,
  { around: { env } }: Asked,
): Promise<LibraryContent> {
  if (existsSync(file)) readLibrary(file)
  try {
    const store = await openStore(file, {
      stale: 10_000,
      now: Date.now,
      seal: sealFor(file, env),
    })
    return await store.update(content => merge(content, more))
  } catch (error) {
    const why = `cannot write ${file} (${reasonOf(error)})`
    throw new CommandError(why, exit.configuration, { cause: error })
  }
}

/** `1 plan`, `2 plans`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
