import { describe, expect, it } from 'vitest'
import { reachOpenAI } from '../../../../agent/llm/openai/models.ts'
import type { ServerName } from '../../../../agent/llm/openai/servers.ts'
import { stalled, startChatServer } from '../../../support/chat-server.ts'
import { serve } from './kit.ts'

describe('reachOpenAI', () => {
  const reach = async (
    server: ServerName | undefined,
    model: string,
    pages: Readonly<Record<string, unknown>>,
    timeoutMs?: number,
  ) => {
    const { asked, server: http } = await serve([], { pages })
    const { baseURL } = http
    const { apiKey: _, ...rest } = asked
    return {
      baseURL,
      reached: await reachOpenAI({ ...rest, model, ...(server && { server }) }, timeoutMs),
    }
  }
  const listed = (...ids: string[]) => ({ data: ids.map(id => ({ id })) })

  it('reads the context of vLLM from its list', async () => {
    const data = [{ id: 'other' }, { id: 'm', max_model_len: 32768 }]
    const { baseURL, reached } = await reach('vllm', 'm', { '/v1/models': { data } })
    expect(reached).toEqual({
      ok: true,
      says: `${baseURL} has the model m, with a context of 32768 tokens`,
      models: ['other', 'm'],
      contextTokens: 32768,
    })
  })

  it('reads from LM Studio what is loaded, and takes what could be for no more than that', async () => {
    const v0 = (more: object) => ({ data: [{ id: 'm', max_context_length: 131072, ...more }] })
    const pages = { '/v1/models': listed('m') }
    const loaded = await reach('lmstudio', 'm', {
      ...pages,
      '/api/v0/models': v0({ state: 'loaded', loaded_context_length: 4096 }),
    })
    expect(loaded.reached).toMatchObject({ ok: true, contextTokens: 4096 })
    const asleep = await reach('lmstudio', 'm', { ...pages, '/api/v0/models': v0({}) })
    expect(asleep.reached).toEqual({
      ok: true,
      says: `${asleep.baseURL} has the model m, with a context of at most 131072 tokens; how many is settled when it is loaded`,
      models: ['m'],
    })
  })

  it('reads from Ollama what is loaded, else the parameters of the model, else its limit', async () => {
    const show = (parameters?: string) => ({
      ...(parameters && { parameters }),
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40960 },
    })
    const pages = { '/v1/models': listed('qwen3:latest', 'b'), '/api/ps': { models: [] } }
    const running = [{ name: 'b' }, { name: 'qwen3:latest', context_length: 8192 }]
    const ask = async (more: object) =>
      (await reach('ollama', 'qwen3', { ...pages, ...more })).reached
    expect(
      await ask({ '/api/ps': { models: running }, '/api/show': show('num_ctx 2048') }),
    ).toEqual({
      ok: true,
      says: expect.stringContaining('has the model qwen3, with a context of 8192 tokens'),
      models: ['qwen3:latest', 'b'],
      contextTokens: 8192,
    })
    const set = show('stop "<|im_end|>"\nnum_ctx                        16384')
    expect(await ask({ '/api/show': set })).toMatchObject({ contextTokens: 16384 })
    expect(await ask({ '/api/show': show('num_ctx 99999') })).toMatchObject({
      contextTokens: 40960,
    })
    const free = await ask({ '/api/show': show() })
    expect(free).toMatchObject({ ok: true, says: expect.stringContaining('at most 40960') })
    expect(free).not.toHaveProperty('contextTokens')
  })

  it('is content with a server that says less, or nonsense', async () => {
    const says = (baseURL: string) => `${baseURL} has the model m`
    for (const [server, page] of [
      ['ollama', { '/api/ps': 7, '/api/show': { model_info: { 'm.context_length': -1 } } }],
      ['lmstudio', { '/api/v0/models': { data: null } }],
      ['lmstudio', {}],
      ['vllm', {}],
      [undefined, {}],
    ] as const) {
      const { baseURL, reached } = await reach(server, 'm', { '/v1/models': listed('m'), ...page })
      expect(reached).toEqual({ ok: true, says: says(baseURL), models: ['m'] })
    }
    for (const pages of [{}, { '/v1/models': { data: null } }, { '/v1/models': 'hello' }])
      expect((await reach('vllm', 'm', pages)).reached).toEqual({
        ok: true,
        says: expect.stringContaining('does not list its models'),
        models: [],
      })
  })

  it('names the models there are when the one asked for is not among them', async () => {
    const { baseURL, reached } = await reach('vllm', 'm', { '/v1/models': listed('a', 'b') })
    expect(reached).toEqual({
      ok: false,
      says: `${baseURL} does not know the model m; it has: a, b`,
      models: ['a', 'b'],
    })
  })

  it('is done after its time, whichever question is not answered', async () => {
    const list = await reach('ollama', 'm', { '/v1/models': stalled }, 200)
    expect(list.reached).toEqual({
      ok: false,
      says: `${list.baseURL} did not answer within 0.2 s; see whether it is overloaded`,
      models: [],
    })
    const context = await reach(
      'ollama',
      'm',
      { '/v1/models': listed('m'), '/api/ps': stalled, '/api/show': stalled },
      200,
    )
    expect(context.reached).toMatchObject({ ok: true, models: ['m'] })
    const studio = { '/v1/models': listed('m'), '/api/v0/models': stalled }
    expect((await reach('lmstudio', 'm', studio, 200)).reached).toMatchObject({ ok: true })
  })

  it('says what is wrong with an address or a key instead of failing', async () => {
    expect(await reachOpenAI({ model: 'm' })).toEqual({
      ok: false,
      says: expect.stringContaining('set OPENAI_API_KEY'),
      models: [],
    })
    const gone = await startChatServer([])
    await gone.close()
    expect(await reachOpenAI({ model: 'm', server: 'vllm', baseURL: gone.baseURL })).toEqual({
      ok: false,
      says: `cannot reach ${gone.baseURL}: connection refused; start the server or set VLLM_BASE_URL`,
      models: [],
    })
  })
})
