// Who serves the queue: each worker says so every few seconds. One that does not is shown as silent, then forgotten.
import { z } from 'zod'
import { jsonOf } from '../../plans/canonical.ts'
import type { Worker } from '../bench/watch/sight.ts'
import { prefix, type Redis } from './redis.ts'

/** Says that a worker is there, until `end`. */
export function sayPresent(redis: Redis, { name, version = '' }: Pick<Worker, 'name' | 'version'>) {
  const said: Said = { version, beat: 0, troubles: 0, latest: '' }
  const say = () => redis.hset(key, name, JSON.stringify(said)).catch(() => undefined)
  const timer = setInterval(() => {
    said.beat += 1
    void say()
  }, beatMs)
  void say()
  return {
    /** Told to leaders with the next sign of life. */
    trouble(what: string) {
      said.troubles += 1
      said.latest = what
    },
    async end() {
      clearInterval(timer)
      await redis.hdel(key, name).catch(() => undefined)
    },
  }
}

/** Lists the workers, as a leader does again and again; `onTrouble` is told what has gone wrong there since. */
export function looking(
  redis: Redis,
  onTrouble: (what: string) => void,
): () => Promise<readonly Worker[]> {
  const known = new Map<string, Known>()
  return async () => {
    const there = await redis.hgetall(key)
    for (const name of known.keys()) if (!(name in there)) known.delete(name)
    const now = Date.now() // clocks of other machines may differ
    for (const [name, text] of Object.entries(there)) {
      const before = known.get(name)
      const said = before?.text === text ? undefined : Said.safeParse(jsonOf(text)).data
      if (!said) continue // nothing new, or not understood, as of another version
      if (before && said.troubles > before.said.troubles) onTrouble(said.latest)
      known.set(name, { since: now, ...before, said, text, heard: now })
    }
    for (const [name, { heard }] of known)
      if (now - heard > forgottenMs) await redis.hdel(key, name)
    return [...known].map(([name, { said, since, heard }]) => ({
      name,
      version: said.version,
      since,
      heard,
    }))
  }
}

// --- internal ---

const key = `${prefix}:workers`
/** Milliseconds between two signs of life. */
const beatMs = 3_000
const forgottenMs = 60_000

const Said = z.object({
  version: z.string(),
  /** How many signs of life there have been. */
  beat: z.int(),
  troubles: z.int(),
  latest: z.string(),
})
type Said = z.infer<typeof Said>

interface Known {
  readonly said: Said
  readonly text: string
  readonly since: number
  readonly heard: number
}
