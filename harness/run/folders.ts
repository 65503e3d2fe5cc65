// What a run, a bench, a simulation and a trial have in common: each is a folder with a file that says
// what was asked, and can be gone on with.
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { z } from 'zod'
import { maskedBy } from '../../agent/llm/secrets.ts'
import { canonical } from '../../plans/canonical.ts'
import {
  assertWritable,
  makeFolder,
  reasonOf,
  refuseLink,
  removedAfter,
} from '../../plans/writable.ts'
import { linkOut } from '../../tools/files/links.ts'
import { CommandError, type Environment, exit, usage } from '../cli/command.ts'
import { sealed } from '../configuration/own.ts'

/** One of them in its folder; what it was asked to do stands under its noun: `run`, `bench`, `trial`. */
export type Held<Noun extends string, Asked> = Readonly<Record<Noun, Asked>> & {
  /** Absolute path. */
  readonly path: string
  /** What to write after `intend resume`. */
  readonly name: string
}

/** One kind: how its folders are told, found and compared. */
interface Kind<Noun extends string, Asked> {
  /** Also the name of the file that says what was asked: `bench.json`. */
  readonly noun: Noun
  /** The folder below `.intend` that holds those for which no other was named; the noun with an s unless given. */
  readonly plural?: string
  /** The file that is there once it is over; `summary.json` unless given. */
  readonly last?: string
  readonly schema: z.ZodType<Asked>
  /** The folder the command was given in. */
  readonly begunIn: (asked: Asked) => string
  /** What stays as it was when the same is asked again. */
  readonly kept?: readonly (keyof Asked)[]
  /** What may be otherwise when it is gone on with. */
  readonly free?: readonly (keyof Asked)[]
  /** How a person has it written elsewhere, as the end of a sentence; with --out unless given. */
  readonly elsewhere?: (asked: Asked) => string
  /** How a person calls what differs, where that is its own: see `usualDifferences`. */
  readonly differences?: { readonly [Key in keyof Asked]?: string }
}

const withOut = ', or name one with --out DIR'

/** How a person calls what differs in several kinds. */
const usualDifferences: Readonly<Record<string, string>> = {
  set: 'another question set',
  plans: 'another plan library',
  limits: 'another number of cycles or least confidence',
  allow: 'another list of allowed folders',
  settings: 'another set of model settings',
  prompts: 'another style of prompts',
}

export function foldersOf<Noun extends string, Asked extends object>(kind: Kind<Noun, Asked>) {
  type One = Held<Noun, Asked>
  const { noun, plural = `${noun}s`, schema, begunIn, kept = [], free = [] } = kind
  const { last = 'summary.json', elsewhere = () => withOut } = kind
  const home = (folder: string) => join(folder, '.intend', plural)
  const fileIn = (path: string) => join(path, `${noun}.json`)
  const held = (asked: Asked, path: string) =>
    ({ [noun]: asked, path, name: nameOf(path, begunIn(asked), home(begunIn(asked))) }) as One

  /** Whether the folder `path` holds one. */
  const isIn = (path: string): boolean => existsSync(fileIn(path))

  /**
   * The folder for a new one named `id`, or to go on in: `out`, or one among its like below `folder`. Throws a
   * CommandError, and leaves it as it is, where `out` holds something else; a ConfigurationError for a link in it.
   */
  const pathOf = (id: string, folder: string, out: string | undefined): string => {
    if (out === undefined) return join(home(folder), id)
    const path = resolve(folder, out)
    refuseForeign(path, isIn(path), noun)
    return path
  }

  /**
   * Makes the folder `path` with what is asked, once `prepare` has put there what belongs to it. With the
   * environment of the person who asks it is sealed as the person's own, without the keys in it. Throws a CommandError when it
   * cannot be written.
   */
  const create = (said: Asked, path: string, env?: Environment, prepare?: () => void): One => {
    const asked = env ? maskedBy(env)(said) : said
    try {
      makeFolder(path)
      prepare?.()
      writeWhole(fileIn(path), env ? sealed(fileIn(path), asked, env) : asked)
    } catch (error) {
      throw unwritable(path, error, elsewhere(asked))
    }
    return held(asked, path)
  }

  /** Rejects with a CommandError where `create` could not write in the folder `path`; leaves nothing there. */
  const tryOut = (path: string): Promise<void> =>
    assertWritable(fileIn(path)).catch(error => {
      throw unwritable(path, error, withOut)
    })

  /** The one in the folder `path`, or undefined when there is none. Throws a CommandError when it is damaged. */
  const open = (path: string): One | undefined => {
    if (!isIn(path)) return undefined
    try {
      const { seal: _, ...said } = JSON.parse(readFileSync(fileIn(path), 'utf8'))
      return held(schema.parse(said), path)
    } catch (error) {
      throw new CommandError(
        `${fileIn(path)} does not describe a ${noun} (${reasonOf(error)}); begin another one`,
        exit.configuration,
      )
    }
  }

  /** The one called `name`: a folder, or a name among its like below `folder`. */
  const find = (name: string, folder: string): One | undefined =>
    name === '' ? undefined : (open(resolve(folder, name)) ?? open(join(home(folder), name)))

  /** Paths of those below `folder`, the latest first. */
  const all = (folder: string): readonly string[] => {
    const names = existsSync(home(folder)) ? readdirSync(home(folder)).sort().reverse() : []
    return names.map(name => join(home(folder), name)).filter(isIn)
  }

  /** Path of the latest below `folder` that is not over. */
  const unfinished = (folder: string): string | undefined =>
    all(folder).find(path => !existsSync(join(path, last)))

  /** Throws a CommandError that says in what the one that is there differs from the one `asked` for. */
  const refuseOther = ({ path, name, ...there }: One, asked: Asked): void => {
    const own = (there as unknown as Readonly<Record<Noun, Asked>>)[noun]
    const same = [...free, ...kept]
    const first = (Object.keys({ ...own, ...asked }) as (keyof Asked & string)[]).find(
      key => !same.includes(key) && canonical([own[key]]) !== canonical([asked[key]]),
    )
    if (first === undefined) return
    const what = kind.differences?.[first] ?? usualDifferences[first] ?? `another ${first}`
    throw usage(
      `${path} holds a ${noun} with ${what}; go on with that one by: intend resume ${name}, or name another folder with --out`,
    )
  }

  /**
   * The one in the folder `path` when the same was asked there before, with what may be otherwise as it is
   * asked now; else a new one. Throws a CommandError that says in what another one that is there differs.
   */
  const begin = (asked: Asked, path: string, env: Environment): One => {
    const earlier = open(path)
    if (!earlier) return create(asked, path, env)
    refuseOther(earlier, asked)
    const own: Asked = earlier[noun]
    const stays = kept.flatMap(key => (key in own ? [[key, own[key]]] : []))
    return create({ ...asked, ...Object.fromEntries(stays) }, path, env)
  }

  return { pathOf, isIn, tryOut, create, open, find, all, unfinished, refuseOther, begin }
}

function unwritable(path: string, error: unknown, elsewhere: string): CommandError {
  return new CommandError(
    `cannot write in ${path} (${reasonOf(error)}); work in a folder you may write in${elsewhere}`,
    exit.configuration,
    { cause: error },
  )
}

function refuseForeign(path: string, isOne: boolean, noun: string): void {
  const link = isOne ? linkOut(path) : undefined
  if (link !== undefined) refuseLink(link)
  const found = isOne ? undefined : statSync(path, { throwIfNoEntry: false })
  const [first] = found?.isDirectory() ? readdirSync(path) : []
  if (!found || (found.isDirectory() && first === undefined)) return
  const what = found.isDirectory() ? `holds ${first}` : 'is a file'
  throw usage(
    `${path} ${what} and no ${noun}, and was left as it is; name a new or an empty folder with --out`,
  )
}

/** What to write for the folder `path` of one of those in `home`. */
function nameOf(path: string, folder: string, home: string): string {
  if (resolve(path, '..') === home) return basename(path)
  const way = relative(folder, path)
  return way.startsWith('..') || isAbsolute(way) ? path : `.${sep}${way}`
}

/** What a file holds that `writeWhole` has written; undefined where there is none. Throws for what is of another form. */
export function readWhole<Content>(file: string, form: z.ZodType<Content>): Content | undefined {
  return existsSync(file) ? form.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

/** Writes JSON so that a reader sees the old file or the new one, never a part. */
export function writeWhole(file: string, value: unknown): void {
  replaceFile(file, `${JSON.stringify(value, undefined, 2)}\n`)
}

/** The same for any content. It is forced onto the disk unless `flush` is false: for what can be made again. */
export function replaceFile(file: string, content: string | Uint8Array, flush = true): void {
  const temporary = `${file}.tmp`
  rmSync(temporary, { force: true }) // a dead process left it, or it is a link
  using _ = removedAfter(temporary)
  writeFileSync(temporary, content, { flush, flag: 'wx' })
  renameSync(temporary, file)
}
