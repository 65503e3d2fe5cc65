import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withinBounds } from '../../../../agent/llm/limits/bounds.ts'
import type { ModelEvent, Request, Wire } from '../../../../agent/llm/provider.ts'
import { scripted } from '../../../../agent/llm/replay/scripted.ts'
import { collect, request } from '../../../support/model.ts'

const wireOf = (stream: (request: Request) => AsyncGenerator<ModelEvent>): Wire => ({
  name: 'm',
  stream,
})
const silent: ModelEvent = {
  type: 'error',
  message:
    'm has sent nothing of a reply for 0.2 s, though it keeps the connection open; see whether its server is overloaded, or use another model',
  retryable: true,
}

describe('the bounds of a reply', () => {
  it.each([
    [10, ['text', 'text', 'done'], 'end'],
    [9, ['text', 'text', 'done'], 'length'],
  ])('of %d characters: one of ten', async (replyCharacters, types, stop) => {
    const wire = withinBounds(scripted([{ text: ['abcde', 'fghij'] }]), { replyCharacters })
    const events = await collect(wire, request())
    expect(events.map(({ type }) => type)).toEqual(types)
    expect(events.at(-1)).toMatchObject({ stop })
  })

  it('make an ending of a stream that has none, which is not tried again', async () => {
    const ends = wireOf(async function* () {
      yield* []
    })
    const throws = wireOf(() => {
      throw new Error('a slip')
    })
    const failed = (message: string) => [{ type: 'error', message, retryable: false }]
    expect(await collect(withinBounds(ends), request())).toEqual(
      failed('m stopped without saying why'),
    )
    expect(await collect(withinBounds(throws), request())).toEqual(failed('m failed: a slip'))
    const says = (event: object) =>
      collect(
        withinBounds(
          wireOf(async function* () {
            yield event as ModelEvent
          }),
        ),
        request(),
      )
    expect(await says({ type: 'done', stop: 'end_turn' })).toEqual(
      failed('m ended with the stop "end_turn"; a `stop` is one of end, tools, length, refusal'),
    )
    expect(await says({ type: 'text' })).toEqual(failed('m gave text without a `delta`'))
    expect(await says({ type: 'tool-call', call: null })).toEqual(
      failed('m gave a tool call whose `call` is not { id, name, input } in texts'),
    )
    const done = { type: 'done', stop: 'end' }
    for (const usage of [{ prompt_tokens: 5 }, { inputTokens: '5', outputTokens: 1 }])
      expect(await says({ ...done, usage })).toMatchObject(
        failed(expect.stringMatching(/^m counted (?:undefined|'5') inputTokens; /)),
      )
    const usage = { inputTokens: 5, outputTokens: -2, cachedTokens: 9 }
    expect(await says({ ...done, usage })).toEqual([
      { ...done, usage: { inputTokens: 5, outputTokens: 0, cachedTokens: 5 } },
    ])
    const few = { inputTokens: 5, outputTokens: 2 }
    expect(await says({ ...done, usage: few })).toEqual([
      { ...done, usage: { ...few, cachedTokens: 0 } },
    ])
  })

  it('leave nothing behind of a stream that nobody listens to any more', async () => {
    let isClosed = false
    const wire = wireOf(async function* () {
      try {
        yield { type: 'text', delta: 'a' }
        yield { type: 'text', delta: 'b' }
      } finally {
        isClosed = true
      }
    })
    const timers = () => process.getActiveResourcesInfo().filter(each => each === 'Timeout').length
    const before = timers()
    for await (const _ of withinBounds(wire).stream(request())) break
    expect([isClosed, timers()]).toEqual([true, before])
  })

  it('let everything through that keeps them', async () => {
    const inner = scripted([{ reasoning: 'hm', text: ['a', 'b'] }, 'again'])
    const wire = withinBounds(inner)
    expect(await collect(wire, request())).toEqual(
      await collect(scripted([{ reasoning: 'hm', text: ['a', 'b'] }]), request()),
    )
    await collect(wire, request())
    // what a wire is asked is over when its stream is
    expect(inner.requests.map(each => each.signal.aborted)).toEqual([true, true])
  })

  it('end a wire that says nothing, whether it heeds its signal or not', async () => {
    const deaf = wireOf(async function* () {
      yield { type: 'text', delta: 'a' }
      await new Promise(() => undefined)
    })
    const heeding = wireOf(async function* ({ signal }) {
      yield { type: 'text', delta: 'a' }
      await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
      yield { type: 'aborted' }
    })
    for (const wire of [deaf, heeding])
      expect(await collect(withinBounds(wire, { silenceMs: 200 }), request())).toEqual([
        { type: 'text', delta: 'a' },
        silent,
      ])
  })

  it('take the arguments of a call for speech, and pass them on', async () => {
    const pieces: string[] = []
    const slow = wireOf(async function* ({ onArguments }) {
      for (const piece of ['{', '"x"', ':', '1', '}']) {
        await wait(150)
        onArguments?.(piece)
      }
      yield { type: 'done', stop: 'tools' }
    })
    const asked = request({ onArguments: piece => pieces.push(piece) })
    expect(await collect(withinBounds(slow, { silenceMs: 600 }), asked)).toHaveLength(1)
    expect(pieces.join('')).toBe('{"x":1}')
  })

  it('cut a reply off that goes on and on, arguments included', async () => {
    const babbling = wireOf(async function* ({ onArguments }) {
      for (;;) {
        onArguments?.('x'.repeat(5))
        yield { type: 'reasoning', delta: 'y'.repeat(5) }
      }
    })
    const events = await collect(withinBounds(babbling, { replyCharacters: 95 }), request())
    expect(events).toHaveLength(11)
    expect(events.at(-1)).toEqual({ type: 'done', stop: 'length' })
  })

  it('are no concern of a call that is cancelled', async () => {
    const signal = AbortSignal.timeout(20)
    const wire = withinBounds(scripted([{ hang: true }]), { silenceMs: 120_000 })
    expect(await collect(wire, request({ signal }))).toEqual([{ type: 'aborted' }])
  })
})
