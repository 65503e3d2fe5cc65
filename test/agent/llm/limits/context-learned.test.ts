// A context whose length is found out: by what the server refuses, or from somebody who knows.
import { describe, expect, it } from 'vitest'
import { createProvider } from '../../../../agent/llm/create-provider.ts'
import { withinContext } from '../../../../agent/llm/limits/context.ts'
import type { ModelEvent, Wire } from '../../../../agent/llm/provider.ts'
import { scripted } from '../../../../agent/llm/replay/scripted.ts'
import { asking, call, collect, request } from '../../../support/model.ts'
import { rounds, sizeOf, words } from './context-kit.ts'

/** A server that holds so many tokens and refuses longer prompts before it says anything. */
function limited(holds: number): Wire & { readonly sizes: number[] } {
  const sizes: number[] = []
  return {
    name: 'limited',
    sizes,
    async *stream({ messages }): AsyncGenerator<ModelEvent> {
      sizes.push(sizeOf(messages))
      if (sizes.at(-1)! > holds)
        return yield { type: 'error', kind: 'overflow', message: 'too long', retryable: false }
      yield { type: 'text', delta: 'fine' }
      yield { type: 'done', stop: 'end' }
    },
  }
}

describe('a context nobody told of', () => {
  const long = rounds(6000, 6000, 6000)

  it('is found by halving what the server refuses, and remembered', async () => {
    const server = limited(2000)
    const wire = withinContext(server, undefined)
    expect(await collect(wire, request({ messages: long }))).toEqual([
      { type: 'text', delta: 'fine' },
      { type: 'done', stop: 'end', requests: 3 },
    ])
    expect(server.sizes).toHaveLength(3)
    await collect(wire, request({ messages: long }))
    expect(server.sizes).toHaveLength(4)
    expect(server.sizes[3]).toBe(server.sizes[2])
    await collect(wire, request({ messages: rounds(300) }))
    expect(server.sizes[4]).toBe(sizeOf(rounds(300)))
  })

  it('is halved each time, and holds from the first that is accepted', async () => {
    const server = limited(4000)
    const wire = withinContext(server, undefined)
    await collect(wire, request({ messages: long }))
    const [whole, half] = server.sizes
    expect(half).toBeLessThanOrEqual(whole! / 2)
    expect(half).toBeGreaterThan(whole! / 2 - 10)
    await collect(wire, request({ messages: long }))
    expect(server.sizes).toEqual([whole, half, half])
  })

  it('is what was accepted, also where that could not be made as short as was wanted', async () => {
    const server = limited(4500)
    const wire = withinContext(server, undefined)
    const system = { role: 'system', content: words(9000) } as const
    await collect(wire, request({ messages: [system, ...asking(words(9000))] }))
    const [whole, accepted] = server.sizes
    expect(accepted).toBeGreaterThan(whole! / 2)
    const shorter = [system, ...asking(words(200))]
    expect(sizeOf(shorter)).toBeGreaterThan(whole! / 2)
    await collect(wire, request({ messages: shorter }))
    expect(server.sizes[2]).toBe(sizeOf(shorter))
  })

  it('is not what one request was allowed that asked for a long reply', async () => {
    const server = limited(9000)
    const wire = withinContext(server, 8000)
    await collect(wire, request({ messages: long, maxOutputTokens: 4000 }))
    await collect(wire, request({ messages: long, maxOutputTokens: 100 }))
    expect(server.sizes[1]).toBe(sizeOf(long))
  })

  it('leaves a text a hundred tokens of its ends at the least', async () => {
    const server = scripted(() => ({
      error: { message: 'too long', retryable: false, kind: 'overflow' },
    }))
    await collect(withinContext(server, undefined), request({ messages: asking(words(900)) }))
    const { content } = server.requests.at(-1)!.messages[0]!
    expect(content.split('\n').map(each => each.length)).toEqual([150, expect.any(Number), 150])
  })

  it('is learned as well when the limit given was too high', async () => {
    const server = limited(2000)
    const wire = withinContext(server, 100_000)
    expect((await collect(wire, request({ messages: long }))).at(-1)).toMatchObject({
      type: 'done',
    })
    expect(server.sizes).toHaveLength(3)
  })

  it('gives up after three halvings with what the server said, and learns nothing from it', async () => {
    const server = limited(0)
    const wire = withinContext(server, undefined)
    const refusal = { type: 'error', kind: 'overflow', message: 'too long', retryable: false }
    expect(await collect(wire, request({ messages: long }))).toEqual([{ ...refusal, requests: 4 }])
    expect(server.sizes).toHaveLength(4)
    await collect(wire, request({ messages: long }))
    expect(server.sizes[4]).toBe(sizeOf(long))
  })

  it('costs requests that are counted, with what they used', async () => {
    const usage = { inputTokens: 9, outputTokens: 1, cachedTokens: 0 }
    const error = { message: 'too long', retryable: false, kind: 'overflow', usage } as const
    const provider = createProvider(
      withinContext(scripted([{ error }, { error }, { text: 'fine', usage }]), undefined),
    )
    expect(await provider.complete(long, call())).toMatchObject({
      text: 'fine',
      requests: 3,
      usage: { inputTokens: 27, outputTokens: 3 },
    })
  })

  it('is not looked for with a prompt that cannot be shortened', async () => {
    const server = limited(0)
    const wire = withinContext(server, undefined)
    const events = await collect(wire, request({ messages: asking('hello') }))
    expect(events).toHaveLength(1)
    expect(server.sizes).toHaveLength(1)
  })

  it('does not begin again once something of the reply was heard', async () => {
    const error = { message: 'too long', retryable: false, kind: 'overflow' } as const
    const wire = scripted([{ text: 'once', error }, 'never'])
    const events = await collect(withinContext(wire, undefined), request({ messages: long }))
    expect(events.map(event => event.type)).toEqual(['text', 'error'])
    expect(wire.requests).toHaveLength(1)
  })

  it('learns nothing from a retry that failed for another reason', async () => {
    const error = { message: 'too long', retryable: false, kind: 'overflow' } as const
    const lost = { message: 'lost', retryable: true }
    const inner = scripted([{ error }, { error: lost }, 'whole'])
    const wire = withinContext(inner, undefined)
    expect(await collect(wire, request({ messages: long }))).toMatchObject([{ message: 'lost' }])
    await collect(wire, request({ messages: long }))
    expect(inner.requests[2]!.messages).toBe(long)
  })
})

describe('a context that somebody else knows', () => {
  const short = rounds(300)
  const long = rounds(6000, 6000, 6000)
  /** Gives these answers one after the other, and counts how often it was asked. */
  function knowing(...answers: readonly (number | undefined)[]) {
    const asked = { times: 0 }
    const limit = async () => {
      asked.times += 1
      await new Promise(resolve => setTimeout(resolve, 5))
      const answer = answers[asked.times - 1]
      if (answer === -1) throw new Error('nobody there')
      return answer
    }
    return { asked, limit }
  }

  it('is asked for once, by the first prompt that is long enough, and then holds', async () => {
    const { asked, limit } = knowing(4000)
    const inner = scripted(() => 'fine')
    const wire = withinContext(inner, limit)
    await collect(wire, request({ messages: short }))
    expect(asked.times).toBe(0)
    const send = () => collect(wire, request({ messages: long }))
    await Promise.all([send(), send(), send()])
    await send()
    expect(asked.times).toBe(1)
    for (const each of inner.requests.slice(1))
      expect(sizeOf(each.messages)).toBeLessThanOrEqual(3000)
  })

  it('is not asked for by a prompt of 3,000 tokens, but by the next longer one', async () => {
    const { asked, limit } = knowing(4000)
    const wire = withinContext(
      scripted(() => 'fine'),
      limit,
    )
    await collect(wire, request({ messages: asking('a'.repeat(3 * (3000 - 8))) }))
    expect(asked.times).toBe(0)
    await collect(wire, request({ messages: asking('a'.repeat(3 * (3001 - 8))) }))
    expect(asked.times).toBe(1)
  })

  it('is asked for once more when it was not known, and no more after that', async () => {
    for (const unknown of [undefined, -1]) {
      const late = knowing(unknown, 4000)
      const inner = scripted(() => 'fine')
      const wire = withinContext(inner, late.limit)
      for (let time = 0; time < 3; time++) await collect(wire, request({ messages: long }))
      const sizes = inner.requests.map(each => sizeOf(each.messages))
      expect(sizes[0]).toBe(sizeOf(long))
      expect(Math.max(...sizes.slice(1))).toBeLessThanOrEqual(3000)
      expect(late.asked.times).toBe(2)
      const never = knowing(unknown, unknown, 4000)
      const other = withinContext(
        scripted(() => 'fine'),
        never.limit,
      )
      for (let time = 0; time < 4; time++) await collect(other, request({ messages: long }))
      expect(never.asked.times).toBe(2)
    }
  })
})
