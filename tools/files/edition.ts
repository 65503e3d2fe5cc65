// Which state a file is in: the same name and place may hold other words tomorrow.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fingerprint } from '../../plans/canonical.ts'

/** Larger files are told apart by size and time. */
const largestHashed = 64_000_000

/**
 * Names the content of the file at `path`, of a folder or a large file when it was written; undefined when it is gone, or was
 * written after the time `until` (milliseconds since the epoch).
 */
export async function editionOf(path: string, until = Infinity): Promise<string | undefined> {
  const about = await stat(path).catch(() => undefined)
  if (!about || Math.floor(about.mtimeMs) > until) return undefined
  if (!about.isFile() || about.size > largestHashed)
    return fingerprint([about.size, about.mtimeMs]).slice(0, 10)
  const hash = createHash('sha256')
  return pipeline(createReadStream(path), hash).then(
    () => hash.digest('hex').slice(0, 10),
    () => undefined,
  )
}
