// What read_page may fetch: addresses that were given, or that somebody allows, and nothing private.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  isAllowed,
  isPublic,
  normalAddress,
  parseAddress,
  type Resolve,
  refuseAddress,
} from '../../../tools/pages/addresses.ts'
import { redirected } from '../../../tools/pages/fetch.ts'
import { type PageSettings, readPage } from '../../../tools/read-page.ts'
import type { ToolContext } from '../../../tools/tool.ts'
import { openSite, type WebSite } from '../../support/web-site.ts'

let site: WebSite
let inner: WebSite
beforeAll(async () => {
  inner = await openSite({ '/secret': 'secret words', '/': 'secret words' })
  const to = (location: string) => ({ status: 302, headers: { location } })
  site = await openSite({
    '/': '<title>Home</title><p>Home page.</p>',
    '/moved': to('/page?q=1'),
    '/page': '<title>Page</title><p>The page itself.</p>',
    '/inside': to(`${inner.origin}/secret`),
    '/metadata': to('http://169.254.169.254/latest/meta-data/'),
    '/mapped': to('http://[::ffff:127.0.0.1]/'),
    '/file': to('file:///etc/passwd'),
    '/login': to('http://user:pass@example.org/'),
    '/circle': to('/circle-2'),
    '/circle-2': to('/circle'),
    ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`/hop${at}`, to(`/hop${at + 1}`)])),
  })
})
afterAll(async () => {
  await site.close()
  await inner.close()
})

const signal = new AbortController().signal
const anything: ToolContext = { roots: [], signal, isNamed: () => true }
const read = (
  url: string,
  ctx: Partial<ToolContext> = anything,
  settings: PageSettings = { allowHosts: [site.host] },
) => readPage(settings).execute({ url }, { roots: [], signal, ...ctx })

describe('an address', () => {
  test('with a wrong scheme or login is refused', async () => {
    for (const [url, why] of [
      ['ftp://example.org/x', /only addresses of http and https/],
      ['file:///etc/passwd', /only addresses of http and https/],
      ['javascript:alert(1)', /only addresses of http and https/],
      ['example.org/page', /is not a web address/],
      ['http://me:word@example.org/', /user name or password/],
      ['http://me@example.org/', /user name or password/],
      [`https://example.org/${'x'.repeat(2000)}`, /longer than 2000 characters/],
    ] as const)
      await expect(read(url)).rejects.toThrow(why)
  })

  test('compares with another by what a server is asked for, path and query letter by letter', () => {
    const same = (a: string, b: string) => normalAddress(a) === normalAddress(b)
    expect(same('HTTP://Example.ORG:80#a', 'http://example.org/')).toBe(true)
    expect(same('https://example.org:443/a?b#c', 'https://example.org/a?b')).toBe(true)
    for (const other of ['http://e.org/A', 'http://e.org/a/', 'http://e.org/a?', 'https://e.org/a'])
      expect(same('http://e.org/a', other)).toBe(false)
    expect(same('http://www.e.org/', 'http://e.org/')).toBe(false)
    expect(normalAddress('mailto:a@e.org')).toBeUndefined()
    expect(normalAddress('no address')).toBeUndefined()
  })
})

describe('a private machine', () => {
  const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  const privateIp = fc.oneof(
    bytes.map(rest => `127.${rest.join('.')}`),
    bytes.map(rest => `10.${rest.join('.')}`),
    bytes.map(rest => `0.${rest.join('.')}`),
    fc.tuple(fc.integer({ min: 64, max: 127 }), fc.nat(255)).map(([a, b]) => `100.${a}.${b}.1`),
    fc.tuple(fc.integer({ min: 16, max: 31 }), fc.nat(255)).map(([a, b]) => `172.${a}.${b}.9`),
    fc.tuple(fc.integer({ min: 224, max: 255 }), bytes).map(([a, rest]) => [a, ...rest].join('.')),
    fc.nat(255).map(a => `169.254.169.${a}`),
    fc.nat(255).map(a => `192.168.0.${a}`),
    fc.constant('168.63.129.16'),
  )
  const number = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const spellings: readonly ((ip: string) => string)[] = [
    ip => ip,
    ip => `${ip}.`,
    ip => String(number(ip)),
    ip => `0x${number(ip).toString(16)}`,
    ip => `0${number(ip).toString(8)}`,
    ip =>
      ip
        .split('.')
        .map(part => `0x${Number(part).toString(16)}`)
        .join('.'),
    ip =>
      ip
        .split('.')
        .map(part => `0${Number(part).toString(8)}`)
        .join('.'),
    ip =>
      ip.replace(
        /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
        (_, a, b, c, d) => `${a}.${b}.${c * 256 + Number(d)}`,
      ),
    ip => ip.replaceAll('.', '。'),
    ip => ip.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    ip => [...ip].map(c => `%${c.charCodeAt(0).toString(16)}`).join(''),
    ip => `[::ffff:${ip}]`,
    ip => `[::${ip}]`,
    ip => `[64:ff9b::${ip}]`,
    ip => `[2002:${hex(ip)}::]`,
    ip => `[2001::${hex(ip)}]`,
  ]
  const hex = (ip: string) =>
    number(ip)
      .toString(16)
      .padStart(8, '0')
      .replace(/^(.{4})(.{4})$/, '$1:$2')

  test('is refused in every spelling of its number', () => {
    fc.assert(
      fc.property(privateIp, fc.constantFrom(...spellings), (ip, spelled) => {
        const open = () => refuseAddress(parseAddress(`http://${spelled(ip)}/x`), true)
        expect(open).toThrow(/private or reserved|unusual way|is not a web address/)
      }),
      { numRuns: 500 },
    )
  })

  test('has an address that is not public, and others are', () => {
    for (const ip of [
      '::1',
      '::',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
    ])
      expect([ip, isPublic(ip)]).toEqual([ip, false])
    for (const ip of [
      '::ffff:127.0.0.1',
      '::7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
    ])
      expect([ip, isPublic(ip)]).toEqual([ip, false])
    for (const ip of [
      '100.100.100.200',
      '192.0.0.192',
      '198.19.0.1',
      '203.0.113.9',
      'localhost',
      '',
    ])
      expect([ip, isPublic(ip)]).toEqual([ip, false])
    for (const ip of ['8.8.8.8', '100.63.0.1', '172.32.0.1', '11.0.0.1', '2606:4700::1111'])
      expect([ip, isPublic(ip)]).toEqual([ip, true])
  })

  test('public numbers in an unusual spelling are refused, in their plain one they are not', () => {
    for (const text of [
      'http://134744072/',
      'http://0x08080808/',
      'http:8.8.8.8',
      'http://8.8.2056/',
    ])
      expect(() => parseAddress(text)).toThrow(/writes the address 8\.8\.8\.8 in an unusual way/)
    for (const text of ['http://8.8.8.8', ' https://8.8.8.8:443/x', '//8.8.8.8/', '/x'])
      expect(parseAddress(text, new URL('http://8.8.8.8/')).hostname).toBe('8.8.8.8')
  })

  test('is not reached by its number or its name', async () => {
    const before = inner.asked.length
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const port = new URL(inner.origin).port
    for (const host of [
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `wiki.test:${port}`,
      `localhost:${port}`,
    ])
      await expect(read(`http://${host}/secret`, anything, { resolve })).rejects.toThrow(
        /private or reserved address .* configuration can allow/,
      )
    expect(inner.asked.length).toBe(before)
  })

  test('is not reached when only one of the addresses of a name is private', async () => {
    const resolve: Resolve = async () => [
      { address: '3ffe::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    const { port } = new URL(inner.origin)
    await expect(read(`http://both.test:${port}/`, anything, { resolve })).rejects.toThrow(
      /both\.test leads to 127\.0\.0\.1/,
    )
  })

  test('is not reached when a name leads to a public address first and to a private one then', async () => {
    const before = inner.asked.length
    let count = 0
    // 3ffe::/16 has been given back and leads nowhere
    const resolve: Resolve = async () =>
      count++ === 0 ? [{ address: '3ffe::1', family: 6 }] : [{ address: '127.0.0.1', family: 4 }]
    const { port } = new URL(inner.origin)
    const limits = { totalMs: 500 }
    const twice = () => read(`http://turns.test:${port}/`, anything, { resolve, limits })
    await expect(twice()).rejects.toThrow(/cannot be reached|could not be fetched|did not/)
    expect(count).toBe(1)
    await expect(twice()).rejects.toThrow(/turns\.test leads to 127\.0\.0\.1/)
    expect(inner.asked.length).toBe(before)
  })

  test('is reached when the configuration lists its host, for the port it names or for all', async () => {
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const { port } = new URL(inner.origin)
    for (const allowed of ['wiki.test', `wiki.test:${port}`]) {
      const settings = { allowHosts: [allowed], resolve }
      const { content } = await read(`http://wiki.test:${port}/secret`, anything, settings)
      expect(content).toContain('secret words')
    }
    expect(isAllowed(new URL('http://wiki.test/'), ['wiki.test:80'])).toBe(true)
    for (const other of ['test', 'wiki.test.', `wiki.test:${port}`, 'wiki', ''])
      expect(isAllowed(new URL('http://wiki.test/'), [other])).toBe(false)
  })
})

describe('a port', () => {
  test('other than those of the web is used only when the address was given literally', () => {
    const url = new URL('http://example.org:6379/')
    expect(() => refuseAddress(url, false)).toThrow(/port 6379 is none that pages are served on/)
    expect(() => refuseAddress(url, true)).not.toThrow()
    for (const usual of [
      'http://a.org',
      'https://a.org:8443',
      'http://a.org:8080',
      'http://a.org:443',
    ])
      expect(() => refuseAddress(new URL(usual), false)).not.toThrow()
  })
})

describe('a redirect', () => {
  test('is followed within public places, and the result says where it led', async () => {
    const { content } = await read(`${site.origin}/moved`)
    expect(content).toContain(
      `Page ${site.origin}/page?q=1, to which ${site.origin}/moved redirects.`,
    )
  })

  test('never leads to a private machine, another scheme or a login', async () => {
    const before = inner.asked.length
    for (const [path, why] of [
      ['inside', /127\.0\.0\.1 is a private or reserved address/],
      ['metadata', /169\.254\.169\.254 is a private or reserved address/],
      ['mapped', /private or reserved address/],
      ['file', /only addresses of http and https/],
      ['login', /user name or password/],
    ] as const)
      await expect(read(`${site.origin}/${path}`)).rejects.toThrow(why)
    expect(inner.asked.length).toBe(before)
  })

  test('never leads from https to http, and otherwise to what its header says', () => {
    const from = new URL('https://a.org/b/c?d')
    expect(() => redirected(from, 'http://a.org/b/')).toThrow(/from https to the unprotected/)
    expect(redirected(from, '../e#f').href).toBe('https://a.org/e')
    expect(redirected(new URL('http://a.org/'), 'https://b.org').href).toBe('https://b.org/')
    expect(redirected(from, Buffer.from('/über').toString('latin1')).pathname).toBe('/%C3%BCber')
    expect(() => redirected(from, 'https://0x8080808/')).toThrow(/unusual way/)
  })

  test('in a circle or without end is given up', async () => {
    await expect(read(`${site.origin}/circle`)).rejects.toThrow(/redirects in a circle/)
    const before = site.asked.length
    await expect(read(`${site.origin}/hop0`)).rejects.toThrow(/redirects more than 5 times/)
    expect(site.asked.length - before).toBe(6)
  })
})
