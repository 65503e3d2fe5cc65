// Wikipedia's own search: https://www.mediawiki.org/wiki/API:Search. A hit's text is what leads the
// page, and the place that matched when that is elsewhere.
import { z } from 'zod'
import { termsOf } from '../../../plans/text/words.ts'
import { plainText, webAddress } from '../plain-text.ts'
import { type Hit, SearchError, type SearchProvider } from '../provider.ts'
import { json, type RequestLimits, request } from '../request.ts'

/** Which Wikipedia, and the limits of its requests. */
interface WikipediaSettings {
  /** Language of the Wikipedia, as in its address. Default: `en`. */
  readonly language?: string
  /** A mail or web address, by which Wikipedia can reach whoever runs this. */
  readonly contact?: string
  /** Default: `https://LANGUAGE.wikipedia.org`. */
  readonly base?: string
  readonly limits?: Partial<RequestLimits>
}

/**
 * Searches Wikipedia. A page that only lists the meanings of a name is replaced by those meanings,
 * the nearest to the query first. Throws one sentence when the language is none.
 */
export function wikipedia(settings: WikipediaSettings = {}): SearchProvider {
  const { language = 'en', contact, limits } = settings
  if (!/^[a-z]{2,12}(?:-[a-z]{2,12})*$/.test(language))
    throw new Error(`"${language}" is no language of Wikipedia; use one like en, de or zh-yue`)
  const base = settings.base ?? `https://${language}.wikipedia.org`
  const by = contact === undefined ? '' : ` (${contact.replace(/[^\x20-\x7e]/g, '')})`
  const headers = { 'user-agent': `intend/0.1${by}` }
  const ask: Ask = async (parameters, signal) => {
    const address = new URL('/w/api.php', base)
    const always = { action: 'query', format: 'json', formatversion: '2', maxlag: '5' }
    address.search = new URLSearchParams({ ...always, ...parameters }).toString()
    const response = await request(address, { signal, headers, ...(limits && { limits }) })
    return checked(json(response, 'Wikipedia', Answer))
  }
  return {
    name: 'wikipedia',
    source: base,
    pace: { atOnce: 1, everyMs: 100 },
    search: async (query, { signal, limit }) => {
      const most = Math.min(limit, 20)
      let found = await matches(ask, query, most, signal)
      // the index wants every word on one page, which a whole question seldom has
      const any = anyWord(query)
      if (found.length === 0 && any !== undefined) found = await matches(ask, any, most, signal)
      if (found.length === 0) return []
      const ids = found.map(({ pageid }) => pageid).join('|')
      const pages = new Map(
        (await pagesOf(ask, { pageids: ids }, signal)).map(page => [page.pageid, page]),
      )
      const lists = [...pages.values()].filter(isList).slice(0, mostLists)
      const opened = new Map<number | undefined, readonly Hit[]>()
      for (const list of lists) opened.set(list.pageid, await meanings(ask, list, query, signal))
      const hits = found.flatMap(({ pageid, snippet }) => {
        const page = pages.get(pageid)
        return opened.get(pageid) ?? (page ? hitOf(page, snippet) : [])
      })
      const seen = new Set<string | undefined>()
      return hits.filter(({ url }) => !seen.has(url) && seen.add(url)).slice(0, limit)
    },
  }
}

// --- internal ---

type Ask = (
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<z.infer<typeof Answer>>

const mostLists = 2
const mostMeanings = 5

const Match = z.object({ pageid: z.number(), title: z.string(), snippet: z.string().default('') })
type Match = z.infer<typeof Match>

const Page = z.object({
  pageid: z.number().optional(),
  title: z.string(),
  extract: z.string().default(''),
  fullurl: z.string().optional(),
  pageprops: z.record(z.string(), z.unknown()).optional(),
})
type Page = z.infer<typeof Page>

const Answer = z.object({
  error: z.object({ code: z.string(), info: z.string().default('') }).optional(),
  query: z
    .object({ search: z.array(Match).default([]), pages: z.array(Page).default([]) })
    .default({ search: [], pages: [] }),
})

/** Errors come with status 200 and a code. */
function checked(answer: z.infer<typeof Answer>) {
  const { error } = answer
  if (error && /ratelimited|maxlag|request-limit|readonly/.test(error.code))
    throw new SearchError('rate_limited', `Wikipedia is busy (${error.code})`, { passing: true })
  if (error) throw new SearchError('blocked', `Wikipedia refused the request (${error.code})`)
  return answer
}

async function matches(
  ask: Ask,
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly Match[]> {
  // longer queries are refused
  const srsearch = query.slice(0, 300)
  const asked = { list: 'search', srsearch, srlimit: String(limit), srprop: 'snippet' }
  return (await ask(asked, signal)).query.search
}

/** The query as any of its telling words; none when it says itself how words belong together. */
function anyWord(query: string): string | undefined {
  if (/["|:]|\b(?:OR|AND)\b/.test(query)) return undefined
  const words = query.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const telling = words.filter(word => termsOf(word).length > 0)
  return telling.length > 2 ? telling.slice(0, 20).join(' OR ') : undefined
}

/** Extracts of several pages are given for their leads only. */
async function pagesOf(
  ask: Ask,
  which: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Page[]> {
  const leads = { prop: 'extracts|info|pageprops', exintro: '1', explaintext: '1', exlimit: '20' }
  const more = { inprop: 'url', ppprop: 'disambiguation' }
  return (await ask({ ...leads, ...more, ...which }, signal)).query.pages
}

const isList = ({ pageprops }: Page) => pageprops !== undefined && 'disambiguation' in pageprops

async function meanings(
  ask: Ask,
  list: Page,
  query: string,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const links = { generator: 'links', gplnamespace: '0', gpllimit: '20', redirects: '1' }
  const pages = await pagesOf(ask, { ...links, titles: list.title }, signal)
  const wanted = new Set(termsOf(query))
  const shared = ({ title, extract }: Page) =>
    new Set(termsOf(`${title} ${extract}`).filter(term => wanted.has(term))).size
  return pages
    .filter(page => !isList(page))
    .map(page => ({ page, score: shared(page) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, mostMeanings)
    .flatMap(({ page }) => hitOf(page, ''))
}

function hitOf({ title, extract, fullurl }: Page, snippet: string): readonly Hit[] {
  const url = webAddress(fullurl)
  const lead = extract.replace(/[ \t]+/g, ' ').trim()
  const place = plainText(snippet)
  const elsewhere = place !== '' && !lead.replace(/\s+/g, ' ').includes(place)
  const text = [lead, ...(elsewhere ? [`[…] ${place} […]`] : [])].filter(each => each !== '')
  return url === undefined || text.length === 0 ? [] : [{ title, url, text: text.join('\n') }]
}
