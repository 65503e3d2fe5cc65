// One MCP server, reached: what it offers, and requests to it. Whatever it does, a request ends in time with a
// result of bounded length or with one sentence.
import { createRequire } from 'node:module'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolResultSchema,
  ErrorCode,
  GetPromptResultSchema,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
  ReadResourceResultSchema,
  type Result,
  type ServerCapabilities,
  type Tool as ServerTool,
} from '@modelcontextprotocol/sdk/types.js'
import { childTransport } from './child.ts'
import { createMeter, type Meter, metered } from './meter.ts'
import type { Address, Program, Reached } from './settings.ts'
import { masked, plain, withTexts } from './words.ts'

/** Requests that a client makes of a server, with the form of the reply. */
const requests = {
  'tools/list': ListToolsResultSchema,
  'tools/call': CallToolResultSchema,
  'resources/list': ListResourcesResultSchema,
  'resources/templates/list': ListResourceTemplatesResultSchema,
  'resources/read': ReadResourceResultSchema,
  'prompts/list': ListPromptsResultSchema,
  'prompts/get': GetPromptResultSchema,
} as const
type Requests = typeof requests
type Reply<Method extends keyof Requests> = Requests[Method]['_zod']['output']

export interface Connection {
  readonly name: string
  readonly capabilities: ServerCapabilities
  readonly tools: readonly ServerTool[]
  /** Rejects with one sentence that names the server; what it says itself is in it, without secrets. */
  request<Method extends keyof Requests>(
    method: Method,
    params?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<Reply<Method>>
  /** Ends the connection, and the server when it was started for it. */
  close(): Promise<void>
}

/** Seconds without a sign of life, unless the person says otherwise: for starting, and for a call. */
const usualSeconds = { start: 30, call: 60 }

/** Seconds that a call may take with signs of life. */
const mostSeconds = 600

/** Tools of one server that are taken: all of them stand in every prompt. */
export const mostTools = 60

/** Connects to a server and asks what tools it has. Rejects with one sentence that names it. */
export async function connect(
  reached: Reached,
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<Connection> {
  const { name, settings, secrets } = reached
  const { transport, ending } = transportTo(reached, env)
  const { version } = createRequire(import.meta.url)('intend/package.json')
  const client = new Client(
    { name: 'intend', version },
    // what tools say of their results is not relied on, so a stranger's schemas are not compiled for it
    { jsonSchemaValidator: { getValidator: () => unchecked } },
  )
  const failed = (error: unknown, seconds: number) => {
    const why = wordsOf(error, ending(), seconds)
    return new Error(`the MCP server ${name} ${masked(plain(why, 300), secrets)}`, { cause: error })
  }
  const request: Connection['request'] = async (method, params, calling) => {
    const seconds = settings.timeout ?? usualSeconds.call
    try {
      const reply = await client.request({ method, params } as never, requests[method] as never, {
        timeout: 1_000 * seconds,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: 1_000 * Math.max(mostSeconds, seconds),
        onprogress: () => undefined,
        ...(calling && { signal: calling }),
      })
      return withTexts(reply as Result, text => masked(text, secrets)) as never
    } catch (error) {
      if (calling?.aborted) throw calling.reason
      throw failed(error, seconds)
    }
  }
  const close = async () => {
    await client.close().catch(() => undefined)
    await transport.close().catch(() => undefined)
  }
  const seconds = settings.timeout ?? usualSeconds.start
  try {
    await within(client.connect(transport, { timeout: 1_000 * seconds }), seconds, signal)
    const tools = await within(listed(request, signal), seconds, signal)
    return { name, capabilities: client.getServerCapabilities() ?? {}, tools, request, close }
  } catch (error) {
    const known = error instanceof Error && error.message.startsWith(`the MCP server ${name} `)
    const failure = known ? error : failed(error, seconds)
    await close()
    throw signal?.aborted ? signal.reason : failure
  }
}

// --- internal ---

const unchecked = (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never

/** How a server is spoken to; `ending` says why that is over, as the end of a sentence. */
function transportTo({ settings }: Reached, env: Readonly<Record<string, string | undefined>>) {
  const meter = createMeter(() => void transport.close())
  const child = 'url' in settings ? undefined : childTransport(programOf(settings, env), meter)
  const transport = child ?? httpTransport(settings as Address, meter)
  transport.onmessage = () => meter.message() // the client's own comes behind it
  return { transport, ending: () => meter.exceeded() ?? child?.ending() }
}

function httpTransport({ url, headers = {} }: Address, meter: Meter): Transport {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('has no address that begins with http:// or https://')
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: metered(meter),
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 2_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  }) as Transport
}

function programOf(
  { command, args = [], env: own = {} }: Program,
  env: Readonly<Record<string, string | undefined>>,
) {
  const common = Object.fromEntries(
    inherited.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]!] as const])),
  )
  return { command, args, env: { ...common, ...own } }
}

/** What every program needs; the rest of the person's environment holds keys of others. */
const inherited = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'LANG', 'TMPDIR', 'XDG_CACHE_HOME'],
  ...['APPDATA', 'LOCALAPPDATA', 'HOMEDRIVE', 'HOMEPATH', 'USERPROFILE', 'SYSTEMROOT', 'TEMP'],
  ...['PATHEXT', 'SYSTEMDRIVE', 'PROGRAMFILES', 'USERNAME'],
]

async function listed(
  request: Connection['request'],
  signal: AbortSignal | undefined,
): Promise<readonly ServerTool[]> {
  const tools: ServerTool[] = []
  let cursor: string | undefined
  // a list that goes on without an end is cut where enough is known
  for (let page = 0; page < 10; page++) {
    const reply = await request('tools/list', cursor === undefined ? {} : { cursor }, signal)
    const fresh = reply.tools.filter(({ name }) => !tools.some(other => other.name === name))
    tools.push(...fresh)
    cursor = reply.nextCursor
    if (cursor === undefined || fresh.length === 0 || tools.length > mostTools) break
  }
  return tools
}

/** `work`, or a failure when it takes longer than so many seconds. */
async function within<T>(work: Promise<T>, seconds: number, signal?: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Late()), 1_000 * seconds)
  const stop = () => late.reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}

class Late extends Error {}

/** What went wrong, as the end of a sentence that begins with the server. */
function wordsOf(error: unknown, ended: string | undefined, seconds: number): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code
  if (ended !== undefined) return `cannot be used: ${ended}`
  if (error instanceof Late || code === ErrorCode.RequestTimeout)
    return `did not answer within ${seconds} s`
  if (code === 401 || code === 403) return `asks for a key (${code}); give it a header`
  const cause = (error as Error | undefined)?.cause as NodeJS.ErrnoException | undefined
  if (error instanceof TypeError && cause)
    return `cannot be reached (${cause.code ?? cause.message})`
  const { name: kind, message: said } = error instanceof Error ? error : new Error(String(error))
  if (/ZodError|SyntaxError/.test(kind) || /content type/.test(said))
    return 'answers in a form that is not MCP'
  return `failed: ${said.replace(/^MCP error -?\d+: /, '')}`
}
