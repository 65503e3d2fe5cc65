import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toBody } from '../../../../agent/llm/anthropic/request.ts'
import { anthropic } from '../../../../agent/llm/anthropic/wire.ts'
import { createProvider } from '../../../../agent/llm/create-provider.ts'
import type { Message } from '../../../../agent/llm/provider.ts'
import { ConfigurationError } from '../../../../plans/configuration.ts'
import type { Json } from '../../../../tools/tool.ts'
import type { MessagesBody } from '../../../support/anthropic-rules.ts'
import { objectionTo } from '../../../support/anthropic-rules.ts'
import { failure } from '../../../support/anthropic-server.ts'
import {
  asking,
  call,
  collect,
  double,
  executorOf,
  lastOf,
  request,
} from '../../../support/model.ts'
import { anyCodeUnits, serve } from './kit.ts'

const mark = { type: 'ephemeral' }

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

  it('marks what a conversation begins with apart from what follows it at once', async () => {
    const { wire, server } = await serve(['a'], { apiKey: 'k' })
    await collect(wire, request({ messages: [...asking('the files'), ...asking('?')] }))
    const content = [
      { type: 'text', text: 'the files', cache_control: mark },
      { type: 'text', text: '?' },
    ]
    expect(server.bodies[0]!.messages).toEqual([{ role: 'user', content }])
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
      { role: 'tool', call: 'c1', content: 'Error: not JSON', failed: true },
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
          { ...result, tool_use_id: 'c1', content: 'Error: not JSON', is_error: true },
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

  it('keeps calls apart whose ids are the same', async () => {
    const { wire, server } = await serve(['a'])
    const same = { id: 'x', name: 'double', input: '{}' }
    const messages: Message[] = [
      ...asking('?'),
      { role: 'assistant', content: '', calls: [same, { ...same }] },
      { role: 'tool', call: 'x', content: 'first' },
      { role: 'tool', call: 'x', content: 'second' },
      { role: 'assistant', content: '', calls: [{ ...same }] },
      { role: 'tool', call: 'x', content: 'third' },
    ]
    await collect(wire, request({ messages, tools: [double] }))
    const blocks = server.bodies[0]!.messages.flatMap(message => message.content)
    expect(blocks.flatMap(each => each.id ?? [])).toEqual(['x', 'x_2', 'x_3'])
    expect(
      blocks.flatMap(each => (each.tool_use_id ? [[each.tool_use_id, each.content]] : [])),
    ).toEqual([
      ['x', 'first'],
      ['x_2', 'second'],
      ['x_3', 'third'],
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
    const accepted = fc.property(
      fc.array(message, { maxLength: 12 }),
      fc.boolean(),
      (messages, offered) => {
        const settings = {
          model: 'm',
          maxTokens: 1,
          effort: undefined,
          sendsSchema: true,
          begun: [],
          spoken: new WeakMap(),
        }
        const body = toBody(request({ messages, tools: offered ? [double] : [] }), settings)
        expect(objectionTo(body as unknown as MessagesBody)).toBeUndefined()
        const sent = JSON.stringify(body)
        for (const each of messages)
          if (each.role === 'user' && each.content.trim())
            expect(sent).toContain(JSON.stringify(each.content.toWellFormed()))
      },
    )
    fc.assert(accepted, { numRuns: 150 })
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

  it.each<[boolean, Json]>([
    [true, { type: 'object', properties: {} }],
    [true, { type: 'object', additionalProperties: false }],
    [false, { type: 'object' }],
    [false, { type: 'object', properties: {}, additionalProperties: { type: 'string' } }],
    [false, { type: 'object', properties: { a: {} } }],
    [true, { type: 'array', items: { type: 'string' } }],
    [false, { type: 'array' }],
    [false, { type: 'array', items: {} }],
    [true, { type: ['string', 'null'] }],
    [false, { type: ['string', 'object'] }],
    [true, { enum: ['a', 1] }],
    [true, { enum: ['a', null] }],
    [false, { enum: ['a', {}] }],
    [false, { enum: [{}, []] }],
    [false, { enum: [] }],
    [true, { const: 'a' }],
    [false, { const: {} }],
    [true, { anyOf: [{ type: 'string' }, { const: 1 }] }],
    [false, { anyOf: [{ type: 'string' }, {}] }],
    [true, { $ref: '#/$defs/a', $defs: { a: { type: 'number' } } }],
    [false, { $ref: '#/$defs/a', $defs: { a: {} } }],
  ])('can say the same: %s, of a member that is %j', async (can, member) => {
    const { wire, server } = await serve(['a'])
    const schema = { type: 'object', properties: { member }, additionalProperties: false }
    await collect(wire, request({ schema }))
    expect(server.bodies[0]!.output_config !== undefined).toBe(can)
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
