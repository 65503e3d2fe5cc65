// A key goes to its server and nowhere else: not into an event, a recording, an error or a line of
// doctor, neither whole nor in parts nor in another spelling, whatever a server sends back of it.
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { reachAnthropic } from '../../../agent/llm/anthropic/models.ts'
import { anthropic } from '../../../agent/llm/anthropic/wire.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { reachOpenAI } from '../../../agent/llm/openai/models.ts'
import { openai } from '../../../agent/llm/openai/wire.ts'
import { openRecording, recordWire } from '../../../agent/llm/replay/recording.ts'
import { maskedBy, withoutKey } from '../../../agent/llm/secrets.ts'
import {
  type Fault,
  type Protocol,
  protocols,
  startFailingServer,
} from '../../support/failing-server.ts'
import { asking, call, temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.']
const anyKey = fc.string({ unit: fc.constantFrom(...letters), minLength: 16, maxLength: 90 })

/** How a key may come back. */
const spellings: Readonly<Record<string, (key: string) => string>> = {
  whole: key => key,
  'without its beginning': key => key.slice(5),
  'without its end': key => key.slice(0, -5),
  'behind a word in Base64': key => Buffer.from(`Bearer ${key}`).toString('base64'),
  'as a password in Base64': key => Buffer.from(`:${key}`).toString('base64'),
  'in Base64 for addresses': key => Buffer.from(key).toString('base64url'),
  'in hexadecimal': key => Buffer.from(key).toString('hex'),
  'in an address': key => encodeURIComponent(key),
  'at the edge of what is shown': key => `${'no '.repeat(94)}${key}`,
  'with stars in its middle': key => `${key.slice(0, 7)}********${key.slice(-4)}`,
}
const anySpelling = fc.constantFrom(...Object.keys(spellings))

/** Parts of eight characters of the key, in each spelling, that `text` shows. */
function shown(text: string, key: string): readonly string[] {
  const whole = ['whole', 'in hexadecimal', 'in an address', 'in Base64 for addresses']
  const forms = whole.map(name => spellings[name]!(key))
  // the last letters depend on what comes after the key
  const coded = ['', 'x', 'xx'].map(before => Buffer.from(before + key).toString('base64'))
  const inner = coded.map(form => form.slice(3, -4))
  const parts = [...forms, ...inner].flatMap(form =>
    Array.from({ length: Math.max(0, form.length - 7) }, (_, at) => form.slice(at, at + 8)),
  )
  return parts.filter(part => text.includes(part))
}

describe('words without a key', () => {
  it('leaves of Base64 only what a key shares with its neighbours', () => {
    const key = 'sk-ABCDEFGHIJKLMNOPQRSTUV'
    const masked = ['', 'x', 'xx'].map(before =>
      withoutKey(Buffer.from(before + key).toString('base64'), key),
    )
    expect(masked).toEqual(['[key]g==', 'eH[key]Y=', 'eHh[key]'])
  })

  it.each([
    ['QW********LZ', '[key]'],
    ['QW********Z', '[key]Z'],
    ['Q********LZ', 'Q[key]'],
    ['Q********Z', 'Q********Z'],
    ['QWERTYUIOPASDFGHJKL…', '[key]'],
    ['for QW... and ***LZ:', 'for [key] and [key]:'],
  ])('hide of %s what is two letters of either end at the least: %s', (text, told) => {
    expect(withoutKey(text, 'QWERTYUIOPASDFGHJKLZ')).toBe(told)
  })

  it('hold no part of it, whatever stands around it', () => {
    void fc.assert(
      fc.property(anyKey, anySpelling, fc.string(), fc.string(), (key, spelling, before, after) => {
        const text = `${before} ${spellings[spelling]!(key)} ${after}`
        const told = withoutKey(text, key)
        expect(shown(told, key)).toEqual([])
        expect(told).toContain('[key]')
        if (spelling === 'with stars in its middle') expect(told).not.toContain(key.slice(-4))
      }),
    )
  })

  it('stay as they are without one, or with one that is too short to be one', () => {
    void fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), text => {
        expect(withoutKey(text, undefined)).toBe(text)
        expect(withoutKey(text, 'e')).toBe(text)
        expect(withoutKey(text, 'sk-0123456789abcdef')).toBe(text)
      }),
    )
  })

  it.each([
    ['a****z', 'a****z'],
    ['of ab****yz!', 'of [key]!'],
    ['of ab**, z', 'of [key], z'],
    ['a **yz', 'a [key]'],
    ['a...yz', 'a[key]'],
    ['abc…yz and b•••••', '[key] and b•••••'],
    ['abcdefghi****', '[key]'],
    ['****rstuvwxyz.', '[key].'],
    ['abcdefghixxxxrstuvwxyz', '[key]'],
    ['ab**yz ab**yz', '[key] [key]'],
    ['** and **', '** and **'],
  ])(
    'hold no more than a letter of either end where its middle is masked: %j is %j',
    (text, told) => {
      expect(withoutKey(text, 'abcdefghijklmnopqrstuvwxyz')).toBe(told)
    },
  )

  it('take time in proportion to their length', () => {
    const long = `${'a'.repeat(2_000_000)} ${'sk-'.repeat(400_000)}`
    expect(withoutKey(long, 'sk-0123456789abcdef')).toBe(long)
  })
})

describe('values of JSON, masked by the environment,', () => {
  it('hold no key of it, in members and in their names, and all else as it was', () => {
    void fc.assert(
      fc.property(anyKey, fc.jsonValue(), fc.nat(99), (key, value, number) => {
        const masked = maskedBy({ [`BOX_API_KEY_${number}`]: key, PATH: '/usr/bin' })
        const held = masked({ [key]: [value, null, { said: `the key ${key}.` }], number })
        expect(JSON.stringify(held)).not.toContain(key)
        expect(held).toEqual({ '[key]': [masked(value), null, { said: 'the key [key].' }], number })
      }),
    )
  })

  const text = 'abcdefghijklmnop or abcdefghijklmno'
  it.each([
    [{ KEY: 'abcdefghijklmnop' }, '[key] or [key]'],
    [{ BOX_TOKEN: 'abcdefghijklmnop' }, '[key] or [key]'],
    [{ my_password2: 'abcdefghijklmnop' }, '[key] or [key]'],
    [{ KEY: 'abcdefghijklmno' }, text],
    [{ KEY: undefined, TOKEN: '' }, text],
    [{ KEYBOARD: 'abcdefghijklmnop', USER: 'abcdefghijklmnop' }, text],
    [{ BOX_URL: 'https://abcdefghijklmnop@box/' }, '[key] or [key]'],
    [{ BOX_PROXY: 'https://box/?key=abcdefghijklmnop' }, '[key] or [key]'],
    [{ BOX_URL: 'https://box/abcdefghijklmnop' }, text],
    [{ BOX_URL: 'abcdefghijklmnop' }, text],
    [{ BOX: 'https://abcdefghijklmnop@box/' }, text],
  ])('of %j: %s', (env, told) => {
    expect(maskedBy(env)([text])).toEqual([told])
  })

  it('hold no token of a path, in which letters and digits change places', () => {
    const masked = maskedBy({ HOOK_URL: 'https://box/services/a1b2c3d4e5f6g7h8' })
    expect(masked('posted to /services/a1b2c3d4e5f6g7h8')).toBe('posted to /services/[key]')
  })
})

const wires = {
  chat: { open: openai, reach: reachOpenAI },
  messages: { open: anthropic, reach: reachAnthropic },
} as const

const stream = { 'content-type': 'text/event-stream' }
const json = { 'content-type': 'application/json' }

/** Every place of an answer in which something of a request may come back. */
const places: Readonly<Record<string, (echo: string, status: number) => Fault>> = {
  'the words of a failure':
    (echo, status) =>
    (response, { error }) =>
      response.writeHead(status, json).end(error(`no luck with ${echo}`)),
  'a failure that is no JSON': (echo, status) => response => response.writeHead(status).end(echo),
  'the title of a page': (echo, status) => response =>
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end(`<html><title>${echo}</title></html>`),
  'the type of a reply': echo => response =>
    response.writeHead(200, { 'content-type': `text/${echo}` }).end('{}'),
  'the address it redirects to': echo => response =>
    response.writeHead(307, { location: `/${echo}?key=${echo}` }).end(),
  'a failure in the middle':
    echo =>
    (response, { begun, error }) =>
      response
        .writeHead(200, stream)
        .end(`${begun}event: error\ndata: ${error(`no: ${echo}`)}\n\n`),
  'a piece that is not JSON':
    echo =>
    (response, { begun }) =>
      response.writeHead(200, stream).end(`${begun}event: message_delta\ndata: {"a":${echo}\n\n`),
  'a piece of another shape':
    echo =>
    (response, { begun }) =>
      response
        .writeHead(200, stream)
        .end(
          `${begun}event: message_delta\ndata: ${JSON.stringify({ type: 'message_delta', choices: echo, delta: echo })}\n\n`,
        ),
  'the list of models':
    echo =>
    (response, { error }, { url }) =>
      url.endsWith('/models') || url.includes('/models?')
        ? response.writeHead(200, json).end(JSON.stringify({ data: [{ id: echo }] }))
        : response.writeHead(404, json).end(error('model not found')),
}

describe('a server that sends the key back', () => {
  it('meets nobody who repeats it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(wires) as (keyof typeof wires)[])),
        fc.constantFrom(...Object.keys(places)),
        fc.constantFrom(400, 401, 403, 404, 413, 422, 429, 500, 529),
        anySpelling,
        anyKey,
        async (name, place, status, spelling, apiKey) => {
          const echo = spellings[spelling]!(apiKey)
          const protocol: Protocol = protocols[name]
          const failures = Number.POSITIVE_INFINITY
          const server = await startFailingServer(protocol, places[place]!(echo, status), {
            failures,
          })
          const file = folder.path(`${fc.hash(apiKey + place)}.jsonl`)
          const options = { model: 'm', baseURL: server.baseURL, apiKey }
          const wire = recordWire(wires[name].open(options), openRecording(file))
          const provider = createProvider(wire, { retries: 0 })
          const completion = await provider.complete(asking('?'), call())
          const reached = await wires[name].reach(options)
          await server.close()
          expect(completion.error).toBeDefined()
          const told = [JSON.stringify([completion, reached]), readFileSync(file, 'utf8')]
          expect(told.flatMap(text => shown(text, apiKey))).toEqual([])
        },
      ),
      { numRuns: 50 },
    )
  })

  it('is no worse than a key that cannot be sent, or an address that is none', async () => {
    const apiKey = 'sk-0123456789\nabcdefghij'
    for (const { open, reach } of Object.values(wires)) {
      const options = { model: 'm', baseURL: 'http://127.0.0.1:9', apiKey }
      const { error } = await createProvider(open(options), { retries: 0 }).complete(
        asking('?'),
        call(),
      )
      expect(error).toBeDefined()
      expect(JSON.stringify([error, await reach(options)])).not.toMatch(/12345678|abcdefgh/)
      for (const baseURL of [
        'user:hunter2@127.0.0.1:80',
        'ftp://user:hunter2@host/v1?key=hunter2',
        'sk-0123456789abcdefghij',
      ]) {
        const odd = { ...options, baseURL, apiKey: 'sk-0123456789abcdefghij' }
        const { says } = await reach(odd)
        expect(says).toContain('is not an http address')
        expect(says).not.toMatch(/hunter2|12345678/)
      }
    }
  })
})
