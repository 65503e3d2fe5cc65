// Every fault of a server, over HTTP, in every protocol: a retry that works when the server recovers,
// else one sentence that names the server and the way out; in bounded time, and never with the key.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'vitest'
import { anthropic } from '../../../agent/llm/anthropic/wire.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { openai } from '../../../agent/llm/openai/wire.ts'
import type { CallError } from '../../../agent/llm/provider.ts'
import {
  type Fault,
  faults,
  oddities,
  type Protocol,
  protocols,
  startFailingServer,
} from '../../support/failing-server.ts'
import { asking, call } from '../../support/model.ts'

const secret = 'sk-very-secret-1234'
const hasty = { idleMs: 400, silenceMs: 900 }
/** Longer than any limit of a client. */
const slow = 1500

const wires = { chat: openai, messages: anthropic } as const
type Name = keyof typeof wires

/** For servers that only look as if they failed: no wait is near it, on a busy machine either. */
const patient = { idleMs: 600_000, silenceMs: 600_000 }

/** Asks a server whose first `failures` answers are the fault. The server lives as long as the test. */
async function ask(
  { expect, onTestFinished }: TestContext,
  name: Name,
  fault: Fault,
  failures: number,
  { idleMs, silenceMs } = hasty,
) {
  const protocol: Protocol = protocols[name]
  const server = await startFailingServer(protocol, fault, { failures, slow, secret })
  onTestFinished(server.close)
  const wire = wires[name]({ model: 'm', baseURL: server.baseURL, apiKey: secret, idleMs })
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const provider = createProvider(wire, { retries: 1, sleep, random: () => 0, silenceMs })
  const completion = await provider.complete(asking('?'), call())
  expect(JSON.stringify(completion)).not.toContain(secret)
  return { completion, waits, server }
}

interface Outcome {
  readonly kind: CallError['kind']
  /** What the sentence says; the server is named in every one. */
  readonly says: RegExp
  /** Requests until it is given up. */
  readonly requests: number
  /** Milliseconds before the second request. */
  readonly waits?: number
}

const nothing = /sent nothing for 0\.4 s; see whether the model m is still loading or overloaded$/
const silent = /has sent nothing of a reply for 0\.9 s, though it keeps the connection open; see wh/
const broken = /broke off in the middle of the reply(: [a-z ]+)?; try again$/
const elsewhere = /did not answer with a stream of .*; set \w+_BASE_URL to the address of the model/
const passing = (kind: Outcome['kind'], says: RegExp): Outcome => ({ kind, says, requests: 2 })
const lasting = (says: RegExp): Outcome => ({ kind: 'unavailable', says, requests: 1 })

const outcomes: Readonly<Record<keyof typeof faults, Outcome>> = {
  'rate limit that says when': {
    ...passing('unavailable', /limits the rate of requests \(429\): .*; wait a while or use anoth/),
    waits: 1000,
  },
  'rate limit that does not': passing('unavailable', /\(429\): no luck with \[key\]; wait a while/),
  'failure of its own': passing('error', /failed \(500\): no luck with \[key\]; try again later$/),
  overload: passing('error', /failed \(503\): no luck with \[key\]; try again later$/),
  'refused key': lasting(/refused the key \(401\); set \w+_API_KEY to one that is valid there$/),
  'reset before the first byte': passing(
    'unavailable',
    /^cannot reach .*: connection reset; start/,
  ),
  'end before the first byte': passing('unavailable', /^cannot reach .*: connection closed; start/),
  'reset in the middle': passing('error', broken),
  'end in the middle': passing('error', broken),
  'stall in the middle': passing('error', nothing),
  'piece that is not JSON': passing('error', /sent a piece of a reply that is not valid: .*; try/),
  'HTML page': lasting(elsewhere),
  'HTML page with 502': passing('error', /\(502\): an HTML page titled "Bad gateway \[key\]"; try/),
  'reply that is no stream': lasting(elsewhere),
  'empty reply': passing('error', broken),
  'first byte that comes too late': passing('error', nothing),
  'headers and nothing behind them': passing('error', nothing),
  'endless pings': passing('error', new RegExp(`${nothing.source}|${silent.source}`)),
  'endless pieces that are empty': passing('error', silent),
  'bytes that are not gzip': passing('error', /the compressed data is damaged; try again$/),
  'redirect to itself': lasting(
    /redirects to http.* \(307\); set \w+_BASE_URL to the address that/,
  ),
  'failure whose words never end': passing(
    'error',
    new RegExp(`${nothing.source}|${silent.source}`),
  ),
}

for (const name of Object.keys(wires) as Name[])
  describe.concurrent(`${name}: a server that fails`, () => {
    for (const [what, outcome] of Object.entries(outcomes)) {
      const fault: Fault = faults[what as keyof typeof faults]

      it(`in one sentence, when it never recovers: ${what}`, async context => {
        const { expect } = context

        const { completion, server } = await ask(context, name, fault, Number.POSITIVE_INFINITY)
        expect(completion.requests).toBe(outcome.requests)
        expect(server.requests()).toBe(outcome.requests)
        const { kind, message } = completion.error!
        expect(kind).toBe(outcome.kind)
        expect(message).toMatch(outcome.says)
        expect(message).toMatch(message.includes('nothing of a reply') ? /^\w+:m / : server.baseURL)
        expect(message).not.toMatch(/\n|\.$/)
      })

      if (outcome.requests > 1)
        it(`with a retry that works, when it recovers: ${what}`, async context => {
          const { expect } = context

          const { completion, waits } = await ask(context, name, fault, 1)
          expect(completion).toMatchObject({ text: 'whole', requests: 2 })
          expect(completion.error).toBeUndefined()
          expect(waits).toEqual([outcome.waits ?? 250])
        })
    }

    for (const [what, oddity] of Object.entries(oddities))
      it(`only in looks: ${what}`, async context => {
        const { expect } = context

        const { completion } = await ask(context, name, oddity, 9, patient)
        expect(completion).toMatchObject({ text: 'whole', requests: 1 })
        expect(completion.error).toBeUndefined()
        // once a reply has said why it ended, nobody waits for the idle limit
      }, 120_000)

    it('with a reply that never ends: it is cut off', async ({ expect, onTestFinished }) => {
      const babble: Fault = async (response, { begun, more }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(begun)
        while (!response.destroyed) {
          if (!response.write(more.repeat(500)))
            await new Promise(go => response.once('drain', go).once('close', go))
        }
      }
      const server = await startFailingServer(protocols[name], babble, { failures: 9 })
      onTestFinished(server.close)
      const wire = wires[name]({ model: 'm', baseURL: server.baseURL, apiKey: secret })
      const provider = createProvider(wire, { replyCharacters: 5000 })
      const { text, error, requests } = await provider.complete(asking('?'), call())
      expect(text).toMatch(/^whole(la)+$/)
      expect(text.length).toBeLessThan(5100)
      expect({ kind: error?.kind, requests }).toEqual({ kind: 'length', requests: 1 })
    })

    it('by sending its clients elsewhere: the key does not go along', async context => {
      const { expect } = context

      const seen: unknown[] = []
      const other = createServer((request, response) => {
        seen.push(request.headers)
        response.end()
      })
      await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
      const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
      for (const status of [301, 302, 307, 308]) {
        const elsewhere: Fault = response =>
          response.writeHead(status, { location: `${target}/v9?token=abc` }).end()
        const { completion } = await ask(context, name, elsewhere, 9)
        const { kind, message } = completion.error!
        expect(kind).toBe('unavailable')
        expect(message).toContain(`redirects to ${target}/v9 (${status}); set `)
      }
      expect(seen).toEqual([])
      await new Promise(resolve => other.close(resolve))
    })

    it('and leaves no connection behind, however it holds on to it', async context => {
      const holding = [
        faults['stall in the middle'],
        faults['endless pings'],
        faults['failure whose words never end'],
        oddities['response that never ends after the reply'],
        oddities['reply without its last mark, in a response that never ends'],
        oddities['reply without its last mark, and pings for ever after'],
      ]
      const asked = await Promise.all(holding.map(fault => ask(context, name, fault, 9)))
      for (const { server } of asked)
        await until(async () => (await server.connections()) === 0, 10_000)
    })
  })

async function until(holds: () => Promise<boolean>, ms: number): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); )
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain`)
    else await new Promise(resolve => setTimeout(resolve, 50))
}
