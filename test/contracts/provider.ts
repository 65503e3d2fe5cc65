// What every wire must do, and every provider made of one: one suite, run over each of them.
import { afterEach, describe, expect, it } from 'vitest'
import { createProvider } from '../../agent/llm/create-provider.ts'
import type { Message, ModelEvent, Wire } from '../../agent/llm/provider.ts'
import type { Scene } from '../support/chat-server.ts'
import { asking, call, collect, double, executorOf, request } from '../support/model.ts'

export interface Started {
  readonly wire: Wire
  close?(): Promise<void>
}

/** What the server of a protocol sends when something goes wrong, in the protocol's own shape. */
export interface Protocol {
  /** The variable that a person is told to set when the key is refused. */
  readonly keyVariable: string
  /** An answer that says no, with this status and these words. */
  readonly refused: (
    status: number,
    message: string,
    headers?: Readonly<Record<string, string>>,
  ) => Extract<Scene, { status: number }>
  /** The answer to a prompt that is too long, and to a key whose account is empty. */
  readonly tooLong: Scene
  readonly noCredit: Scene
  /** The pieces of a reply that has said `par` and has not ended. */
  readonly begun: readonly string[]
  /** A piece that is cut off, and one that is JSON of another shape. */
  readonly torn: string
  readonly odd: string
}

export interface Subject {
  /** A wire whose n-th request is answered with the n-th scene; over a network it may carry a key. */
  start(script: readonly Scene[], apiKey?: string): Promise<Started>
  /** Left out by wires that have neither server nor network. */
  readonly protocol?: Protocol
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
  const startWith = async (script: readonly Scene[], apiKey?: string) => {
    const one = await subject.start(script, apiKey)
    started.push(one)
    return one.wire
  }
  const start = (...script: Scene[]) => startWith(script)
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

    if (subject.protocol) {
      declareFaults(subject.protocol, provide)
      declareSecrecy(subject.protocol, startWith)
    } else
      it.skip(`meets the faults of servers and networks (${subject.skip?.faults})`, () => undefined)
  })
}

type Provide = (...script: Scene[]) => Promise<{
  readonly provider: ReturnType<typeof createProvider>
  readonly waits: readonly number[]
}>

/** Faults of servers and networks; a retry that may help comes, and one that cannot does not. */
function declareFaults(protocol: Protocol, provide: Provide): void {
  const { refused, begun, torn, odd } = protocol
  const html = { 'content-type': 'text/html' }
  const page = '<!doctype html><html><title>Bad gateway</title><body>oh</body></html>'
  const passing: readonly [string, Scene, number][] = [
    ['429 that says when', refused(429, 'slow', { 'retry-after': '2' }), 2000],
    ['429 that does not', refused(429, 'slow'), 250],
    ['429 that asks for an hour', refused(429, 'slow', { 'retry-after': '3600' }), 60_000],
    ['500', refused(500, 'boom'), 250],
    ['502 with an HTML page', { status: 502, headers: html, body: page }, 250],
    ['529 overloaded', refused(529, 'Overloaded'), 250],
    ['reset in the middle', { pieces: begun, ending: 'reset' }, 250],
    ['end in the middle', { pieces: begun, ending: 'end' }, 250],
    ['stall', { pieces: begun, ending: 'stall' }, 250],
    ['piece that is not JSON', { pieces: [...begun, torn], ending: 'end' }, 250],
    ['piece of another shape', { pieces: [...begun, odd], ending: 'end' }, 250],
  ]
  for (const [fault, scene, wait] of passing)
    it(`asks again after this fault: ${fault}`, async () => {
      const { provider, waits } = await provide(scene, 'whole')
      const completion = await provider.complete(asking('?'), call())
      expect(completion).toMatchObject({ text: 'whole', requests: 2 })
      expect(completion.error).toBeUndefined()
      expect(waits).toEqual([wait])
    })

  // another request might be accepted where the kind is `error`; elsewhere somebody has to mend something
  const lasting: readonly [string, Scene, string, kind: string][] = [
    ['prompt too long', protocol.tooLong, 'does not fit the context', 'overflow'],
    ['refused key', refused(401, 'no'), protocol.keyVariable, 'unavailable'],
    ['quota used up', protocol.noCredit, 'no credit left', 'unavailable'],
    ['bad request', refused(400, 'odd'), 'rejected the request (400): odd', 'error'],
    ['HTML page', { status: 200, headers: html, body: page }, 'text/html', 'unavailable'],
    [
      'completion without a stream',
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{"choices":[]}' },
      'application/json',
      'unavailable',
    ],
  ]
  for (const [fault, scene, words, kind] of lasting)
    it(`does not ask again after this fault, and says so: ${fault}`, async () => {
      const { provider } = await provide(scene, 'never asked')
      const completion = await provider.complete(asking('?'), call())
      expect(completion).toMatchObject({ text: '', requests: 1, error: { kind } })
      expect(completion.error?.message).toContain(words)
    })

  it('gives up after three retries, each waiting longer', async () => {
    const down = refused(503, 'down')
    const { provider, waits } = await provide(down, down, down, down, 'never asked')
    const completion = await provider.complete(asking('?'), call())
    expect(completion).toMatchObject({ requests: 4, error: { kind: 'error' } })
    expect(completion.error?.message).toContain('(503): down')
    expect(waits).toEqual([250, 500, 1000])
  })
}

/** The key goes to the server and nowhere else. */
function declareSecrecy(
  { refused }: Protocol,
  start: (script: readonly Scene[], apiKey: string) => Promise<Wire>,
): void {
  it('never shows the key, whatever the server says about it', async () => {
    const apiKey = 'sk-very-secret-1234'
    const scenes = [400, 401, 403, 404, 429, 500].map(s => refused(s, `bad key: ${apiKey}`))
    const wire = await start(scenes, apiKey)
    for (const _ of scenes) {
      const events = await collect(wire, request())
      expect(events.at(-1)?.type).toBe('error')
      expect(JSON.stringify(events)).not.toContain(apiKey)
    }
    expect(wire.name).not.toContain(apiKey)
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
