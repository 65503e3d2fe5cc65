// The only way from a path in a model's request to a file on disk: inside the allowed folders, an
// ordinary file, of bearable size.
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { nearest } from '../nearest.ts'
import { listed } from '../ranges.ts'
import { isInside, isWithin } from './links.ts'

/** Files larger than this many bytes are refused before they are opened. */
export const largestFile = 300_000_000

/** A table is read row by row, or by a database. */
const largestTable = 4_000_000_000
const tableName = /\.(?:csv|tsv|tab|jsonl|ndjson|parquet)$/i

/** A file that may be read: its real path, its name without folders, its size in bytes. */
export interface Located {
  readonly path: string
  readonly name: string
  readonly size: number
}

/**
 * Finds `path` inside `roots` (folders or single files). A relative path is tried under each root.
 * Symbolic links are resolved before the check, so a link that leads outside is outside. Throws one
 * sentence when the file is outside, missing, a folder, something else than a file, or too large.
 */
export async function locate(path: string, roots: readonly string[]): Promise<Located> {
  if (path.includes('\0')) throw new Error('A path cannot contain a NUL character.')
  const real = await Promise.all(roots.map(root => realpath(root).catch(() => resolve(root))))
  let missing: { readonly path: string; readonly isThere: boolean } | undefined
  for (const candidate of await candidates(path, real)) {
    const found = await realpath(candidate).catch(() => undefined)
    if (found === undefined) {
      const folder = await realpath(dirname(candidate)).catch(() => undefined)
      const isThere = folder !== undefined
      const inside = isInside(join(folder ?? dirname(candidate), basename(candidate)), real)
      // it is missed in a folder that is there, where one is
      if (inside && (missing === undefined || (isThere && !missing.isThere)))
        missing = { path: candidate, isThere }
    } else if (isInside(found, real)) return examine(path, found, real)
  }
  if (missing !== undefined) throw new Error(await absent(path, missing.path, real))
  const allowed = roots.length > 0 ? ` (${roots.join(', ')})` : ''
  throw new Error(
    `${path} is outside the allowed folders${allowed}; attach it with -f or allow its folder with --allow.`,
  )
}

/** A size for people: `532 bytes`, `1.2 MB`. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} bytes`
  const units = ['kB', 'MB', 'GB', 'TB', 'PB']
  let value = size / 1000
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

// --- internal ---

async function candidates(path: string, roots: readonly string[]): Promise<string[]> {
  if (isAbsolute(path)) return [resolve(path)]
  const bases = await Promise.all(
    roots.map(async root => {
      const about = await stat(root).catch(() => undefined)
      return about?.isDirectory() ? root : dirname(root)
    }),
  )
  // "notes/may.md" of the folder notes, as a shell names it that has the folder before it
  const [first, ...below] = path.split(/[/\\]/)
  const named = bases.filter(base => basename(base) === first && below.length > 0)
  const tried = [
    ...bases.map(base => resolve(base, path)),
    ...named.map(base => resolve(base, ...below)),
  ]
  // an attached file stands under its own name wherever it lies
  return [...roots.filter(root => basename(root) === path), ...new Set(tried)]
}

async function examine(asked: string, path: string, roots: readonly string[]): Promise<Located> {
  const about = await stat(path)
  const name = basename(path)
  if (about.isDirectory()) {
    const names = (await readdir(path)).sort()
    const list = names.length === 0 ? 'it is empty' : `it holds ${listed(names)}`
    throw new Error(`${asked} is a folder, not a file; ${list}.`)
  }
  if (!about.isFile()) throw new Error(`${asked} is not an ordinary file and cannot be read.`)
  if (!roots.includes(path) && !isWithin(about, roots))
    throw new Error(
      `${asked} is a hard link to a file that lies outside the allowed folders as well; attach it with -f.`,
    )
  const most = tableName.test(name) ? largestTable : largestFile
  if (about.size > most)
    throw new Error(
      `${asked} is ${bytes(about.size)}, more than the ${bytes(most)} that can be read; cut out the part that matters first.`,
    )
  return { path, name, size: about.size }
}

async function absent(asked: string, path: string, roots: readonly string[]): Promise<string> {
  const folder = dirname(path)
  const inside = await readdir(folder).catch(() => undefined)
  if (inside === undefined)
    return `${asked} does not exist: there is no folder ${basename(folder)} in the allowed folders.`
  const names = inside.filter(name => isInside(join(folder, name), roots)).sort()
  const near = nearest(basename(path), names)
  if (near.length > 0)
    return `${asked} does not exist; the nearest names there are ${near.join(', ')}.`
  if (inside.length === 0) return `${asked} does not exist; its folder is empty.`
  if (names.length === 0) return `${asked} does not exist.`
  return `${asked} does not exist; its folder holds ${listed(names)}.`
}
