// How long a prompt may be behind a model as it is opened: who is asked, when, and what it costs.
import { afterEach, describe, expect, it } from 'vitest'
import { type ModelSettings, openModel } from '../../../agent/llm/models.ts'
import { isOwn } from '../../../agent/llm/openai/servers.ts'
import {
  type ChatServer,
  type ChatServerOptions,
  type Scene,
  stalled,
  startChatServer,
} from '../../support/chat-server.ts'
import { asking, call } from '../../support/model.ts'

const servers: ChatServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function open(
  spec: string,
  options: ChatServerOptions & { script?: readonly Scene[]; settings?: ModelSettings } = {},
) {
  const { script, settings, ...rest } = options
  const server = await startChatServer(script ?? (() => 'fine'), rest)
  servers.push(server)
  const env = { OPENAI_BASE_URL: server.baseURL, OLLAMA_HOST: server.baseURL }
  const { provider, budget } = await openModel(spec, env, settings)
  const ask = (content: string) => provider.complete(asking(content), call())
  const sent = () => server.bodies.map(body => String(body.messages[0]!.content).length)
  return { ask, sent, server, budget }
}

const long = 'word '.repeat(4000)
const short = 'word '.repeat(100)
const tooLong: Scene = {
  status: 400,
  body: JSON.stringify({ error: { message: 'no', code: 'context_length_exceeded' } }),
}

describe('a model whose context nobody has told', () => {
  const ollama = (context: unknown) => ({
    '/v1/models': { data: [{ id: 'm' }] },
    '/api/ps': context,
  })

  it('is asked for it when a prompt is long: Ollama would cut its beginning off without a word', async () => {
    const pages = ollama({ models: [{ name: 'm', context_length: 4096 }] })
    const { ask, sent } = await open('ollama:m', { pages })
    await ask(short)
    await ask(long)
    expect(sent()[0]).toBe(short.length)
    expect(sent()[1]).toBeLessThan(3 * 4096)
    const { bodies } = servers[0]!
    expect(bodies[1]!.messages[0]!.content).toMatch(/\d+ characters were left out here/)
  })

  it('is asked behind any address that is not public', async () => {
    const pages = { '/v1/models': { data: [{ id: 'm', max_model_len: 4096 }] } }
    const { ask, sent } = await open('openai:m', { pages })
    await ask(long)
    expect(sent()[0]).toBeLessThan(3 * 4096)
  })

  it('is not asked when somebody has told, nor waited for when its server does not say', async () => {
    const pages = ollama({ models: [{ name: 'm', context_length: 4096 }] })
    const told = await open('ollama:m', { pages, settings: { contextTokens: 50_000 } })
    await told.ask(long)
    expect(told.sent()).toEqual([long.length])
    const mute = await open('ollama:m', { pages: { '/v1/models': stalled } })
    await mute.ask(long)
    expect(mute.sent()).toEqual([long.length])
  })

  const own: readonly (readonly [server: 'ollama' | 'vllm' | undefined, address?: string])[] = [
    ['ollama'],
    ['ollama', 'http://gpu.example.org:11434/v1'],
    ['vllm', 'https://models.example.org/v1'],
    [undefined, 'http://localhost:8080/v1'],
    [undefined, 'http://192.168.1.20:8080/v1'],
    [undefined, 'http://[fd00::5]:8080/v1'],
    [undefined, 'http://inference:8080/v1'],
    [undefined, 'http://gpu.local/v1'],
  ]
  const cloud: typeof own = [
    [undefined],
    [undefined, 'https://api.openai.com/v1'],
    [undefined, 'https://models.example.com/v1'],
    [undefined, 'https://8.8.8.8/v1'],
    [undefined, 'http://172.64.0.1/v1'],
    ['ollama', 'https://ollama.com/v1'],
    [undefined, 'nonsense'],
  ]
  it('is asked only where it is a server of one’s own', () => {
    const isAsked = ([server, baseURL]: (typeof own)[number]) =>
      isOwn({ ...(server && { server }), baseURL })
    expect(own.filter(each => !isAsked(each))).toEqual([])
    expect(cloud.filter(isAsked)).toEqual([])
  })
})

describe('a budget and a prompt that has to be shortened', () => {
  it('pays for what is sent, and for each time that it is sent', async () => {
    const settings = { contextTokens: 1200, budget: { tokens: 2500 } }
    const { ask, budget } = await open('openai:m', { settings })
    const { error, requests } = await ask(long)
    expect({ error, requests }).toEqual({ error: undefined, requests: 1 })
    expect(budget!.spent().tokens).toBeLessThanOrEqual(1200)
    const halving = await open('openai:m', { script: [tooLong, tooLong, 'fine'] })
    expect(await halving.ask(short.repeat(4))).toMatchObject({ text: 'fine', requests: 3 })
    const poor = await open('openai:m', { settings: { budget: { tokens: 500 } } })
    expect(await poor.ask(short.repeat(4))).toMatchObject({
      requests: 0,
      error: { kind: 'budget' },
    })
  })
})
