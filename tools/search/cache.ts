// Results of searches on disk, one file an entry, shared by all processes that are given the folder.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../plans/writable.ts'
import { foldText } from '../nearest.ts'
import type { Hit } from './provider.ts'

/** Where results are kept, for how long, and how much of them. */
interface CacheSettings {
  readonly folder: string
  /** Milliseconds for which hits are kept. Default: 7 days. */
  readonly hitsMs?: number
  /** Milliseconds for which it is kept that there is nothing. Default: 6 hours. */
  readonly emptyMs?: number
  /** Bytes of all entries, above which the oldest are removed. Default: 50 million. */
  readonly bytes?: number
}

/** What was searched. */
type Searched = Readonly<Pick<Entry, 'provider' | 'source' | 'query' | 'limit'>>

/**
 * Opens a cache; the folder is made at the first entry. An entry that cannot be read counts as none,
 * and what cannot be written is left out: a cache never fails a search.
 */
export function openCache(settings: CacheSettings) {
  const { folder, hitsMs = 7 * day, emptyMs = day / 4, bytes = 50_000_000 } = settings
  let written = 0
  return {
    /** The hits of a search that is known and not too old. */
    get: async (searched: Searched): Promise<readonly Hit[] | undefined> => {
      const entry = await readEntry(join(folder, nameOf(searched)))
      if (entry === undefined || keyOf(entry) !== keyOf(searched)) return undefined
      const age = Date.now() - Date.parse(entry.at)
      const most = entry.hits.length > 0 ? hitsMs : emptyMs
      return age >= 0 && age < most ? entry.hits : undefined
    },
    set: async (searched: Searched, hits: readonly Hit[]): Promise<void> => {
      const at = new Date().toISOString()
      const entry = { version, ...searched, query: foldText(searched.query), at, hits }
      try {
        await mkdir(folder, { recursive: true })
        await replaceFile(join(folder, nameOf(searched)), JSON.stringify(entry))
        if (written++ % 20 === 0) await shrink(folder, bytes)
      } catch (error) {
        if (!isFileError(error)) throw error
      }
    },
  }
}

// --- internal ---

const day = 24 * 60 * 60 * 1000
const version = 1

const CachedHit = z.strictObject({
  title: z.string(),
  url: z.string().exactOptional(),
  path: z.string().exactOptional(),
  text: z.string(),
  date: z.string().exactOptional(),
})

const Entry = z.object({
  version: z.literal(version),
  provider: z.string(),
  source: z.string(),
  query: z.string(),
  limit: z.number(),
  at: z.iso.datetime(),
  hits: z.array(CachedHit),
})
type Entry = z.infer<typeof Entry>

const keyOf = ({ provider, source, query, limit }: Searched) =>
  JSON.stringify([version, provider, source, foldText(query), limit])

const nameOf = (searched: Searched) =>
  `${createHash('sha256').update(keyOf(searched)).digest('hex').slice(0, 40)}.json`

async function readEntry(path: string): Promise<Entry | undefined> {
  try {
    return Entry.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError || isFileError(error)) return undefined
    throw error
  }
}

/** Removes the oldest entries until the folder is small enough, and what a killed process left. */
async function shrink(folder: string, most: number): Promise<void> {
  const names = (await readdir(folder)).filter(name => /^[0-9a-f]{40}\.json/.test(name))
  const files = await Promise.all(
    names.map(async name => {
      const about = await stat(join(folder, name)).catch(() => undefined)
      return { name, size: about?.size ?? 0, at: about?.mtimeMs ?? 0 }
    }),
  )
  let size = files.reduce((sum, file) => sum + file.size, 0)
  const hourAgo = Date.now() - day / 24
  for (const file of files.sort((a, b) => a.at - b.at)) {
    const left = file.name.endsWith('.tmp') && file.at < hourAgo
    if (size <= most && !left) continue
    size -= file.size
    await rm(join(folder, file.name), { force: true })
  }
}

const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && 'syscall' in error
