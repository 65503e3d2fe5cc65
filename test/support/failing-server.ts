// A real HTTP server on loopback that fails in every way a model server or the network before it
// fails, in either protocol, and recovers after so many requests or never.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { beginning, block, ending, event } from './anthropic-server.ts'
import { chunk, sse } from './chat-server.ts'

/** How a protocol spells a reply: what comes before its end, and its end. */
export interface Protocol {
  readonly path: string
  readonly begun: string
  readonly ended: string
  /** An event that says nothing, one that repeats itself, and one that ends too early to be read. */
  readonly empty: string
  readonly more: string
  readonly broken: string
  /** A comment, or an event made for it, that only keeps the connection open. */
  readonly ping: string
  readonly error: (message: string) => string
}

const text = (piece: string) => chunk({ content: piece })
const delta = (piece: string) =>
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } })
const [opened = '', , closed = ''] = block(0, { type: 'text', text: '' }, [{}])

export const protocols = {
  chat: {
    path: '/v1',
    begun: text('who') + text('le'),
    ended: `${chunk({}, 'stop')}data: [DONE]\n\n`,
    empty: sse({ choices: [] }),
    more: text('la'),
    broken: 'data: {"choi\n\n',
    ping: ': ping\n\n',
    error: message => JSON.stringify({ error: { message } }),
  },
  messages: {
    path: '',
    begun: beginning().join('') + opened + delta('who') + delta('le'),
    ended: closed + ending('end_turn').join(''),
    empty: event('something_new'),
    more: delta('la'),
    broken: 'event: content_block_delta\ndata: {"index\n\n',
    ping: event('ping'),
    error: message =>
      JSON.stringify({ type: 'error', error: { type: 'api_error', message }, request_id: 'r' }),
  },
} as const satisfies Record<string, Protocol>

/** What one fault does with a response. `slow` is longer than any client of the test waits. */
export type Fault = (
  response: ServerResponse,
  protocol: Protocol,
  given: { readonly slow: number; readonly url: string; readonly secret: string },
) => unknown

const stream = { 'content-type': 'text/event-stream' }
const json = { 'content-type': 'application/json' }
const page = (secret: string) =>
  `<!doctype html><html><title>Bad gateway ${secret}</title><body>oh</body></html>`

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (response, { error }, { secret }) =>
    response.writeHead(code, { ...json, ...headers }).end(error(`no luck with ${secret}`))

const begin = (response: ServerResponse, body: string) =>
  new Promise(resolve => response.writeHead(200, stream).write(body, resolve))

/** The events of a text but for the last one. */
const withoutLast = (events: string) => events.slice(0, events.trimEnd().lastIndexOf('\n\n') + 2)

/** Writes `piece` again and again until nobody listens any more. */
async function on(response: ServerResponse, piece: string, pauseMs: number): Promise<void> {
  while (!response.destroyed) {
    response.write(piece)
    await wait(pauseMs)
  }
}

export const faults = {
  'rate limit that says when': status(429, { 'retry-after': '1' }),
  'rate limit that does not': status(429),
  'failure of its own': status(500),
  overload: status(503),
  'refused key': status(401),
  'reset before the first byte': response => response.socket?.resetAndDestroy(),
  'end before the first byte': response => response.socket?.end(),
  'reset in the middle': async (response, { begun }) => {
    await begin(response, begun)
    response.socket?.resetAndDestroy()
  },
  'end in the middle': async (response, { begun }) => {
    await begin(response, begun)
    response.end()
  },
  'stall in the middle': (response, { begun }) => begin(response, begun),
  'piece that is not JSON': (response, { begun, broken, ended }) =>
    response.writeHead(200, stream).end(begun + broken + ended),
  'HTML page': (response, _, { secret }) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(secret)),
  'HTML page with 502': (response, _, { secret }) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end(page(secret)),
  'reply that is no stream': response => response.writeHead(200, json).end('{"id":"x"}'),
  'empty reply': response => response.writeHead(200, stream).end(),
  'first byte that comes too late': async (response, { begun, ended }, { slow }) => {
    await wait(slow)
    response.writeHead(200, stream).end(begun + ended)
  },
  'headers and nothing behind them': response => response.writeHead(200, stream).flushHeaders(),
  'endless pings': async (response, { begun, ping }, { slow }) => {
    await begin(response, begun)
    await on(response, ping, slow / 10)
  },
  'endless pieces that are empty': async (response, { begun, empty }, { slow }) => {
    await begin(response, begun)
    await on(response, empty, slow / 10)
  },
  'bytes that are not gzip': (response, { begun, ended }) =>
    response.writeHead(200, { ...stream, 'content-encoding': 'gzip' }).end(begun + ended),
  'redirect to itself': (response, _, { url }) => response.writeHead(307, { location: url }).end(),
  'failure whose words never end': (response, _, { slow, secret }) => {
    response.writeHead(500, json)
    return on(response, `{"error": "${secret}`, slow / 10)
  },
} as const satisfies Record<string, Fault>

/** What only looks like a fault: the reply arrives whole, in an odd way. */
export const oddities = {
  'first byte that takes its time': async (response, { begun, ended }, { slow }) => {
    await wait(slow / 5)
    response.writeHead(200, stream).end(begun + ended)
  },
  'response that never ends after the reply': (response, { begun, ended }) =>
    begin(response, begun + ended),
  'reply without its last mark, in a response that never ends': (response, { begun, ended }) =>
    begin(response, begun + withoutLast(ended)),
  'reply without its last mark, and pings for ever after': async (
    response,
    { begun, ended, ping },
    { slow },
  ) => {
    await begin(response, begun + withoutLast(ended))
    await on(response, ping, slow / 10)
  },
  'pings between the pieces': (response, { begun, ping, ended }) =>
    response.writeHead(200, stream).end(ping + begun + ping + ping + ended),
  'line ends of another system': (response, { begun, ended }) =>
    response.writeHead(200, stream).end((begun + ended).replaceAll('\n', '\r\n')),
} as const satisfies Record<string, Fault>

export interface FailingServer {
  /** As a wire takes it. */
  readonly baseURL: string
  /** Requests received so far. */
  readonly requests: () => number
  /** Connections that are open now. */
  readonly connections: () => Promise<number>
  close(): Promise<void>
}

/** Serves `protocol`; the first `failures` requests for a reply end in `fault`, the others in the text `whole`. */
export async function startFailingServer(
  protocol: Protocol,
  fault: Fault,
  { failures, slow = 1000, secret = '' }: { failures: number; slow?: number; secret?: string },
): Promise<FailingServer> {
  let requests = 0
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    requests += 1
    const url = request.url!
    if (requests <= failures) await fault(response, protocol, { slow, url, secret })
    else response.writeHead(200, stream).end(protocol.begun + protocol.ended)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}${protocol.path}`,
    requests: () => requests,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
