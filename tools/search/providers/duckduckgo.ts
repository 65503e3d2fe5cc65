// DuckDuckGo without a key, by the library that reads its page as a browser would. The library gives
// every failure of its first step one name; what it was is found out here.
import { Agent as PlainAgent } from 'node:http'
import { Agent } from 'node:https'
import type { Socket } from 'node:net'
import { plainText, webAddress } from '../plain-text.ts'
import { type Hit, SearchError, type SearchProvider } from '../provider.ts'
import { type RequestLimits, request, usualLimits } from '../request.ts'

/** Where the service is found, and the limits of its requests. */
interface DuckDuckGoSettings {
  /** Where it is found out why the library failed. Default: `https://duckduckgo.com`. */
  readonly base?: string
  /** An HTTP proxy that the library uses, as `http://127.0.0.1:3128`. */
  readonly proxy?: string
  readonly limits?: Partial<RequestLimits>
}

/**
 * Searches DuckDuckGo. It takes programs for robots when they ask often or in parallel, and says so
 * with a page for people: `blocked`. One search at a time, two seconds apart.
 */
export function duckduckgo(settings: DuckDuckGoSettings = {}): SearchProvider {
  const { base = 'https://duckduckgo.com', limits } = settings
  return {
    name: 'duckduckgo',
    source: new URL(base).origin,
    pace: { atOnce: 1, everyMs: 2000 },
    search: async (query, { signal, limit }) => {
      try {
        return (await results(query, signal, settings)).slice(0, limit)
      } catch (error) {
        if (error instanceof SearchError || !/get the VQD/i.test(messageOf(error))) throw error
        throw await whatFailed(new URL('/', base), query, signal, limits)
      }
    },
  }
}

// --- internal ---

const headers = { 'user-agent': 'Mozilla/5.0 (compatible; intend/0.1)', accept: 'text/html' }

/** What the library finds. Throws a `SearchError`, or the library's error of its first step. */
async function results(
  query: string,
  signal: AbortSignal,
  { proxy, limits }: DuckDuckGoSettings,
): Promise<readonly Hit[]> {
  const { bytes, wholeMs } = { ...usualLimits, ...limits }
  const { search } = (await import('duck-duck-scrape')).default
  const stop = new AbortController()
  const end = (error: SearchError) => stop.abort(error)
  const late = `DuckDuckGo gave no answer within ${wholeMs / 1000} s`
  const timer = setTimeout(end, wholeMs, new SearchError('network', late, { gone: true }))
  const agent = bounded(proxy === undefined ? new Agent() : new PlainAgent(), bytes, end)
  const whole = AbortSignal.any([signal, stop.signal])
  const options = { headers, agent, signal: whole, ...(proxy !== undefined && { proxy }) }
  try {
    const found = await search(query, undefined, options)
    return found.results.flatMap(({ title, url: place, rawDescription }) => {
      const url = webAddress(place)
      if (url === undefined) return []
      return [{ title: plainText(title) || url, url, text: plainText(rawDescription) }]
    })
  } catch (error) {
    signal.throwIfAborted()
    if (stop.signal.aborted) throw stop.signal.reason
    throw /get the VQD/i.test(messageOf(error)) ? error : failure(error)
  } finally {
    clearTimeout(timer)
    agent.destroy()
  }
}

/** The library reads a response to its end, however long that is. */
function bounded(agent: PlainAgent, bytes: number, end: (error: SearchError) => void): PlainAgent {
  const connect = agent.createConnection.bind(agent)
  const large = `DuckDuckGo answered with more than ${bytes / 1e6} MB`
  agent.createConnection = (...args) => {
    const socket = connect(...args) as Socket
    let size = 0
    socket.on('data', piece => {
      size += piece.length
      if (size > bytes) end(new SearchError('blocked', large))
    })
    return socket
  }
  return agent
}

function failure(error: unknown): SearchError {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') {
    const passing = code === 'ECONNRESET'
    return new SearchError('network', `DuckDuckGo cannot be reached (${code})`, { passing })
  }
  if (/server error/i.test(messageOf(error)))
    return new SearchError('network', 'DuckDuckGo failed', { passing: true })
  return new SearchError('blocked', 'DuckDuckGo takes the requests for those of a robot')
}

/** Asks for the page of the first step once more, to see what is wrong with it. */
async function whatFailed(
  page: URL,
  query: string,
  signal: AbortSignal,
  limits: Partial<RequestLimits> = {},
): Promise<SearchError> {
  page.search = new URLSearchParams({ q: query, ia: 'web' }).toString()
  const { text } = await request(page, { signal, headers, limits, page: true })
  return /vqd=/.test(text)
    ? new SearchError('network', 'DuckDuckGo did not answer the first time', { passing: true })
    : new SearchError('blocked', 'DuckDuckGo gives no token: it takes the requests for a robot')
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')
