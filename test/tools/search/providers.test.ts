import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plainText } from '../../../tools/search/plain-text.ts'
import { SearchError, type SearchProvider } from '../../../tools/search/provider.ts'
import { brave } from '../../../tools/search/providers/brave.ts'
import { duckduckgo } from '../../../tools/search/providers/duckduckgo.ts'
import { searxng } from '../../../tools/search/providers/searxng.ts'
import { wikipedia } from '../../../tools/search/providers/wikipedia.ts'
import {
  braveBody,
  braveError,
  broken,
  captcha,
  deadBase,
  duckDuckGo,
  endless,
  inTurn,
  json,
  type SearchServer,
  searxngBody,
  silent,
  startSearchServer,
  text,
  wiki,
} from '../../support/search-servers.ts'

const signal = new AbortController().signal
const patient = { answerMs: 100_000, wholeMs: 100_000 }
const limitsFor = (way: unknown) => (way === silent ? { answerMs: 200, wholeMs: 300 } : patient)
const key = 'BSA-secret-key-1234567890'
const places = ['https://snails.test/a', 'https://snails.test/b']
const given = places.map(url => ({ title: 'Snails', url, text: 'A snail crawls 1.3 cm.' }))

let server: SearchServer
beforeAll(async () => {
  server = await startSearchServer(json({}))
})
beforeEach(() => {
  server.requests.length = 0
})
afterAll(() => server.close())

const braveHere = (limits = patient) => brave({ key, base: server.base, limits })
const searxngHere = (limits = patient, address = server.base) => searxng({ address, limits })
const wikipediaHere = (limits = patient) =>
  wikipedia({ base: server.base, contact: 'me@example.org', limits })
const duckHere = (limits = patient) => duckduckgo({ base: server.base, proxy: server.base, limits })
const find = (provider: SearchProvider, query = 'snail', limit = 10) =>
  provider.search(query, { signal, limit })
async function failureOf(search: Promise<unknown>): Promise<SearchError> {
  const failure = await search.then(
    () => undefined,
    error => error,
  )
  expect(failure).toBeInstanceOf(SearchError)
  expect(failure.message).not.toMatch(/secret|\n/)
  return failure
}

describe('every provider', () => {
  const all = { brave: braveHere, searxng: searxngHere, wikipedia: wikipediaHere }
  const failures = [
    ['a challenge for people', captcha(), 'blocked', false],
    ['a challenge with status 403', captcha(403), 'blocked', false],
    ['a challenge with status 429', captcha(429), 'blocked', false],
    ['status 202', text('', 'text/html', 202), 'blocked', false],
    ['too many requests', json({}, 429), 'rate_limited', true],
    ['a server that fails', json({}, 503), 'network', true],
    ['broken JSON', text('{"web": {"results": ['), 'network', true],
    ['another form', json([1, 2]), 'network', undefined],
    ['a page', text('<!doctype html><html>hello', 'text/html'), 'blocked', false],
    ['a host that is silent', silent, 'network', undefined],
    ['a connection that breaks', broken, 'network', true],
    ['a response without end', endless, 'blocked', false],
    ['a redirection', json({}, 302, { location: 'https://e.test/?k=secret' }), 'blocked', false],
  ] as const
  describe.each(Object.entries(all))('%s', (_, provider) => {
    test.each(failures)('%s', async (_, way, kind, passing) => {
      server.answer(way)
      const failure = await failureOf(find(provider(limitsFor(way))))
      expect(failure.kind).toBe(kind)
      if (passing !== undefined) expect(failure.recovery.passing ?? false).toBe(passing)
    })

    test('nobody there', async () => {
      const base = await deadBase()
      const dead = { brave: brave({ key, base }), searxng: searxng({ address: base }) }
      const failure = await failureOf(find(dead[provider().name as 'brave'] ?? wikipedia({ base })))
      expect(failure).toMatchObject({ kind: 'network', recovery: { gone: true } })
      expect(failure.message).toMatch(/cannot be reached \(ECONNREFUSED\)/)
    })

    test('an abort ends it with its reason', async () => {
      server.answer(silent)
      const abort = new AbortController()
      const search = provider().search('snail', { signal: abort.signal, limit: 1 })
      setTimeout(() => abort.abort(new Error('enough')), 20)
      await expect(search).rejects.toThrow('enough')
      await expect(provider().search('x', { signal: abort.signal, limit: 1 })).rejects.toThrow(
        'enough',
      )
    })
  })

  test('the wait that is asked for is read as seconds and as a date', async () => {
    server.answer(json({}, 429, { 'retry-after': '7' }))
    expect((await failureOf(find(braveHere()))).recovery.retryAfterMs).toBe(7000)
    const date = new Date(Date.now() + 60_000).toUTCString()
    server.answer(json({}, 503, { 'retry-after': date }))
    const { retryAfterMs = 0 } = (await failureOf(find(braveHere()))).recovery
    expect(retryAfterMs).toBeGreaterThan(1000)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  test('the words of a passage are kept, its markup and entities are not', () => {
    expect(plainText('5 &lt; 6 &amp; <strong>Caf&eacute;</strong>&nbsp;&#x27;x&#39; y < z')).toBe(
      "5 < 6 & Café 'x' y < z",
    )
    expect(plainText('a < b and c > d <script>no()</script>')).toBe('a < b and c > d')
    expect(plainText(undefined)).toBe('')
    for (const part of ['<a', '&']) expect(() => plainText(part.repeat(500_000))).not.toThrow()
  })
})

describe('brave', () => {
  test('its hits are read with all their passages, and the key goes in a header', async () => {
    const more = ['It rests &amp; sleeps.', 'A snail <strong>crawls</strong> 1.3 cm.']
    const [first] = given
    server.answer(json(braveBody([{ ...first!, more, date: '2024-06-01T10:00:00' }])))
    expect(await find(braveHere(), 'snail', 5)).toEqual([
      {
        title: 'Snails',
        url: 'https://snails.test/a',
        date: '2024-06-01',
        text: 'A snail crawls 1.3 cm.\nIt rests & sleeps.',
      },
    ])
    const [{ url, headers } = {}] = server.requests as { url?: URL; headers?: object }[]
    expect(url!.pathname).toBe('/res/v1/web/search')
    expect(Object.fromEntries(url!.searchParams)).toMatchObject({
      q: 'snail',
      count: '5',
      extra_snippets: 'true',
    })
    expect(headers).toMatchObject({ 'x-subscription-token': key })
    expect(url!.href).not.toContain(key)
  })

  test('nothing found is no failure', async () => {
    server.answer(json({ type: 'search', query: {} }))
    expect(await find(braveHere())).toEqual([])
  })

  test('addresses that are none of the web are left out', async () => {
    const bad = ['javascript:alert(1)', 'file:///etc/passwd', 'x']
    server.answer(json(braveBody(bad.map(url => ({ title: 'x', url, text: 'y' })))))
    expect(await find(braveHere())).toEqual([])
  })

  test('a plan without further passages is asked without them', async () => {
    server.answer(inTurn(json(braveError('OPTION_NOT_IN_PLAN', 400), 400), json(braveBody(given))))
    expect(await find(braveHere())).toHaveLength(2)
    expect(server.requests[1]!.url.searchParams.has('extra_snippets')).toBe(false)
  })

  test.each([
    ['SUBSCRIPTION_TOKEN_INVALID', 422, 'blocked', /check BRAVE_API_KEY/],
    ['QUOTA_LIMITED', 402, 'rate_limited', /quota is used up/],
    ['VALIDATION', 422, 'blocked', /refused the request \(VALIDATION\)/],
  ] as const)('its refusal %s is said with the way out', async (code, status, kind, says) => {
    server.answer(json(braveError(code, status), status))
    const failure = await failureOf(find(braveHere()))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toMatch(says)
  })

  test('a query is cut to what it takes', async () => {
    server.answer(json(braveBody([])))
    await find(braveHere(), 'word '.repeat(200))
    await find(braveHere(), 'x'.repeat(1000))
    const [many, long] = server.requests.map(({ url }) => url.searchParams.get('q')!)
    expect(many!.split(' ')).toHaveLength(50)
    expect(long).toHaveLength(400)
  })
})

describe('searxng', () => {
  test('its hits are read, infoboxes first', async () => {
    const infoboxes = [
      { infobox: 'Snail', id: 'https://en.wikipedia.org/wiki/Snail', content: 'A mollusc.' },
    ]
    const [one] = given
    const body = searxngBody([{ ...one!, date: '2023-01-02T00:00:00' }])
    server.answer(json({ ...body, infoboxes }))
    expect(await find(searxngHere())).toEqual([
      { title: 'Snail', url: 'https://en.wikipedia.org/wiki/Snail', text: 'A mollusc.' },
      { ...one, date: '2023-01-02' },
    ])
    expect(server.requests[0]!.url.href).toContain('/search?q=snail&format=json')
  })

  test('an instance that gives no JSON is told how to', async () => {
    server.answer(text('<h1>403 Forbidden</h1>', 'text/html', 403))
    const failure = await failureOf(find(searxngHere()))
    expect(failure.kind).toBe('blocked')
    expect(failure.message).toMatch(/add json to search\.formats in its settings\.yml/)
  })

  test.each([
    ['google: CAPTCHA', 'blocked'],
    ['google: too many requests', 'rate_limited'],
    ['google: timeout', 'network'],
    ['port 4030: timeout', 'network'],
  ] as const)('engines that do not answer (%s) are not an empty result', async (said, kind) => {
    const silent = said.split(': ') as [string, string]
    server.answer(json(searxngBody([], [silent])))
    const failure = await failureOf(find(searxngHere()))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toContain(said)
    server.answer(json(searxngBody(given, [silent])))
    expect(await find(searxngHere())).toHaveLength(2)
  })

  test('a login in its address goes in a header and is never said', async () => {
    server.answer(json({}, 401))
    const provider = searxngHere(patient, server.base.replace('://', '://me:secret%21@'))
    const failure = await failureOf(find(provider))
    expect(failure.message).toMatch(/refuses the login in SEARXNG_URL/)
    expect(provider.source).not.toMatch(/secret|me:/)
    const login = Buffer.from('me:secret!').toString('base64')
    expect(server.requests[0]!.headers.authorization).toBe(`Basic ${login}`)
  })

  test('its address is taken as people write it', () => {
    const sources = ['127.0.0.1:8888', 'http://127.0.0.1:8888/search', 'http://127.0.0.1:8888//']
    for (const address of sources)
      expect(searxng({ address }).source, address).toBe('http://127.0.0.1:8888/')
    expect(() => searxng({ address: 'http://' })).toThrow(/SEARXNG_URL is no address/)
  })
})

describe('wikipedia', () => {
  const mercury = {
    title: 'Mercury',
    extract: 'Mercury most commonly refers to:',
    meanings: ['Mercury (element)', 'Mercury (planet)', 'Mercury Records'],
  }
  const pages = [
    { title: 'Humber Bridge', extract: 'The Humber Bridge spans 1,410 metres.' },
    { title: 'Mercury (element)', extract: 'Mercury is a chemical element.' },
    { title: 'Mercury (planet)', extract: 'Mercury is the closest planet to the Sun.' },
    { title: 'Mercury Records', extract: 'A record label.' },
    {
      title: 'Ada Lovelace',
      extract: 'A mathematician.\nShe wrote notes.',
      snippet: 'buried beside her <span class="searchmatch">father</span> in Hucknall',
    },
  ]

  test('a page is found with its lead and the place that matched', async () => {
    server.answer(wiki(pages))
    expect(await find(wikipediaHere(), 'Ada mathematician')).toEqual([
      {
        title: 'Ada Lovelace',
        url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
        text: 'A mathematician.\nShe wrote notes.\n[…] buried beside her father in Hucknall […]',
      },
    ])
    expect(server.requests[0]!.headers['user-agent']).toBe('intend/0.1 (me@example.org)')
  })

  test('a page that lists meanings is replaced by them, the nearest first', async () => {
    server.answer(wiki([mercury, ...pages]))
    const all = await find(wikipediaHere(), 'mercury')
    const titles = all.map(({ title }) => title)
    expect(titles).toContain('Mercury Records')
    expect(titles).not.toContain('Mercury')
    expect(new Set(titles).size).toBe(titles.length)
    const [near] = await find(wikipediaHere(), 'mercury OR planet OR commonly')
    expect(near!.title).toBe('Mercury (planet)')
  })

  test('a whole question finds pages that hold some of its words', async () => {
    server.answer(wiki(pages))
    const hits = await find(wikipediaHere(), 'How many metres does the Humber span in England?')
    expect(hits.map(({ title }) => title)).toEqual(['Humber Bridge'])
    expect(server.requests[1]!.url.searchParams.get('srsearch')).toMatch(/metres OR .*Humber/)
  })

  test('a phrase in quotation marks is asked as it is, once', async () => {
    server.answer(wiki(pages))
    expect(await find(wikipediaHere(), '"no such phrase at all"')).toEqual([])
    expect(server.requests).toHaveLength(1)
  })

  test('its errors come with status 200', async () => {
    server.answer(json({ error: { code: 'maxlag', info: 'Waiting' } }))
    expect(await failureOf(find(wikipediaHere()))).toMatchObject({
      kind: 'rate_limited',
      recovery: { passing: true },
    })
    server.answer(json({ error: { code: 'badvalue' } }))
    expect((await failureOf(find(wikipediaHere()))).kind).toBe('blocked')
  })

  test('a language that is none is refused before anything is sent', () => {
    expect(() => wikipedia({ language: 'evil.test/' })).toThrow(/is no language of Wikipedia/)
    expect(wikipedia({ language: 'de' }).source).toBe('https://de.wikipedia.org')
  })
})

describe('duckduckgo, through a proxy', () => {
  /** Fails in the first step, that of the token, or in the second. */
  const failing = (step: 1 | 2, way: ReturnType<typeof json>) => {
    const fine = duckDuckGo(given)
    server.answer((url, response, count) =>
      (url.pathname.endsWith('/d.js') ? 2 : 1) === step
        ? way(url, response, count)
        : fine(url, response, count),
    )
  }

  test('its hits are read', async () => {
    const bold = { ...given[0]!, title: 'A &amp; B', text: 'one &lt; <b>two</b>' }
    server.answer(duckDuckGo([bold]))
    expect(await find(duckHere())).toEqual([
      { title: 'A & B', url: 'https://snails.test/a', text: 'one < two' },
    ])
    expect(server.requests.map(({ url }) => url.host)).toEqual([
      'duckduckgo.com',
      'links.duckduckgo.com',
    ])
  })

  test.each([
    [1, 'a challenge for people', captcha(202), 'blocked'],
    [1, 'no token', text('<html></html>', 'text/html'), 'blocked'],
    [1, 'too many requests', json({}, 429), 'rate_limited'],
    [1, 'a connection that breaks', broken, 'network'],
    [1, 'a host that is silent', silent, 'network'],
    [1, 'a response without end', endless, 'blocked'],
    [2, 'a challenge for people', captcha(202), 'blocked'],
    [2, 'an anomaly', text('DDG.deep.anomalyDetectionBlock'), 'blocked'],
    [2, 'a connection that breaks', broken, 'network'],
    [2, 'a host that is silent', silent, 'network'],
    [2, 'a response without end', endless, 'blocked'],
  ] as const)('step %s: %s', async (step, _, way, kind) => {
    failing(step, way)
    expect((await failureOf(find(duckHere(limitsFor(way))))).kind).toBe(kind)
  })

  test('nobody there is told apart from a refusal', async () => {
    const base = await deadBase()
    const failure = await failureOf(find(duckduckgo({ base, proxy: base })))
    expect(failure).toMatchObject({ kind: 'network', recovery: { gone: true } })
  })

  test('an abort ends it with its reason', async () => {
    failing(2, silent)
    const abort = new AbortController()
    setTimeout(() => abort.abort(new Error('enough')), 50)
    await expect(duckHere().search('x', { signal: abort.signal, limit: 1 })).rejects.toThrow(
      'enough',
    )
  })
})
