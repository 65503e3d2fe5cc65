// What the actions of `intend plans` share: which library is meant, which plans of it, and how something is
// merged into a file.
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
import type { Found } from '../../../terminal/plain-text.ts'
import {
  type CommandError,
  misconfigured,
  type Options,
  type Surroundings,
  usage,
} from '../../command.ts'

export interface Asked {
  readonly options: Options
  readonly around: Surroundings
}

export interface Acted extends Found {
  /** Printed in place of both; the lines then go to stderr. */
  readonly text?: string | undefined
  /** Whether something is wrong: exit code 1. */
  readonly wrong?: boolean
  /** Why it ended too early, thrown once the rest is printed. */
  readonly error?: CommandError | undefined
}

/** Does one thing with libraries; `names` are the files and ids after its own name. */
export type Action = (names: readonly string[], asked: Asked) => Acted | Promise<Acted>

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
): { readonly library: Opened; readonly words: readonly string[] } {
  const isLibrary = (name: string) => name.endsWith('.json') || isFile(resolve(folder, name))
  const [named = options.plans as string | undefined, second] = names.filter(isLibrary)
  if (second !== undefined)
    throw usage(`two libraries are named, ${named} and ${second}; name one of them`)
  const file = resolve(folder, named ?? '.intend/plans.json')
  const library = { ...readLibrary(file, sealFor(file, env)), file }
  return { library, words: names.filter(name => !isLibrary(name)) }
}

/** The plan that is named beside the library, or all of its plans. */
export function wanted(names: readonly string[], asked: Asked) {
  const { library, words } = opened(names, asked)
  const [text, more] = words
  if (more !== undefined) throw usage(`name one plan, not ${text} and ${more}`)
  const plans = text === undefined ? [...library.plans.values()] : [planNamed(text, library)]
  return { library, plans, one: text !== undefined }
}

/** The plan meant by `text`. Ids of one type begin alike, so the beginning of the last part will do as well. */
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

/**
 * Merges `more` into the library in `file`, which is made when it is not there. Rejects with a
 * CommandError when the file holds no library: it is left as it is.
 */
export async function mergeInto(
  file: string,
  more: LibraryContent,
  { around: { env } }: Asked,
): Promise<LibraryContent> {
  if (existsSync(file)) readLibrary(file)
  try {
    const seal = sealFor(file, env)
    const store = await openStore(file, { stale: 10_000, now: Date.now, seal })
    return await store.update(content => merge(content, more))
  } catch (error) {
    throw misconfigured(`cannot write ${file} (${reasonOf(error)})`, error)
  }
}
