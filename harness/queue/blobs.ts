// Contents by their hashes: what many jobs need travels once to Redis, and once to each worker.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { prefix, type Redis } from './redis.ts'

export const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Seconds that Redis keeps what nobody has asked for: longer than a bench takes. */
export const keptSeconds = 7 * 24 * 3600

export type Blobs = ReturnType<typeof blobsOn>

export const blobsOn = (redis: Redis) => {
  /** Gives the content. Rejects when it is not there or not what its hash says. */
  const get = async (hash: string): Promise<Buffer> => {
    const content = await redis.getBuffer(keyOf(hash))
    if (!content) throw new Error(`Redis no longer has what a question needs (${hash.slice(0, 8)})`)
    if (hashOf(content) !== hash)
      throw new Error(`Redis has something else under a hash (${hash.slice(0, 8)})`)
    return content
  }
  return {
    get,
    json: async (hash: string): Promise<unknown> => JSON.parse((await get(hash)).toString()),
    /** Puts the content there unless it is there; gives its hash. */
    async put(content: string | Buffer): Promise<string> {
      const hash = hashOf(content)
      const there = await redis.expire(keyOf(hash), keptSeconds)
      if (there !== 1) await redis.set(keyOf(hash), content, 'EX', keptSeconds)
      return hash
    },
  }
}

// --- internal ---

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const keyOf = (hash: string) => `${prefix}:blob:${hash}`
