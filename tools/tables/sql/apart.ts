// The database in another process, under limits of time and memory. The one that has looked through a file
// waits for the first query.
import { isolated } from '../../isolated.ts'
import type { ProfiledTyped, ProfileTyped } from '../typed.ts'
import type { Profiled, ProfileLarge } from './large.ts'

/** Does what `process.ts` can be asked for. */
export const runApart = isolated<object, unknown>(new URL('./process.ts', import.meta.url))

/** Smaller files are read here as fast as there. */
const large = 4_000_000

/** As `profileLarge`, of large files alone; where that takes too long or too much memory, the file is read by other means. */
export const profileApart: ProfileLarge = async (request, signal) => {
  if (request.size < large) return undefined
  try {
    const found = await runApart({ ...request, kind: 'large' }, bounds, signal)
    return found as Profiled | undefined
  } catch (error) {
    if (signal?.aborted || !given.has((error as Error).message)) throw error
    return undefined
  }
}

/** As `profileTyped`. */
export const profileTypedApart: ProfileTyped = (request, signal) =>
  runApart({ ...request, kind: 'typed' }, boundsOf(request.name), signal) as Promise<ProfiledTyped>

// --- internal ---

const bounds = {
  stages: [{ ms: 60_000, slow: 'too slow' }],
  memory: 1_500_000_000,
  large: 'too large',
  broken: 'broken',
} as const

const given = new Set(['too slow', 'too large', 'broken'])

function boundsOf(name: string) {
  return {
    stages: [{ ms: 120_000, slow: `Reading ${name} took longer than 120 s; use a smaller file.` }],
    memory: bounds.memory,
    large: `${name} is too large to be read.`,
    broken: `${name} could not be read.`,
  } as const
}
