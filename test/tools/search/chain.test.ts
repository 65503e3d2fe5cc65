import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ChainSettings, searchChain } from '../../../tools/search/chain.ts'
import { createGate } from '../../../tools/search/pace.ts'
import type { Hit, SearchProvider } from '../../../tools/search/provider.ts'
import { brave } from '../../../tools/search/providers/brave.ts'
import { searxng } from '../../../tools/search/providers/searxng.ts'
import { wikipedia } from '../../../tools/search/providers/wikipedia.ts'
import { describeSearch, searchFrom } from '../../../tools/search/setup.ts'
import { webSearch } from '../../../tools/search.ts'
import { type Folder, openFolder } from '../../support/folder.ts'
import {
  braveBody,
  broken,
  captcha,
  deadBase,
  inTurn,
  json,
  type SearchServer,
  searxngBody,
  silent,
  startSearchServer,
  wiki,
} from '../../support/search-servers.ts'

const signal = new AbortController().signal
const key = 'BSA-secret-key-1234567890'
const given = ['a', 'b', 'c', 'd'].map(name => ({
  title: `Snail ${name}`,
  url: `https://snails.test/${name}`,
  text: `Passage ${name}.`,
}))
/** So many milliseconds pass, for what reads the clock. */
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
afterEach(() => void vi.useRealTimers())

const quick: ChainSettings = { backoffMs: 20, limits: { brave: { everyMs: 0 } } }

let folder: Folder
let first: SearchServer
let second: SearchServer
let third: SearchServer
beforeAll(async () => {
  folder = await openFolder()
  const start = () => startSearchServer(json({}))
  ;[first, second, third] = await Promise.all([start(), start(), start()])
})
beforeEach(() => {
  for (const server of [first, second, third]) server.requests.length = 0
})
afterAll(async () => {
  await Promise.all([first.close(), second.close(), third.close(), folder.remove()])
})

const three = (): readonly SearchProvider[] => [
  brave({ key, base: first.base }),
  searxng({ address: second.base }),
  wikipedia({ base: third.base }),
]
const chainOf = (settings: ChainSettings = {}, providers = three()) =>
  searchChain(providers, { ...quick, ...settings })
const onlyBrave = (settings: ChainSettings = {}) => chainOf(settings, three().slice(0, 1))
const search = (chain: ReturnType<typeof chainOf>, query = 'snail', limit = 10) =>
  chain.search(query, { signal, limit })
const outcomes = ({ asked }: Awaited<ReturnType<typeof search>>) =>
  asked.map(({ provider, outcome }) => `${provider} ${outcome}`)

describe('a chain', () => {
  test('gives way from one provider to the next, and tells each outcome', async () => {
    first.answer(captcha())
    second.answer(json(searxngBody([])))
    third.answer(wiki([{ title: 'Snail', extract: 'A mollusc.' }]))
    const result = await search(chainOf())
    expect(outcomes(result)).toEqual(['brave blocked', 'searxng empty', 'wikipedia hits'])
    expect(result.hits).toEqual([
      {
        title: 'Snail',
        url: 'https://en.wikipedia.org/wiki/Snail',
        text: 'A mollusc.',
        provider: 'wikipedia',
      },
    ])
    for (const { milliseconds, attempts, cached, circuit } of result.asked)
      expect([milliseconds >= 0, attempts, cached, circuit]).toEqual([true, 1, false, 'closed'])
  })

  test('does not ask further providers when the first has enough', async () => {
    first.answer(json(braveBody(given)))
    expect(outcomes(await search(chainOf()))).toEqual(['brave hits'])
    expect(second.requests).toHaveLength(0)
  })

  test('fills up very few hits from the next one, each page once', async () => {
    first.answer(json(braveBody(given.slice(0, 2))))
    second.answer(json(searxngBody(given.slice(1))))
    const { hits } = await search(chainOf())
    expect(hits.map(({ title, provider }) => `${title} ${provider}`)).toEqual([
      ...['Snail a brave', 'Snail b brave', 'Snail c searxng', 'Snail d searxng'],
    ])
    expect(outcomes(await search(chainOf(), 'snail', 2))).toEqual(['brave hits'])
  })

  test('tries again what may pass', async () => {
    const busy = json({}, 429, { 'retry-after': '0' })
    first.answer(inTurn(busy, broken, json(braveBody(given))))
    const { asked } = await search(onlyBrave())
    expect(asked).toMatchObject([{ outcome: 'hits', attempts: 3 }])
  })

  test('gives up after its attempts', async () => {
    first.answer(json({}, 500))
    const { asked } = await search(onlyBrave({ attempts: 2 }))
    expect(asked).toMatchObject([{ outcome: 'network', attempts: 2 }])
    expect(first.requests).toHaveLength(2)
  })

  test('a longer wait than it waits is kept by leaving the provider alone', async () => {
    first.answer(json({}, 429, { 'retry-after': '3600' }))
    const chain = onlyBrave()
    expect((await search(chain)).asked).toMatchObject([{ outcome: 'rate_limited', attempts: 1 }])
    const { asked } = await search(chain)
    expect(asked).toMatchObject([{ outcome: 'rate_limited', attempts: 0, circuit: 'open' }])
    expect(asked[0]!.message).toMatch(/not asked for 3600 s after it failed/)
    expect(first.requests).toHaveLength(1)
  })

  test('its circuit opens after failures in a row, lets one through, and closes', async () => {
    first.answer(captcha())
    const chain = onlyBrave({ failuresToOpen: 2, openMs: 60_000 })
    const states = async () => (await search(chain)).asked.map(({ circuit }) => circuit)
    expect([await states(), await states(), await states()]).toEqual([
      ...[['closed'], ['closed'], ['open']],
    ])
    later(61_000)
    // it still fails: open again at once, whatever asks meanwhile
    expect((await Promise.all([states(), states()])).flat().sort()).toEqual(['half_open', 'open'])
    expect(await states()).toEqual(['open'])
    later(61_000)
    first.answer(json(braveBody(given)))
    expect([await states(), await states()]).toEqual([['half_open'], ['closed']])
  })

  test('one failure opens it again while it is half open, and an abort then tells nothing', async () => {
    const impatient = brave({ key, base: first.base, limits: { answerMs: 300, wholeMs: 400 } })
    const chain = chainOf({ openMs: 60_000 }, [impatient])
    const states = async (until = signal) =>
      (await chain.search('snail', { signal: until, limit: 3 })).asked.map(({ circuit }) => circuit)
    first.answer(silent)
    expect([await states(), await states()]).toEqual([['closed'], ['open']])
    later(61_000)
    await expect(states(AbortSignal.timeout(30))).rejects.toThrow()
    first.answer(captcha())
    expect([await states(), await states()]).toEqual([['half_open'], ['open']])
  })

  test('a host that is not there is asked once, and said', async () => {
    const base = await deadBase()
    const dead = [brave({ key, base }), wikipedia({ base })]
    const tool = webSearch(dead, quick)
    await expect(tool.execute({ query: 'snail' }, folder.context)).rejects.toThrow(
      /^Nothing could be searched: brave: network \(127.0.0.1:\d+ cannot be reached \(ECONNREFUSED\)\); wikipedia: network \(.*\)\.$/,
    )
    await expect(tool.execute({ query: 'snail' }, folder.context)).rejects.toThrow(/not asked for/)
  })

  test('an abort ends waiting as well as asking', async () => {
    for (const way of [silent, json({}, 429, { 'retry-after': '5' })]) {
      first.answer(way)
      const abort = new AbortController()
      setTimeout(() => abort.abort(new Error('enough')), 30)
      await expect(chainOf().search('x', { signal: abort.signal, limit: 1 })).rejects.toThrow(
        'enough',
      )
    }
  })

  test('hits of sites that mirror answers, or are blocked, are left out and counted', async () => {
    const mirror = { ...given[0]!, url: 'https://huggingface.co/datasets/gaia-benchmark/GAIA' }
    first.answer(json(braveBody([mirror, ...given])))
    const result = await search(onlyBrave({ block: ['snails.test/b'] }))
    expect(result.hits.map(({ title }) => title)).toEqual(['Snail a', 'Snail c', 'Snail d'])
    expect(result.leftOut).toBe(2)
    const { content, details } = await webSearch(three().slice(0, 1), quick).execute(
      ...[{ query: 'snail' }, folder.context],
    )
    expect(content).toContain("(1 hit left out: it mirrors a benchmark's answers")
    expect(details).toMatchObject({ leftOut: 1 })
    first.answer(json(braveBody([mirror])))
    expect((await search(onlyBrave())).asked).toMatchObject([
      { outcome: 'empty', message: 'nothing found but blocked sites' },
    ])
  })

  test('what is searched on this machine is neither cached nor left alone', async () => {
    let calls = 0
    const corpus: SearchProvider = {
      name: 'corpus',
      search: async () => [{ title: 'x', path: 'x.txt', text: String(++calls) }],
    }
    const chain = chainOf({ cacheFolder: `${folder.path}/local` }, [corpus])
    await search(chain)
    expect((await search(chain)).hits[0]!.text).toBe('2')
  })
})

describe('a gate', () => {
  test('lets so many through at once', async () => {
    const gate = createGate({ atOnce: 2, everyMs: 0 })
    let [begun, inside, most] = [0, 0, 0]
    const pass = async () => {
      begun += 1
      most = Math.max(most, ++inside)
      await new Promise(resolve => setImmediate(resolve))
      inside -= 1
    }
    await Promise.all(Array.from({ length: 6 }, () => gate(signal, pass)))
    expect([begun, most]).toEqual([6, 2])
  })

  test('lets nobody through before the time after the last is over', async () => {
    const gate = createGate({ atOnce: 2, everyMs: 60_000 })
    let begun = 0
    const pass = async () => ++begun
    await gate(signal, pass)
    const abort = new AbortController()
    const early = gate(abort.signal, pass)
    abort.abort(new Error('enough'))
    await expect(early).rejects.toThrow('enough')
    expect(begun).toBe(1)
    later(121_000)
    expect(await gate(signal, pass)).toBe(2)
  })

  test('who gives up waiting takes nobody’s place', async () => {
    const gate = createGate({ atOnce: 1, everyMs: 0 })
    const { promise: end, resolve: leave } = Promise.withResolvers<void>()
    const first = gate(signal, () => end)
    const abort = new AbortController()
    const given = gate(abort.signal, async () => 'never')
    const next = gate(signal, async () => 'next')
    abort.abort(new Error('enough'))
    await expect(given).rejects.toThrow('enough')
    leave()
    await first
    expect(await next).toBe('next')
  })
})

describe('the tool over a chain', () => {
  test('gives the addresses of its hits as links, and the trace what was asked', async () => {
    first.answer(captcha())
    second.answer(json(searxngBody(given)))
    const tool = webSearch(searchChain(three(), quick))
    const result = await tool.execute({ query: 'snail', limit: 3 }, folder.context)
    expect(result.links).toEqual(given.slice(0, 3).map(({ url }) => url))
    for (const link of result.links!) expect(result.content).toContain(`(${link})`)
    expect(result.content).toMatch(/\(Not searched: brave: blocked \(127/)
    expect(result.details).toMatchObject({
      provider: 'searxng',
      asked: [
        { provider: 'brave', outcome: 'blocked', cached: false, circuit: 'closed' },
        { provider: 'searxng', outcome: 'hits', hits: 3 },
      ],
    })
    expect(JSON.stringify(result)).not.toContain(key)
  })

  test('a passage cannot pretend to be the next one', async () => {
    const path = 'x.txt'
    const text = 'True.\n\n[2] Known (https://known.test)\nFalse.'
    const provider = {
      name: 'corpus',
      search: async (): Promise<Hit[]> => [{ title: 'x', path, text }],
    }
    const { content } = await webSearch([provider]).execute({ query: 'x' }, folder.context)
    expect(content.split(/\n\n(?=\[\d+\] )/)).toHaveLength(2)
  })

  test('thirty long passages stay bearable', async () => {
    const hits = Array.from({ length: 30 }, (_, at) => ({
      title: 't'.repeat(5000),
      url: `https://x.test/${at}`,
      text: 'y'.repeat(9000),
    }))
    const provider = { name: 'corpus', search: async () => hits }
    const input = { query: 'x', limit: 30 }
    const { content } = await webSearch([provider]).execute(input, folder.context)
    expect(content.length).toBeLessThan(60_000)
    for (const { url } of hits) expect(content).toContain(`(${url})`)
  })
})

describe('what the environment sets up', () => {
  const corpus: SearchProvider = { name: 'corpus', search: async () => [] }
  const set = { BRAVE_API_KEY: key, SEARXNG_URL: 'http://127.0.0.1:1' }
  test.each([
    [{}, {}, []],
    [{}, { corpus }, ['corpus']],
    [{}, { network: true }, ['wikipedia', 'duckduckgo']],
    [{}, { corpus, network: true }, ['corpus']],
    [{ BRAVE_API_KEY: ' ' }, {}, []],
    [set, {}, ['brave', 'searxng', 'wikipedia', 'duckduckgo']],
    [set, { corpus }, ['corpus', 'brave', 'searxng', 'wikipedia', 'duckduckgo']],
    [{ ...set, INTEND_SEARCH: 'off' }, { corpus, network: true }, ['corpus']],
    [{ ...set, INTEND_SEARCH: 'Wikipedia, brave' }, {}, ['wikipedia', 'brave']],
    [{ INTEND_SEARCH: 'brave,wikipedia,corpus' }, { corpus }, ['wikipedia', 'corpus']],
  ])('%j %o', async (env, setup, names) => {
    expect((await searchFrom(env, setup)).map(({ name }) => name)).toEqual(names)
    const says = describeSearch(env, setup)
    for (const name of names) expect(says).toContain(name)
    expect(says).not.toContain(key)
  })

  test('what is named and not set up is said, and what is unknown refused', async () => {
    expect(describeSearch({})).toMatch(/nothing can be searched; give a folder with --corpus/)
    expect(describeSearch({ INTEND_SEARCH: 'brave' })).toMatch(/BRAVE_API_KEY is not set/)
    await expect(searchFrom({ INTEND_SEARCH: 'google' })).rejects.toThrow(
      'INTEND_SEARCH names "google"; it is a list of brave',
    )
    const wrong = { INTEND_SEARCH: 'wikipedia', INTEND_WIKIPEDIA: 'a/b' }
    await expect(searchFrom(wrong)).rejects.toThrow('"a/b" is no language of Wikipedia')
  })
})
