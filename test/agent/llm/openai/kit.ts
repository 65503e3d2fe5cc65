// What the tests of the chat-completions wire share: a server with a wire to it, and short looks at replies.
import { afterEach } from 'vitest'
import type { OpenAIOptions } from '../../../../agent/llm/openai/wire.ts'
import { openai } from '../../../../agent/llm/openai/wire.ts'
import type { ModelEvent, Request } from '../../../../agent/llm/provider.ts'
import type { ChatServer, ChatServerOptions, Scene } from '../../../support/chat-server.ts'
import { chunk, startChatServer } from '../../../support/chat-server.ts'
import { collect, request } from '../../../support/model.ts'

const running: ChatServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

/** A server that plays `script` until the test ends, and a wire to it with these options. */
export async function serve(
  script: Parameters<typeof startChatServer>[0],
  options: Partial<OpenAIOptions> & ChatServerOptions = {},
) {
  const { models, pages, ...rest } = options
  const server = await startChatServer(script, {
    ...(models && { models }),
    ...(pages && { pages }),
  })
  running.push(server)
  const asked: OpenAIOptions = { model: 'm', apiKey: 'k', baseURL: server.baseURL, ...rest }
  return { server, asked, wire: openai(asked) }
}

/** The pieces of one type as one text. */
export const joined = (events: readonly ModelEvent[], type: 'text' | 'reasoning') =>
  events.flatMap(event => (event.type === type ? [event.delta] : [])).join('')

export const callsOf = (events: readonly ModelEvent[]) =>
  events.flatMap(event => (event.type === 'tool-call' ? [event.call] : []))

/** A reply whose content comes in these pieces. */
export const inPieces = (pieces: readonly string[], finish = 'stop'): Scene => ({
  pieces: [...pieces.map(content => chunk({ content })), chunk({}, finish)],
  ending: 'end',
})

/** One server whose next reply is set beforehand, for many short conversations. */
export async function speaker() {
  let next: Scene = ''
  const { asked } = await serve(() => next)
  return {
    fresh: () => openai(asked),
    hear: (wire: ReturnType<typeof openai>, scene: Scene, changes: Partial<Request> = {}) => {
      next = scene
      return collect(wire, request(changes))
    },
  }
}

/** `text` cut at these places. */
export function cut(text: string, places: readonly number[]): readonly string[] {
  const ends = [
    ...places.map(place => place % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ]
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end))
}
