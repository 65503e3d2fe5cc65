import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../../../agent/configuration.ts'
import type { OpenAIOptions } from '../../../agent/llm/openai.ts'
import { openai } from '../../../agent/llm/openai.ts'
import { connect } from '../../../agent/llm/openai-connection.ts'
import { openServer, type ServerName } from '../../../agent/llm/openai-servers.ts'
import type { Sampling } from '../../../agent/llm/provider.ts'
import type { ChatBody, Scene } from '../../support/chat-server.ts'
import { refusal } from '../../support/chat-server.ts'
import { collect, double, request } from '../../support/model.ts'
import { callsOf, joined, serve } from './openai-kit.ts'

const schema = { type: 'object', properties: { a: { type: 'string' } } }
/** What a request holds besides the conversation. */
function settingsOf({ model: _, messages: __, stream: ___, tools, ...rest }: ChatBody) {
  return { ...rest, ...(tools && { tools: tools.length }) }
}

const whole: Sampling = { temperature: 0.5, topP: 0.9, seed: 7, effort: 'low' }
const spelled = { temperature: 0.5, top_p: 0.9, seed: 7, reasoning_effort: 'low' }
const { effort: _, ...unhurried } = whole
const { reasoning_effort: __, ...spelledUnhurried } = spelled
const format = (strict: boolean) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'perceive', schema, strict } },
})
const stream_options = { include_usage: true }

describe('the table of servers', () => {
  const rows: readonly {
    readonly server: ServerName | undefined
    readonly sampling: Sampling
    readonly alone: object
    readonly withTools: object
  }[] = [
    {
      server: 'openai',
      sampling: whole,
      alone: {
        ...spelled,
        ...format(false),
        stream_options,
        max_completion_tokens: 99,
        prompt_cache_key: 'intend-perceive',
      },
      withTools: {
        ...spelled,
        ...format(false),
        stream_options,
        prompt_cache_key: 'intend-perceive',
        tools: 1,
      },
    },
    {
      server: 'ollama',
      sampling: whole,
      alone: { ...spelled, ...format(false), stream_options, max_tokens: 99 },
      withTools: { ...spelled, stream_options, tools: 1 },
    },
    {
      server: 'vllm',
      sampling: whole,
      alone: { ...spelled, ...format(true), stream_options, max_tokens: 99 },
      withTools: { ...spelled, stream_options, tools: 1 },
    },
    {
      server: 'lmstudio',
      sampling: unhurried,
      alone: { ...spelledUnhurried, ...format(true), stream_options, max_tokens: 99 },
      withTools: { ...spelledUnhurried, stream_options, tools: 1 },
    },
    {
      server: undefined,
      sampling: whole,
      alone: { ...spelled, ...format(false), stream_options, max_tokens: 99 },
      withTools: { ...spelled, stream_options, tools: 1 },
    },
  ]
  for (const { server: name, sampling, alone, withTools } of rows)
    it(`is what goes over the wire to ${name ?? 'a server that is not in it'}`, async () => {
      const { wire, server } = await serve(['a', 'b'], { ...(name && { server: name }), sampling })
      await collect(wire, request({ purpose: 'perceive', schema, maxOutputTokens: 99 }))
      await collect(wire, request({ purpose: 'perceive', schema, tools: [double] }))
      expect(server.bodies.map(settingsOf)).toEqual([alone, withTools])
    })

  it('keeps Qwen3 from thinking unless an effort is given, by what each server knows', async () => {
    const thinking = async (name: ServerName | undefined, model: string, sampling: Sampling) => {
      const { wire, server } = await serve(['a'], {
        ...(name && { server: name }),
        model,
        sampling,
      })
      await collect(wire, request())
      const { chat_template_kwargs, reasoning_effort } = server.bodies[0]!
      return { chat_template_kwargs, reasoning_effort }
    }
    const off = { chat_template_kwargs: { enable_thinking: false } }
    const on = { chat_template_kwargs: { enable_thinking: true }, reasoning_effort: 'high' }
    expect(await thinking('vllm', 'Qwen/Qwen3-8B', {})).toEqual(off)
    expect(await thinking(undefined, 'Qwen/Qwen3-8B', {})).toEqual(off)
    expect(await thinking('ollama', 'qwen3:8b', {})).toEqual({ reasoning_effort: 'none' })
    expect(await thinking('lmstudio', 'qwen/qwen3-4b', {})).toEqual({
      ...off,
      reasoning_effort: 'none',
    })
    expect(await thinking('vllm', 'Qwen/Qwen3-8B', { effort: 'high' })).toEqual(on)
    expect(await thinking('lmstudio', 'qwen/qwen3-4b', { effort: 'high' })).toEqual(on)
    expect(await thinking('ollama', 'qwen3:8b', { effort: 'high' })).toEqual({
      reasoning_effort: 'high',
    })
    expect(await thinking('vllm', 'Qwen/Qwen3-4B-Thinking-2507', {})).toEqual({})
    expect(await thinking('vllm', 'mistral', {})).toEqual({})
    expect(await thinking('openai', 'qwen3', {})).toEqual({})
  })

  it('refuses a setting that the server does not take, and one out of its range', () => {
    const refused = (options: OpenAIOptions) => expect(() => openai({ apiKey: 'k', ...options }))
    refused({ server: 'lmstudio', model: 'gemma', sampling: { effort: 'low' } }).toThrow(
      new ConfigurationError('lmstudio:gemma does not take the setting effort; leave it out'),
    )
    for (const model of ['gpt-5', 'gpt-5-mini', 'o3', 'o4-mini'])
      refused({ model, sampling: { temperature: 0 } }).toThrow(
        `openai:${model} does not take the setting temperature; leave it out`,
      )
    for (const model of ['gpt-4.1', 'gpt-5-chat-latest', 'gpt-5.1'])
      refused({ model, sampling: { temperature: 0 } }).not.toThrow()
    refused({ server: 'vllm', model: 'm', sampling: { temperature: 5 } }).toThrow(
      'the setting temperature of vllm:m is 5; choose one from 0 to 2',
    )
    refused({ server: 'vllm', model: 'm', sampling: { seed: 1.5 } }).toThrow('a whole number')
    refused({ server: 'vllm', model: 'm', sampling: { topP: Number.NaN } }).toThrow('from 0 to 1')
  })
})

describe('openServer', () => {
  const address = (...asked: Parameters<typeof openServer>) => connect(openServer(...asked)).server

  it('knows where each server is unless told', () => {
    expect(address('openai', 'm', { OPENAI_API_KEY: 'k' })).toBe('https://api.openai.com/v1')
    expect(address('ollama', 'm', {})).toBe('http://127.0.0.1:11434/v1')
    expect(address('vllm', 'm', { VLLM_BASE_URL: ' ' })).toBe('http://127.0.0.1:8000/v1')
    expect(address('lmstudio', 'm', {})).toBe('http://127.0.0.1:1234/v1')
    expect(() => address('openai', 'm', {})).toThrow('openai:m needs a key; set OPENAI_API_KEY')
  })

  it('completes the address of a local server', () => {
    const written: Readonly<Record<string, string>> = {
      gpu: 'http://gpu:11434/v1',
      'gpu:7000': 'http://gpu:7000/v1',
      ':7000': 'http://127.0.0.1:7000/v1',
      '0.0.0.0': 'http://127.0.0.1:11434/v1',
      '0.0.0.0:80': 'http://127.0.0.1/v1',
      '[::1]:7000': 'http://[::1]:7000/v1',
      'http://gpu': 'http://gpu/v1',
      'https://ollama.com/': 'https://ollama.com/v1',
      'http://gpu:7000/v1/': 'http://gpu:7000/v1',
      'http://gpu:7000/ollama/v1': 'http://gpu:7000/ollama/v1',
    }
    for (const [from, to] of Object.entries(written))
      expect(address('ollama', 'm', { OLLAMA_HOST: from })).toBe(to)
    expect(() => address('ollama', 'm', { OLLAMA_HOST: 'ftp://gpu' })).toThrow('set OLLAMA_HOST')
    expect(() => address('vllm', 'm', { VLLM_BASE_URL: 'a b' })).toThrow('set VLLM_BASE_URL')
  })

  it('reads address and key of the server meant and of no other, and names them in failures', async () => {
    const names = {
      openai: ['OPENAI_BASE_URL', 'OPENAI_API_KEY'],
      ollama: ['OLLAMA_HOST', 'OLLAMA_API_KEY'],
      vllm: ['VLLM_BASE_URL', 'VLLM_API_KEY'],
      lmstudio: ['LMSTUDIO_BASE_URL', 'LMSTUDIO_API_KEY'],
    } as const
    const keys = Object.fromEntries(
      Object.entries(names).map(([server, [, key]]) => [key, `key-of-${server}`]),
    )
    for (const [server, [addressVariable, keyVariable]] of Object.entries(names)) {
      const denied: Scene = { status: 401, body: '{"error":{"message":"no"}}' }
      const { server: http } = await serve(['a', denied])
      const env = { ...keys, [addressVariable]: http.baseURL }
      const wire = openai(openServer(server as ServerName, 'm', env))
      expect(wire.name).toBe(`${server}:m`)
      expect((await collect(wire, request())).at(-1)).toEqual({ type: 'done', stop: 'end' })
      expect(http.headers[0]!.authorization).toBe(`Bearer key-of-${server}`)
      expect((await collect(wire, request())).at(-1)).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining(keyVariable),
      })
    }
  })
})

describe('a server that refuses a part of the request', () => {
  const sampling = { ...whole }
  const asks = { schema, maxOutputTokens: 50 } as const

  /** A server that answers 400 to requests with this field. */
  const without =
    (field: string, words = `Unsupported parameter: '${field}'`) =>
    (body: ChatBody): Scene =>
      field in body ? refusal(words) : 'fine'

  for (const field of [
    'stream_options',
    'temperature',
    'top_p',
    'seed',
    'reasoning_effort',
    'response_format',
    'chat_template_kwargs',
  ])
    it(`is asked without ${field}, and from then on at once`, async () => {
      const { wire, server } = await serve(without(field), { model: 'qwen3', sampling })
      for (const _ of [1, 2]) {
        const events = await collect(wire, request(asks))
        expect(joined(events, 'text')).toBe('fine')
        expect(events.at(-1)).toEqual({ type: 'done', stop: 'end' })
      }
      const refused = server.bodies.filter(body => field in body)
      // of the format there are two spellings
      expect(refused).toHaveLength(field === 'response_format' ? 2 : 1)
      expect(server.bodies).toHaveLength(refused.length + 2)
      const { [field]: _, ...rest } = server.bodies[0]!
      expect(server.bodies.at(-1)).toEqual(rest)
    })

  it('gets the other spelling of the length and of the format when it asks for it', async () => {
    const picky = (body: ChatBody): Scene => {
      if ('max_tokens' in body)
        return refusal("'max_tokens' is not supported; use 'max_completion_tokens'", 'max_tokens')
      const { type } = (body.response_format ?? {}) as { type?: string }
      return type === 'json_schema'
        ? refusal('This response_format type is unavailable now')
        : 'fine'
    }
    const { wire, server } = await serve(picky)
    await collect(wire, request(asks))
    await collect(wire, request(asks))
    expect(server.bodies).toHaveLength(4)
    expect(settingsOf(server.bodies[3]!)).toEqual({
      stream_options,
      response_format: { type: 'json_object' },
      max_completion_tokens: 50,
    })
  })

  it('may call tools only without thinking, whether an effort was asked for or not', async () => {
    const picky = (body: ChatBody): Scene =>
      body.tools && body.reasoning_effort !== 'none'
        ? refusal(
            'Function tools with reasoning_effort are not supported for m',
            'reasoning_effort',
          )
        : 'fine'
    for (const sampling of [{}, { effort: 'low' }] as const) {
      const { wire, server } = await serve(picky, { sampling })
      const tools = [double]
      for (const _ of [1, 2])
        expect(joined(await collect(wire, request({ tools })), 'text')).toBe('fine')
      await collect(wire, request())
      const efforts = server.bodies.map(body => body.reasoning_effort)
      expect(efforts).toEqual([sampling.effort, 'none', 'none', sampling.effort])
    }
  })

  it('may know nothing but the conversation, and word it in its own way', async () => {
    const bare = (body: ChatBody): Scene => {
      const [odd] = Object.keys(body).filter(key => !['model', 'messages', 'stream'].includes(key))
      if (!odd) return 'fine'
      const detail = [{ type: 'extra_forbidden', loc: ['body', odd], msg: 'not permitted' }]
      return { status: 422, body: JSON.stringify({ detail }) }
    }
    const { wire, server } = await serve(bare, { sampling, model: 'qwen3' })
    expect(joined(await collect(wire, request(asks)), 'text')).toBe('fine')
    const first = server.bodies.length
    expect(joined(await collect(wire, request(asks)), 'text')).toBe('fine')
    expect(server.bodies).toHaveLength(first + 1)
  })

  it.each([
    ['LM Studio', 400, { error: "'response_format.type' must be 'text'" }],
    [
      'an old vLLM',
      400,
      { object: 'error', message: 'xgrammar: unsupported json schema', code: 400 },
    ],
  ])('is understood when it is %s', async (_, status, body) => {
    const script = (asked: ChatBody): Scene =>
      'response_format' in asked ? { status, body: JSON.stringify(body) } : 'fine'
    const { wire } = await serve(script)
    expect(joined(await collect(wire, request({ schema })), 'text')).toBe('fine')
  })

  it('is asked without an effort when the model has no such degree, as Ollama says it', async () => {
    const error = {
      message: 'think value "low" is not supported for this model',
      type: 'api_error',
    }
    const script = (body: ChatBody): Scene =>
      'reasoning_effort' in body ? { status: 500, body: JSON.stringify({ error }) } : 'fine'
    const { wire, server } = await serve(script, { server: 'ollama', sampling: { effort: 'low' } })
    expect(joined(await collect(wire, request()), 'text')).toBe('fine')
    expect(server.bodies).toHaveLength(2)
  })

  it('is not held to what it said of one length', async () => {
    const script = ({ max_tokens = 0, max_completion_tokens = max_tokens }: ChatBody): Scene =>
      (max_completion_tokens as number) > 100
        ? refusal("'max_tokens' or 'max_completion_tokens' is too large: 200")
        : 'fine'
    const { wire, server } = await serve(script)
    expect(joined(await collect(wire, request({ maxOutputTokens: 200 })), 'text')).toBe('fine')
    await collect(wire, request({ maxOutputTokens: 20 }))
    expect(server.bodies.at(-1)).toMatchObject({ max_tokens: 20 })
  })

  it('that goes on refusing has said why, and is asked in full the next time', async () => {
    const script = () => refusal('the temperature of the room is too low')
    const { wire, server } = await serve(script, { sampling: { temperature: 0 } })
    for (const _ of [1, 2])
      expect((await collect(wire, request())).at(-1)).toMatchObject({
        type: 'error',
        retryable: false,
        message: expect.stringContaining('the temperature of the room'),
      })
    expect(server.bodies.map(body => 'temperature' in body)).toEqual([true, false, true, false])
  })

  it.each([
    'registry.ollama.ai/library/gemma:2b does not support tools',
    'Function calling is not supported for this model',
    'No endpoints found that support tool use.',
  ])('for the tools has a model that cannot call any: %s', async words => {
    const { wire, server } = await serve(body => (body.tools ? refusal(words) : 'fine'))
    expect(await collect(wire, request({ tools: [double] }))).toEqual([
      {
        type: 'error',
        message: `the model m at ${server.baseURL} cannot call tools; choose a model that can`,
        retryable: false,
      },
    ])
    expect(joined(await collect(wire, request()), 'text')).toBe('fine')
  })

  it('for want of a parser shows the tools all the same, and its calls are read from the text', async () => {
    const words =
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
    const left = '<tool_call>{"name": "double", "arguments": {"x": 2}}</tool_call>'
    const script = (body: ChatBody): Scene =>
      body.tools && body.tool_choice !== 'none' ? refusal(words) : left
    const { wire, server } = await serve(script, { server: 'vllm' })
    for (const _ of [1, 2]) {
      const events = await collect(wire, request({ tools: [double] }))
      expect(callsOf(events)).toMatchObject([{ name: 'double', input: '{"x":2}' }])
      expect(events.at(-1)).toEqual({ type: 'done', stop: 'tools' })
    }
    expect(server.bodies.map(body => body.tool_choice)).toEqual([undefined, 'none', 'none'])
  })
})
