// The folder that a command in the sandbox works in: a copy of the question's, so that the command may be
// somebody else to the system, and what it leaves is looked at before it is the question's.
import { execFile } from 'node:child_process'
import { constants, type Stats } from 'node:fs'
import {
  chmod,
  copyFile,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { bytes } from '../../files/locate.ts'
import {
  type Given,
  type Quota,
  type ShellFilesOptions,
  takenBy,
  type Written,
  workFolder,
} from '../layout.ts'
import { seccompFilter } from './seccomp.ts'

/** What is in a stage: folders to write in, the script, the users there are, the filter of kernel calls. */
export const staged = {
  work: 'work',
  tmp: 'tmp',
  shm: 'shm',
  script: 'command',
  users: 'passwd',
  groups: 'group',
  filter: 'filter',
} as const

/** What a stage is made of. */
interface Staging extends ShellFilesOptions {
  readonly command: string
  /** Who the command is to the system, where that is not who we are. */
  readonly user: number | undefined
}

/** A stage; it has to be removed. */
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Makes a stage. Rejects with one sentence when what is given cannot be read by the command. */
export async function openStage(staging: Staging) {
  const { command, workspace, quota, user } = staging
  const path = await realpath(await mkdtemp(join(tmpdir(), 'intend-shell-')))
  const work = join(path, staged.work)
  const remove = () => removeAll(path)
  try {
    await copyTree(workspace, work)
    for (const name of [staged.tmp, staged.shm]) await mkdir(join(path, name))
    const put = (name: string, text: string | Uint8Array) => writeFile(join(path, name), text)
    await put(staged.script, command)
    await put(staged.users, 'user:x:1000:1000::/tmp:/bin/bash\n')
    await put(staged.groups, 'user:x:1000:\n')
    await put(staged.filter, seccompFilter(process.arch))
    const given = user === undefined ? staging.given : await lent(staging.given, path)
    if (user !== undefined) await giveAway(path, user)
    const before = new Map((await entriesOf(work)).map(entry => [entry.name, entry]))
    return {
      path,
      /** What was given, as the command may read it: a copy of what only we may. */
      given,
      remove,
      /** What the folders to write in hold now, counted as far as the quota goes. */
      used: async () => {
        const folders = [work, join(path, staged.tmp), join(path, staged.shm)]
        return takenBy((await Promise.all(folders.map(each => entriesOf(each, quota)))).flat())
      },
      /**
       * Brings the question's folder to what the stage holds, plain files and folders that is; `lost` names
       * the rest. Rejects with one sentence, and changes nothing, when that is more than the quota.
       */
      takeOver: () => takeOver(work, before, staging),
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** What is said of a command that wrote more than the quota. */
export function full({ bytes: most, files }: Quota): Error {
  return new Error(
    `ENOSPC: no space left on device: ${workFolder} holds ${bytes(most)} in ${files} files, so the command was stopped and nothing that it wrote is kept; write less.`,
  )
}

// --- internal ---

type Entry = ReturnType<typeof entryOf>

const boundless: Quota = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY }

/** All that is in `folder`, until it is more than the quota; links are not followed, and what is gone meanwhile is left out. */
async function entriesOf(folder: string, { bytes, files }: Quota = boundless): Promise<Entry[]> {
  const found: Entry[] = []
  let held = 0
  const open = ['']
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const leaf of await namesIn(join(folder, at))) {
      const name = join(at, leaf)
      const about = await lstat(join(folder, name)).catch(() => undefined)
      if (about === undefined) continue
      const entry = entryOf(name, about)
      found.push(entry)
      if (entry.kind === 'folder') open.push(name)
      held += entry.size
      if (held > bytes || found.length > files) return found
    }
  return found
}

/** Something in a folder, its name relative to it. */
function entryOf(name: string, about: Stats) {
  const kind = about.isFile() ? 'file' : about.isDirectory() ? 'folder' : 'other'
  const size = kind === 'file' ? about.size : 0
  return { name, kind, size, changed: about.mtimeMs, mode: about.mode & 0o777 } as const
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const tried = await readdir(folder).catch((error: NodeJS.ErrnoException) => error.code)
  if (typeof tried === 'object') return tried
  if (tried !== 'EACCES') return []
  // the command may have closed its own folder
  await chmod(folder, 0o700).catch(() => undefined)
  return readdir(folder).catch(() => [])
}

/** Plain files and folders but for the hidden ones, with the times they were changed. */
async function copyTree(from: string, to: string, hidden: readonly string[] = []): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const { name, kind, changed } of await entriesOf(from)) {
    if (hidden.includes(name)) continue
    const [source, target] = [join(from, name), join(to, name)]
    if (kind === 'folder') await mkdir(target, { recursive: true })
    if (kind === 'file') await copyPlain(source, target, changed)
  }
}

async function copyPlain(from: string, to: string, changed: number): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  await chmod(to, 0o600 | ((await stat(to)).mode & 0o755))
  await utimes(to, changed / 1000, changed / 1000)
}

async function giveAway(path: string, user: number): Promise<void> {
  for (const { name } of await entriesOf(path)) await lchown(join(path, name), user, user)
  await lchown(path, user, user)
}

/** More than this is not copied for somebody who may not read it. */
const mostLent = 1_000_000_000

/** What is given, as somebody without our rights may read it: copies of what only we may. */
async function lent(given: readonly Given[], path: string): Promise<readonly Given[]> {
  await mkdir(join(path, 'given'))
  return Promise.all(
    given.map(async each => {
      if (await isOpen(each.path)) return each
      const { size } = await stat(each.path)
      const held = each.folder ? takenBy(await entriesOf(each.path)).bytes : size
      if (held > mostLent)
        throw new Error(
          `As root, a command works as nobody, who may not read ${each.path}, and it is too large to be copied (${bytes(held)}): let everybody read it, or run intend as an ordinary user.`,
        )
      const copy = join(path, 'given', each.name)
      if (each.folder) await copyTree(each.path, copy, each.hidden)
      else await copyPlain(each.path, copy, (await stat(each.path)).mtimeMs)
      return { ...each, path: copy, hidden: [] }
    }),
  )
}

/** Whether everybody may read `path`, and go through all folders above it. */
export async function isOpen(path: string): Promise<boolean> {
  const about = await stat(path).catch(() => undefined)
  const wanted = about?.isDirectory() ? 0o005 : 0o004
  if (about === undefined || (about.mode & wanted) !== wanted) return false
  for (let above = dirname(path), at = path; above !== at; at = above, above = dirname(above))
    if (((await stat(above)).mode & 0o001) === 0) return false
  return true
}

async function takeOver(
  work: string,
  before: ReadonlyMap<string, Entry>,
  { workspace, quota }: Staging,
) {
  const entries = await entriesOf(work, quota)
  const held = takenBy(entries)
  if (held.bytes > quota.bytes || held.files > quota.files) throw full(quota)
  const after = new Map(entries.map(entry => [entry.name, entry]))
  for (const { name, kind } of before.values())
    if (after.get(name)?.kind !== kind)
      await rm(join(workspace, name), { recursive: true, force: true })
  const written: Written[] = []
  for (const { name, kind, size, changed, mode } of entries) {
    const target = join(workspace, name)
    if (kind === 'folder') await mkdir(target, { recursive: true })
    const old = before.get(name)
    const same = old?.changed === changed && old.size === size && old.mode === mode
    if (kind !== 'file' || same) continue
    await rm(target, { recursive: true, force: true })
    await copyPlain(join(work, name), target, changed)
    written.push({ name, size })
  }
  const lost = entries.flatMap(({ name, kind }) => (kind === 'other' ? [name] : []))
  return { written: written.sort((a, b) => (a.name < b.name ? -1 : 1)), lost: lost.sort() }
}

/** Also what the command has closed, or laid too deep for a path to reach. */
async function removeAll(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(async () => {
    const run = promisify(execFile)
    await run('chmod', ['-R', 'u+rwX', path]).catch(() => undefined)
    await run('rm', ['-rf', path]).catch(() => undefined)
  })
}
