// What hostile, broken and closed sites do to read_page: it comes to an end, within its limits, and says why.
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PageSettings, readPage } from '../../../tools/read-page.ts'
import { openSite, type Page, type WebSite } from '../../support/web-site.ts'

let site: WebSite
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const html = { 'content-type': 'text/html' }
const signal = new AbortController().signal

async function read(
  path: string,
  page: Page,
  limits: PageSettings['limits'] = {},
  by: AbortSignal = signal,
): Promise<string> {
  site.put({ [path]: page })
  const tool = readPage({ allowHosts: ['127.0.0.1'], limits })
  const ctx = { roots: [], signal: by, isNamed: () => true }
  return (await tool.execute({ url: site.origin + path }, ctx)).content
}

/** Writes as long as somebody listens; gives the bytes that were taken. */
function endless(response: ServerResponse, piece: string): () => number {
  let sent = 0
  const write = () => {
    while (!response.destroyed && response.write(piece)) sent += piece.length
  }
  response.on('drain', write)
  write()
  return () => sent
}

describe('a page too long', () => {
  test('is cut at its limit while it arrives, endless or not', async () => {
    let sent = () => 0
    const content = await read(
      '/endless',
      (_, response) => {
        response.writeHead(200, html)
        response.write('<title>Endless</title><p>It begins.</p>')
        sent = endless(response, `<p>${'words '.repeat(2000)}</p>`)
      },
      { bytes: 300_000 },
    )
    expect(content).toMatch(/It is longer than 0\.3 MB: only its beginning was read\./)
    expect(content).toContain('It begins.')
    expect(sent()).toBeLessThan(20_000_000)
  })

  test('is cut behind its compression: a bomb of some kilobytes is stopped', async () => {
    // a gigabyte in a hundred members, as gzip allows
    const member = gzipSync('<p>boom</p>'.repeat(1_000_000))
    const bomb = Buffer.concat(Array.from({ length: 100 }, () => member))
    expect(bomb.length).toBeLessThan(4_000_000)
    const before = process.memoryUsage().rss
    const page = { headers: { ...html, 'content-encoding': 'gzip' }, body: bomb }
    expect(await read('/bomb', page, { bytes: 200_000 })).toMatch(/longer than 0\.2 MB.*boom/s)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('is refused when it is a PDF, and not even fetched when it is something else', async () => {
    const pdf = { headers: { 'content-type': 'application/pdf' }, body: `%PDF-${'x'.repeat(5000)}` }
    await expect(read('/big.pdf', pdf, { pdfBytes: 1000 })).rejects.toThrow(
      /is a PDF of more than 1000 bytes and is not read/,
    )
    const film = (_: unknown, response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-type': 'video/mp4', 'content-length': '7000000000' })
        .flushHeaders()
    await expect(read('/film', film)).rejects.toThrow(/is video\/mp4 of 7000\.0 MB, not a page/)
  })
})

describe('a page too slow', () => {
  test('is given up: no answer, a stalled body, a drip, or a host that takes no connection', async () => {
    await expect(read('/silent', () => undefined, { answerMs: 200 })).rejects.toThrow(
      /did not answer within 0\.2 s; try again later or use another source/,
    )
    const stalled = (_: unknown, response: ServerResponse) =>
      void response.writeHead(200, html).write('<p>begun')
    await expect(read('/stalled', stalled, { totalMs: 300 })).rejects.toThrow(
      /did not arrive within 0\.3 s/,
    )
    const drip = (_: unknown, response: ServerResponse) => {
      const timer = setInterval(() => response.write('<p>drop'), 20)
      response.writeHead(200, html).on('close', () => clearInterval(timer))
    }
    await expect(read('/drip', drip, { totalMs: 300 })).rejects.toThrow(/did not arrive within/)
    const tool = readPage({
      resolve: async () => [{ address: '3ffe::1', family: 6 }],
      limits: { connectMs: 200 },
    })
    const ctx = { roots: [], signal, isNamed: () => true }
    await expect(tool.execute({ url: 'http://nowhere.test/' }, ctx)).rejects.toThrow(
      /did not accept a connection within 0\.2 s|cannot be reached|could not be fetched/,
    )
    const never = readPage({
      resolve: () => new Promise(() => undefined),
      limits: { connectMs: 200 },
    })
    await expect(never.execute({ url: 'http://nowhere.test/' }, ctx)).rejects.toThrow(
      /nowhere\.test did not accept a connection within 0\.2 s/,
    )
  })

  test('is left at once when the question is given up', async () => {
    const reason = new Error('given up')
    const stop = new AbortController()
    setTimeout(() => stop.abort(reason), 100)
    await expect(read('/silent', () => undefined, {}, stop.signal)).rejects.toBe(reason)
    await expect(read('/silent', () => undefined, {}, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    )
  })
})

describe('a page made to harm its reader', () => {
  test('with elements nested ten thousand deep still gives its words, and not its hidden ones', async () => {
    const deep = `${'<div>'.repeat(10_000)}<p>Down here.</p><p hidden>evil words</p>`
    const content = await read('/deep', deep)
    expect(content).toContain('Down here.')
    expect(content).not.toContain('evil')
  })

  test('with a table of a billion cells or half a million attributes comes to an end', async () => {
    const spans = '<td rowspan=1000000000 colspan=1000000000>x</td><td>y</td>'
    const table = `<table>${`<tr>${spans}</tr>`.repeat(300)}</table>`
    expect((await read('/spans', table)).length).toBeLessThan(40_000)
    const attributes = Array.from({ length: 500_000 }, (_, at) => `a${at}`).join(' ')
    await expect(read('/attributes', `<p ${attributes}>x</p>`, { readMs: 800 })).rejects.toThrow(
      /took too long to read and was given up; use another source/,
    )
  })

  test('that needs more memory than it may is stopped', async () => {
    const many = '<i>a</i>'.repeat(500_000)
    await expect(read('/many', many, { memory: 120_000_000 })).rejects.toThrow(
      /needed too much memory to read and was given up/,
    )
  })
})

describe('a site that gives no page', () => {
  test('is told by its status in words, with a way out', async () => {
    for (const [status, says] of [
      [404, /answered 404 Not Found: there is no such page; check the address/],
      [410, /answered 410 Gone: there is no such page/],
      [401, /answered 401 Unauthorized: it is blocked for this reader; use another source/],
      [451, /answered 451 Unavailable For Legal Reasons: it is blocked/],
      [429, /answered 429 Too Many Requests: it is blocked for now/],
      [500, /answered 500 Internal Server Error: the site has a fault; try again later/],
      [204, /answered 204 No Content: there is no page to read/],
      [304, /answered 304 Not Modified: there is no page to read/],
    ] as const)
      await expect(read('/status', { status, headers: html })).rejects.toThrow(says)
  })

  test('that wants proof of a person is blocked', async () => {
    const captcha = '<title>Just a moment...</title><p>Verify you are human to go on.</p>'
    for (const status of [403, 429, 503])
      await expect(read('/captcha', { status, headers: html, body: captcha })).rejects.toThrow(
        new RegExp(`is blocked: the site answered ${status} .* proof that a person is reading`),
      )
    const headers = { ...html, 'cf-mitigated': 'challenge' }
    await expect(read('/cf', { status: 403, headers })).rejects.toThrow(/is blocked/)
    const article = '<p>How a captcha works.</p>'
    expect(await read('/about', article)).toContain('How a captcha works.')
  })

  test('sends what is damaged, packed otherwise, no HTTP, or breaks off', async () => {
    const gzip = { ...html, 'content-encoding': 'gzip' }
    await expect(read('/bad', { headers: gzip, body: 'no gzip' })).rejects.toThrow(
      /could not be fetched \(what it sent is damaged\)/,
    )
    const odd = { ...html, 'content-encoding': 'snappy' }
    await expect(read('/odd', { headers: odd, body: 'x' })).rejects.toThrow(/compressed as snappy/)
    const cut = (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { ...html, 'content-length': '1000' }).write('<p>begun')
      setTimeout(() => response.destroy(), 50)
    }
    await expect(read('/cut', cut)).rejects.toThrow(/could not be fetched \(ECONNRESET\)/)
    const other = createServer(socket => void socket.resume().end('SSH-2.0-server\r\n'))
    await new Promise<void>(ready => other.listen(0, '127.0.0.1', ready))
    const { port } = other.address() as { port: number }
    const tool = readPage({ allowHosts: ['127.0.0.1'] })
    const ctx = { roots: [], signal, isNamed: () => true }
    const url = `http://127.0.0.1:${port}/`
    await expect(tool.execute({ url }, ctx)).rejects.toThrow(/what it sent is damaged/)
    await new Promise(done => other.close(done))
    await expect(tool.execute({ url }, ctx)).rejects.toThrow(
      /could not be fetched \(ECONNREFUSED\)/,
    )
    const unknown = readPage({
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })),
    })
    await expect(unknown.execute({ url: 'http://no.test/' }, ctx)).rejects.toThrow(
      /no\.test\/ was not found: no such host is known/,
    )
  })

  test('packs its page as asked', async () => {
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      const body = pack('<p>Packed words.</p>')
      const headers = { ...html, 'content-encoding': encoding }
      expect(await read(`/${encoding}`, { headers, body })).toContain('Packed words.')
    }
    expect(site.headers()['accept-encoding']).toBe('gzip, br')
    expect(site.headers()['user-agent']).toMatch(/^intend\/\S+ \(an agent that reads pages/)
  })
})
