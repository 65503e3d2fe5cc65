// A real HTTP server on loopback that speaks the chat-completions protocol from a script, faults of
// servers and networks included.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ScriptedReply } from '../../agent/llm/replay/scripted.ts'

/** A reply, an HTTP answer as it is, or bytes of an event stream and how it goes on after them. */
export type Scene =
  | ScriptedReply
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: string
    }
  | {
      readonly pieces: readonly (string | Uint8Array)[]
      readonly ending: 'end' | 'reset' | 'stall'
      /** Milliseconds between the pieces. */
      readonly pauseMs?: number
    }

/** How long a wire may hear nothing of a script: only one that stalls has to be given up soon. */
export function idleIn(script: readonly Scene[]): number {
  const stalls = (scene: Scene) =>
    typeof scene === 'object' && 'ending' in scene && scene.ending === 'stall'
  return script.some(stalls) ? 1000 : 120_000
}

export interface ChatServer {
  readonly baseURL: string
  /** Bodies of the requests for a completion, in order. */
  readonly bodies: readonly ChatBody[]
  readonly headers: readonly IncomingHttpHeaders[]
  /** How many connections are open. */
  connections(): Promise<number>
  close(): Promise<void>
}

/** The part of a request's body that tests look at. */
export interface ChatBody {
  readonly messages: readonly {
    readonly role: string
    readonly content: string | null
    readonly tool_call_id?: string
    readonly tool_calls?: readonly {
      readonly id: string
      readonly function: { arguments: string }
    }[]
  }[]
  readonly tools?: readonly { readonly function: { readonly parameters: unknown } }[]
  readonly response_format?: unknown
  readonly [field: string]: unknown
}

export interface ChatServerOptions {
  /** What `/models` lists; without it that path is not found. */
  readonly models?: readonly string[]
  /** What other paths answer with, as JSON, such as `/api/ps`; `stalled` for one that never answers. */
  readonly pages?: Readonly<Record<string, unknown>>
}

export const stalled = Symbol('stalled')

/** Answers the n-th request with the n-th scene, or with what a function makes of it; then with status 400. */
export async function startChatServer(
  script: readonly Scene[] | ((body: ChatBody) => Scene),
  { models, pages = {} }: ChatServerOptions = {},
): Promise<ChatServer> {
  const bodies: ChatBody[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const piece of request) raw += piece
    const page = pages[request.url ?? '']
    if (page === stalled) return
    if (page !== undefined) return answer(response, 200, JSON.stringify(page))
    if (request.url?.endsWith('/models') && models)
      return answer(response, 200, JSON.stringify({ data: models.map(id => ({ id })) }))
    if (!request.url?.endsWith('/chat/completions')) return answer(response, 404, '{}')
    const body = JSON.parse(raw) as ChatBody
    bodies.push(body)
    headers.push(request.headers)
    const scene = typeof script === 'function' ? script(body) : script[bodies.length - 1]
    if (scene === undefined)
      return answer(response, 400, JSON.stringify({ error: { message: 'the script ran out' } }))
    await play(scene, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    bodies,
    headers,
    connections: () => new Promise(resolve => server.getConnections((_, count) => resolve(count))),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The line of an event stream that holds `value`. */
export function sse(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

/** A chunk with this delta, as a line of an event stream. */
export function chunk(delta: unknown, finish: string | null = null): string {
  return sse({ choices: [{ index: 0, delta, finish_reason: finish }] })
}

/** How a server says that it does not take a request, naming the field apart from its words or not. */
export function refusal(message: string, param?: string): Scene {
  const error = { message, type: 'invalid_request_error', param: param ?? null, code: null }
  return { status: 400, body: JSON.stringify({ error }) }
}

/** Answers with `body` as it is, as JSON unless the headers say otherwise. */
export function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
) {
  response.writeHead(status, headers).end(body)
}

async function play(scene: Scene, response: ServerResponse): Promise<void> {
  if (typeof scene === 'string') return play({ text: scene }, response)
  if ('status' in scene) return answer(response, scene.status, scene.body, scene.headers)
  if ('pieces' in scene) return playPieces(scene, response)
  if (scene.delayMs) await wait(scene.delayMs)
  const { error } = scene
  const pieces = linesOf(scene)
  if (error)
    pieces.push(sse({ error: { message: error.message, code: error.retryable ? 500 : 400 } }))
  else if (!scene.hang) pieces.push(...endingOf(scene))
  return playPieces({ pieces, ending: scene.hang ? 'stall' : 'end' }, response)
}

/** Sends the pieces one by one as a stream of events. */
export async function playPieces(
  { pieces, ending, pauseMs }: Extract<Scene, { pieces: unknown }>,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  for (const piece of pieces) {
    await new Promise(resolve => response.write(piece, resolve))
    // so that the pieces arrive apart
    await (pauseMs === undefined ? new Promise(resolve => setImmediate(resolve)) : wait(pauseMs))
  }
  if (ending === 'end') response.end()
  if (ending === 'reset') response.destroy()
}

type Played = Exclude<ScriptedReply, string>

function linesOf({ reasoning, text = [], calls = [] }: Played): string[] {
  const lines = reasoning ? [chunk({ reasoning_content: reasoning })] : []
  for (const content of typeof text === 'string' ? [text] : text) lines.push(chunk({ content }))
  for (const [index, { id, name, input }] of calls.entries()) {
    const raw = typeof input === 'string' ? input : JSON.stringify(input)
    const half = Math.ceil(raw.length / 2)
    const first = { index, id: id ?? `call_${index}`, type: 'function' }
    lines.push(
      chunk({ tool_calls: [{ ...first, function: { name, arguments: raw.slice(0, half) } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: raw.slice(half) } }] }),
    )
  }
  return lines
}

const finishes = { end: 'stop', tools: 'tool_calls', length: 'length', refusal: 'content_filter' }

function endingOf({ calls = [], stop, usage }: Played): string[] {
  const lines = [chunk({}, finishes[stop ?? (calls.length > 0 ? 'tools' : 'end')])]
  if (usage)
    lines.push(
      sse({
        choices: [],
        usage: {
          prompt_tokens: usage.inputTokens,
          completion_tokens: usage.outputTokens,
          prompt_tokens_details: { cached_tokens: usage.cachedTokens },
        },
      }),
    )
  return [...lines, 'data: [DONE]\n\n']
}
