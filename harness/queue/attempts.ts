// An attempt at a question is a list in Redis: its worker appends what comes of it, the leader reads. Deleting
// the list ends the attempt: nothing more can be appended, even if its worker is still alive.
import { prefix, type Redis } from './redis.ts'

/** The list of an attempt; its first entry says that it is open, its second which worker has taken it. */
export const listOf = (attempt: string) => `${prefix}:attempt:${attempt}`
/** Told the name of an attempt that has news. */
export const newsChannel = `${prefix}:news`
/** Told the name of an attempt that is to stop. */
export const stopChannel = `${prefix}:stop`
/** Told what all calls that a leader has heard of have used. */
export const usedChannel = `${prefix}:used`
/** The same, for workers that join later. */
export const usedKey = (leader: string) => `${prefix}:used:${leader}`
/** How many barriers of an attempt are on the leader's disk. */
export const barrierKey = (attempt: string) => `${prefix}:barrier:${attempt}`

/** Ends an attempt; gives its entries. */
export const endAttempt = (redis: Redis, attempt: string) =>
  redis.eval(taking, 1, listOf(attempt)) as Promise<readonly string[]>

/**
 * Opens the way to the list of an attempt for the worker that has taken it, with its `first` entry. `onLost` is
 * called when the attempt has ended or belongs to another worker. What was put is sent in order, once, even
 * if the connection or the server's last second is lost meanwhile.
 */
export function openOutbox(
  redis: Redis,
  attempt: string,
  { first, onLost }: { readonly first: string; readonly onLost: () => void },
) {
  const entries = [first]
  let length = 1 // of the list, as it was last heard
  let lost = false
  let sending: Promise<void> | undefined
  const send = async () => {
    while (!lost && length - 1 < entries.length) {
      const sent = [attempt, length, first, ...entries.slice(length - 1)]
      length = Number(await redis.eval(appending, 2, listOf(attempt), newsChannel, ...sent))
      lost = length === 0
    }
    if (lost) onLost()
    sending = undefined
  }
  return {
    put(entry: string): void {
      entries.push(entry)
      sending ??= send()
      sending.catch(() => undefined) // `flushed` rejects
    },
    /** Resolves when all that was put is in Redis, or the attempt has been ended by another process. */
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
