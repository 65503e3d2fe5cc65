// What lies in a folder, and links out of it: what is read or written through one is a file that nobody named.
import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'

/**
 * The first link below `folder` that leads out of it, or may: a symbolic one, or a file that has another
 * name elsewhere. Undefined when there is none, or no such folder.
 */
export function linkOut(folder: string): string | undefined {
  for (const path of below(folder)) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) return path
    if (found?.isFile() && !isWithin(found, [folder])) return path
  }
  return undefined
}

/**
 * What is below `folder` and is not only there, relative to it: files with a further name elsewhere, and
 * pipes and sockets, behind which somebody may be listening.
 */
export function leadingOut(folder: string): readonly string[] {
  const seen = new Map<string, { readonly nlink: number; readonly names: string[] }>()
  const found: string[] = []
  for (const path of below(folder)) {
    const about = lstatSync(path, { throwIfNoEntry: false })
    if (about?.isFIFO() || about?.isSocket()) found.push(path)
    if (!about?.isFile() || about.nlink < 2) continue
    const id = `${about.dev} ${about.ino}`
    const { names } = seen.get(id) ?? { names: [] }
    seen.set(id, { nlink: about.nlink, names: [...names, path] })
  }
  const elsewhere = [...seen.values()].filter(({ nlink, names }) => names.length < nlink)
  return [...found, ...elsewhere.flatMap(({ names }) => names)].map(path => relative(folder, path))
}

/** Whether `path` lies in one of these folders, or is it; all of them without symbolic links. */
export function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some(folder => {
    const way = relative(folder, path)
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  })
}

/** The path without symbolic links, as far as it exists. */
export function withoutLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const above = resolve(path, '..')
  return above === path ? path : join(withoutLinks(above), relative(above, path))
}

/** Whether all names that a file has lie below these folders; others may be anybody's. */
export function isWithin({ dev, ino, nlink }: Stats, folders: readonly string[]): boolean {
  if (nlink < 2) return true
  const names = new Set<string>()
  for (const path of folders.flatMap(folder => [...below(folder)])) {
    const other = lstatSync(path, { throwIfNoEntry: false })
    if (other?.ino === ino && other.dev === dev) names.add(path)
    if (names.size === nlink) return true
  }
  return false
}

// --- internal ---

/** Enough for a folder of work; in a larger one a file with several names is not looked for. */
const mostEntries = 100_000

function* below(folder: string): Generator<string> {
  const open = [folder]
  let left = mostEntries
  for (let at = open.pop(); at !== undefined && left > 0; at = open.pop())
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) open.push(path)
      else if (left-- > 0) yield path
    }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // a file, or nothing that may be looked into
  }
}
