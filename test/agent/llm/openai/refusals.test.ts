// What a server refuses of a request, and how it is asked again.
import { describe, expect, it } from 'vitest'
import type { Sampling } from '../../../../agent/llm/provider.ts'
import type { ChatBody, Scene } from '../../../support/chat-server.ts'
import { refusal } from '../../../support/chat-server.ts'
import { collect, double, request } from '../../../support/model.ts'
import { callsOf, joined, serve } from './kit.ts'

const schema = { type: 'object', properties: { a: { type: 'string' } } }
/** What a request holds besides the conversation. */
function settingsOf({ model: _, messages: __, stream: ___, tools, ...rest }: ChatBody) {
  return { ...rest, ...(tools && { tools: tools.length }) }
}

const whole: Sampling = { temperature: 0.5, topP: 0.9, seed: 7, effort: 'low' }
const stream_options = { include_usage: true }

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

  it('is understood where its complaint begins with the name', async () => {
    const words = 'seed is not supported, top_p is ignored'
    const { wire, server } = await serve(without('seed', words), { model: 'qwen3', sampling })
    await collect(wire, request(asks))
    const { seed: _, ...rest } = server.bodies[0]!
    expect(server.bodies.slice(1)).toEqual([rest])
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
