import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigurationError } from '../../../agent/configuration.ts'
import type { AnthropicOptions } from '../../../agent/llm/anthropic.ts'
import { anthropic } from '../../../agent/llm/anthropic.ts'
import { reachAnthropic } from '../../../agent/llm/anthropic-models.ts'
import { toBody } from '../../../agent/llm/anthropic-request.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import type { Message } from '../../../agent/llm/provider.ts'
import type { Json } from '../../../tools/tool.ts'
import { describeProvider } from '../../contracts/provider.ts'
import type { MessagesBody } from '../../support/anthropic-rules.ts'
import { objectionTo } from '../../support/anthropic-rules.ts'
import type { AnthropicServer, AnthropicServerOptions } from '../../support/anthropic-server.ts'
import {
  beginning,
  block,
  ending,
  event,
  failure,
  startAnthropicServer,
} from '../../support/anthropic-server.ts'
import type { Scene } from '../../support/chat-server.ts'
import { asking, call, collect, double, executorOf, request } from '../../support/model.ts'

const text = { index: 0, content_block: { type: 'text', text: '' } }

describeProvider('anthropic over HTTP', {
  async start(script, apiKey) {
    const server = await startAnthropicServer(script)
    const wire = anthropic({ model: 'm', baseURL: server.baseURL, idleMs: 400, apiKey })
    return { wire, close: server.close }
  },
  protocol: {
    keyVariable: 'ANTHROPIC_API_KEY',
    refused: failure,
    tooLong: failure(400, 'prompt is too long: 210000 tokens > 200000 maximum'),
    noCredit: failure(400, 'Your credit balance is too low to access the Anthropic API.'),
    begun: [
      ...beginning(),
      event('content_block_start', text),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'par' } }),
    ],
    torn: 'event: content_block_delta\ndata: {"type":"content_bl\n\n',
    odd: event('content_block_delta', { index: 0, delta: 7 }),
  },
})

const servers: AnthropicServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

type Options = AnthropicServerOptions & Partial<AnthropicOptions>

async function serve(
  script: Parameters<typeof startAnthropicServer>[0],
  { models, ...options }: Options = {},
) {
  const server = await startAnthropicServer(script, models && { models })
  servers.push(server)
  return { server, wire: anthropic({ model: 'm', baseURL: server.baseURL, ...options }) }
}

const lastOf = async (...args: Parameters<typeof collect>) => (await collect(...args)).at(-1)
const said = (...deltas: object[]) => block(0, { type: 'text', text: '' }, deltas)
const word = (piece: string) => ({ type: 'text_delta', text: piece })
const whole = (pieces: readonly string[], stop: string, details: object | null = null): Scene => ({
  pieces: [...beginning(), ...pieces, ...ending(stop, {}, details)],
  ending: 'end',
})
const mark = { type: 'ephemeral' }

/** Halves of characters included. */
const anyCodeUnits = fc
  .array(fc.constantFrom(0x41, 0x20, 0xd83d, 0xde00, 0xfffd), { maxLength: 8 })
  .map(units => String.fromCharCode(...units))

describe('what anthropic sends', () => {
  it('sends the system prompt apart, the tools and the end of a tool loop marked for the cache', async () => {
    const { wire, server } = await serve(['a', 'b'], { apiKey: 'k' })
    const messages: Message[] = [{ role: 'system', content: 'be brief' }, ...asking('?')]
    await collect(wire, request({ messages, tools: [double] }))
    await collect(wire, request({ messages }))
    const [looping, plain] = server.bodies
    expect(looping).toEqual({
      model: 'm',
      max_tokens: 64_000,
      stream: true,
      system: [{ type: 'text', text: 'be brief', cache_control: mark }],
      messages: [{ role: 'user', content: [{ type: 'text', text: '?', cache_control: mark }] }],
      tools: [
        {
          name: 'double',
          description: 'doubles a number',
          input_schema: {
            type: 'object',
            properties: { x: { type: 'number' } },
            required: ['x'],
          },
          cache_control: mark,
        },
      ],
    })
    expect(plain!.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: '?' }] }])
    expect(plain!.tools).toBeUndefined()
    expect(server.headers[0]).toMatchObject({ authorization: 'Bearer k' })
    expect(server.headers[0]!['anthropic-version']).toMatch(/^20\d\d-/)
  })

  it('sends no key where there is none, nor looks for one in the environment', async () => {
    const before = process.env.ANTHROPIC_API_KEY
    process.env.ANTHROPIC_API_KEY = 'sk-somebody-else'
    try {
      const { wire, server } = await serve(['a'])
      await collect(wire, request())
      expect(server.headers[0]!.authorization).toBeUndefined()
      expect(server.headers[0]!['x-api-key']).toBeUndefined()
    } finally {
      if (before === undefined) delete process.env.ANTHROPIC_API_KEY
      else process.env.ANTHROPIC_API_KEY = before
    }
  })

  it('puts the results of a turn into one message right after it, in the order of the calls', async () => {
    const { wire, server } = await serve(['a'])
    const calls = [
      { id: 'c1', name: 'double', input: '{"x":' },
      { id: 'c2', name: 'double', input: '{"x":1}' },
      { id: 'c.3', name: 'double', input: '' },
    ]
    const messages: Message[] = [
      ...asking('?'),
      { role: 'assistant', content: 'let me see', calls },
      { role: 'user', content: 'answer now' },
      { role: 'tool', call: 'c2', content: '2' },
      { role: 'tool', call: 'c1', content: 'Error: not JSON' },
      { role: 'assistant', content: ' ', calls: [] },
      { role: 'user', content: 'well?' },
    ]
    await collect(wire, request({ messages, tools: [double] }))
    const use = { type: 'tool_use', name: 'double' }
    const result = { type: 'tool_result' }
    expect(server.bodies[0]!.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'let me see' },
          { ...use, id: 'c1', input: { malformed_arguments: '{"x":' } },
          { ...use, id: 'c2', input: { x: 1 } },
          { ...use, id: 'c_3', input: { malformed_arguments: '' } },
        ],
      },
      {
        role: 'user',
        content: [
          { ...result, tool_use_id: 'c1', content: 'Error: not JSON' },
          { ...result, tool_use_id: 'c2', content: '2' },
          {
            ...result,
            tool_use_id: 'c_3',
            content: 'Error: this call was not carried out',
            is_error: true,
          },
          { type: 'text', text: 'answer now' },
          { type: 'text', text: 'well?', cache_control: mark },
        ],
      },
    ])
  })

  it('declares the tools of a conversation that may call none any more', async () => {
    const { wire, server } = await serve([
      { calls: [{ id: 'c1', name: 'double', input: { x: 2 } }] },
      '4',
    ])
    const { executor } = executorOf([double])
    const provider = createProvider(wire, { maxTurns: 2 })
    const completion = await provider.runAgentic(
      asking('?'),
      [double],
      executor,
      () => undefined,
      call(),
    )
    expect(completion).toMatchObject({ text: '4', requests: 2 })
    expect(server.bodies[1]!.tools!.map(tool => tool.name)).toEqual(['double'])
    expect(server.bodies[1]!.tool_choice).toEqual({ type: 'none' })
  })

  it('makes of any conversation one that the server accepts', () => {
    const id = fc.constantFrom('a', 'b', 'functions.f:0', 'functions_f_0', '')
    const input = fc.oneof(
      fc.json(),
      anyCodeUnits,
      anyCodeUnits.map(s => JSON.stringify({ s })),
    )
    const calls = fc.array(fc.record({ id, name: fc.constantFrom('f', 'g.h', ''), input }), {
      maxLength: 3,
    })
    const message: fc.Arbitrary<Message> = fc.oneof(
      fc.record({
        role: fc.constantFrom('system' as const, 'user' as const),
        content: anyCodeUnits,
      }),
      fc.record({ role: fc.constant('assistant' as const), content: anyCodeUnits, calls }),
      fc.record({ role: fc.constant('tool' as const), call: id, content: anyCodeUnits }),
    )
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.boolean(), (messages, offered) => {
        const settings = {
          ...{ model: 'm', maxTokens: 1, effort: undefined, sendsSchema: true, begun: [] },
          spoken: new WeakMap(),
        }
        const body = toBody(request({ messages, tools: offered ? [double] : [] }), settings)
        expect(objectionTo(body as unknown as MessagesBody)).toBeUndefined()
        const sent = JSON.stringify(body)
        for (const each of messages)
          if (each.role === 'user' && each.content.trim())
            expect(sent).toContain(JSON.stringify(each.content.toWellFormed()))
      }),
      { numRuns: 500 },
    )
  })

  it('sends the schema in the words the server knows, and none where they cannot say it', async () => {
    const { wire, server } = await serve(['a', 'b', 'c', 'd'])
    const schema = z.toJSONSchema(
      z.object({
        name: z.string().min(1).describe('of the role'),
        kinds: z.array(z.enum(['a', 'b'])).min(2),
        pattern: z.string().nullable().optional(),
      }),
    ) as Json
    const open = z.toJSONSchema(z.object({ bind: z.record(z.string(), z.string()) })) as Json
    const any = z.toJSONSchema(z.object({ value: z.unknown() })) as Json
    await collect(wire, request({ schema }))
    await collect(wire, request({ schema, tools: [double] }))
    await collect(wire, request({ schema: open }))
    await collect(wire, request({ schema: any }))
    expect(server.bodies.map(body => body.output_config)).toEqual([
      {
        format: {
          type: 'json_schema',
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string', description: 'of the role\n\n{minLength: 1}' },
              kinds: {
                type: 'array',
                items: { enum: ['a', 'b'] },
                description: '{minItems: 2}',
              },
              pattern: { type: ['string', 'null'] },
            },
            required: ['name', 'kinds'],
            additionalProperties: false,
          },
        },
      },
      undefined,
      undefined,
      undefined,
    ])
  })

  it('goes on without a schema that the server refuses, and does not send that one again', async () => {
    const { wire, server } = await serve(({ output_config }) =>
      output_config?.format
        ? failure(400, 'output_config.format: Schema is too complex for compilation')
        : 'fine',
    )
    const schema: Json = { type: 'object', properties: {}, additionalProperties: false }
    for (const purpose of ['perceive', 'perceive', 'verify'])
      expect(await collect(wire, request({ schema, purpose }))).toEqual([
        { type: 'text', delta: 'fine' },
        { type: 'done', stop: 'end' },
      ])
    const sent = server.bodies.map(body => Boolean(body.output_config?.format))
    expect(sent).toEqual([true, false, false, true, false])
  })

  it('asks for the length it is told, at most for what the server says is possible', async () => {
    const most = 8_192
    const { wire, server } = await serve(({ max_tokens: asked }) =>
      asked > most
        ? failure(400, `max_tokens: ${asked} > ${most}, which is the maximum allowed for m`)
        : 'fine',
    )
    for (const maxOutputTokens of [100, 9_000, 10_000, 200])
      expect(await lastOf(wire, request({ maxOutputTokens }))).toMatchObject({ type: 'done' })
    await collect(wire, request())
    expect(server.bodies.map(body => body.max_tokens)).toEqual([100, 9_000, most, most, 200, most])
  })

  it('sends effort, and refuses settings that the protocol does not have', async () => {
    const { wire, server } = await serve(['a'], { sampling: { effort: 'low' } })
    await collect(wire, request())
    expect(server.bodies[0]!.output_config).toEqual({ effort: 'low' })
    for (const [sampling, name] of [
      [{ temperature: 0 }, 'temperature'],
      [{ topP: 0.9 }, 'top-p'],
      [{ seed: 7 }, 'seed'],
    ] as const) {
      const build = () => anthropic({ model: 'm', apiKey: 'k', sampling })
      expect(build).toThrow(ConfigurationError)
      expect(build).toThrow(`anthropic:m takes no ${name}; leave it out`)
    }
  })

  it('refuses an address that is none, and Anthropic itself without a key', () => {
    const build = (baseURL?: string) => () => anthropic({ model: 'm', baseURL })
    expect(build('localhost:4000')).toThrow('set ANTHROPIC_BASE_URL')
    expect(build()).toThrow('anthropic:m needs a key; set ANTHROPIC_API_KEY')
    expect(build('https://api.anthropic.com/v1/')).toThrow(ConfigurationError)
  })

  it('takes an address with and without the version at its end', async () => {
    const { server } = await serve(['a', 'b', 'c'])
    for (const end of ['', '/', '/v1']) {
      const wire = anthropic({ model: 'm', baseURL: server.baseURL + end })
      expect(await lastOf(wire, request())).toEqual({ type: 'done', stop: 'end' })
    }
  })
})

describe('what anthropic hears', () => {
  it('gives the text as it was written, however the server cuts characters, lines and bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), anyCodeUnits),
        fc.array(fc.nat(700), { maxLength: 8 }),
        fc.nat(30),
        async (text, cuts, middle) => {
          const lines = said(word(text.slice(0, middle)), word(text.slice(middle)))
          const all = [...beginning(), ...lines, ...ending('end_turn')].join('')
          const bytes = new TextEncoder().encode(all)
          const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
          const pieces = places.slice(1).map((end, i) => bytes.subarray(places[i], end))
          const { wire } = await serve([{ pieces, ending: 'end' }])
          const events = await collect(wire, request())
          expect(events.at(-1)).toEqual({ type: 'done', stop: 'end' })
          const deltas = events.flatMap(each => ('delta' in each ? [each.delta] : []))
          expect(deltas.join('')).toBe(text.toWellFormed())
          expect(deltas.every(delta => delta.isWellFormed())).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('counts what was read from the cache and written to it as part of the prompt', async () => {
    const counts = {
      ...{ input_tokens: 10, output_tokens: 1 },
      ...{ cache_read_input_tokens: 200, cache_creation_input_tokens: 3_000 },
    }
    const pieces = [
      ...beginning(counts),
      ...said(word('a')),
      ...ending('end_turn', { output_tokens: 42, input_tokens: null }),
    ]
    const usage = {
      inputTokens: 3_210,
      outputTokens: 42,
      cachedTokens: 200,
      cacheWriteTokens: 3_000,
    }
    const { wire } = await serve([
      { pieces, ending: 'end' },
      { pieces: beginning(counts), ending: 'reset' },
    ])
    expect(await lastOf(wire, request())).toEqual({ type: 'done', stop: 'end', usage })
    const broken = await lastOf(wire, request())
    expect(broken).toMatchObject({ type: 'error', usage: { ...usage, outputTokens: 1 } })
  })

  it('puts the arguments of calls together and tells of their pieces', async () => {
    const use = (id: string, input: object = {}) => ({ type: 'tool_use', id, name: 'f', input })
    const piece = (partial_json: string) => ({ type: 'input_json_delta', partial_json })
    const scene = whole(
      [
        ...block(0, use('a'), [piece(''), piece('{"x"'), piece(':1}')]),
        ...block(1, use('b'), [piece('')]),
        ...block(2, use('c', { y: 2 }), []),
        ...block(3, use('a'), [piece('{')]),
      ],
      'tool_use',
    )
    const { wire } = await serve([scene])
    const pieces: string[] = []
    const onArguments = (each: string) => void pieces.push(each)
    const events = await collect(wire, request({ tools: [double], onArguments }))
    expect(events.flatMap(each => (each.type === 'tool-call' ? [each.call] : []))).toEqual([
      { id: 'a', name: 'f', input: '{"x":1}' },
      { id: 'b', name: 'f', input: '{}' },
      { id: 'c', name: 'f', input: '{"y":2}' },
      { id: 'call_1_3', name: 'f', input: '{' },
    ])
    expect(pieces).toEqual(['{"x"', ':1}', '{'])
  })

  it('gives the thinking of a turn with calls back to the server as it was', async () => {
    const thought = block(0, { type: 'thinking', thinking: '', signature: '' }, [
      { type: 'thinking_delta', thinking: 'twice ' },
      { type: 'thinking_delta', thinking: 'two' },
      { type: 'signature_delta', signature: 'sealed' },
    ])
    const hidden = block(1, { type: 'redacted_thinking', data: 'secret' }, [])
    const use = { type: 'tool_use', id: 'c1', name: 'double', input: {} }
    const asked = block(2, use, [{ type: 'input_json_delta', partial_json: '{"x":2}' }])
    const { wire, server } = await serve([
      whole([...thought, ...hidden, ...asked], 'tool_use'),
      '4',
    ])
    const { executor } = executorOf([double])
    const heard: unknown[] = []
    await createProvider(wire).runAgentic(
      asking('?'),
      [double],
      executor,
      each => heard.push(each),
      call(),
    )
    expect(heard.slice(0, 2)).toEqual([
      { type: 'reasoning', delta: 'twice ' },
      { type: 'reasoning', delta: 'two' },
    ])
    expect(server.bodies[1]!.messages[1]!.content).toEqual([
      { type: 'thinking', thinking: 'twice two', signature: 'sealed' },
      { type: 'redacted_thinking', data: 'secret' },
      { ...use, input: { x: 2 } },
    ])
  })

  it('gives the reason of a refusal when the model said nothing itself', async () => {
    const details = { type: 'refusal', category: 'bio', explanation: 'This is about biology.' }
    const { wire } = await serve([
      whole([], 'refusal', details),
      whole(said(word('No.')), 'refusal', details),
    ])
    for (const delta of ['This is about biology.', 'No.'])
      expect(await collect(wire, request())).toEqual([
        { type: 'text', delta },
        { type: 'done', stop: 'refusal' },
      ])
  })

  it('says that the context is full', async () => {
    const { wire } = await serve([whole(said(word('so')), 'model_context_window_exceeded')])
    expect(await lastOf(wire, request())).toMatchObject({
      ...{ type: 'error', kind: 'overflow', retryable: false },
      message: expect.stringContaining('do not fit the context of m'),
    })
  })

  it('lets the server go on with a turn that it paused', async () => {
    const { wire, server } = await serve([whole(said(word('one ')), 'pause_turn'), 'two'])
    expect(await collect(wire, request())).toEqual([
      { type: 'text', delta: 'one ' },
      { type: 'text', delta: 'two' },
      { type: 'done', stop: 'end' },
    ])
    expect(server.bodies[1]!.messages.at(-1)).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'one ' }],
    })
    const endless = await serve(() => whole(said(word('on ')), 'pause_turn'))
    expect(await lastOf(endless.wire, request())).toMatchObject({ type: 'error', retryable: true })
    expect(endless.server.bodies).toHaveLength(6)
  })

  it('passes over events and blocks it does not know', async () => {
    const scene = whole(
      [
        event('weather', { of: 'tomorrow' }),
        ...block(0, { type: 'hologram', beams: 3 }, [{ type: 'beam_delta', beam: 1 }]),
        ...block(1, { type: 'text', text: 'a' }, [word('b')]),
      ],
      'some_new_reason',
    )
    const { wire } = await serve([scene])
    expect(await collect(wire, request())).toEqual([
      { type: 'text', delta: 'a' },
      { type: 'text', delta: 'b' },
      { type: 'done', stop: 'end' },
    ])
  })

  it('waits as long as the server says that it is there', async () => {
    const pings = Array.from({ length: 6 }, () => event('ping'))
    const pieces = [...beginning(), ...pings, ...said(word('a')), ...ending('end_turn')]
    const scene: Scene = { pieces, ending: 'end', pauseMs: 80 }
    const { wire } = await serve([scene], { idleMs: 250 })
    expect(await lastOf(wire, request())).toEqual({ type: 'done', stop: 'end' })
  })

  it('says what a failure in the middle of a reply was, as if it had come before', async () => {
    const error = (type: string, message: string) => event('error', { error: { type, message } })
    const scenes = [
      error('rate_limit_error', 'slow down'),
      error('billing_error', 'pay first'),
      error('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'),
      error('api_error', 'Internal server error'),
    ].map((piece): Scene => ({ pieces: [...beginning(), piece], ending: 'end' }))
    const { wire } = await serve(scenes)
    const heard = []
    for (const _ of scenes) heard.push(await lastOf(wire, request()))
    expect(heard).toMatchObject([
      { kind: 'unavailable', retryable: true, message: expect.stringContaining('slow down') },
      { kind: 'unavailable', retryable: false, message: expect.stringContaining('no credit left') },
      { kind: 'overflow', retryable: false },
      { retryable: true, message: expect.stringContaining('(500): Internal server error') },
    ])
  })

  it('names the models a server has when it does not know the one asked for', async () => {
    const scenes = [failure(404, 'model: m')]
    const { wire, server } = await serve(scenes, { models: { 'claude-a': 8, 'claude-b': 9 } })
    expect(await lastOf(wire, request())).toEqual({
      type: 'error',
      message: `${server.baseURL} does not know the model m; it has: claude-a, claude-b`,
      retryable: false,
      kind: 'unavailable',
    })
  })

  it('closes the connection when the caller stops listening', async () => {
    const { wire, server } = await serve([{ text: ['a', 'b'], hang: true }])
    for await (const _ of wire.stream(request())) break
    const began = performance.now()
    await server.close()
    expect(performance.now() - began).toBeLessThan(500)
  })
})

describe('reachAnthropic', () => {
  const models = { 'claude-a': 200_000, 'claude-b': 1_000_000 }
  const ids = Object.keys(models)

  it('says whether the server has the model, which it has, and how much fits', async () => {
    const { server } = await serve([], { models })
    const { baseURL } = server
    expect(await reachAnthropic({ model: 'claude-a', baseURL })).toEqual({
      ok: true,
      says: `${baseURL} has the model claude-a`,
      models: ids,
      contextTokens: 200_000,
    })
    expect(await reachAnthropic({ model: 'claude-c', baseURL })).toEqual({
      ok: false,
      says: `${baseURL} does not know the model claude-c; it has: claude-a, claude-b`,
      models: ids,
    })
    const mute = await serve([])
    expect(await reachAnthropic({ model: 'm', baseURL: mute.server.baseURL })).toEqual({
      ok: true,
      says: `${mute.server.baseURL} answers, and does not list its models`,
      models: [],
    })
  })

  it('says what to do about a server that cannot be reached, and about a key that is missing', async () => {
    const server = await startAnthropicServer([])
    await server.close()
    expect(await reachAnthropic({ model: 'm', baseURL: server.baseURL })).toEqual({
      ok: false,
      says: `cannot reach ${server.baseURL}: connection refused; start the server or set ANTHROPIC_BASE_URL`,
      models: [],
    })
    const { ok, says } = await reachAnthropic({ model: 'm' })
    expect({ ok, says }).toEqual({
      ok: false,
      says: 'anthropic:m needs a key; set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for a server without one',
    })
  })
})
