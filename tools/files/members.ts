// Paths that lead into an archive or to what is attached to a message: `data.zip/tables/prices.csv` and
// `mail.eml/prices.csv` are files of their own while they are read.
import { randomUUID } from 'node:crypto'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { temporaryFolder } from '../temporary.ts'
import type { ToolContext } from '../tool.ts'
import { recognise } from './kinds.ts'
import { type Located, locate } from './locate.ts'
import { parseIsolated } from './reader.ts'

/** A file to read, and where it may be read. */
interface Opened extends AsyncDisposable {
  readonly file: Located
  readonly roots: readonly string[]
  /** The path under which later calls, those of other tools too, find the member; none when they cannot. */
  readonly kept?: string
}

/**
 * Opens the file at `path` inside the allowed folders, or the member of an archive or message there. A member is
 * unpacked into the question's own folder, under the path by which it was asked for, so that it is found
 * again by it; without such a folder it is removed when it is disposed of. Throws one sentence as `locate` does, and
 * when the member cannot be had.
 */
export async function openPath(path: string, ctx: ToolContext): Promise<Opened> {
  const inside = await archiveIn(path, ctx.roots)
  if (!inside) {
    const file = await locate(path, ctx.roots)
    return { file, roots: ctx.roots, [Symbol.asyncDispose]: async () => undefined }
  }
  return openMember(inside.archive, inside.member, ctx)
}

// --- internal ---

/** The first file on the way of `path`, when it is an archive or a message, and the rest of the way. */
async function archiveIn(path: string, roots: readonly string[]) {
  if (path.includes('\0')) return undefined
  const steps = path.split(sep === '\\' ? /[\\/]/ : '/')
  for (let at = 1; at < steps.length; at++) {
    const before = steps.slice(0, at).join('/')
    if (before === '' || steps.slice(at).join('') === '') continue
    const archive = await locate(before, roots).catch(() => undefined)
    if (!archive) continue
    const { kind } = await recognise(archive)
    const holds = ['archive', 'word', 'slides', 'workbook', 'email'].includes(kind)
    return holds ? { archive, member: steps.slice(at).join('/') } : undefined
  }
  return undefined
}

async function openMember(archive: Located, member: string, ctx: ToolContext): Promise<Opened> {
  const own = await ctx.workspace?.()
  const temporary = own === undefined ? await temporaryFolder('member') : undefined
  const folder = temporary?.path ?? (await realpath(own!))
  const remove = async () => temporary?.[Symbol.asyncDispose]()
  try {
    const part = join(folder, `.${randomUUID()}`)
    try {
      await parseIsolated('archive', { ...archive, member, into: part }, ctx.signal)
      const kept = await inPlace(part, folder, archive, member, ctx.roots)
      const file = await locate(join(folder, kept), [folder])
      return {
        file: { ...file, name: `${archive.name}/${member}` },
        roots: [folder],
        ...(own !== undefined && { kept: kept.split(sep).join('/') }),
        [Symbol.asyncDispose]: remove,
      }
    } finally {
      await rm(part, { force: true })
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Moves what was unpacked to where its path says, inside `folder`; the way it then has from there. */
async function inPlace(
  part: string,
  folder: string,
  archive: Located,
  member: string,
  roots: readonly string[],
): Promise<string> {
  // a member's name has been checked: it has no way out
  const way = join(await wayOf(archive, roots), ...member.split('/'))
  return await moved(part, folder, way).catch(error => {
    if (!('syscall' in error)) throw error
    // an archive within the archive is kept where the folder of its own members would be, or the other way round
    return moved(part, folder, join('unpacked', way))
  })
}

async function moved(part: string, folder: string, way: string): Promise<string> {
  const place = join(folder, way)
  await mkdir(dirname(place), { recursive: true })
  const real = await realpath(dirname(place))
  if (real !== dirname(place))
    throw new Error(`${way} cannot be unpacked: a link stands in its way.`)
  await rename(part, place)
  return way
}

/** The path of an archive as a relative path finds it: from its allowed folder, or its bare name. */
async function wayOf(archive: Located, roots: readonly string[]): Promise<string> {
  for (const root of roots) {
    const real = await realpath(root).catch(() => root)
    const way = relative(real, archive.path)
    if (way !== '' && !way.startsWith('..')) return way
  }
  return basename(archive.path)
}
