// What every wire must do, and every provider made of one: one suite, run over each of them.
import { afterEach, describe, expect, it } from 'vitest'
import { createProvider } from '../../agent/llm/create-provider.ts'
import type { Message, ModelEvent, Wire } from '../../agent/llm/provider.ts'
import type { Scene } from '../support/chat-server.ts'
import { asking, call, collect, double, executorOf, request } from '../support/model.ts'
import { declareFaults, declareSecrecy, declareText, type Protocol } from './provider-faults.ts'

export interface Started {
  readonly wire: Wire
  close?(): Promise<void>
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

    about('hanging')('ends at an abort when the model hangs', async () => {
      const wire = await start({ text: 'a', hang: true })
      const controller = new AbortController()
      const events: ModelEvent[] = []
      for await (const event of wire.stream(request({ signal: controller.signal }))) {
        events.push(event)
        if (event.type === 'text') controller.abort()
      }
      expect(events).toEqual([{ type: 'text', delta: 'a' }, { type: 'aborted' }])
    })

    it('sends nothing when the signal has already aborted', async () => {
      const { provider } = await provide('a')
      const completion = await provider.complete(asking('?'), call({ signal: AbortSignal.abort() }))
      expect(completion).toMatchObject({ text: '', requests: 0, error: { kind: 'aborted' } })
    })

    if (subject.protocol) {
      declareText(subject.protocol, startWith)
      declareFaults(subject.protocol, provide)
      declareSecrecy(subject.protocol, startWith)
    } else
      it.skip(`meets the faults of servers and networks (${subject.skip?.faults})`, () => undefined)
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
