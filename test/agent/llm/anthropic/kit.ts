// What the tests of the Anthropic wire share: a wire to a server of its own, closed after each test.
import * as fc from 'fast-check'
import { afterEach } from 'vitest'
import type { AnthropicOptions } from '../../../../agent/llm/anthropic/wire.ts'
import { anthropic } from '../../../../agent/llm/anthropic/wire.ts'
import type { AnthropicServer, AnthropicServerOptions } from '../../../support/anthropic-server.ts'
import { startAnthropicServer } from '../../../support/anthropic-server.ts'

const servers: AnthropicServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

type Options = AnthropicServerOptions & Partial<AnthropicOptions>

/** A server that plays `script`, and a wire to it. */
export async function serve(
  script: Parameters<typeof startAnthropicServer>[0],
  { models, ...options }: Options = {},
) {
  const server = await startAnthropicServer(script, models && { models })
  servers.push(server)
  return { server, wire: anthropic({ model: 'm', baseURL: server.baseURL, ...options }) }
}

/** Halves of characters included. */
export const anyCodeUnits = fc
  .array(fc.constantFrom(0x41, 0x20, 0xd83d, 0xde00, 0xfffd), { maxLength: 8 })
  .map(units => String.fromCharCode(...units))
