// A file that several processes update: read, change, write under a lock beside the file. Whatever
// moment a process is killed at, the file is whole; one that does not parse is set aside, never lost.
import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { z } from 'zod'
import { ConfigurationError } from '../configuration.ts'
import { assertWritable, makeFolder, reasonOf, refuseLinks, removedAfter } from '../writable.ts'

/**
 * What the text of a file is. `corrupt` says in a phrase what is wrong with one that was written by this
 * program, `foreign` why it is some other file.
 */
export type Parsed<Content> =
  | { readonly content: Content }
  | { readonly corrupt: string }
  | { readonly foreign: string }

/** Everything that is in a file, each entry known by a name. */
type Maps<Content> = { readonly [Field in keyof Content]: ReadonlyMap<string, unknown> }

/** How the content of a file is read and written; an update may replace an entry, and takes none away. */
interface FileFormat<Content> {
  /** What the content is called in sentences: `library`. */
  readonly noun: string
  /** How another file is named, for sentences: `--plans FILE`. */
  readonly option: string
  /** What a file holds that does not exist. */
  readonly empty: Content
  /** Reads a text; `name` is for sentences. May throw when the file is good and not to be judged here. */
  readonly parse: (text: string, name: string) => Parsed<Content>
  /** The whole text of a file. */
  readonly print: (content: Content) => string | Uint8Array
}

/** A file as one process sees it. */
export interface VersionedFile<Content> {
  /** What was last read or written. */
  content(): Content
  /** What the file holds now; what was last read, while it does not parse. */
  read(): Promise<Content>
  /** A sentence about the last file that was set aside. */
  setAside(): string | undefined
  /** Applies `change` to what the file holds now and writes the result, which it resolves to. */
  update(change: (content: Content) => Content): Promise<Content>
}

/** How a file is opened. */
export interface StoreOptions {
  /** Milliseconds after which the lock of a dead process may be taken over; at least 2000. */
  readonly stale: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Opens and reads `file`; one that does not exist is empty and is created by the first change. One
 * that was written by this program and is damaged is renamed to `FILE.corrupt-TIME` and named in
 * `setAside`. Rejects with a ConfigurationError, and leaves everything as it was, when the file holds something
 * else or has a newer format, and when it cannot be read or written.
 */
export async function openVersionedFile<Content extends Maps<Content>>(
  file: string,
  format: FileFormat<Content>,
  { stale, now }: StoreOptions,
): Promise<VersionedFile<Content>> {
  const refuse = (what: string) => (error: unknown) => {
    if (error instanceof ConfigurationError) throw error
    const why = `${what} the ${format.noun} ${file}: ${reasonOf(error)}`
    throw new ConfigurationError(`${why}; name another with ${format.option}`, { cause: error })
  }
  refuseLinks(file)
  const path = realPath(file)
  const nothing = { stamp: ABSENT, content: format.empty }
  let held: { readonly stamp: string; readonly content: Content } = nothing
  let setAside: string | undefined

  /** Brings `held` up to date; says what is wrong when the file does not parse. */
  const refresh = async (): Promise<string | undefined> => {
    if (stampOf(path) === held.stamp) return undefined
    const { stamp, text } = await readStamped(path)
    const parsed = format.parse(text, path)
    if ('corrupt' in parsed) return parsed.corrupt
    if ('foreign' in parsed) {
      const why = `${path} is not a ${format.noun} (${parsed.foreign}) and was left as it is`
      throw new ConfigurationError(`${why}; name another with ${format.option}`)
    }
    held = { stamp, content: parsed.content }
    return undefined
  }
  const refreshLocked = async () => {
    const corrupt = await refresh()
    if (corrupt === undefined) return
    // 20261121T220759Z
    const time = new Date(now()).toISOString().replace(/[-:]|\.\d+/g, '')
    let aside = `${path}.corrupt-${time}`
    for (let n = 2; existsSync(aside); n++) aside = `${path}.corrupt-${time}-${n}`
    await rename(path, aside)
    held = nothing
    setAside = `${path} did not parse (${corrupt}); it was set aside as ${aside} and an empty ${format.noun} took its place.`
  }
  const write = async (change: (content: Content) => Content) => {
    // a first reading without the lock, so that parsing a large file holds up nobody else
    await refresh()
    makeFolder(dirname(path))
    return locked(path, stale, async () => {
      await removeTemporaries(path)
      for (let left = mostAttempts; left > 0; left--) {
        await refreshLocked()
        const content = change(held.content)
        if (addsNothing(held.content, content)) return held.content
        const stamp = await replaceIf(path, format.print(content), held.stamp)
        if (stamp === undefined) continue
        held = { stamp, content }
        return content
      }
      throw new Error('it changes all the time, whoever holds its lock')
    })
  }
  const first = async () => (await refresh()) && locked(path, stale, refreshLocked)
  await first().catch(refuse('cannot read'))
  await assertWritable(path).catch(refuse('cannot write'))
  return {
    content: () => held.content,
    read: () => refresh().then(() => held.content),
    setAside: () => setAside,
    update: change => write(change).catch(refuse('cannot write')),
  }
}

/** A schema whose files carry the number of their format. */
interface Versions<File> {
  readonly format: number
  readonly schema: z.ZodType<File>
  /** The member after `format` with which every text of this kind begins. */
  readonly first: string
}

/**
 * Reads a JSON text by its schema. What does not parse is `corrupt` when it begins as such a file does, else `foreign`. Throws a ConfigurationError when the format is
 * newer than this program, since the file is then good and not ours to judge.
 */
export function parseVersioned<File>(
  text: string,
  name: string,
  versions: Versions<File>,
): Parsed<File> {
  const beginning = new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*\\d+\\s*,\\s*"${versions.first}"\\s*:`)
  const fault = (why: string) => (beginning.test(text) ? { corrupt: why } : { foreign: why })
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, '')) // editors of Windows begin with one
  } catch (error) {
    return beginning.test(text) ? { corrupt: reasonOf(error) } : { foreign: 'it holds no JSON' }
  }
  refuseNewer(json, name, versions.format)
  const parsed = versions.schema.safeParse(json)
  return parsed.success ? { content: parsed.data } : fault(reasonOf(parsed.error))
}

// --- internal ---

function addsNothing<Content extends Maps<Content>>(before: Content, after: Content): boolean {
  const fields = Object.keys(after) as (keyof Content)[]
  return fields.every(field =>
    after[field].entries().every(([name, entry]) => before[field].get(name) === entry),
  )
}

const ABSENT = 'absent'
/** Milliseconds that the lock of another process is waited for. */
const patienceMs = 60_000
/** A file is replaced under its lock: more than once only if the lock was lost meanwhile. */
const mostAttempts = 20

function refuseNewer(json: unknown, name: string, known: number): void {
  const { format = known } = z.object({ format: z.int() }).safeParse(json).data ?? {}
  if (format > known)
    throw new ConfigurationError(
      `${name} has format ${format} and this version of intend reads formats up to ${known}; update intend or choose another file.`,
    )
}

/** The file behind symbolic links, so that all who write it use one lock and no link is replaced. */
function realPath(file: string): string {
  const path = resolve(file)
  if (existsSync(path)) return realpathSync(path)
  const folder = dirname(path)
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path))
}

/** Tells one content of a file from the next: every update makes a new file. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? toStamp(found) : ABSENT
}

function toStamp(found: { ino: bigint; size: bigint; mtimeNs: bigint }): string {
  return `${found.ino}-${found.size}-${found.mtimeNs}`
}

async function readStamped(path: string): Promise<{ stamp: string; text: string }> {
  try {
    await using handle = await open(path)
    const stamp = toStamp(await handle.stat({ bigint: true }))
    return { stamp, text: await handle.readFile('utf8') }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return { stamp: ABSENT, text: '' }
    throw error
  }
}

/**
 * Replaces the file at once, or not at all: then it is no longer the one named by `expected`, as
 * happens when the lock was lost to a process that took this one for dead.
 */
async function replaceIf(
  path: string,
  text: string | Uint8Array,
  expected: string,
): Promise<string | undefined> {
  const temporary = `${path}.${randomUUID()}.tmp`
  using _ = removedAfter(temporary)
  const mode = expected === ABSENT ? undefined : statSync(path).mode
  let stamp: string
  {
    await using handle = await open(temporary, 'wx', mode)
    await handle.writeFile(text)
    await handle.sync()
    stamp = toStamp(await handle.stat({ bigint: true }))
  }
  if (stampOf(path) !== expected) return undefined
  await rename(temporary, path)
  await syncFolder(dirname(path))
  return stamp
}

async function syncFolder(folder: string) {
  // Windows cannot open a folder, and makes a rename durable by itself
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}

/** Temporary files are written under the lock only: whoever holds it may remove those of the dead. */
async function removeTemporaries(path: string) {
  const left = (await readdir(dirname(path))).filter(
    name => name.startsWith(`${basename(path)}.`) && /\.[0-9a-f-]{36}\.tmp$/.test(name),
  )
  await Promise.all(left.map(name => rm(join(dirname(path), name), { force: true })))
}

async function locked<T>(path: string, stale: number, work: () => Promise<T>): Promise<T> {
  const release = await locking(path, stale)
  try {
    return await work()
  } finally {
    await release().catch(error => {
      if (!isCode(error, 'ERELEASED')) throw error
    })
  }
}

/** Waits while another process holds the lock; what else stands in the way does not pass by waiting. */
async function locking(path: string, stale: number): Promise<() => Promise<void>> {
  for (const end = Date.now() + patienceMs; ; await setTimeout(5 + 50 * Math.random()))
    try {
      // a lost lock is noticed in `replaceIf`, where it matters
      return await lock(path, { realpath: false, stale, onCompromised: () => undefined })
    } catch (error) {
      if (!isCode(error, 'ELOCKED')) throw error
      if (Date.now() > end)
        throw new ConfigurationError(
          `${path} has been locked by another process for more than a minute; if no other run uses it, remove ${path}.lock and try again`,
        )
    }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
