import { describe, expect, it } from 'vitest'
import { reachAnthropic } from '../../../../agent/llm/anthropic/models.ts'
import { startAnthropicServer } from '../../../support/anthropic-server.ts'
import { serve } from './kit.ts'

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
