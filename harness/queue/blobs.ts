// Contents by their hashes: what many jobs need travels once to Redis, and once to each worker.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { prefix, type Redis } from './redis.ts'

export const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Contents that both sides name by hash. */
export interface Blobs {
  /** Puts it there unless it is; gives its hash. */
  put(content: string | Uint8Array): Promise<string>
  /** Gives the content. Rejects when it is not there or not what its hash says. */
  get(hash: string): Promise<Buffer>
}

/** Those on a server. They outlive every bench of a week. */
export function blobsOn(redis: Redis): Blobs {
  return {
    async put(content) {
      const hash = hashOf(content)
      const there = await redis.call('EXPIRE', keyOf(hash), keptSeconds)
      if (there !== 1) await redis.call('SET', keyOf(hash), content, 'EX', keptSeconds)
      return hash
    },
    async get(hash) {
      const content = await redis.getBuffer(keyOf(hash))
      if (!content)
        throw new Error(`Redis no longer has what a question needs (${hash.slice(0, 8)})`)
      if (hashOf(content) !== hash)
        throw new Error(`Redis has something else under a hash (${hash.slice(0, 8)})`)
      return content
    },
  }
}

/** Seconds that Redis keeps what nobody has asked for. */
export const keptSeconds = 7 * 24 * 3600

// --- internal ---

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const keyOf = (hash: string) => `${prefix}:blob:${hash}`
