// Model servers as the doctor and the start-up find them: one that can everything it is asked, with
// parts of that taken away, and one that accepts and never answers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnthropicServer, startAnthropicServer } from './anthropic-server.ts'
import { type ChatServer, startChatServer } from './chat-server.ts'

export interface Abilities {
  readonly models?: readonly string[]
  readonly schema?: 'native' | 'prompted' | 'none'
  readonly tools?: boolean
}

const codes = ['heron-47', 'plover-11']
const calls = codes.map(code => ({ name: 'note_code', input: { code } }))
const kept = '{"bird_seen": "heron", "eggs_counted": 47}'
const usage = { inputTokens: 60, outputTokens: 20, cachedTokens: 0 }

/** A server whose models answer the probe. */
export function startAbleServer(abilities: Abilities = {}): Promise<ChatServer> {
  const { models = ['m'], schema = 'native', tools = true } = abilities
  return startChatServer(
    body => {
      if (body.tools) {
        return tools ? { calls, usage } : { text: 'I cannot call tools.', usage }
      }
      const shown = JSON.stringify(body.messages).includes('eggs_counted')
      const keeps = schema === 'native' || (schema === 'prompted' && shown)
      return { text: keeps ? [kept.slice(0, 20), kept.slice(20)] : 'A heron.', usage }
    },
    { models },
  )
}

/** The same for the Anthropic Messages protocol: one that can everything, with this context. */
export function startAbleAnthropic(
  models: Readonly<Record<string, number>>,
): Promise<AnthropicServer> {
  return startAnthropicServer(
    ({ tools }) =>
      tools ? { calls, usage } : { text: [kept.slice(0, 20), kept.slice(20)], usage },
    { models },
  )
}

export interface SilentServer {
  readonly baseURL: string
  /** How often something has connected. */
  readonly connections: () => number
  close(): Promise<void>
}

/** A server that accepts every connection and never answers. */
export async function startSilentServer(): Promise<SilentServer> {
  const server = createServer(() => undefined)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    connections: () => connections,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
