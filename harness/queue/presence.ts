// Who serves the queue: each worker says so every few seconds. Who does not is told as silent, then forgotten.
import { z } from 'zod'
import type { Worker } from '../bench/watch/sight.ts'
import { prefix, type Redis } from './redis.ts'

/** Says that a worker is there, until `end`. */
export function sayPresent(redis: Redis, { name, version }: Pick<Worker, 'name' | 'version'>) {
  let said = { version, beat: 0, troubles: 0, latest: '' }
  const say = () => redis.call('HSET', key, name, JSON.stringify(said)).catch(() => undefined)
  const timer = setInterval(() => {
    said = { ...said, beat: said.beat + 1 }
    void say()
  }, beatMs)
  void say()
  return {
    /** Told to leaders with the next sign of life. */
    trouble(what: string) {
      said = { ...said, troubles: said.troubles + 1, latest: what }
    },
    async end() {
      clearInterval(timer)
      await redis.call('HDEL', key, name).catch(() => undefined)
    },
  }
}

/** Looks who is there, as a leader does again and again; `onTrouble` is told what has gone wrong there since. */
export function looking(
  redis: Redis,
  onTrouble: (what: string) => void,
): () => Promise<readonly Worker[]> {
  const known = new Map<string, Known>()
  return async () => {
    const words = (await redis.call('HGETALL', key)) as readonly string[]
    const there = new Map(words.flatMap((word, at) => (at % 2 ? [] : [[word, words[at + 1]!]])))
    for (const name of known.keys()) if (!there.has(name)) known.delete(name)
    const now = Date.now() // clocks of other machines may differ
    for (const [name, text] of there) {
      const before = known.get(name)
      if (before?.text === text) continue
      const said = saidIn(text)
      if (!said) continue
      if (before && said.troubles > before.said.troubles) onTrouble(said.latest)
      known.set(name, { since: now, ...before, said, text, heard: now })
    }
    for (const [name, { heard }] of known)
      if (now - heard > forgottenMs) await redis.call('HDEL', key, name)
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

/** What a worker said; undefined where it is not understood, as of another version. */
function saidIn(text: string): Said | undefined {
  try {
    return Said.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

interface Known {
  readonly said: Said
  readonly text: string
  readonly since: number
  readonly heard: number
}
