// What every wire over a network must do with what servers and networks make of a reply.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { createProvider } from '../../agent/llm/create-provider.ts'
import type { Wire } from '../../agent/llm/provider.ts'
import { anyText } from '../support/any-text.ts'
import type { Scene } from '../support/chat-server.ts'
import { asking, call, collect, request } from '../support/model.ts'

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
  /** A whole reply whose text comes in these pieces. */
  readonly said: (pieces: readonly string[]) => string
  /** A piece that is cut off, and one that is JSON of another shape. */
  readonly torn: string
  readonly odd: string
}

type Provide = (...script: Scene[]) => Promise<{
  readonly provider: ReturnType<typeof createProvider>
  readonly waits: readonly number[]
}>

/** Faults of servers and networks; a retry that may help comes, and one that cannot does not. */
export function declareFaults(protocol: Protocol, provide: Provide): void {
  const { refused, begun, torn, odd } = protocol
  const html = { 'content-type': 'text/html' }
  const page = '<!doctype html><html><title>Bad gateway</title><body>oh</body></html>'
  const passing: readonly [string, Scene, number][] = [
    ['429 that says when', refused(429, 'slow', { 'retry-after': '2' }), 2000],
    ['429 that does not', refused(429, 'slow'), 250],
    ['429 that asks for 90 seconds', refused(429, 'slow', { 'retry-after': '90' }), 60_000],
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
    [
      '429 that asks for a day',
      refused(429, 'slow', { 'retry-after': '86400' }),
      'slow',
      'unavailable',
    ],
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
export function declareSecrecy(
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

/** Text arrives as it was written, whatever the pieces are in which the server sends it. */
export function declareText(
  { said }: Protocol,
  start: (script: readonly Scene[]) => Promise<Wire>,
): void {
  // halves of characters included
  const anyCodeUnits = fc
    .array(fc.constantFrom(0x41, 0x20, 0xd83d, 0xde00, 0xfffd), { maxLength: 12 })
    .map(units => String.fromCharCode(...units))

  it('gives the text as it was written, however the server cuts characters, lines and bytes', async () => {
    const script: Scene[] = []
    const wire = await start(script)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyText(30), anyCodeUnits),
        fc.array(fc.nat(700), { maxLength: 8 }),
        fc.nat(30),
        async (text, cuts, middle) => {
          const bytes = new TextEncoder().encode(said([text.slice(0, middle), text.slice(middle)]))
          const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
          const pieces = places.slice(1).map((end, i) => bytes.subarray(places[i], end))
          script.push({ pieces, ending: 'end' })
          const events = await collect(wire, request())
          expect(events.at(-1)).toEqual({ type: 'done', stop: 'end' })
          const deltas = events.flatMap(event => ('delta' in event ? [event.delta] : []))
          expect(deltas.join('')).toBe(text.toWellFormed())
          expect(deltas.every(delta => delta.isWellFormed())).toBe(true)
        },
      ),
      { numRuns: 15 },
    )
  })
}
