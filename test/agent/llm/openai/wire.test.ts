import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createProvider } from '../../../../agent/llm/create-provider.ts'
import { openai } from '../../../../agent/llm/openai/wire.ts'
import type { Message, ModelEvent } from '../../../../agent/llm/provider.ts'
import { ConfigurationError } from '../../../../plans/configuration.ts'
import { defineTool } from '../../../../tools/tool.ts'
import { describeProvider } from '../../../contracts/provider.ts'
import type { Scene } from '../../../support/chat-server.ts'
import { chunk, idleIn, startChatServer } from '../../../support/chat-server.ts'
import {
  asking,
  call,
  collect,
  double,
  executorOf,
  lastOf,
  request,
} from '../../../support/model.ts'
import { serve as serveKeyed } from './kit.ts'

const refused = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code?: string,
) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ error: { message, code } }),
})

describeProvider('openai over HTTP', {
  async start(script, apiKey) {
    const server = await startChatServer(script)
    const wire = openai({ model: 'm', baseURL: server.baseURL, idleMs: idleIn(script), apiKey })
    return { wire, close: server.close }
  },
  protocol: {
    keyVariable: 'OPENAI_API_KEY',
    refused,
    tooLong: refused(400, 'maximum context length is 8 tokens', {}, 'context_length_exceeded'),
    noCredit: refused(429, 'no money', {}, 'insufficient_quota'),
    begun: [chunk({ content: 'par' })],
    said: pieces =>
      `${pieces.map(content => chunk({ content })).join('')}${chunk({}, 'stop')}data: [DONE]\n\n`,
    torn: 'data: {"choi\n\n',
    odd: 'data: {"choices":7}\n\n',
  },
})

/** A server that asks for no key. */
const serve = (script: readonly Scene[], options: Parameters<typeof serveKeyed>[1] = {}) =>
  serveKeyed(script, { apiKey: undefined, ...options })

describe('openai', () => {
  it('puts tool calls together from pieces, whatever the server numbers them', async () => {
    const piece = (index: number | null, id: string | null, name: string | null, args: string) =>
      chunk({ tool_calls: [{ index, id, function: { name, arguments: args } }] })
    const end = chunk({}, 'stop')
    const scenes: readonly Scene[] = [
      {
        pieces: [
          piece(0, 'a', 'f', '{"x"'),
          piece(0, null, null, ':1}'),
          piece(1, 'b', 'g', ''),
          end,
        ],
        ending: 'end',
      },
      { pieces: [piece(0, 'a', 'f', '{"x":1}'), piece(0, 'b', 'g', '{}'), end], ending: 'end' },
      {
        pieces: [
          piece(0, 'a', 'f', '{"x"'),
          piece(1, 'b', 'g', '{'),
          piece(0, 'a', 'f', ':1}'),
          piece(1, 'b', 'g', '}'),
          end,
        ],
        ending: 'end',
      },
    ]
    for (const scene of scenes) {
      const { wire } = await serve([scene])
      expect(await collect(wire, request({ tools: [double] }))).toEqual([
        { type: 'tool-call', call: { id: 'a', name: 'f', input: '{"x":1}' } },
        { type: 'tool-call', call: { id: 'b', name: 'g', input: '{}' } },
        { type: 'done', stop: 'tools' },
      ])
    }
  })

  it('gives every call of a conversation its own id when the server does not', async () => {
    const same = {
      calls: [
        { id: 'x', name: 'double', input: { x: 1 } },
        { id: '', name: 'double', input: { x: 2 } },
      ],
    }
    const { wire, server } = await serve([same, same, 'done'])
    const { executor } = executorOf([double])
    await createProvider(wire).runAgentic(asking('?'), [double], executor, () => undefined, call())
    const ids = server.bodies[2]!.messages.flatMap(m => m.tool_calls ?? []).map(each => each.id)
    expect(new Set(ids).size).toBe(4)
    expect(server.bodies[2]!.messages.flatMap(m => m.tool_call_id ?? [])).toEqual(ids)
  })

  it('sends tools without the schema of the reply, and the schema when there are no tools', async () => {
    const { wire, server } = await serve(['a', 'b'])
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    await collect(wire, request({ schema, tools: [double] }))
    await collect(wire, request({ schema, purpose: 'verify step' }))
    expect(server.bodies[0]!.response_format).toBeUndefined()
    expect(server.bodies[0]!.tools).toEqual([
      {
        type: 'function',
        function: {
          name: 'double',
          description: 'doubles a number',
          parameters: {
            type: 'object',
            properties: { x: { type: 'number' } },
            required: ['x'],
          },
        },
      },
    ])
    expect(server.bodies[1]!.tools).toBeUndefined()
    expect(server.bodies[1]!.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'verify_step', schema, strict: false },
    })
  })

  it('sends a conversation that servers accept: results for lost calls, arguments that are JSON', async () => {
    const { wire, server } = await serve(['a'])
    const calls = [
      { id: 'c1', name: 'double', input: '{"x":' },
      { id: 'c2', name: 'double', input: '{"x":1}' },
    ]
    const messages = [
      ...asking('?'),
      { role: 'assistant', content: '', calls } as const,
      { role: 'tool', call: 'c1', content: 'Error: not JSON' } as const,
      { role: 'assistant', content: 'once more', calls: calls.slice(1) } as const,
    ]
    await collect(wire, request({ messages }))
    const [, assistant, ...more] = server.bodies[0]!.messages
    const [again, ...results] = [more[2]!, ...more.slice(0, 2), ...more.slice(3)]
    expect([assistant!.content, again!.content]).toEqual([null, 'once more'])
    const sent = assistant!.tool_calls!.map(each => JSON.parse(each.function.arguments))
    expect(sent).toEqual([{ malformed_arguments: '{"x":' }, { x: 1 }])
    expect(results.map(each => each.tool_call_id).sort()).toEqual(['c1', 'c2', 'c2'])
  })

  it('sends what the person says at once as one turn, which some chat templates insist on', async () => {
    const { wire, server } = await serve(['a'])
    await collect(wire, request({ messages: [...asking('the files'), ...asking('?')] }))
    expect(server.bodies[0]!.messages).toEqual([{ role: 'user', content: 'the files\n\n?' }])
  })

  it('sends a passage that several results hold once, under the label of the first', async () => {
    const passage = `The wheels were paid. ${'They came by boat. '.repeat(12)}`
    const found = (id: string, label: string): Message => ({
      role: 'tool',
      call: id,
      content: `${label}1 passage:\n\n[1] Notes\n${passage}`,
    })
    const calls = ['a', 'b'].map(id => ({ id, name: 'double', input: '{}' }))
    const told = (...results: readonly Message[]): readonly Message[] => [
      ...asking('?'),
      { role: 'assistant', content: '', calls },
      ...results,
    ]
    const { wire, server } = await serve(['a', 'b'])
    await collect(wire, request({ messages: told(found('a', '[c1]\n'), found('b', '[c2]\n')) }))
    await collect(wire, request({ messages: told(found('a', ''), found('b', '')) }))
    const sent = server.bodies.map(body => JSON.stringify(body.messages))
    for (const each of sent) expect(each.split('The wheels were paid').length).toBe(2)
    expect(sent[0]).toContain('[1] Notes\\n(the words that stand in c1)')
    expect(sent[1]).toContain('[1] Notes\\n(the words that stand in a result above)')
  })

  it('ends a turn with an error when a tool cannot be described to the model', async () => {
    const { wire } = await serve(['a'])
    const cyclic: z.ZodType = z.lazy(() => {
      throw new Error('no schema today')
    })
    const odd = defineTool({ ...double, input: cyclic })
    expect(await lastOf(wire, request({ tools: [odd] }))).toMatchObject({
      type: 'error',
      retryable: false,
      message: expect.stringContaining('no schema today'),
    })
  })

  it('takes a refusal in its own field as a refusal', async () => {
    const refusal: Scene = { pieces: [chunk({ refusal: 'No.' }), chunk({}, 'stop')], ending: 'end' }
    const { wire } = await serve([refusal])
    expect(await collect(wire, request())).toEqual([
      { type: 'text', delta: 'No.' },
      { type: 'done', stop: 'refusal' },
    ])
  })

  it('reads reasoning under either of its names', async () => {
    const pieces = [chunk({ reasoning: 'a' }), chunk({ reasoning_content: 'b' }), chunk({}, 'stop')]
    const { wire } = await serve([{ pieces, ending: 'end' }])
    const events = await collect(wire, request())
    expect(events.slice(0, 2)).toEqual<ModelEvent[]>([
      { type: 'reasoning', delta: 'a' },
      { type: 'reasoning', delta: 'b' },
    ])
  })

  it('names the models a server has when it does not know the one asked for', async () => {
    const unknown: Scene = { status: 404, body: '{"error":{"message":"model not found"}}' }
    const { wire, server } = await serve([unknown], { models: ['a', 'b'] })
    expect(await lastOf(wire, request())).toEqual({
      type: 'error',
      message: `${server.baseURL} does not know the model m; it has: a, b`,
      retryable: false,
      kind: 'unavailable',
    })
    const listed = await serve([unknown], { models: ['m'] })
    expect(await lastOf(listed.wire, request())).toMatchObject({
      message: expect.stringContaining('although it lists the model'),
    })
    const mute = await serve([unknown])
    expect(await lastOf(mute.wire, request())).toMatchObject({
      message: expect.stringContaining('set OPENAI_BASE_URL'),
    })
  })

  it('says which server cannot be reached and what to do', async () => {
    const server = await startChatServer([])
    await server.close()
    const wire = openai({ model: 'm', baseURL: server.baseURL })
    expect(await collect(wire, request())).toEqual([
      {
        type: 'error',
        message: `cannot reach ${server.baseURL}: connection refused; start the server or set OPENAI_BASE_URL`,
        retryable: false,
        kind: 'unavailable',
      },
    ])
  })

  it('sends the key to the server and never shows it', async () => {
    const apiKey = 'sk-very-secret-1234'
    const scenes: Scene[] = [400, 401, 404, 429, 500].map(status => ({
      status,
      body: JSON.stringify({ error: { message: `Incorrect API key provided: ${apiKey}` } }),
    }))
    const { wire, server } = await serve(scenes, { apiKey })
    for (const _ of scenes) {
      const last = await lastOf(wire, request())
      expect(last?.type).toBe('error')
      expect(JSON.stringify(last)).not.toContain(apiKey)
    }
    expect(server.headers[0]!.authorization).toBe(`Bearer ${apiKey}`)
    const { wire: open, server: local } = await serve(['hello'])
    await collect(open, request())
    expect(local.headers[0]!.authorization).toBeUndefined()
  })

  it('does not show a password that is part of the address', async () => {
    const wire = openai({ model: 'm', baseURL: 'http://user:hunter2@127.0.0.1:9/v1' })
    expect(JSON.stringify(await collect(wire, request()))).not.toContain('hunter2')
  })

  it('refuses an address that is none, and OpenAI without a key', () => {
    expect(() => openai({ model: 'm', baseURL: 'localhost:11434' })).toThrow(ConfigurationError)
    expect(() => openai({ model: 'm' })).toThrow('openai:m needs a key; set OPENAI_API_KEY')
  })

  it('does not give up a server that is slow and steady', async () => {
    const pieces = [...'slow and steady'].map(content => chunk({ content }))
    const scene: Scene = { pieces: [...pieces, chunk({}, 'stop')], ending: 'end', pauseMs: 60 }
    const { server } = await serve([scene])
    const wire = openai({ model: 'm', baseURL: server.baseURL, idleMs: 900 })
    expect(await lastOf(wire, request())).toEqual({ type: 'done', stop: 'end' })
  })

  it('waits no longer for one that is there still, but has said why its reply ended', async () => {
    const pings = Array.from({ length: 10_000 }, () => ': still here\n\n')
    const pieces = [chunk({ content: 'a' }), chunk({}, 'stop'), ...pings]
    const { wire } = await serve([{ pieces, ending: 'end', pauseMs: 20 }], { idleMs: 300 })
    expect(await lastOf(wire, request())).toEqual({ type: 'done', stop: 'end' })
  })

  it('closes the connection when the caller stops listening', async () => {
    const { wire, server } = await serve([{ text: ['a', 'b'], hang: true }])
    for await (const _ of wire.stream(request())) break
    await expect.poll(server.connections, { timeout: 100_000 }).toBe(0)
  })
})
