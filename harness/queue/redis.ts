// The way to a Redis server: two packages that a person installs beside intend, loaded only where they are used.
import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { withoutPasswords } from '../../agent/llm/secrets.ts'
import { reasonOf } from '../../plans/writable.ts'
import { misconfigured, usage } from '../cli/command.ts'

/** A connection, which is restored by itself; commands wait until it is. */
export type { Redis } from 'ioredis'

/** The beginning of every key. */
export const prefix = 'intend'
const queueName = 'questions'

/**
 * Connects to the server at `address`, such as `redis://HOST`, or `rediss://:PASSWORD@HOST:6380/1`. Later on,
 * `notice` is told once when the server is away, and when it is back. Rejects with a CommandError for an
 * invalid address, a missing package, and a server that cannot be reached, is too old or refuses the password.
 */
export async function openRedis(
  address: string,
  notice: (sentence: string) => void = () => undefined,
): Promise<Redis> {
  if (!URL.canParse(address) || !/^rediss?:$/.test(new URL(address).protocol))
    throw usage(
      `"${withoutPasswords(address)}" is no address of a Redis server; write redis://HOST, or rediss://:PASSWORD@HOST for TLS`,
    )
  const { Redis } = await import('ioredis').catch(missing('ioredis'))
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: 5_000,
    maxRetriesPerRequest: null, // a command waits for the server to come back
    retryStrategy: tries => Math.min(100 * tries, 1_000),
  })
  let why: unknown
  redis.on('error', error => {
    why = error
  })
  try {
    await redis.connect()
    refuseOld(await redis.info('server'))
  } catch (error) {
    redis.disconnect()
    throw misconfigured(
      `cannot use the Redis server at ${shown(address)} (${withWayOut(reasonOf(why ?? error))}`,
      error,
    )
  }
  let away = false
  redis.on('reconnecting', () => {
    if (!away) notice(`the Redis server at ${shown(address)} is away; waiting until it is back`)
    away = true
  })
  redis.on('ready', () => {
    if (away) notice(`the Redis server at ${shown(address)} is back`)
    away = false
  })
  return redis
}

/**
 * A second connection, which hears these channels, also after it has been away; `heard` is called each time from when
 * on it does.
 */
export async function listenTo(
  redis: Redis,
  channels: readonly string[],
  heard: () => void = () => undefined,
): Promise<Redis> {
  // what the package subscribes to again by itself throws into the void when it is closed meanwhile
  const listening = redis.duplicate({ autoResubscribe: false })
  listening.on('error', () => undefined) // the connection is restored by itself
  const listen = async () => {
    await listening.subscribe(...channels).catch(() => undefined)
    heard()
  }
  await listening.connect()
  await listen()
  listening.on('ready', () => void listen())
  return listening
}

/** The address as it may be shown: without what is secret in it. */
export const shown = (address: string) => withoutPasswords(address).replace(/\?.*$/, '')

/** The queue, for the process that puts questions in. */
export async function openQueue(connection: Redis): Promise<Queue> {
  const { Queue } = await import('bullmq').catch(missing('bullmq'))
  const queue = new Queue(queueName, { connection, prefix })
  queue.on('error', () => undefined) // it would be written onto the screen; the connection is restored by itself
  return queue
}

/**
 * Serves the queue, `concurrency` jobs at once. A job whose worker shows no sign of life is failed, and never done
 * again by itself.
 */
export async function serveJobs(
  connection: Redis,
  concurrency: number,
  carryOut: (job: Job) => Promise<void>,
): Promise<{ readonly close: () => Promise<void> }> {
  const { Worker } = await import('bullmq').catch(missing('bullmq'))
  const leases = { lockDuration, stalledInterval: lockDuration / 3, maxStalledCount: 0 }
  const pauses = { drainDelay: 1, runRetryDelay: 1_000 }
  const serve = () => {
    const options = { connection, prefix, concurrency, ...leases, ...pauses }
    const worker = new Worker(queueName, carryOut, options)
    worker.on('error', () => undefined) // the connection is restored by itself
    return worker
  }
  let worker = serve()
  connection.on('ready', () => {
    // one whose wait for questions was cut off may wait for ever; it ends what it has under way
    worker.close().catch(() => undefined)
    worker = serve()
  })
  return { close: () => worker.close() }
}

// --- internal ---

/** The first that knows the commands used here (ZRANGE with BYSCORE). */
const oldest = 6.2

function refuseOld(info: string): void {
  const version = /redis_version:(\S+)/.exec(info)?.[1] ?? 'of an unknown version'
  if (Number.parseFloat(version) >= oldest) return
  throw new Error(`it is Redis ${version}`)
}

/** Why a server cannot be used, with what a person does about it; the first that fits. */
const waysOut: readonly (readonly [RegExp, string])[] = [
  [/^it is Redis/, `queues and shared libraries need ${oldest} or newer`],
  [
    /WRONGPASS|NOAUTH|NOPERM/,
    'its password belongs in the address after --queue, redis://:PASSWORD@HOST, and for --plans in INTEND_REDIS_PASSWORD',
  ],
  [
    /certificate|altnames/i,
    'name the file of the certificate that vouches for it in NODE_EXTRA_CA_CERTS',
  ],
  [/SSL|TLS|wrong version/i, 'it does not speak TLS there; write redis://, or correct the port'],
  [/(?:)/, 'start it, or correct the address'],
]

const withWayOut = (why: string) => `${why}); ${waysOut.find(([fault]) => fault.test(why))![1]}`

/** Milliseconds a worker may be silent: longer than any computation that holds its process. */
const lockDuration = 15_000

const missing = (name: string) => (error: unknown) => {
  throw misconfigured(
    `a queue needs the packages bullmq and ioredis (${name} is not there); install them beside intend: npm install bullmq ioredis`,
    error,
  )
}
