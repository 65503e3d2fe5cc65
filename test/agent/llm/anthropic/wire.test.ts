import { describe, expect, it } from 'vitest'
import { anthropic } from '../../../../agent/llm/anthropic/wire.ts'
import { createProvider } from '../../../../agent/llm/create-provider.ts'
import type { ModelEvent } from '../../../../agent/llm/provider.ts'
import { describeProvider } from '../../../contracts/provider.ts'
import {
  beginning,
  block,
  ending,
  event,
  failure,
  startAnthropicServer,
} from '../../../support/anthropic-server.ts'
import { idleIn, type Scene } from '../../../support/chat-server.ts'
import {
  asking,
  call,
  collect,
  double,
  executorOf,
  lastOf,
  request,
} from '../../../support/model.ts'
import { serve } from './kit.ts'

const text = { index: 0, content_block: { type: 'text', text: '' } }

const said = (...deltas: object[]) => block(0, { type: 'text', text: '' }, deltas)
const word = (piece: string) => ({ type: 'text_delta', text: piece })

describeProvider('anthropic over HTTP', {
  async start(script, apiKey) {
    const server = await startAnthropicServer(script)
    const wire = anthropic({ model: 'm', baseURL: server.baseURL, idleMs: idleIn(script), apiKey })
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
    said: pieces => [...beginning(), ...said(...pieces.map(word)), ...ending('end_turn')].join(''),
    torn: 'event: content_block_delta\ndata: {"type":"content_bl\n\n',
    odd: event('content_block_delta', { index: 0, delta: 7 }),
  },
})

const whole = (pieces: readonly string[], stop: string, details: object | null = null): Scene => ({
  pieces: [...beginning(), ...pieces, ...ending(stop, {}, details)],
  ending: 'end',
})

describe('what anthropic hears', () => {
  it('counts what was read from the cache and written to it as part of the prompt', async () => {
    const counts = {
      input_tokens: 10,
      output_tokens: 1,
      cache_read_input_tokens: 200,
      cache_creation_input_tokens: 3_000,
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
      { id: 'a', name: 'f', input: '{' },
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
    const words = block(2, { type: 'text', text: '' }, [word('I shall double it')])
    const use = { type: 'tool_use', id: 'c1', name: 'double', input: {} }
    const asked = block(3, use, [{ type: 'input_json_delta', partial_json: '{"x":2}' }])
    const { wire, server } = await serve([
      whole([...thought, ...hidden, ...words, ...asked], 'tool_use'),
      '4',
      'shorter',
    ])
    const { executor } = executorOf([double])
    const heard: ModelEvent[] = []
    const completion = await createProvider(wire).runAgentic(
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
      { type: 'text', text: 'I shall double it' },
      { ...use, input: { x: 2 } },
    ])
    const shortened = completion.messages.map(each =>
      each.role === 'assistant' ? { ...each, content: 'I shall...' } : each,
    )
    await collect(wire, request({ messages: shortened, tools: [double] }))
    expect(server.bodies[2]!.messages[1]!.content).toEqual([
      { type: 'text', text: 'I shall...' },
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
      type: 'error',
      kind: 'overflow',
      retryable: false,
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
    const pings = Array.from({ length: 12 }, () => event('ping'))
    const pieces = [...beginning(), ...pings, ...said(word('a')), ...ending('end_turn')]
    const scene: Scene = { pieces, ending: 'end', pauseMs: 60 }
    const { wire } = await serve([whole([], 'pause_turn'), scene], { idleMs: 900 })
    expect(await lastOf(wire, request())).toEqual({ type: 'done', stop: 'end' })
  })

  it('waits no longer for one that is there still, but has said why its reply ended', async () => {
    const [last] = ending('end_turn')
    const pings = Array.from({ length: 10_000 }, () => event('ping'))
    const pieces = [...beginning(), ...said(word('a')), last!, ...pings]
    const { wire } = await serve([{ pieces, ending: 'end', pauseMs: 20 }], { idleMs: 300 })
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

  it('takes what comes after the end of a reply for no part of it', async () => {
    const { wire } = await serve([
      { pieces: [...beginning(), ...ending('end_turn'), ...said(word('a'))], ending: 'end' },
    ])
    expect(await collect(wire, request())).toEqual([{ type: 'done', stop: 'end' }])
  })

  it('closes the connection when the caller stops listening', async () => {
    const { wire, server } = await serve([{ text: ['a', 'b'], hang: true }])
    for await (const _ of wire.stream(request())) break
    await expect.poll(server.connections, { timeout: 100_000 }).toBe(0)
  })
})
