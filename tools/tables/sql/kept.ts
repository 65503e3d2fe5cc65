// Databases kept between the queries of one process, so that a large file is loaded once: under its path,
// size and times, in a folder that goes when the process ends, up to a number of bytes.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isWorkbook } from '../../files/kinds.ts'
import { type Located, locate } from '../../files/locate.ts'
import type { Relation } from './relations.ts'

/** Where the database of a file is kept, or will be. */
export interface Place {
  readonly path: string
  /** Where it is filled, until it is whole. */
  readonly part: string
  readonly file: string
  /** What is true of the file as long as it is the same. */
  readonly state: string
}

/** The folder of one process, and the bytes it may hold. */
export interface KeptTables {
  /** The folder, made when first asked for; `undefined` where none can be made. */
  readonly folder: () => Promise<string | undefined>
  /** Removes what is too much, the oldest first; to be called when no query runs. */
  readonly trim: () => Promise<void>
}

/** Files below this size are loaded anew in less time than it takes to notice. */
const smallest = 1_000_000

/** A file that changed less than this long ago may change again without its times showing it. */
const settled = 1000

/** True for a large file of text: its database is worth a place. */
export async function isWorthKeeping(file: Located): Promise<boolean> {
  return file.size >= smallest && !(await isWorkbook(file))
}

/** The place for what a request is about; none when it is not one large file of text that has settled. */
export async function placeFor(request: {
  readonly files: readonly string[]
  readonly roots: readonly string[]
  readonly keep?: string
}): Promise<Place | undefined> {
  const [name, ...others] = request.files
  const { keep: folder } = request
  if (folder === undefined || name === undefined || others.length > 0) return undefined
  const found = await locate(name, request.roots)
  if (!existsSync(folder) || !(await isWorthKeeping(found))) return undefined
  const { path: file } = found
  const { state, changed } = await stateOf(file)
  if (Date.now() - changed < settled) return undefined
  const path = join(folder, `${createHash('sha256').update(state).digest('hex')}.db`)
  return { path, part: `${path}.${randomUUID()}.part`, file, state }
}

/** What is in the database of a place; `undefined` when there is none. */
export function relationsAt({ path }: Place): readonly Relation[] | undefined {
  try {
    return JSON.parse(readFileSync(listOf(path), 'utf8')) as readonly Relation[]
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Keeps a database that has been filled, if its file is still the same; says where it is now. */
export async function keep(place: Place, sheets: readonly Relation[]): Promise<string> {
  const { path, part, file, state } = place
  if ((await stateOf(file)).state !== state) return part
  await writeFile(`${part}.json`, JSON.stringify(sheets))
  await rename(part, path)
  await rename(`${part}.json`, listOf(path))
  return path
}

/** Keeps at most `most` bytes, in a temporary folder that is removed when this process ends. */
export function createKeptTables(most: number): KeptTables {
  let made: Promise<string | undefined> = Promise.resolve(undefined)
  let asked = false
  const make = async () => {
    // without a place to keep things each query loads its tables anew
    const folder = await mkdtemp(`${prefix()}${process.pid}-`).catch(() => undefined)
    await sweep()
    if (folder) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  return {
    folder: () => {
      if (!asked) made = make()
      asked = true
      return made
    },
    trim: async () => {
      const folder = await made
      if (folder) await trim(folder, most)
    },
  }
}

// --- internal ---

/** How the folders of all processes begin; their number follows. */
function prefix(): string {
  return join(tmpdir(), 'intend-tables-')
}

/** Removes the folders of processes that were ended before they could do it. */
async function sweep(): Promise<void> {
  const own = basename(prefix())
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(own) ? /^(\d+)-\w+$/.exec(name.slice(own.length))?.[1] : undefined
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // a process of somebody else is running, too
    return (error as { code?: string }).code !== 'ESRCH'
  }
}

async function stateOf(file: string): Promise<{ state: string; changed: number }> {
  const { size, mtimeNs, ctimeNs, ino, dev } = await stat(file, { bigint: true })
  const changed = Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n)
  return { state: [file, size, mtimeNs, ctimeNs, ino, dev].join('\n'), changed }
}

function listOf(path: string): string {
  return `${path}.json`
}

async function trim(folder: string, most: number): Promise<void> {
  const names = await readdir(folder)
  const whole = names.filter(name => name.endsWith('.db') && names.includes(listOf(name)))
  // a query that was ended left its part behind
  const left = names.filter(name => !whole.some(each => name === each || name === listOf(each)))
  const found = await Promise.all(
    whole.map(async name => ({ name, about: await stat(join(folder, name)) })),
  )
  let size = 0
  for (const { name, about } of found.sort((a, b) => b.about.mtimeMs - a.about.mtimeMs)) {
    size += about.size
    if (size > most) left.push(name, listOf(name))
  }
  for (const name of left) await rm(join(folder, name), { force: true })
}
