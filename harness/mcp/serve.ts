// The protocol side of `intend mcp`: requests become offers carried out, what they tell becomes progress, a
// cancelled request an interruption, and whatever goes wrong one sentence.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { meantBy } from '../../plans/text/nearest.ts'
import { messageOf, type Options, type Surroundings, toCommandError } from '../cli/command.ts'
import { version } from '../cli/version.ts'
import { harmless } from '../terminal/plain-text.ts'
import { type Asking, offers } from './offers.ts'

/** Serves the client at the other end of stdin and stdout until it leaves or the person interrupts. */
export async function serve(around: Surroundings, options: Options): Promise<void> {
  const { stdin, stdout, interrupted } = around
  const server = new Server({ name: 'intend', version: version() }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: offers.map(({ name, description, input }) => ({
      name,
      description,
      inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    let told = 0
    const { progressToken } = params._meta ?? {}
    const onLine = (line: string) => {
      if (progressToken === undefined || extra.signal.aborted) return
      const news = { progressToken, progress: ++told, message: harmless(line) }
      void extra
        .sendNotification({ method: 'notifications/progress', params: news })
        .catch(() => undefined)
    }
    return answerTo(params, { around, options, onLine, signal: extra.signal })
  })
  const left = new Promise<void>(resolve => {
    server.onclose = resolve
    stdin.once('end', resolve)
    stdin.once('close', resolve)
    interrupted.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.connect(new StdioServerTransport(stdin as never, stdout as never))
  await left
  await server.close()
}

// --- internal ---

async function answerTo(
  { name, arguments: given = {} }: { readonly name: string; readonly arguments?: unknown },
  asking: Asking,
): Promise<CallToolResult> {
  const failed = (sentence: string): CallToolResult => ({
    isError: true,
    content: [{ type: 'text', text: harmless(sentence) }],
  })
  const offer = offers.find(each => each.name === name)
  const names = offers.map(each => each.name)
  if (!offer) {
    const way = meantBy(name, names, `there are ${names.join(', ')}`)
    return failed(`there is no tool ${name}; ${way}`)
  }
  const parsed = offer.input.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'the input'}: ${message}`,
    )
    return failed(`${name} does not take that: ${wrong.join('; ')}`)
  }
  try {
    const { text, data } = await offer.run(parsed.data, asking)
    return { content: [{ type: 'text', text }], structuredContent: data }
  } catch (error) {
    return failed(
      toCommandError(error)?.message ?? `${messageOf(error)}; this is a fault of intend`,
    )
  }
}
