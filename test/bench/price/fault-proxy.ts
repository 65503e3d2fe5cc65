// A model server between a client and another one, both of which speak chat completions: it passes on
// what is asked and said, and every so often one value of a reply is not what the model said.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { altered, type Fault, type FaultRule, isDue } from './faults.ts'

export interface FaultProxy {
  /** What a client takes for the address of its server. */
  readonly baseURL: string
  /** What was altered so far, in the order of the replies. */
  readonly faults: readonly Fault[]
  close(): Promise<void>
}

/**
 * Listens on loopback and forwards to the server at `upstream`, an address as in `OPENAI_BASE_URL`.
 * Completions that succeed are counted from 1, in the order they come; those that `rule` names are
 * altered as `altered` does, in streams as in whole replies. All else goes through as it is.
 */
export async function startFaultProxy(
  upstream: string,
  rule: FaultRule,
  port = 0,
): Promise<FaultProxy> {
  const faults: Fault[] = []
  let replies = 0
  const server = createServer((request, response) => {
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    pass(request, response, leaving.signal).catch(error => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `${upstream}: ${error.message}` } }))
    })
  })

  async function pass(request: IncomingMessage, response: ServerResponse, signal: AbortSignal) {
    const body = await wholeOf(request)
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers
    const path = (request.url ?? '').replace(/^\/v1(?=\/|$)/, '')
    const method = request.method ?? 'GET'
    const came = await fetch(upstream.replace(/\/$/, '') + path, {
      method,
      signal,
      headers: { authorization, 'content-type': type },
      ...(method !== 'GET' && { body }),
    })
    const kind = came.headers.get('content-type') ?? 'application/json'
    response.writeHead(came.status, { 'content-type': kind })
    const completed = came.ok && path.endsWith('/chat/completions')
    const reply = completed ? ++replies : 0
    if (!completed || !isDue(reply, rule)) {
      if (came.body) Readable.fromWeb(came.body as never).pipe(response)
      else response.end()
      return
    }
    const { text, fault } = falsified(await came.text(), shownIn(body), reply, rule)
    faults.push(fault)
    response.end(text)
  }

  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    faults,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// --- internal ---

async function wholeOf(request: IncomingMessage): Promise<string> {
  let whole = ''
  for await (const piece of request.setEncoding('utf8')) whole += piece
  return whole
}

/** What of a reply is text, in one piece of a stream or in all of it. */
interface Said {
  content?: string | null
  tool_calls?: { index?: number; function?: { arguments?: string } }[]
}

interface Reply {
  readonly choices?: readonly { readonly message?: Said; readonly delta?: Said }[]
}

/** The text of all messages of a request. */
function shownIn(body: string): string {
  const { messages } = JSON.parse(body) as { messages: readonly { content: unknown }[] }
  return messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
}

/** A body with one value altered: an object, or a stream of such. */
function falsified(body: string, shown: string, reply: number, rule: FaultRule) {
  if (!/^data:/m.test(body)) {
    const whole = JSON.parse(body) as Reply
    const fault = alter([whole], shown, reply, rule)
    return { text: JSON.stringify(whole), fault }
  }
  const lines = body.split('\n').map(line => {
    const [, data] = /^data:\s*(\{.*)$/.exec(line) ?? []
    return data === undefined ? { line } : { chunk: JSON.parse(data) as Reply }
  })
  const chunks = lines.flatMap(({ chunk }) => chunk ?? [])
  const fault = alter(chunks, shown, reply, rule)
  const text = lines.map(({ line, chunk }) => line ?? `data: ${JSON.stringify(chunk)}`).join('\n')
  return { text, fault }
}

/** Alters the reply that `chunks` are together; each whole text moves into the first chunk that has a part of it. */
function alter(chunks: readonly Reply[], shown: string, reply: number, rule: FaultRule): Fault {
  const texts = new Map<string, { parts: string[]; put: ((part: string) => void)[] }>()
  const add = (name: string, part: string, put: (part: string) => void) => {
    const text = texts.get(name) ?? { parts: [], put: [] }
    text.parts.push(part)
    text.put.push(put)
    texts.set(name, text)
  }
  for (const { message, delta } of chunks.flatMap(({ choices = [] }) => choices)) {
    const said = message ?? delta ?? {}
    if (said.content) add('text', said.content, part => (said.content = part))
    for (const [at, { index = at, function: call }] of (said.tool_calls ?? []).entries())
      if (call?.arguments) add(`call ${index}`, call.arguments, part => (call.arguments = part))
  }
  const all = [...texts.values()]
  const whole = all.map(({ parts }) => parts.join(''))
  const { pieces, fault } = altered(whole, shown, reply, rule)
  for (const [at, { put }] of all.entries())
    for (const [n, change] of put.entries()) change(n === 0 ? pieces[at]! : '')
  return fault
}
