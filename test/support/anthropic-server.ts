// A real HTTP server on loopback that speaks the Anthropic Messages protocol from a script, and is as
// strict about requests as the original.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ScriptedReply } from '../../agent/llm/replay/scripted.ts'
import type { MessagesBody } from './anthropic-rules.ts'
import { objectionTo } from './anthropic-rules.ts'
import { answer, playPieces, type Scene } from './chat-server.ts'

export interface AnthropicServer {
  readonly baseURL: string
  /** Bodies of the requests for a message, in order. */
  readonly bodies: readonly MessagesBody[]
  readonly headers: readonly IncomingHttpHeaders[]
  /** How many connections are open. */
  connections(): Promise<number>
  close(): Promise<void>
}

export interface AnthropicServerOptions {
  /** What `/v1/models` lists, with the tokens of their contexts; without it that path is not found. */
  readonly models?: Readonly<Record<string, number>>
}

/**
 * Answers the n-th request with the n-th scene, or with what a function makes of it; then with status
 * 400, as it does any request that the original would not accept.
 */
export async function startAnthropicServer(
  script: readonly Scene[] | ((body: MessagesBody) => Scene),
  { models }: AnthropicServerOptions = {},
): Promise<AnthropicServer> {
  const bodies: MessagesBody[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const piece of request) raw += piece
    const { pathname } = new URL(request.url!, 'http://127.0.0.1')
    if (pathname.startsWith('/v1/models') && models) return answerModels(response, pathname, models)
    if (pathname !== '/v1/messages') return play(failure(404, 'not found'), response)
    const body = JSON.parse(raw) as MessagesBody
    bodies.push(body)
    headers.push(request.headers)
    const objection = objectionTo(body)
    if (objection) return play(failure(400, objection), response)
    const scene = typeof script === 'function' ? script(body) : script[bodies.length - 1]
    await play(scene ?? failure(400, 'the script ran out'), response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}`,
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

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}

/** The answer of this protocol to a request that fails. */
export function failure(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Extract<Scene, { status: number }> {
  const error = { type: types[status] ?? 'invalid_request_error', message }
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ type: 'error', error, request_id: 'req_1' }),
  }
}

/** An event of this protocol, as lines of an event stream. */
export function event(type: string, members: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`
}

/** The events of one block: its beginning, its pieces and its end. */
export function block(index: number, beginning: object, deltas: readonly object[]): string[] {
  return [
    event('content_block_start', { index, content_block: beginning }),
    ...deltas.map(delta => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
}

/** The last events of a reply. */
export function ending(stop: string, usage: object = {}, details: object | null = null): string[] {
  const delta = { stop_reason: stop, stop_sequence: null, stop_details: details }
  return [event('message_delta', { delta, usage }), event('message_stop')]
}

/** The first events of a reply. */
export function beginning(usage: object = {}): string[] {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage }
  return [event('message_start', { message }), event('ping')]
}

type Played = Exclude<ScriptedReply, string>

const stops = {
  end: 'end_turn',
  tools: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
} as const

function linesOf({ reasoning, text = [], calls = [], usage }: Played): string[] {
  const texts = typeof text === 'string' ? [text] : text
  const { inputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = usage ?? {}
  const counts = {
    input_tokens: inputTokens - cachedTokens - cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    output_tokens: 1,
  }
  const lines = beginning(usage ? counts : {})
  let index = 0
  if (reasoning)
    lines.push(
      ...block(index++, { type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking: reasoning },
        { type: 'signature_delta', signature: 'sealed' },
      ]),
    )
  if (texts.length > 0)
    lines.push(
      ...block(
        index++,
        { type: 'text', text: '' },
        texts.map(piece => ({ type: 'text_delta', text: piece })),
      ),
    )
  for (const { id, name, input } of calls) {
    const raw = typeof input === 'string' ? input : JSON.stringify(input)
    const half = Math.ceil(raw.length / 2)
    lines.push(
      ...block(
        index++,
        { type: 'tool_use', id: id ?? `toolu_${index}`, name, input: {} },
        ['', raw.slice(0, half), raw.slice(half)].map(partial_json => ({
          type: 'input_json_delta',
          partial_json,
        })),
      ),
    )
  }
  return lines
}

async function play(scene: Scene, response: ServerResponse): Promise<void> {
  if (typeof scene === 'string') return play({ text: scene }, response)
  if ('status' in scene) return answer(response, scene.status, scene.body, scene.headers)
  if ('pieces' in scene) return playPieces(scene, response)
  if (scene.delayMs) await wait(scene.delayMs)
  const { error, calls = [], usage } = scene
  const pieces = linesOf(scene)
  if (error) {
    const type = error.retryable ? 'overloaded_error' : 'invalid_request_error'
    pieces.push(event('error', { error: { type, message: error.message } }))
  } else if (!scene.hang) {
    const stop = stops[scene.stop ?? (calls.length > 0 ? 'tools' : 'end')]
    pieces.push(...ending(stop, usage ? { output_tokens: usage.outputTokens } : {}))
  }
  // a block that hangs has no end yet
  return playPieces({ pieces, ending: scene.hang ? 'stall' : 'end' }, response)
}

function answerModels(
  response: ServerResponse,
  pathname: string,
  models: NonNullable<AnthropicServerOptions['models']>,
) {
  const all = Object.entries(models).map(([id, max_input_tokens]) => ({ id, max_input_tokens }))
  const asked = decodeURIComponent(pathname.slice('/v1/models/'.length))
  const found = asked ? all.find(each => each.id === asked) : { data: all, has_more: false }
  return found
    ? answer(response, 200, JSON.stringify(found))
    : play(failure(404, `model: ${asked}`), response)
}
