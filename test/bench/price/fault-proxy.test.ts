// Faults put into the replies of a real server on their way to a real client.
import { afterEach, describe, expect, test } from 'vitest'
import { openModel } from '../../../agent/llm/models.ts'
import { calculate } from '../../../tools/calculate.ts'
import { type ChatServer, type Scene, startChatServer } from '../../support/chat-server.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { altered, faultKinds, isDue } from './faults.ts'

const table = '| town | people |\n|---|---|\n| Alder | 412 |\n| Birch | 530 |\n| Cedar | 611 |'
const reply = JSON.stringify({
  newGroundBeliefs: [
    { name: 'people', value: 530, unit: 'km', evidence: { call: 'c1', quote: 'Birch has 530' } },
  ],
})

let servers: (ChatServer | FaultProxy)[] = []
afterEach(async () => {
  for (const server of servers) await server.close()
  servers = []
})

async function conversation(scenes: readonly Scene[], seed: number) {
  const upstream = await startChatServer(scenes, { models: ['m'] })
  const proxy = await startFaultProxy(upstream.baseURL, { seed, every: 3 })
  servers.push(proxy, upstream)
  const env = { OPENAI_BASE_URL: proxy.baseURL, OPENAI_API_KEY: 'key' }
  const { provider } = await openModel('openai:m', env)
  const said = async () => {
    const options = {
      purpose: 'x',
      reads: null,
      tools: [calculate],
      signal: AbortSignal.timeout(9e3),
    }
    const { text, calls, error } = await provider.complete(
      [{ role: 'user', content: table }],
      options,
    )
    return error?.message ?? [text, ...(calls ?? []).map(({ input }) => input)].join('')
  }
  return { said, proxy, upstream }
}

describe('a proxy with faults', () => {
  test('alters one value in every so many replies, in a stream as well, and tells which', async () => {
    const { said, proxy } = await conversation(Array(7).fill(reply), 4)
    const heard: string[] = []
    for (let n = 1; n <= 7; n++) heard.push(await said())
    expect(heard.map(text => text !== reply)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
    ])
    expect(proxy.faults.map(fault => fault.reply)).toEqual([1, 4, 7])
    for (const [at, { before, after }] of proxy.faults.entries())
      expect(heard[3 * at]).toBe(reply.replaceAll(before, after))
  })

  test('alters the arguments of tool calls', async () => {
    const call = { name: 'calculate', input: { expression: '530 + 611' } }
    const { said } = await conversation([{ calls: [call] }], 1)
    const { expression } = JSON.parse(await said())
    expect(expression).toMatch(/^\d+ \+ \d+$/)
    expect(expression).not.toBe('530 + 611')
  })

  test('counts no failure, and passes it on', async () => {
    const { said, proxy, upstream } = await conversation(
      [{ status: 400, body: '{"error":{"message":"too hot"}}' }, reply],
      1,
    )
    expect(await said()).toContain('too hot')
    expect(await said()).not.toBe(reply)
    expect(proxy.faults).toHaveLength(1)
    expect(upstream.headers[0]!.authorization).toBe('Bearer key')
  })
})

describe('a fault', () => {
  const draws = Array.from({ length: 200 }, (_, at) => altered([reply], table, at + 1, { seed: 3 }))

  test('falls on the same replies whatever they say', () => {
    const due = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter(n => isDue(n, { seed: 7 }))
    expect(due).toEqual([2, 7])
    expect(altered([reply], table, 7, { seed: 7 })).toEqual(altered([reply], table, 7, { seed: 7 }))
  })

  test('is of each kind in turn, changes a value wherever it stands, and leaves JSON as JSON', () => {
    expect(new Set(draws.map(({ fault }) => fault.kind))).toEqual(new Set(faultKinds))
    for (const { pieces, fault } of draws) {
      expect(pieces[0]).not.toBe(reply)
      expect(pieces[0]).toBe(reply.replaceAll(fault.before, fault.after))
      expect(() => JSON.parse(pieces[0]!)).not.toThrow()
    }
  })

  test.each([
    ['row', ['530', '412']],
    ['row', ['Birch', 'Alder']],
    ['unit', ['"unit":"km', '"unit":"m']],
    ['digit', ['530', '540']],
  ])('of kind %s makes of %s', (kind, [before, after]) => {
    expect(draws.map(({ fault }) => fault)).toContainEqual(
      expect.objectContaining({ kind, before, after }),
    )
  })

  test('is none where nothing can be altered', () => {
    const { pieces, fault } = altered(['I do not know.'], '', 5, { seed: 1 })
    expect(pieces).toEqual(['I do not know.'])
    expect(fault.kind).toBe('none')
  })
})
