// What every wire must do, and every provider made of one: one suite, run over each of them.
import { afterEach, describe, expect, it } from 'vitest'
import { createProvider } from '../../agent/llm/create-provider.ts'
import type { Message, ModelEvent, Wire } from '../../agent/llm/provider.ts'
import type { Scene } from '../support/chat-server.ts'
import { chunk } from '../support/chat-server.ts'
import { asking, call, collect, double, executorOf, request } from '../support/model.ts'

export interface Started {
  readonly wire: Wire
  close?(): Promise<void>
}

export interface Subject {
  /** A wire whose n-th request is answered with the n-th scene. */
  start(script: readonly Scene[]): Promise<Started>
  /** Groups of behaviours that do not apply, each with the reason. */
  readonly skip?: Partial<Record<'faults' | 'hanging' | 'characters', string>>
}

const usage = { inputTokens: 11, outputTokens: 7, cachedTokens: 3 }
const endings = new Set(['done', 'error', 'aborted'])

/** Declares the suite for one kind of wire. */
export function describeProvider(name: string, subject: Subject): void {
  const started: Started[] = []
  afterEach(async () => {
    for (const each of started.splice(0)) await each.close?.()
  })
  const start = async (...script: Scene[]) => {
    const one = await subject.start(script)
    started.push(one)
    return one.wire
  }
  const provide = async (...script: Scene[]) => {
    const waits: number[] = []
    const sleep = async (ms: number) => void waits.push(ms)
    const provider = createProvider(await start(...script), { sleep, random: () => 0 })
    return { provider, waits }
  }
  const about = (group: keyof NonNullable<Subject['skip']>) => {
    const reason = subject.skip?.[group]
    return reason ? it.skip : it
  }

  describe(`provider contract: ${name}`, () => {
    it('gives reasoning, text and tool calls in order, and one ending last', async () => {
      const wire = await start({
        reasoning: 'hm',
        text: ['a', 'b'],
        calls: [
          { id: 'c1', name: 'double', input: { x: 1 } },
          { id: 'c2', name: 'double', input: { x: 2 } },
        ],
        usage,
      })
      const events = await collect(wire, request({ tools: [double] }))
      expect(withoutPieces(events)).toEqual([
        { type: 'reasoning', delta: 'hm' },
        { type: 'text', delta: 'ab' },
        { type: 'tool-call', call: { id: 'c1', name: 'double', input: '{"x":1}' } },
        { type: 'tool-call', call: { id: 'c2', name: 'double', input: '{"x":2}' } },
        { type: 'done', stop: 'tools', usage },
      ])
      expect(events.filter(event => endings.has(event.type))).toHaveLength(1)
    })

    it('takes an empty reply as an empty text', async () => {
      const { provider } = await provide({ text: '' })
      const completion = await provider.complete(asking('?'), call())
      expect(completion).toMatchObject({
        text: '',
        requests: 1,
        usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
      })
    })

    it('says what a turn cost when the model does, and nothing when it does not', async () => {
      const wire = await start({ text: 'a', usage }, 'b')
      const [first, second] = [
        (await collect(wire, request({ reads: 1 }))).at(-1),
        (await collect(wire, request({ reads: 2 }))).at(-1),
      ]
      expect(first).toEqual({ type: 'done', stop: 'end', usage })
      expect(second).toEqual({ type: 'done', stop: 'end' })
    })

    it('adds up usage and requests over the turns of a tool loop', async () => {
      const { provider } = await provide(
        { calls: [{ id: 'c1', name: 'double', input: { x: 21 } }], usage },
        { text: '42', usage },
      )
      const { executor, calls } = executorOf([double])
      const heard: ModelEvent[] = []
      const completion = await provider.runAgentic(
        asking('twice 21?'),
        [double],
        executor,
        event => heard.push(event),
        call(),
      )
      expect(completion).toMatchObject({
        text: '42',
        requests: 2,
        usage: { inputTokens: 22, outputTokens: 14, cachedTokens: 6 },
      })
      expect(calls).toEqual([{ id: 'c1', name: 'double', input: '{"x":21}' }])
      expect(heard.map(event => event.type)).toEqual(['tool-call', 'done', 'text', 'done'])
    })

    it('tells the model about broken arguments and goes on without calling the tool', async () => {
      const { provider } = await provide(
        { calls: [{ name: 'double', input: '{"x": 2' }] },
        { text: 'sorry' },
      )
      const { executor, calls } = executorOf([double])
      const completion = await provider.runAgentic(
        asking('?'),
        [double],
        executor,
        () => undefined,
        call(),
      )
      expect(completion).toMatchObject({ text: 'sorry', requests: 2 })
      expect(calls).toEqual([])
    })

    it('goes on from a conversation in which a tool call has no result', async () => {
      const { provider } = await provide('fine')
      const lost = { id: 'c9', name: 'double', input: '{"x":1}' }
      const messages: Message[] = [
        ...asking('?'),
        { role: 'assistant', content: '', calls: [lost] },
        { role: 'user', content: 'go on' },
      ]
      expect(await provider.complete(messages, call())).toMatchObject({ text: 'fine' })
    })

    it('reports a refusal as one, with its words', async () => {
      const { provider } = await provide({ text: 'I would rather not', stop: 'refusal' })
      const completion = await provider.complete(asking('?'), call())
      expect(completion.error).toEqual({ kind: 'refusal', message: 'I would rather not' })
    })

    it('reports a reply cut off at the length limit, with what had arrived', async () => {
      const { provider } = await provide({ text: 'once upon', stop: 'length' })
      const completion = await provider.complete(asking('?'), call())
      expect(completion.text).toBe('once upon')
      expect(completion.error?.message).toContain('cut off after 9 characters')
    })

    it('gives an error as the last event and not as an exception', async () => {
      const error = { message: 'the bench is on fire', retryable: false }
      const wire = await start({ text: 'par', error })
      const events = await collect(wire, request())
      expect(events[0]).toEqual({ type: 'text', delta: 'par' })
      const last = events.at(-1)
      expect(last).toMatchObject({ type: 'error', retryable: false })
      expect(last?.type === 'error' && last.message).toContain('the bench is on fire')
    })

    it('asks again after an error in the middle of a turn that may pass', async () => {
      const error = { message: 'overloaded', retryable: true }
      const { provider, waits } = await provide({ text: 'par', error }, { text: 'whole', usage })
      const completion = await provider.complete(asking('?'), call())
      expect(completion).toMatchObject({ text: 'whole', usage, requests: 2 })
      expect(waits).toEqual([250])
    })

    about('characters')('never gives half of a character', async () => {
      const wire = await start({ text: ['a\ud83d', '\ude00b', '\ud83d'] })
      const deltas = (await collect(wire, request())).flatMap(e => ('delta' in e ? [e.delta] : []))
      expect(deltas.every(delta => delta.isWellFormed())).toBe(true)
      expect(deltas.join('')).toBe('a😀b�')
    })

    about('hanging')('ends within 100 ms of an abort when the model hangs', async () => {
      const wire = await start({ text: 'a', hang: true })
      const controller = new AbortController()
      let abortedAt = 0
      const events: ModelEvent[] = []
      for await (const event of wire.stream(request({ signal: controller.signal }))) {
        events.push(event)
        if (event.type !== 'text') continue
        abortedAt = performance.now()
        controller.abort()
      }
      expect(performance.now() - abortedAt).toBeLessThan(100)
      expect(events).toEqual([{ type: 'text', delta: 'a' }, { type: 'aborted' }])
    })

    it('sends nothing when the signal has already aborted', async () => {
      const { provider } = await provide('a')
      const completion = await provider.complete(asking('?'), call({ signal: AbortSignal.abort() }))
      expect(completion).toMatchObject({ text: '', requests: 0, error: { kind: 'aborted' } })
    })

    declareFaults(about('faults'), provide)
  })
}

type Provide = (...script: Scene[]) => Promise<{
  readonly provider: ReturnType<typeof createProvider>
  readonly waits: readonly number[]
}>

/** Faults of servers and networks; a retry that may help comes, and one that cannot does not. */
function declareFaults(test: typeof it | typeof it.skip, provide: Provide): void {
  const json = (error: unknown) => JSON.stringify({ error })
  const type = { 'content-type': 'application/json' }
  const html = { 'content-type': 'text/html' }
  const page = '<!doctype html><html><title>Bad gateway</title><body>oh</body></html>'
  const passing: readonly [string, Scene, number][] = [
    [
      '429 that says when',
      { status: 429, headers: { ...type, 'retry-after': '2' }, body: json({ message: 'slow' }) },
      2000,
    ],
    ['429 that does not', { status: 429, headers: type, body: json({ message: 'slow' }) }, 250],
    [
      '429 that asks for an hour',
      { status: 429, headers: { ...type, 'retry-after': '3600' }, body: '' },
      60_000,
    ],
    ['500', { status: 500, headers: type, body: json({ message: 'boom' }) }, 250],
    ['502 with an HTML page', { status: 502, headers: html, body: page }, 250],
    ['reset in the middle', { pieces: [chunk({ content: 'par' })], ending: 'reset' }, 250],
    ['end in the middle', { pieces: [chunk({ content: 'par' })], ending: 'end' }, 250],
    ['stall', { pieces: [chunk({ content: 'par' })], ending: 'stall' }, 250],
    ['piece that is not JSON', { pieces: ['data: {"choi\n\n'], ending: 'end' }, 250],
    ['piece of another shape', { pieces: ['data: {"choices":7}\n\n'], ending: 'end' }, 250],
  ]
  for (const [fault, scene, wait] of passing)
    test(`asks again after this fault: ${fault}`, async () => {
      const { provider, waits } = await provide(scene, 'whole')
      const completion = await provider.complete(asking('?'), call())
      expect(completion).toMatchObject({ text: 'whole', requests: 2 })
      expect(completion.error).toBeUndefined()
      expect(waits).toEqual([wait])
    })

  const overflow = {
    code: 'context_length_exceeded',
    message: 'maximum context length is 8 tokens',
  }
  const quota = { code: 'insufficient_quota', message: 'no money' }
  const lasting: readonly [string, Scene, string][] = [
    [
      'prompt too long',
      { status: 400, headers: type, body: json(overflow) },
      'does not fit the context',
    ],
    [
      'refused key',
      { status: 401, headers: type, body: json({ message: 'no' }) },
      'OPENAI_API_KEY',
    ],
    ['quota used up', { status: 429, headers: type, body: json(quota) }, 'no credit left'],
    [
      'bad request',
      { status: 400, headers: type, body: json({ message: 'odd' }) },
      'rejected the request (400): odd',
    ],
    ['HTML page', { status: 200, headers: html, body: page }, 'text/html'],
    [
      'completion without a stream',
      { status: 200, headers: type, body: '{"choices":[]}' },
      'application/json',
    ],
  ]
  // another request might be accepted; after all others somebody has to mend something
  const kinds: Readonly<Record<string, string>> = {
    'prompt too long': 'overflow',
    'bad request': 'error',
  }
  for (const [fault, scene, words] of lasting)
    test(`does not ask again after this fault, and says so: ${fault}`, async () => {
      const { provider } = await provide(scene, 'never asked')
      const completion = await provider.complete(asking('?'), call())
      const kind = kinds[fault] ?? 'unavailable'
      expect(completion).toMatchObject({ text: '', requests: 1, error: { kind } })
      expect(completion.error?.message).toContain(words)
    })

  test('gives up after three retries, each waiting longer', async () => {
    const down: Scene = { status: 503, headers: type, body: json({ message: 'down' }) }
    const { provider, waits } = await provide(down, down, down, down, 'never asked')
    const completion = await provider.complete(asking('?'), call())
    expect(completion).toMatchObject({ requests: 4, error: { kind: 'error' } })
    expect(completion.error?.message).toContain('(503): down')
    expect(waits).toEqual([250, 500, 1000])
  })
}

/** Neighbouring deltas of one type as one: how a text is cut is not part of the contract. */
function withoutPieces(events: readonly ModelEvent[]): readonly ModelEvent[] {
  const joined: ModelEvent[] = []
  for (const event of events) {
    const before = joined.at(-1)
    if ('delta' in event && before && 'delta' in before && before.type === event.type)
      joined[joined.length - 1] = { ...before, delta: before.delta + event.delta }
    else joined.push(event)
  }
  return joined
}
