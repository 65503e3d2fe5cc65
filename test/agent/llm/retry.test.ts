// One turn with a model that fails: what is asked again, after how long, and what it has cost.
import { expect, test } from 'vitest'
import type { ModelEvent, Request, Usage, Wire } from '../../../agent/llm/provider.ts'
import { again, runTurn } from '../../../agent/llm/retry.ts'

const usage = (inputTokens: number): Usage => ({ inputTokens, outputTokens: 1, cachedTokens: 0 })
const failed = (more: object = {}): ModelEvent => ({
  type: 'error',
  message: 'busy',
  retryable: true,
  usage: usage(10),
  ...more,
})
const done: ModelEvent = { type: 'done', stop: 'end', usage: usage(100) } as ModelEvent

/** A wire that gives one of `replies` for each request. */
const wireOf = (...replies: readonly (readonly ModelEvent[])[]): Wire => {
  const left = [...replies]
  return {
    name: 'box',
    async *stream() {
      yield* left.shift()!
    },
  }
}
const turn = async (
  wire: Wire,
  settings: { retries?: number; random?: number; patienceMs?: number; tick?: number } = {},
) => {
  const waits: number[] = []
  const told: string[] = []
  const controller = new AbortController()
  const request = { purpose: 'x', reads: null, messages: [], tools: [], signal: controller.signal }
  const events: string[] = []
  let time = 0
  const made = await runTurn(wire, request as Request, event => void events.push(event.type), {
    retries: settings.retries ?? 9,
    patienceMs: settings.patienceMs ?? 600_000,
    now: () => {
      time += settings.tick ?? 0
      return time
    },
    random: () => settings.random ?? 1,
    sleep: async ms => void waits.push(ms),
    onRetry: (why, ms) => void told.push(`${why} ${ms}`),
  })
  return { made, waits, told, events }
}

test('each wait is twice the one before, less up to a half by chance, and a minute at the most', async () => {
  const failures = Array.from({ length: 9 }, () => [failed()])
  const { made, waits, told } = await turn(wireOf(...failures, [done]))
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(told[0]).toBe('busy 500')
  expect(made).toMatchObject({ requests: 10, usage: { inputTokens: 190 } })
  expect(made).toMatchObject({ usage: { outputTokens: 10 }, end: { stop: 'end' } })
  const least = await turn(wireOf([failed()], [failed()], [done]), { random: 0 })
  expect(least.waits).toEqual([250, 500])
})

test('a server is given the time that it asks for', async () => {
  const asked = (retryAfterMs: number) => [failed({ retryAfterMs })]
  const { waits } = await turn(wireOf(asked(0), asked(1234), asked(99_999), [done]))
  expect(waits).toEqual([0, 1234, 60_000])
  const inTime = await turn(wireOf(asked(120_000), [done]), { retries: 2 })
  expect(inTime).toMatchObject({ waits: [60_000], made: { end: { stop: 'end' } } })
  const tomorrow = await turn(wireOf(asked(86_400_000), [done]), { retries: 3 })
  expect(tomorrow).toMatchObject({ waits: [], made: { requests: 1, end: { message: 'busy' } } })
})

test('a server that hangs for long each time is asked for as long as there is patience', async () => {
  const hanging = Array.from({ length: 9 }, () => [failed()])
  const hung = (tick: number) => turn(wireOf(...hanging), { patienceMs: 300_000, tick })
  expect((await hung(240_000)).made).toMatchObject({ requests: 2, end: { failed: 'error' } })
  expect((await hung(301_000)).made).toMatchObject({ requests: 1 })
  expect((await hung(100_000)).made).toMatchObject({ requests: 4 })
})

test('what is retried no more ends the turn with its kind', async () => {
  const over = await turn(wireOf([failed()], [failed({ kind: 'unavailable' })]), { retries: 1 })
  expect(over.made).toMatchObject({
    requests: 2,
    end: { failed: 'unavailable', message: 'busy' },
  })
  const plain = await turn(wireOf([failed({ retryable: false })]))
  expect(plain.made).toMatchObject({ requests: 1, end: { failed: 'error' } })
  expect(plain.waits).toEqual([])
})

test('calls without an id, or with that of another, get one of their own; the others stay what they are', async () => {
  const calls = ['', 'a', '', 'a'].map(id => ({ id, name: 't', input: '{}' }))
  const events = calls.map(call => ({ type: 'tool-call', call }) as const)
  const { made } = await turn(wireOf([...events, done]))
  expect(made.calls.map(({ id }) => id)).toEqual(['call_0_0', 'a', 'call_0_2', 'call_0_3'])
  expect(made.calls[1]).toBe(calls[1])
})

test('what was said before a failure is void, and every event is passed on', async () => {
  const call = { id: 'a', name: 't', input: '{}' } as never
  const { made, events } = await turn(
    wireOf(
      [{ type: 'text', delta: 'no' }, { type: 'tool-call', call }, failed({ requests: 3 })],
      [
        { type: 'reasoning', delta: 'hm' },
        { type: 'text', delta: 'ye' },
        { type: 'text', delta: 's' },
        done,
      ],
    ),
  )
  expect(made).toMatchObject({ text: 'yes', calls: [], requests: 4 })
  expect(events).toEqual(['text', 'tool-call', 'error', 'reasoning', 'text', 'text', 'done'])
})

test('nothing is asked once the signal has aborted, and waiting ends with it', async () => {
  const controller = new AbortController()
  const request = { messages: [], tools: [], signal: controller.signal } as unknown as Request
  const settings = {
    retries: 3,
    patienceMs: 600_000,
    now: () => 0,
    random: () => 1,
    sleep: () => {
      controller.abort()
      return new Promise<void>(() => undefined)
    },
  }
  const events: string[] = []
  const made = await runTurn(wireOf([failed()]), request, e => void events.push(e.type), settings)
  expect(made).toMatchObject({ requests: 1, usage: usage(10), end: { failed: 'aborted' } })
  expect(events).toEqual(['error', 'aborted'])
  const again = await runTurn(wireOf(), request, () => undefined, settings)
  expect(again).toMatchObject({ text: '', calls: [], requests: 0, end: { failed: 'aborted' } })
})

test('tokens written to a cache are summed where there are any', async () => {
  const written = { ...usage(1), cachedTokens: 4, cacheWriteTokens: 5 }
  const { made } = await turn(
    wireOf([failed({ usage: written })], [{ ...done, usage: written } as ModelEvent]),
  )
  expect(made.usage).toEqual({
    inputTokens: 2,
    outputTokens: 2,
    cachedTokens: 8,
    cacheWriteTokens: 10,
  })
  const aborted = await turn(wireOf([{ type: 'aborted', requests: 2 }]))
  expect(aborted.made).toMatchObject({ requests: 2, end: { failed: 'aborted' } })
  expect('cacheWriteTokens' in (await turn(wireOf([done]))).made.usage).toBe(false)
})

test('that a request is sent again is told with the wait in seconds, and why in few words', () => {
  expect(again('busy; the server said so', 1500)).toBe('asking again in 1.5 s: busy')
})
