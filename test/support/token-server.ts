// A real HTTP server on loopback that streams chat completions token by token, whatever the request
// says of their length, and counts what it has sent until the connection was closed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { chunk, sse } from './chat-server.ts'

/** One stream: tokens of four letters, then its end. */
export interface TokenStream {
  readonly tokens: number
  /** Sends a token only when a client in this process has had time to read the one before. */
  readonly steady?: boolean
  /** Left out when the server does not say what the request has used. */
  readonly usage?: { readonly prompt: number; readonly cached?: number }
  /** Arguments of a tool call rather than text. */
  readonly asArguments?: boolean
  /** Never goes on after the tokens. */
  readonly stalls?: boolean
}

export interface Streamed {
  readonly body: { readonly model: string; readonly max_tokens?: number }
  sent: number
  finished: boolean
  /** When the client closed the connection; undefined while it is open. */
  closed: boolean
}

export interface TokenServer {
  readonly baseURL: string
  /** The requests in order. */
  readonly streams: readonly Streamed[]
  /** Tokens sent in all streams. */
  sent(): number
  close(): Promise<void>
}

/** Answers every request with what `script` makes of it. */
export async function startTokenServer(
  script: (model: string, request: number) => TokenStream,
): Promise<TokenServer> {
  const streams: Streamed[] = []
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const piece of request) raw += piece
    const body = JSON.parse(raw)
    const stream: Streamed = { body, sent: 0, finished: false, closed: false }
    streams.push(stream)
    response.on('close', () => {
      stream.closed = true
    })
    const { tokens, steady, usage, asArguments, stalls } = script(body.model, streams.length)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (asArguments) response.write(call(0, { name: 'double' }))
    for (let n = 0; n < tokens && !stream.closed; n++) {
      response.write(asArguments ? call(0, { arguments: '1111' }) : chunk({ content: 'tok ' }))
      stream.sent += 1
      for (let turns = steady ? 20 : 1; turns > 0 && !stream.closed; turns--) await turn()
    }
    if (stalls || stream.closed) return
    stream.finished = true
    response.write(chunk({}, asArguments ? 'tool_calls' : 'stop'))
    if (usage)
      response.write(
        sse({
          choices: [],
          usage: {
            prompt_tokens: usage.prompt,
            completion_tokens: tokens,
            prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
          },
        }),
      )
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    streams,
    sent: () => streams.reduce((sum, stream) => sum + stream.sent, 0),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const call = (index: number, piece: { readonly name?: string; readonly arguments?: string }) =>
  chunk({ tool_calls: [{ index, ...(piece.name && { id: 'c1' }), function: piece }] })
