// The database in another process, under limits of time and memory. The one that has looked through a file
// waits for the first query.
import { stat } from 'node:fs/promises'
import { type Bounds, isolated } from '../../isolated.ts'
import type { ProfiledTyped, TypedRequest } from '../typed.ts'
import type { TableAnswer, TableRequest } from './engine.ts'
import type { LargeRequest, Profiled } from './large.ts'
import type { Work } from './process.ts'

/** Runs a query as `runTable` does. */
export const runTableApart = (request: TableRequest, bounds: Bounds, signal?: AbortSignal) =>
  runApart({ ...request, kind: 'query' }, bounds, signal) as Promise<TableAnswer>

/** As `profileTyped`. */
export const profileTypedApart = (request: TypedRequest, signal?: AbortSignal) => {
  const { name } = request
  const slow = `Reading ${name} took longer than 120 s; use a smaller file.`
  return runApart(
    { ...request, kind: 'typed' },
    {
      stages: [{ ms: 120_000, slow }],
      memory,
      large: `${name} is too large to be read.`,
      broken: `${name} could not be read.`,
    },
    signal,
  ) as Promise<ProfiledTyped>
}

/**
 * As `profileLarge`, of large files alone; where that takes too long or too much memory, the file is read by
 * other means. A file that has not changed since is not looked through again.
 */
export const profileApart = remembered(async (request, signal) => {
  try {
    return (await runApart({ ...request, kind: 'large' }, bounds, signal)) as Profiled | undefined
  } catch (error) {
    if (signal?.aborted || !given.has((error as Error).message)) throw error
    return undefined
  }
})

// --- internal ---

const runApart = isolated<Work, unknown>(new URL('./process.ts', import.meta.url))

const memory = 1_500_000_000

const bounds = {
  stages: [{ ms: 60_000, slow: 'too slow' }],
  memory,
  large: 'too large',
  broken: 'broken',
} as const

const given = new Set(['too slow', 'too large', 'broken'])

type Profile = (request: LargeRequest, signal?: AbortSignal) => Promise<Profiled | undefined>

/** Smaller files are read here as fast as there. */
const large = 1_000_000

function remembered(profile: Profile): Profile {
  const known = new Map<string, Profiled | undefined>()
  return async (request, signal) => {
    if (request.size < large) return undefined
    const { mtimeMs } = await stat(request.dialect.path)
    const key = JSON.stringify([request, mtimeMs])
    if (known.has(key)) return known.get(key)
    const found = await profile(request, signal)
    if (known.size > 100) known.clear()
    known.set(key, found)
    return found
  }
}
