// A plan library in Redis that many agents on many machines share, merged plan by plan as library files are.
// Each agent looks plans up in its own memory, and learns what others have written when it writes.
import { coalesced } from '../../plans/awaitable.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import { parseLibrary } from '../../plans/library/file.ts'
import {
  type LibraryOptions,
  memoryLibrary,
  openLibrary,
  type PlanLibrary,
} from '../../plans/library/library.ts'
import { type Environment, usage } from '../cli/command.ts'
import { openRedis, prefix, type Redis, shown } from './redis.ts'

/** Whether `--plans` names a library that many agents share. */
export const isShared = (plans: string) => /^rediss?:/i.test(plans)

/**
 * The address of a shared library as it may be kept. Throws a CommandError for one with a password, which
 * would be kept with it.
 */
export function sharedAddress(plans: string): string {
  if (URL.parse(plans)?.password)
    throw usage(
      `the address after --plans is kept with what is begun, and its password would be; leave it out and set INTEND_REDIS_PASSWORD`,
    )
  return plans
}

/** Opens the library that is shared at an address, or that is in a file. Rejects as `openLibrary` and `openRedis` do. */
export async function openPlans(
  plans: string,
  env: Environment,
  options?: LibraryOptions,
): Promise<PlanLibrary> {
  return isShared(plans) ? openSharedLibrary(plans, env) : openLibrary(plans, options)
}

/**
 * Opens the library at `redis://HOST/0#NAME`, called `plans` unless named; one that nobody has written is empty.
 * Each write also brings what others have written since. A write that fails is repeated with the next one.
 */
export async function openSharedLibrary(plans: string, env: Environment): Promise<PlanLibrary> {
  const { address, name } = placeOf(plans, env)
  const library = memoryLibrary()
  const told = new Map<string, string | undefined>() // ids, with the reason where it was removed
  const unsaved = new Map<string, string | undefined>()
  const { pull, push } = exchange(library, { name, shownAs: shown(plans) }, () => {
    for (const [id, reason] of told) unsaved.set(id, reason)
  })
  const write = coalesced(() =>
    connected(address, async redis => {
      await pull(redis)
      for (const [id, reason] of [...unsaved]) {
        await push(redis, id, reason)
        unsaved.delete(id)
      }
    }),
  )
  await connected(address, pull)
  return {
    ...library,
    async record(run, touched) {
      const [plans, stats, removed] = [[...touched.plans], [...touched.stats], [...touched.removed]]
      await library.record(run, { plans, stats, removed })
      const news = [...[...plans, ...stats].map(([id]) => [id, undefined] as const), ...removed]
      for (const [id, reason] of news) {
        told.set(id, reason ?? told.get(id))
        unsaved.set(id, told.get(id))
      }
      return write()
    },
  }
}

// --- internal ---

/** What a library in memory takes from the server and gives it; `onLoss` is called when the server has lost something. */
function exchange(
  library: PlanLibrary,
  { name, shownAs }: { readonly name: string; readonly shownAs: string },
  onLoss: () => void,
) {
  const keys = keysOf(name)
  const revisions = new Map<string, number>()
  let seen = 0
  const join = (texts: readonly string[], removed: Readonly<Record<string, string>>) => {
    const text = `{"format":1,"plans":[${texts.join(',')}],"removed":${JSON.stringify(removed)}}`
    const parsed = parseLibrary(text, shownAs)
    if (!('content' in parsed))
      throw new ConfigurationError(`${shownAs} holds no plan library; name another with --plans`)
    return library.record('', { ...parsed.content, stats: [] })
  }
  const pull = async (redis: Redis) => {
    // a server that has lost its last second is told again
    if (Number(await redis.get(keys.count)) < seen) {
      seen = 0
      onLoss()
    }
    const words = [keys.log, `(${seen}`, '+inf', 'BYSCORE', 'WITHSCORES']
    const news = ((await redis.call('ZRANGE', words)) as unknown[]).flat() // as pairs, or one after the other
    for (let at = 0; at < news.length; at += 2 * chunk) {
      const pairs = news.slice(at, at + 2 * chunk)
      const ids = pairs.filter((_, place) => place % 2 === 0).map(String)
      const [texts, reasons] = await Promise.all([
        redis.hmget(keys.plans, ...ids),
        redis.hmget(keys.removed, ...ids),
      ])
      const gone = ids.map((id, place) => [id, reasons[place]]).filter(([, why]) => why != null)
      await join(
        texts.filter(text => text !== null),
        Object.fromEntries(gone),
      )
      for (const [place, id] of ids.entries()) revisions.set(id, Number(pairs[2 * place + 1]))
      seen = Number(pairs.at(-1))
    }
  }
  const push = async (redis: Redis, id: string, reason: string | undefined) => {
    const all = [keys.plans, keys.removed, keys.log, keys.count]
    if (reason !== undefined) return void (await redis.eval(removing, 4, ...all, id, reason))
    for (;;) {
      const plan = library.get(id)
      if (!plan) return // removed by somebody else
      const words = [id, revisions.get(id) ?? 0, JSON.stringify(plan)]
      const answer = await redis.eval(putting, 4, ...all, ...words)
      const [revision, theirs] = answer as [string, (string | null)?]
      revisions.set(id, Number(revision))
      if (theirs == null) return
      await join([theirs], {})
    }
  }
  return { pull, push }
}

/** Plans that are fetched at once. */
const chunk = 500

const keysOf = (name: string) => ({
  plans: `${prefix}:library:${name}`,
  removed: `${prefix}:library:${name}:removed`,
  /** Which plan was changed when: its score counts changes. */
  log: `${prefix}:library:${name}:log`,
  count: `${prefix}:library:${name}:count`,
})

function placeOf(plans: string, env: Environment) {
  const url = URL.parse(plans)
  const name = decodeURIComponent(url?.hash.slice(1) || 'plans')
  if (!url) return { address: plans, name }
  url.hash = ''
  if (!url.password && env.INTEND_REDIS_PASSWORD) url.password = env.INTEND_REDIS_PASSWORD
  return { address: url.href, name }
}

/** A connection for as long as the work takes: a library need not be closed. */
async function connected<T>(address: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = await openRedis(address)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

/** Writes a plan that is still as its writer knew it; answers with what is there otherwise. */
const putting = `
local known = tonumber(redis.call('ZSCORE', KEYS[3], ARGV[1]) or 0)
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return {tostring(known)} end
local theirs = redis.call('HGET', KEYS[1], ARGV[1])
if theirs == ARGV[3] then return {tostring(known)} end
if theirs and known ~= tonumber(ARGV[2]) then return {tostring(known), theirs} end
local now = redis.call('INCR', KEYS[4])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[3], now, ARGV[1])
return {tostring(now)}`

/** A removed plan stays removed, for the reason that comes first in the alphabet. */
const removing = `
local reason = redis.call('HGET', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[1], ARGV[1])
if reason and reason <= ARGV[2] then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[3], redis.call('INCR', KEYS[4]), ARGV[1])
return 1`
