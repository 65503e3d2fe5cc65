// Whether a file can be written, found out by trying before anything is spent on what it is to hold; and
// why a file is refused, in words.
import { randomUUID } from 'node:crypto'
import { accessSync, constants, lstatSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, open, rename, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { ZodError } from 'zod'
import { ConfigurationError } from './configuration.ts'

/**
 * Makes the folder and those above it that are missing. Unlike the recursive way of the system's library
 * it ends where a file system lets nobody make folders.
 */
export function makeFolder(folder: string): void {
  refuseLinks(folder)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory())
      throw error
  }
}

/**
 * Throws a ConfigurationError when `path` is, or leads through, a link in a folder `.intend`: what is there may
 * have come with the folder, and a link would have something else read or written.
 */
export function refuseLinks(path: string): void {
  const parts = resolve(path).split(sep)
  if (!parts.includes('.intend')) return
  for (let end = parts.indexOf('.intend') + 1; end <= parts.length; end++) {
    const path = parts.slice(0, end).join(sep)
    refuseLink(path)
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return // nothing is below it
  }
}

/** Throws a ConfigurationError when there is a link at `path`, symbolic or, of a file, a hard one. */
export function refuseLink(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() || (found?.isFile() && found.nlink > 1))
    throw new ConfigurationError(
      `${path} is a link to another file and was left as it is; remove it or name another file`,
    )
}

/**
 * Tries to make a file beside `path` and to open the one that is there; where its folder is missing, to
 * make a folder in the nearest one above. Each is under a name of its own and removed again, so that
 * several can try at once. Rejects with the system's error.
 */
export async function assertWritable(path: string): Promise<void> {
  const folder = dirname(path)
  const place = nearestOf(folder)
  if (place !== folder) return rmdir(await mkdtemp(join(place, 'trial-')))
  const trial = `${path}.${randomUUID()}.tmp`
  using _ = removedAfter(trial)
  await (await open(trial, 'wx')).close() // who holds the lock tidies up, trials of others too
  await openExisting(path)
}

/** Why nothing can be written in the folder, or it cannot be made, in words; undefined where it can. Tries nothing. */
export function refusalIn(folder: string): string | undefined {
  try {
    accessSync(`${nearestOf(folder)}/.`, constants.W_OK) // of a file that is refused
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/**
 * Removes what is at `path` at the end of the block that is `using` it: a file written beside another to take its
 * place is no longer there then, and is else a part that a full disk has left.
 */
export function removedAfter(path: string): Disposable {
  return {
    [Symbol.dispose]: () => {
      try {
        rmSync(path, { force: true })
      } catch {
        // why it could not be written says more than why it cannot be removed
      }
    },
  }
}

/** Writes the whole file, or leaves what is there as it is. For what can be made again: it is not synced. */
export async function replaceFile(path: string, text: string, mode?: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  using _ = removedAfter(temporary)
  await writeFile(temporary, text, { flag: 'wx', mode })
  await rename(temporary, path)
}

/**
 * Why the system refuses a file or a server, or a text is not what it should be (no JSON, against a zod
 * schema), in words.
 */
export function reasonOf(error: unknown): string {
  const { code = '', syscall, message = String(error) } = error as NodeJS.ErrnoException
  if (error instanceof SyntaxError) return noJson(message)
  if (code === 'ENOENT' && !syscall?.startsWith('mk')) return 'it, or its folder, is not there'
  return firstIssue(error) ?? words[code] ?? message
}

// --- internal ---

/** The parser's own message repeats a part of the text, which may be a key. */
function noJson(message: string): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
  if (line !== undefined) return `it is not JSON from line ${line}, column ${column} on`
  return /end of JSON/.test(message) ? 'it is not JSON: its end is missing' : 'it is not JSON'
}

/** What the first issue of a ZodError says, after the name of what it is about. */
function firstIssue(error: unknown): string | undefined {
  const { name, issues } = error as Partial<ZodError>
  const [issue] = name === 'ZodError' ? (issues ?? []) : []
  if (!issue) return undefined
  const why = issue.message
    .replace(/^Invalid \w+: /, '')
    .replace(/^expected .*, received undefined$/, 'it is missing')
    .replace(', received ', ', found ')
  return [...(issue.path.length > 0 ? [issue.path.join('.')] : []), why].join(': ')
}

const words: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file and no folder',
  EEXIST: 'a part of its path is a file and no folder',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'its file system is read-only',
  ENOENT: 'its folder cannot be made',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'it would be larger than is permitted',
  EIO: 'the disk does not work',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOTEMPTY: 'it is not empty',
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'no way leads there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'no answer came in time',
}

async function openExisting(path: string): Promise<void> {
  try {
    await (await open(path, 'r+')).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** What is at `folder`, or the nearest above it that is there. */
function nearestOf(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) ? folder : nearestOf(dirname(folder))
}
