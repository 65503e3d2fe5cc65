// A SearXNG instance of one's own: https://docs.searxng.org/dev/search_api
import { z } from 'zod'
import { dayOf, plainText, webAddress } from '../plain-text.ts'
import { type Hit, SearchError, type SearchProvider } from '../provider.ts'
import { json, type RequestLimits, request } from '../request.ts'

/** The address of the instance, and the limits of its requests. */
interface SearxngSettings {
  /** Its address, with `user:password@` where it asks for them: `http://127.0.0.1:8888`. */
  readonly address: string
  readonly limits?: Partial<RequestLimits>
}

/**
 * Searches a SearXNG instance. When it gives nothing because the engines behind it did not answer,
 * that is a failure and not an empty result. Throws one sentence when the address is none.
 */
export function searxng({ address, limits }: SearxngSettings): SearchProvider {
  const base = baseOf(address)
  const headers = loginOf(base)
  base.username = ''
  base.password = ''
  return {
    name: 'searxng',
    source: base.href,
    pace: { atOnce: 2, everyMs: 200 },
    search: async (query, { signal, limit }) => {
      const place = new URL('search', base)
      place.search = new URLSearchParams({ q: query, format: 'json' }).toString()
      // it waits for its engines
      const patient = { answerMs: 15_000, ...limits }
      const response = await request(place, { signal, headers, limits: patient })
      if (response.status === 403)
        throw new SearchError(
          'blocked',
          `${base.host} does not give JSON; add json to search.formats in its settings.yml and set server.limiter to false`,
        )
      if (response.status === 401)
        throw new SearchError('blocked', `${base.host} refuses the login in SEARXNG_URL`)
      const found = json(response, base.host, Found)
      const { infoboxes, results, unresponsive_engines: silent } = found
      const hits = [...infoboxes.flatMap(infoboxHit), ...results.flatMap(hitOf)]
      if (hits.length === 0 && silent.length > 0) throw silence(base.host, silent)
      return hits.slice(0, limit)
    },
  }
}

// --- internal ---

type Entry = Readonly<Record<string, unknown>>
const Entries = z.array(z.record(z.string(), z.unknown()))

const Found = z.object({
  results: Entries,
  infoboxes: Entries.catch([]),
  unresponsive_engines: z.array(z.array(z.string())).catch([]),
})

function baseOf(address: string): URL {
  const spelled = /^https?:\/\//i.test(address) ? address : `http://${address}`
  if (!URL.canParse(spelled))
    throw new Error('SEARXNG_URL is no address; give one like http://127.0.0.1:8888')
  const base = new URL(spelled)
  base.search = ''
  base.hash = ''
  base.pathname = base.pathname.replace(/(?:\/search)?\/*$/, '/')
  return base
}

/** A login stands in a header, as `fetch` takes none in an address. */
function loginOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
}

function hitOf({ title, url: place, content, publishedDate }: Entry): readonly Hit[] {
  const url = webAddress(place)
  if (url === undefined) return []
  const date = dayOf(publishedDate)
  return [{ title: plainText(title) || url, url, text: plainText(content), ...(date && { date }) }]
}

function infoboxHit({ infobox, id, content }: Entry): readonly Hit[] {
  const text = plainText(content)
  return text === '' ? [] : hitOf({ title: infobox, url: id, content })
}

function silence(host: string, engines: readonly (readonly string[])[]): SearchError {
  const all = engines.map(([name = '?', why = 'silent']) => `${name}: ${why}`)
  const said = `the engines of ${host} did not answer (${all.join('; ').slice(0, 300)})`
  const why = engines.map(([, why]) => why).join(' ') // the address may hold such a number, too
  if (/captcha|denied|403/i.test(why)) return new SearchError('blocked', said)
  if (/too many|suspended|429/i.test(why)) return new SearchError('rate_limited', said)
  return new SearchError('network', said, { passing: true })
}
