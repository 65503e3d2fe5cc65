// DuckDuckGo without a key, as its own page asks it: a token, then the results. The token is fetched
// here, since the library gives every failure of that step the same name; the rest is the library's.
import { Agent as PlainAgent } from 'node:http'
import { Agent } from 'node:https'
import type { Socket } from 'node:net'
import { plainText, webAddress } from './plain-text.ts'
import { SearchError, type SearchProvider } from './provider.ts'
import { type RequestLimits, request, usualLimits } from './request.ts'

export interface DuckDuckGoSettings {
  /** Where the token is had. Default: `https://duckduckgo.com`. */
  readonly base?: string
  /** An HTTP proxy for the second step. */
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
      const page = new URL('/', base)
      page.search = new URLSearchParams({ q: query, ia: 'web' }).toString()
      const headers = { accept: 'text/html', 'user-agent': agent }
      const { text } = await request(page, {
        signal,
        headers,
        page: true,
        ...(limits && { limits }),
      })
      const vqd = /vqd=['"]?(\d+-\d+(?:-\d+)?)['"&]/.exec(text)?.[1]
      if (vqd === undefined)
        throw new SearchError(
          'blocked',
          'DuckDuckGo gave no token: it takes the request for a robot',
        )
      const found = await results(query, vqd, signal, settings)
      return found.slice(0, limit)
    },
  }
}

// --- internal ---

const agent = 'Mozilla/5.0 (compatible; intend/0.1)'

async function results(
  query: string,
  vqd: string,
  signal: AbortSignal,
  { proxy, limits }: DuckDuckGoSettings,
) {
  const { bytes, wholeMs } = { ...usualLimits, ...limits }
  const { search } = (await import('duck-duck-scrape')).default
  const stop = new AbortController()
  const end = (error: SearchError) => stop.abort(error)
  const late = new SearchError('network', `DuckDuckGo gave no answer within ${wholeMs / 1000} s`)
  const timer = setTimeout(end, wholeMs, late)
  const connections = bounded(proxy === undefined ? new Agent() : new PlainAgent(), bytes, end)
  const options = {
    ...{ headers: { 'user-agent': agent }, agent: connections },
    ...{ signal: AbortSignal.any([signal, stop.signal]), ...(proxy !== undefined && { proxy }) },
  }
  try {
    const found = await search(query, { vqd }, options)
    return found.results.flatMap(({ title, url: place, rawDescription }) => {
      const url = webAddress(place)
      if (url === undefined) return []
      return [{ title: plainText(title) || url, url, text: plainText(rawDescription) }]
    })
  } catch (error) {
    signal.throwIfAborted()
    throw stop.signal.aborted ? stop.signal.reason : failure(error)
  } finally {
    clearTimeout(timer)
    connections.destroy()
  }
}

/** The library reads a response to its end, however long that is. */
function bounded(agent: PlainAgent, bytes: number, end: (error: SearchError) => void): PlainAgent {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (...args) => {
    const socket = connect(...args) as Socket
    let size = 0
    socket.on('data', piece => {
      size += piece.length
      if (size > bytes)
        end(new SearchError('blocked', `DuckDuckGo answered with more than ${bytes / 1e6} MB`))
    })
    return socket
  }
  return agent
}

function failure(error: unknown): SearchError {
  const { message = '', code } = error as { message?: string; code?: string }
  if (code !== undefined)
    return new SearchError('network', `DuckDuckGo cannot be reached (${code})`, {
      passing: code === 'ECONNRESET',
      gone: code !== 'ECONNRESET',
    })
  if (/server error/i.test(message))
    return new SearchError('network', 'DuckDuckGo failed', { passing: true })
  return new SearchError(
    'blocked',
    'DuckDuckGo takes the requests for a robot, or was asked too often',
  )
}
