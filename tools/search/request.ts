// One request to a search service: bounded in time and size, every failure a typed one, and nothing
// secret in what is said about it.
import type { z } from 'zod'
import { SearchError } from './provider.ts'

/** How long a request may take and how much it may bring, unless a provider is given other limits. */
export const usualLimits = {
  /** Milliseconds until the service begins to answer. */
  answerMs: 8000,
  /** Milliseconds for the whole request. */
  wholeMs: 15_000,
  /** Bytes of the response. */
  bytes: 2_000_000,
}
export type RequestLimits = Readonly<typeof usualLimits>

/** How a service is asked. */
interface Asking {
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  readonly limits?: Partial<RequestLimits>
  /** True when a page is what is asked for: then words of a challenge in it mean nothing. */
  readonly page?: boolean
}

/** What a service answered. */
export interface Response {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/**
 * Fetches `address`. A response that asks to wait or is a challenge for people is a failure, like none
 * at all; any other status is given back. Redirections are not followed, as a key would travel along.
 * Throws a `SearchError`, or the reason of the signal.
 */
export async function request(address: URL, asking: Asking): Promise<Response> {
  const { signal, headers = {} } = asking
  const limits = { ...usualLimits, ...asking.limits }
  signal.throwIfAborted()
  const stop = new AbortController()
  const late = (ms: number, gone: boolean) =>
    setTimeout(() => {
      const why = `${address.host} gave no answer within ${ms / 1000} s`
      stop.abort(new SearchError('network', why, { gone }))
    }, ms)
  const whole = late(limits.wholeMs, false)
  const first = late(limits.answerMs, true)
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, stop.signal]),
    })
    clearTimeout(first)
    const text = await bounded(response, address, limits.bytes)
    refuse(response, text, address, asking.page ?? false)
    return { status: response.status, headers: response.headers, text }
  } catch (error) {
    signal.throwIfAborted()
    if (stop.signal.aborted) throw stop.signal.reason
    throw error instanceof SearchError ? error : unreachable(error, address)
  } finally {
    clearTimeout(whole)
    clearTimeout(first)
    stop.abort()
  }
}

/** What the JSON of a response with status 200 says. Throws a `SearchError` when there is none in that `form`. */
export function json<Form>(response: Response, service: string, form: z.ZodType<Form>): Form {
  const { status, text, headers } = response
  if (status !== 200)
    throw new SearchError('blocked', `${service} refused the request with status ${status}`)
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    if (isPage(headers, text))
      throw new SearchError('blocked', `${service} answered with a page instead of results`)
    throw new SearchError('network', `${service} answered with broken JSON`, { passing: true })
  }
  const read = form.safeParse(said)
  if (!read.success) throw new SearchError('network', `${service} answered in an unknown form`)
  return read.data
}

// --- internal ---

async function bounded(response: globalThis.Response, { host }: URL, most: number) {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > most)
      throw new SearchError('blocked', `${host} answered with more than ${most / 1e6} MB`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** The words with which a page asks its reader to prove to be a person. */
const challenge =
  /captcha|challenge-platform|cf-chl|cf-mitigated|anomaly[-_. ]?(?:modal|detection)|unusual traffic|are you a (?:robot|human)|verify (?:that )?you are (?:a )?human|bots use duckduckgo/i

const isPage = (headers: Headers, text: string) =>
  /text\/html/i.test(headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(text)

function refuse(
  { status, headers }: globalThis.Response,
  text: string,
  { host }: URL,
  page: boolean,
): void {
  const expected = page && status === 200
  const asksPeople = !expected && isPage(headers, text) && challenge.test(text.slice(0, 100_000))
  if (asksPeople || headers.get('cf-mitigated') === 'challenge')
    throw new SearchError('blocked', `${host} answered with a challenge for people (captcha)`)
  if (status === 202) throw new SearchError('blocked', `${host} takes the requests for a robot's`)
  if (status === 429) throw new SearchError('rate_limited', `${host} was asked too often`, wait())
  if (status >= 500)
    throw new SearchError('network', `${host} failed with status ${status}`, wait())
  if (status >= 300 && status < 400)
    throw new SearchError('blocked', `${host} sends elsewhere${placeOf(headers)}; use that address`)

  function wait() {
    const retryAfterMs = waitOf(headers.get('retry-after'))
    return { passing: true, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  }
}

function placeOf(headers: Headers): string {
  const place = headers.get('location')
  return place && URL.canParse(place) ? ` (${new URL(place).origin})` : ''
}

/** `Retry-After` is a number of seconds or a date. */
function waitOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** A connection that broke may hold the next time; a host that is not there will not be there. */
function unreachable(error: unknown, { host }: URL): SearchError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const passing = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)
  const what = passing ? 'broke the connection' : 'cannot be reached'
  const said = `${host} ${what}${code && ` (${code})`}`
  return new SearchError('network', said, { passing, gone: !passing })
}
