import { describe, expect, it } from 'vitest'
import { connect } from '../../../../agent/llm/openai/connection.ts'
import { openServer, type ServerName } from '../../../../agent/llm/openai/servers.ts'
import type { OpenAIOptions } from '../../../../agent/llm/openai/wire.ts'
import { openai } from '../../../../agent/llm/openai/wire.ts'
import type { Sampling } from '../../../../agent/llm/provider.ts'
import { ConfigurationError } from '../../../../plans/configuration.ts'
import type { ChatBody, Scene } from '../../../support/chat-server.ts'
import { collect, double, request } from '../../../support/model.ts'
import { serve } from './kit.ts'

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
    const ends = { temperature: [0, 2], topP: [0, 1], seed: [-2_147_483_648, 2_147_483_647] }
    for (const [setting, [least, most]] of Object.entries(ends)) {
      const set = (value: number) =>
        refused({ server: 'vllm', model: 'm', sampling: { [setting]: value } })
      for (const value of [least!, most!]) set(value).not.toThrow()
      for (const value of [least! - 1, most! + 1]) set(value).toThrow(`from ${least} to ${most}`)
    }
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
