import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openModel } from '../../../agent/llm/models.ts'
import type { LLMProvider } from '../../../agent/llm/provider.ts'
import { openRecording, recordWire } from '../../../agent/llm/replay/recording.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { ConfigurationError } from '../../../plans/configuration.ts'
import type { ChatServer } from '../../support/chat-server.ts'
import { startChatServer } from '../../support/chat-server.ts'
import {
  asking,
  call,
  collect,
  double,
  executorOf,
  request,
  temporaryFolder,
} from '../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
const servers: ChatServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const refusal = (spec: string, env = {}) =>
  openModel(spec, env).then(
    () => 'opened',
    (error: unknown) => (error instanceof ConfigurationError ? error.message : error),
  )

describe('openModel', () => {
  it('opens a model behind the server that the environment names', async () => {
    const server = await startChatServer(['hello'])
    servers.push(server)
    const env = { OPENAI_BASE_URL: server.baseURL }
    const { provider, tools, drift } = await openModel('openai:qwen3:8b', env)
    expect(provider.name).toBe('openai:qwen3:8b')
    expect(await provider.complete(asking('?'), call())).toMatchObject({ text: 'hello' })
    expect(tools([double])).toEqual([double])
    expect(drift).toBeUndefined()
  })

  it('records a model with its tools, and replays both from the file alone', async () => {
    const server = await startChatServer([{ calls: [{ name: 'double', input: { x: 2 } }] }, '4'])
    const file = folder.path('new/run@home.jsonl')
    const run = async (spec: string, env = {}) => {
      const model = await openModel(spec, env)
      const tools = model.tools([double])
      const { executor } = executorOf(tools)
      const completion = await model.provider.runAgentic(
        asking('?'),
        tools,
        executor,
        () => undefined,
        call(),
      )
      return { completion, drift: model.drift?.() }
    }
    const recorded = await run(`record:${file}@openai:m`, { OPENAI_BASE_URL: server.baseURL })
    await server.close()
    expect(recorded.completion.text).toBe('4')
    // which tools there were, two turns and a call
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(4)
    expect(await run(`replay:${file}`)).toEqual({
      completion: recorded.completion,
      drift: { total: 2, drifted: 0 },
    })
  })

  const halfAWait = 25_000
  it('does not wait again between the retries of a run that it replays', {
    timeout: halfAWait,
  }, async () => {
    const file = folder.path('retries.jsonl')
    const error = { message: 'busy', retryable: true, retryAfterMs: 50_000 }
    const wire = recordWire(scripted([{ error }, 'at last']), openRecording(file))
    for (let turn = 0; turn < 2; turn++) await collect(wire, request({ messages: asking('?') }))
    const { provider } = await openModel(`replay:${file}`, {})
    const completion = await provider.complete(asking('?'), call())
    expect(completion).toMatchObject({ text: 'at last', requests: 2 })
  })

  it('names the spec, the known forms and the nearest when there is no such model', async () => {
    expect(await refusal('opnai:gpt-5')).toBe(
      'there is no model "opnai:gpt-5"; known are offline, openai:MODEL, anthropic:MODEL, ollama:MODEL, vllm:MODEL, lmstudio:MODEL, record:FILE@MODEL, replay:FILE; did you mean openai:MODEL?',
    )
    expect(await refusal('gpt-5')).toContain('did you mean openai:gpt-5?')
    expect(await refusal('')).toContain('there is no model ""')
  })

  it('opens a list: each model is the fallback of the one before it', async () => {
    const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
    const { provider } = await openModel('openai:a, vllm:org/b:c,offline', env)
    const names: string[] = []
    for (let at: LLMProvider | undefined = provider; at; at = at.fallback) names.push(at.name)
    expect(names).toEqual(['openai:a', 'vllm:org/b:c', 'offline'])
  })

  it('records a list and replays it, each model with its own replies', async () => {
    const server = await startChatServer(({ model }) => `I am ${model}`)
    servers.push(server)
    const file = folder.path('list.jsonl')
    const run = async (spec: string, env = {}) => {
      const { provider } = await openModel(spec, env)
      const first = await provider.complete(asking('?'), call())
      const second = await provider.fallback!.complete(asking('?'), call())
      return [first.text, second.text]
    }
    const recorded = await run(`record:${file}@openai:a,openai:b`, {
      OPENAI_BASE_URL: server.baseURL,
    })
    expect(recorded).toEqual(['I am a', 'I am b'])
    expect(await run(`replay:${file}`)).toEqual(recorded)
    expect(readFileSync(file, 'utf8')).toContain('"model":"openai:b","fallback":1')
  })

  it('says what is wrong with a list', async () => {
    const list = (spec: string) => refusal(spec, { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })
    for (const spec of ['openai:a,b', 'openai:a,', 'offline,', ',offline'])
      expect(await list(spec)).toBe(
        `the list of models "${spec}" is not complete; write each one whole, such as openai:MODEL,anthropic:MODEL`,
      )
    expect(await list('openai:a,record:x@offline')).toContain('write record:FILE@ before the whole')
    expect(await list('openai:a,anthropic:')).toContain('write anthropic:MODEL')
  })

  it('tells what a completion cost, and nothing when the price is not known', async () => {
    const usage = { inputTokens: 1000, outputTokens: 500, cachedTokens: 0 }
    const server = await startChatServer(() => ({ text: 'hello', usage }))
    servers.push(server)
    const prices = folder.path('prices.json')
    const models = { 'openai:mine': { input: 2, output: 4 } }
    writeFileSync(prices, JSON.stringify({ date: '2026-11-22', models }))
    const env = { OPENAI_BASE_URL: server.baseURL, INTEND_PRICES: prices }
    const cost = async (spec: string) => {
      const { provider } = await openModel(spec, env)
      return (await provider.complete(asking('?'), call())).cost
    }
    expect(await cost('openai:mine')).toBeCloseTo(0.004)
    expect(await cost('openai:mine-2026-01-31')).toBeCloseTo(0.004)
    expect(await cost('openai:another')).toBeUndefined()
    const file = folder.path('costs.jsonl')
    expect(await cost(`record:${file}@openai:mine`)).toBeCloseTo(0.004)
    expect(await cost(`replay:${file}`)).toBeCloseTo(0.004)
  })

  it('refuses to limit the cost of a model whose price is not known, fallbacks included', async () => {
    const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
    const open = (spec: string) =>
      openModel(spec, env, { budget: { cost: 1 } }).then(
        () => 'opened',
        (error: Error) => error.message,
      )
    const sentence = (name: string) =>
      `the price of ${name} is not known, so a budget of US dollars cannot be kept; limit its tokens, or name a file with its price in INTEND_PRICES`
    expect(await open('openai:mystery')).toBe(sentence('openai:mystery'))
    expect(await open('openai:gpt-5-mini,ollama:qwen3')).toBe(sentence('ollama:qwen3'))
    expect(await open('openai:gpt-5-mini,offline')).toBe('opened')
  })

  it('limits the tokens of a language model only', async () => {
    const { provider } = await openModel('offline', {}, { budget: { tokens: 1 } })
    const { error } = await provider.complete(asking('?'), call({ purpose: 'nothing' }))
    expect(error?.kind).toBe('refusal')
  })

  it('says what is missing of a form', async () => {
    expect(await refusal('openai:')).toContain('write openai:MODEL')
    expect(await refusal('record:run.jsonl')).toContain('write record:FILE@MODEL')
    expect(await refusal('record:run.jsonl@nothing')).toContain('write record:FILE@MODEL')
    expect(await refusal('replay:')).toContain('write replay:FILE')
    expect(await refusal('offline:x')).toContain('write offline')
    expect(await refusal('openai:gpt-5')).toContain('set OPENAI_API_KEY')
    const absent = folder.path('absent.jsonl')
    expect(await refusal(`replay:${absent}`)).toContain(`there is no recording in ${absent}`)
  })

  it('loads the openai package only when it is asked for', () => {
    const loads = (spec: string) => {
      const program = `
        import { registerHooks } from 'node:module'
        let loaded = false
        registerHooks({ resolve(name, context, next) {
          if (name === 'openai') loaded = true
          return next(name, context)
        } })
        const { openModel } = await import('./agent/llm/models.ts')
        await openModel(${JSON.stringify(spec)}, { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }).catch(() => undefined)
        console.log(loaded)`
      const args = ['--input-type=module', '--eval', program]
      return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
    }
    expect(loads('offline')).toBe('false')
    expect(loads('openai:m')).toBe('true')
  })
})
