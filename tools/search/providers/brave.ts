// Brave's web search: https://api-dashboard.search.brave.com/api-reference/web/search/get
import { z } from 'zod'
import { dayOf, plainText, webAddress } from '../plain-text.ts'
import { type Hit, SearchError, type SearchProvider } from '../provider.ts'
import { json, type RequestLimits, type Response, request } from '../request.ts'

/** The key, and where the service is found. */
interface BraveSettings {
  readonly key: string
  /** Default: `https://api.search.brave.com`. */
  readonly base?: string
  readonly limits?: Partial<RequestLimits>
}

/** Searches with Brave's API. A hit's text is its description and the further passages of its page. */
export function brave({ key, base = 'https://api.search.brave.com', limits }: BraveSettings) {
  const ask = (query: string, count: number, signal: AbortSignal, passages: boolean) => {
    const address = new URL('/res/v1/web/search', base)
    address.search = new URLSearchParams({
      q: shortened(query),
      count: String(Math.min(count, 20)),
      text_decorations: 'false',
      result_filter: 'web',
      ...(passages && { extra_snippets: 'true' }),
    }).toString()
    const headers = { 'x-subscription-token': key.trim() }
    return request(address, { signal, headers, ...(limits && { limits }) })
  }
  return {
    name: 'brave',
    source: new URL(base).origin,
    pace: { atOnce: 2, everyMs: 100 },
    search: async (query, { signal, limit }) => {
      let response = await ask(query, limit, signal, true)
      if (codeOf(response) === 'OPTION_NOT_IN_PLAN')
        response = await ask(query, limit, signal, false)
      if (response.status !== 200) throw refusal(response)
      const { web } = json(response, 'Brave', Found)
      return (web?.results ?? []).flatMap(hitOf).slice(0, limit)
    },
  } satisfies SearchProvider
}

// --- internal ---

const Found = z.object({
  type: z.literal('search').optional(),
  web: z.object({ results: z.array(z.record(z.string(), z.unknown())) }).optional(),
})

/** The service takes 400 characters in 50 words. */
function shortened(query: string): string {
  const words = query.trim().split(/\s+/).slice(0, 50)
  while (words.length > 1 && words.join(' ').length > 400) words.pop()
  return words.join(' ').slice(0, 400)
}

function hitOf(result: Readonly<Record<string, unknown>>): readonly Hit[] {
  const url = webAddress(result.url)
  if (url === undefined) return []
  const extra = Array.isArray(result.extra_snippets) ? result.extra_snippets : []
  const passages = [result.description, ...extra].map(plainText).filter(text => text !== '')
  const date = dayOf(result.page_age)
  const title = plainText(result.title) || url
  return [{ title, url, text: [...new Set(passages)].join('\n'), ...(date && { date }) }]
}

const Refused = z.object({ error: z.object({ code: z.string().max(100) }) })

function codeOf({ status, text }: Response): string | undefined {
  if (status === 200) return undefined
  try {
    return Refused.safeParse(JSON.parse(text)).data?.error.code
  } catch {
    return undefined
  }
}

function refusal(response: Response): SearchError {
  const code = codeOf(response) ?? `status ${response.status}`
  if (/QUOTA|RATE|USAGE|CREDIT/.test(code) || response.status === 402)
    return new SearchError('rate_limited', `Brave's quota is used up (${code})`)
  if (/TOKEN|SUBSCRIPTION/.test(code) || [401, 403].includes(response.status))
    return new SearchError('blocked', `Brave refuses the key (${code}); check BRAVE_API_KEY`)
  return new SearchError('blocked', `Brave refused the request (${code})`)
}
