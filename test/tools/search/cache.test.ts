import { execFile } from 'node:child_process'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openCache } from '../../../tools/search/cache.ts'
import { searchChain } from '../../../tools/search/chain.ts'
import { brave } from '../../../tools/search/providers/brave.ts'
import { type Folder, openFolder } from '../../support/folder.ts'
import {
  braveBody,
  captcha,
  json,
  type SearchServer,
  startSearchServer,
} from '../../support/search-servers.ts'

const signal = new AbortController().signal
afterEach(() => void vi.useRealTimers())
const key = 'BSA-secret-key-1234567890'
const searched = { provider: 'brave', source: 'https://b.test', query: 'Snail  Speed', limit: 5 }
const hits = [{ title: 'Snail', url: 'https://snails.test/', text: 'Slow.', date: '2024-01-01' }]

let temporary: Folder
let server: SearchServer
let made = 0
beforeAll(async () => {
  temporary = await openFolder()
  server = await startSearchServer(json(braveBody(hits)))
})
afterAll(async () => {
  await server.close()
  await temporary.remove()
})
const fresh = () => join(temporary.path, `cache-${++made}`)
const entries = async (folder: string) =>
  (await readdir(folder)).map(name => join(folder, name)).sort()

describe('a cache of searches', () => {
  test('gives back what was put in, for the same search only', async () => {
    const cache = openCache({ folder: fresh() })
    expect(await cache.get(searched)).toBeUndefined()
    await cache.set(searched, hits)
    expect(await cache.get({ ...searched, query: ' snail speed' })).toEqual(hits)
    for (const other of [
      { query: 'snail' },
      { limit: 6 },
      { provider: 'searxng' },
      { source: 'https://c.test' },
    ])
      expect(await cache.get({ ...searched, ...other })).toBeUndefined()
  })

  test('forgets with time, and sooner that there is nothing', async () => {
    const cache = openCache({ folder: fresh(), hitsMs: 60_000, emptyMs: 30_000 })
    await cache.set(searched, hits)
    const empty = { ...searched, query: 'nothing such' }
    await cache.set(empty, [])
    expect(await cache.get(empty)).toEqual([])
    vi.setSystemTime(Date.now() + 31_000)
    expect(await cache.get(empty)).toBeUndefined()
    expect(await cache.get(searched)).toEqual(hits)
    const folder = fresh()
    await openCache({ folder }).set(searched, hits)
    vi.setSystemTime(Date.now() + 61_000)
    expect(await openCache({ folder, hitsMs: 60_000 }).get(searched)).toBeUndefined()
  })

  test('an entry that cannot be read counts as none, and is written again', async () => {
    const folder = fresh()
    const cache = openCache({ folder })
    await cache.set(searched, hits)
    const [path] = await entries(folder)
    const good = await readFile(path!, 'utf8')
    for (const bad of [
      '',
      good.slice(0, 30),
      'null',
      '{"version":9}',
      good.replace('"Slow."', '7'),
      good.replace('snail speed', 'another query'),
      good.replace(/"at":"\d{4}/, '"at":"2999'),
    ]) {
      await writeFile(path!, bad)
      expect(await cache.get(searched), bad).toBeUndefined()
    }
    await cache.set(searched, hits)
    expect(await cache.get(searched)).toEqual(hits)
  })

  test('a folder that cannot be made costs no search', async () => {
    const file = await temporary.write('a-file', 'x')
    const cache = openCache({ folder: join(file, 'below') })
    await cache.set(searched, hits)
    expect(await cache.get(searched)).toBeUndefined()
  })

  test('the oldest entries go when there is too much', async () => {
    const folder = fresh()
    const cache = openCache({ folder })
    const queries = Array.from({ length: 30 }, (_, at) => ({ ...searched, query: `query ${at}` }))
    for (const query of queries) await cache.set(query, [{ ...hits[0]!, text: 'x'.repeat(1000) }])
    const old = new Date(Date.now() - 3_600_000)
    for (const path of (await entries(folder)).slice(0, 10)) await utimes(path, old, old)
    const kept = (await entries(folder)).slice(10)
    await openCache({ folder, bytes: 26_000 }).set({ ...searched, query: 'last' }, hits)
    const left = await entries(folder)
    expect(left.length).toBeLessThan(26)
    expect(left).toEqual(expect.arrayContaining(kept.slice(0, 1)))
    expect(await cache.get({ ...searched, query: 'last' })).toEqual(hits)
  })

  test('several processes write the same entries without harm', async () => {
    const folder = fresh()
    const module = fileURLToPath(new URL('../../../tools/search/cache.ts', import.meta.url))
    const script = `
      const { openCache } = await import(${JSON.stringify(module)})
      const cache = openCache({ folder: process.argv[1] })
      for (let turn = 0; turn < 60; turn++) {
        const searched = { provider: 'p', source: 's', query: 'q' + (turn % 3), limit: 1 }
        await cache.set(searched, [{ title: 't', text: String(process.pid).repeat(2000) }])
        const hits = await cache.get(searched)
        if (!hits || !/^(\\d+?)\\1{1999}$/.test(hits[0].text)) throw new Error('torn')
      }`
    const run = () => promisify(execFile)(process.execPath, ['-e', script, '--', folder])
    await Promise.all([run(), run(), run()])
    const left = await entries(folder)
    expect(left).toHaveLength(3)
    for (const path of left) JSON.parse(await readFile(path, 'utf8'))
  })
})

describe('a chain with a cache', () => {
  test('asks once, and neither failures nor keys are kept', async () => {
    const cacheFolder = fresh()
    const chain = searchChain([brave({ key, base: server.base })], { cacheFolder })
    server.answer(captcha())
    await chain.search('snail', { signal, limit: 5 })
    server.answer(json(braveBody(hits)))
    const first = await chain.search('snail', { signal, limit: 5 })
    const again = await chain.search('Snail ', { signal, limit: 5 })
    expect([first.asked[0]!.cached, again.asked[0]!.cached]).toEqual([false, true])
    expect(again.hits).toEqual(first.hits)
    expect(again.asked).toMatchObject([{ outcome: 'hits', attempts: 0 }])
    expect(server.requests).toHaveLength(2)
    for (const path of await entries(cacheFolder))
      expect(await readFile(path, 'utf8')).not.toContain('secret')
  })
})
