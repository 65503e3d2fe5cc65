// An attempt at a question as a list in Redis: its worker appends what comes of it, the leader reads. Who
// takes the list away ends the attempt: nothing more can be appended, however alive its worker is.
import { prefix, type Redis } from './redis.ts'

/** The list of an attempt; its first entry says that it is open, its second who has taken it. */
export const listOf = (attempt: string) => `${prefix}:attempt:${attempt}`
/** Told the name of an attempt that has news. */
export const newsChannel = `${prefix}:news`
/** Told the name of an attempt that is to stop. */
export const stopChannel = `${prefix}:stop`
/** Told what a leader has heard of as used. */
export const usedChannel = `${prefix}:used`
/** The same, for who comes later. */
export const usedKey = (leader: string) => `${prefix}:used:${leader}`
/** How many barriers of an attempt are on the leader's disk. */
export const barrierKey = (attempt: string) => `${prefix}:barrier:${attempt}`

/** The entries of a list from `from` on. */
export async function entriesOf(
  redis: Redis,
  attempt: string,
  from = 0,
): Promise<readonly string[]> {
  return (await redis.call('LRANGE', listOf(attempt), from, -1)) as readonly string[]
}

/** Ends an attempt; gives what had come of it. */
export async function endAttempt(redis: Redis, attempt: string): Promise<readonly string[]> {
  return (await redis.call('EVAL', taking, 1, listOf(attempt))) as readonly string[]
}

/** What a worker tells of its attempt. */
export interface Outbox {
  put(entry: string): void
  /** Resolves when all that was put is in Redis, or the attempt has been ended by somebody else. */
  flushed(): Promise<void>
}

/**
 * Opens the way to the list of an attempt for the worker that has taken it, with its first words. `onLost` is
 * called when the attempt is another worker's or nobody's any more. What was put goes out in order, once,
 * also when the connection or the server's last second is lost meanwhile.
 */
export function openOutbox(
  redis: Redis,
  attempt: string,
  { first, onLost }: { readonly first: string; readonly onLost: () => void },
): Outbox {
  const entries = [first]
  let there = 1 // the list's length as it was last heard
  let lost = false
  let sending: Promise<void> | undefined
  const send = async () => {
    while (!lost && there - 1 < entries.length) {
      const words = [there, first, ...entries.slice(there - 1)]
      const length = await redis.call(
        'EVAL',
        appending,
        2,
        listOf(attempt),
        newsChannel,
        attempt,
        ...words,
      )
      if (Number(length) > 0) there = Number(length)
      else {
        lost = true
        onLost()
      }
    }
    sending = undefined
  }
  return {
    put(entry) {
      entries.push(entry)
      sending ??= send()
      sending.catch(() => undefined) // who waits for `flushed` is told
    },
    flushed: async () => {
      sending ??= send()
      await sending
    },
  }
}

// --- internal ---

const taking = `
local all = redis.call('LRANGE', KEYS[1], 0, -1)
redis.call('DEL', KEYS[1])
return all`

/**
 * Appends what the list lacks. A list that is shorter than its worker believes has lost its end: the length
 * is answered, and the worker sends again from there.
 */
const appending = `
local length = redis.call('LLEN', KEYS[1])
if length == 0 then return 0 end
if length > 1 and redis.call('LINDEX', KEYS[1], 1) ~= ARGV[3] then return 0 end
local from = tonumber(ARGV[2])
if length < from then return length end
for place = 4 + length - from, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[place]) end
redis.call('PUBLISH', KEYS[2], ARGV[1])
return redis.call('LLEN', KEYS[1])`
