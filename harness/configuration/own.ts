// What is the person's own, outside every folder that commands run in: the configuration folder, the
// folders that are trusted, and the key that tells what this person's intend wrote from what came along.
import { createHmac, randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { jsonIn } from '../../agent/runs/json-lines.ts'
import { canonical } from '../../plans/canonical.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import type { Seal } from '../../plans/library/trust.ts'
import { makeFolder, reasonOf, removedAfter } from '../../plans/writable.ts'
import { withoutLinks } from '../../tools/files/links.ts'
import type { Environment } from '../cli/command.ts'

/** A folder's files ask for what its word is not enough for; a person is asked once and it is tried again. */
export class UntrustedError extends ConfigurationError {
  readonly folder: string
  /** What its files ask for, as the end of a sentence. */
  readonly asks: string

  constructor(folder: string, asks: string) {
    super(`${asks}; if you trust whoever made ${folder}: intend trust`)
    this.folder = folder
    this.asks = asks
  }
}

/** The folder of the person's own configuration; undefined when the environment names no home. */
export function personalFolder(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const named = platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME
  // a relative XDG_CONFIG_HOME is to be ignored, says its specification
  const base = named && isAbsolute(named) ? named : env.HOME && join(env.HOME, '.config')
  return base ? join(base, 'intend') : undefined
}

/** Where something is kept for the person that can be had again; nowhere in the folder, which may bring its own. */
export function personalCache(
  env: Environment,
  name: 'search' | 'shell.json' = 'search',
): string | undefined {
  const named = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME
  const base = named && isAbsolute(named) ? named : env.HOME && join(env.HOME, '.cache')
  return base ? join(base, 'intend', name) : undefined
}

/** Whether the person trusts whoever made this folder; another one put in its place is another folder. */
export function isTrusted(folder: string, env: Environment): boolean {
  return trustedFolders(env)[withoutLinks(folder)] === markOf(folder)
}

/** The folders that are trusted, each with what tells it from another in its place. */
export function trustedFolders(env: Environment): Readonly<Record<string, string>> {
  return trust.read(env)?.folders ?? {}
}

/** Trusts the folder from now on, or no longer. Throws a ConfigurationError where that cannot be kept. */
export function setTrust(folder: string, trusted: boolean, env: Environment): void {
  const file = trust.path(env)
  if (file === undefined)
    throw new ConfigurationError('trust is kept in your home folder, and HOME names none; set HOME')
  const { [withoutLinks(folder)]: _, ...others } = trustedFolders(env)
  const folders = trusted ? { ...others, [withoutLinks(folder)]: markOf(folder) } : others
  try {
    trust.write({ format: 1, folders }, env)
  } catch (error) {
    throw new ConfigurationError(`cannot write ${file}: ${reasonOf(error)}`, { cause: error })
  }
}

/** The file of the key that seals; undefined when the environment names no home. */
export function sealKey(env: Environment): string | undefined {
  const folder = personalFolder(env)
  return folder && join(folder, 'seal.key')
}

/** The person's seal; where its key cannot be kept, nothing is known to be the person's own. */
function sealOf(env: Environment): Seal {
  const file = sealKey(env)
  const signed = (key: string | undefined, text: string) =>
    key ? createHmac('sha256', key).update(text).digest('hex') : undefined
  return {
    of: text => signed(file && (keyIn(file) ?? makeKey(file)), text),
    isOf: (seal, text) => {
      const own = signed(file && keyIn(file), text)
      return own !== undefined && seal === own
    },
  }
}

/**
 * The seal that a plan library must bear for its plans to be the person's own: one that lies in a folder
 * `.intend` may have come from anybody. Undefined for one that the person keeps, and names, elsewhere.
 */
export function sealFor(library: string, env: Environment): Seal | undefined {
  const found = resolve(library).split(sep).includes('.intend')
  return found && personalFolder(env) !== undefined ? sealOf(env) : undefined
}

/**
 * What a description is written as for `file` to be the person's own, as it says it and where it stands:
 * with a seal in it, so that both are there or neither. Without a home for the key it bears none.
 */
export function sealed(file: string, said: object, env: Environment): object {
  const { seal: _, ...rest } = said as { readonly seal?: unknown }
  const seal = sealOf(env).of(signedText(file, rest))
  return seal === undefined ? rest : { ...rest, seal }
}

/** Whether the description `file` is as this person's intend has written it, and where. */
export function isSealed(file: string, env: Environment): boolean {
  try {
    const { seal, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof seal === 'string' && sealOf(env).isOf(seal, signedText(file, rest))
  } catch {
    return false
  }
}

/**
 * The file `name` of the person's own configuration, which holds JSON of one form; `wrong` is what a person is
 * told of one that does not.
 */
export function ownFile<Content>(
  name: string,
  form: z.ZodType<Content>,
  wrong: (file: string, fault: z.ZodError) => string,
) {
  const path = (env: Environment): string | undefined => {
    const folder = personalFolder(env)
    return folder && join(folder, name)
  }
  return {
    /** Undefined when the environment names no home. */
    path,
    /** What it holds; undefined where there is none. Throws a ConfigurationError for one of another form. */
    read(env: Environment): Content | undefined {
      const file = path(env)
      if (file === undefined || !existsSync(file)) return undefined
      const read = form.safeParse(jsonIn(file))
      if (!read.success) throw new ConfigurationError(wrong(file, read.error))
      return read.data
    },
    /** Nothing is written where the environment names no home. */
    write(content: Content, env: Environment): void {
      const file = path(env)
      if (file !== undefined) writeOwn(file, `${JSON.stringify(content, undefined, 2)}\n`)
    },
  }
}

/** Writes a file of the person's own whole, or not at all. */
export function writeOwn(file: string, text: string): void {
  makeFolder(resolve(file, '..'))
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  using _ = removedAfter(temporary)
  writeFileSync(temporary, text, { flag: 'wx', mode: 0o600, flush: true })
  renameSync(temporary, file)
}

// --- internal ---

const trust = ownFile(
  'folders.json',
  z.object({ format: z.literal(1), folders: z.record(z.string(), z.string()) }),
  file => `${file} is not a list of trusted folders; remove it, and you are asked again`,
)

function markOf(folder: string): string {
  const { ino, birthtimeMs } = statSync(folder)
  return `${ino}-${Math.round(birthtimeMs)}`
}

const signedText = (file: string, said: object) =>
  `${join(withoutLinks(dirname(file)), basename(file))}\0${canonical([said])}`

function keyIn(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const key = readFileSync(file, 'utf8')
  return key.length >= 64 ? key : undefined
}

/** Several processes may make it at once: the first one's is everybody's. */
function makeKey(file: string): string | undefined {
  const made = `${file}.${randomBytes(6).toString('hex')}`
  try {
    makeFolder(dirname(file))
    writeFileSync(made, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
    linkSync(made, file)
  } catch {
    // made by another process, or it cannot be made at all
  }
  rmSync(made, { force: true })
  return keyIn(file)
}
