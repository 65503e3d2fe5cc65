// Real HTTP servers on loopback that speak the formats of the search services, and fail as they and
// the networks before them do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SearchServer {
  readonly base: string
  /** The requests so far: address and headers. */
  readonly requests: { readonly url: URL; readonly headers: IncomingMessage['headers'] }[]
  /** Answers from now on; the number counts the requests since. */
  answer(way: Way): void
  close(): Promise<void>
}

/** What a server does with a request. */
export type Way = (request: URL, response: ServerResponse, count: number) => unknown

export async function startSearchServer(first: Way): Promise<SearchServer> {
  let way = first
  let count = 0
  const requests: SearchServer['requests'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://search.test')
    requests.push({ url, headers: request.headers })
    count += 1
    void way(url, response, count)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
    answer: next => {
      way = next
      count = 0
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** An address where nobody listens. */
export async function deadBase(): Promise<string> {
  const server = await startSearchServer(json({}))
  await server.close()
  return server.base
}

// --- ways ---

type Headers = Readonly<Record<string, string>>

export const json =
  (body: unknown, status = 200, headers: Headers = {}): Way =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))

export const text =
  (body: string, type = 'application/json', status = 200, headers: Headers = {}): Way =>
  (_, response) =>
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)

/** Never answers. */
export const silent: Way = () => undefined

/** Ends the connection without a word. */
export const broken: Way = (_, response) => response.destroy()

/** Goes on for ever. */
export const endless: Way = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = 'x'.repeat(100_000)
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}

/** A page on which people prove that they are some. */
export const captcha = (status = 200): Way =>
  text(
    '<!DOCTYPE html><html><body><form id="challenge-form">Are you a robot? Solve the captcha.</form></body></html>',
    'text/html; charset=utf-8',
    status,
  )

/** The ways one after the other, the last one for ever. */
export const inTurn =
  (...ways: readonly [Way, ...Way[]]): Way =>
  (url, response, count) =>
    ways[Math.min(count, ways.length) - 1]!(url, response, count)

// --- formats ---

export interface Given {
  readonly title: string
  readonly url: string
  readonly text: string
  readonly more?: readonly string[]
  readonly date?: string
}

export const braveBody = (results: readonly Given[]) => ({
  type: 'search',
  query: { original: 'q', more_results_available: false },
  mixed: { type: 'mixed', main: [] },
  web: {
    type: 'search',
    results: results.map(({ title, url, text, more, date }) => ({
      type: 'search_result',
      subtype: 'generic',
      title,
      url,
      description: text,
      is_source_local: false,
      family_friendly: true,
      ...(more && { extra_snippets: more }),
      ...(date && { page_age: date, age: 'June 1, 2024' }),
      profile: { name: 'x', long_name: 'x.test' },
    })),
  },
})

export const braveError = (code: string, status: number) => ({
  type: 'ErrorResponse',
  error: { id: 'b1', status, code, detail: 'no', meta: { component: 'rate_limiter' } },
  time: 1,
})

export const searxngBody = (
  results: readonly Given[],
  silentEngines: readonly (readonly [string, string])[] = [],
) => ({
  query: 'q',
  number_of_results: 0,
  results: results.map(({ title, url, text, date }) => ({
    url,
    title,
    content: text,
    publishedDate: date ?? null,
    engine: 'bing',
    template: 'default.html',
    engines: ['bing'],
    positions: [1],
    score: 1,
  })),
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: silentEngines,
})

export interface WikiPage {
  readonly title: string
  readonly extract: string
  readonly snippet?: string
  /** Titles it links to: it only lists the meanings of a name. */
  readonly meanings?: readonly string[]
}

/** A small Wikipedia: pages are found when they hold every word of the query, or one of `A OR B`. */
export function wiki(pages: readonly WikiPage[]): Way {
  const ids = new Map(pages.map((page, at) => [page.title, at + 1]))
  const found = ({ title, extract }: WikiPage, query: string) => {
    const text = `${title} ${extract}`.toLowerCase()
    const any = query.includes(' OR ')
    const words = query.toLowerCase().split(any ? ' or ' : /[^\p{L}\p{N}]+/u)
    const holds = (word: string) => text.includes(word)
    return any ? words.some(holds) : words.filter(word => word !== '').every(holds)
  }
  const shown = (page: WikiPage) => ({
    pageid: ids.get(page.title),
    ns: 0,
    title: page.title,
    extract: page.extract,
    fullurl: `https://en.wikipedia.org/wiki/${page.title.replaceAll(' ', '_')}`,
    ...(page.meanings && { pageprops: { disambiguation: '' } }),
  })
  return (url, response, count) => {
    const asked = url.searchParams
    const listed = pages.find(({ title }) => title === asked.get('titles'))?.meanings ?? []
    const wanted = asked.get('pageids')?.split('|').map(Number) ?? []
    const query =
      asked.get('list') === 'search'
        ? {
            searchinfo: { totalhits: 1 },
            search: pages
              .filter(page => found(page, asked.get('srsearch') ?? ''))
              .slice(0, Number(asked.get('srlimit')))
              .map(({ title, snippet = '' }) => ({
                ns: 0,
                title,
                pageid: ids.get(title),
                snippet,
              })),
          }
        : {
            pages: pages
              .filter(({ title }) => listed.includes(title) || wanted.includes(ids.get(title)!))
              .map(shown),
          }
    return json({ batchcomplete: true, query })(url, response, count)
  }
}

/** DuckDuckGo's two steps: a page with a token, then a script with the results. */
export function duckDuckGo(results: readonly Given[]): Way {
  const list = results.map(({ title, url, text }) => ({
    a: text,
    c: url,
    d: new URL(url).host,
    h: 0,
    i: new URL(url).host,
    k: null,
    m: 0,
    o: 0,
    p: 0,
    s: 'bingv7aa',
    t: title,
    u: url,
  }))
  const script = `DDG.pageLayout.load('d',${JSON.stringify([...list, { n: '/d.js?more' }])});DDG.duckbar.load('images', {});`
  return (url, response, count) =>
    url.pathname.endsWith('/d.js')
      ? text(script, 'application/javascript')(url, response, count)
      : text(
          `<!DOCTYPE html><html><script>vqd="4-123456789012345678901234567890";</script></html>`,
          'text/html',
        )(url, response, count)
}
