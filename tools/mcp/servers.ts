// MCP servers as tools of an agent. A server that is slow, dead or talks garbage costs one sentence; the question
// goes on with what the others offer.
import type { Tool } from '../tool.ts'
import type { Connection } from './connection.ts'
import type { Described } from './offered.ts'
import { filledIn, type ServerSettings } from './settings.ts'

/** How servers are opened. */
interface Opening {
  /** Where the variables are looked up that settings name. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
  /** Of the tools that a server describes, those that may be used as they are described now. */
  readonly admit?: (
    server: string,
    settings: ServerSettings,
    tools: readonly Described[],
  ) => Promise<readonly Described[]>
}

/**
 * One server, or in `failed` one sentence on why there is none.
 * @example
 * ```ts
 * import { type Opened, openServers } from 'intend/tools'
 *
 * const told = ({ name, tools = [], failed }: Opened) => failed ?? `${name}: ${tools.length} tools`
 * const servers = await openServers({ shop: { command: 'no-such-shop' } }, { env: process.env })
 * console.log(servers.map(told).join()) // the MCP server shop cannot be used: there is no program no-such-shop
 * ```
 */
export type Opened = { readonly name: string } & (
  | {
      readonly tools: readonly Tool[]
      /** All it describes, what was not admitted included. */
      readonly described: readonly Described[]
      /** Sentences on what is left out. */
      readonly left: readonly string[]
      readonly close: () => Promise<void>
      readonly failed?: undefined
    }
  | { readonly failed: string; readonly tools?: undefined; readonly close?: undefined }
)

/**
 * Opens MCP servers, all at once; their tools are the `moreTools` of an agent. Whoever has opened a server closes
 * it. Rejects with the signal's reason when aborted, and for nothing else.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { openServers } from 'intend/tools'
 *
 * const servers = await openServers({ shop: { command: 'no-such-shop' } }, { env: process.env })
 * const agent = await createAgent({ moreTools: servers.flatMap(({ tools = [] }) => tools) })
 * console.log(servers.filter(({ failed }) => failed === undefined).length) // 0
 * agent.close()
 * for (const { close } of servers) await close?.()
 * ```
 */
export async function openServers(
  servers: Readonly<Record<string, ServerSettings>>,
  opening: Opening,
): Promise<readonly Opened[]> {
  const opened = await Promise.all(
    Object.entries(servers).map(([name, settings]) => open(name, settings, opening)),
  )
  if (opening.signal?.aborted) {
    await closeAll(opened)
    throw opening.signal.reason
  }
  return opened
}

/** Ends the connections, and the servers that were started for them. Never rejects. */
export async function closeAll(opened: readonly Opened[]): Promise<void> {
  await Promise.all(opened.map(each => each.close?.()))
}

// --- internal ---

async function open(
  name: string,
  settings: ServerSettings,
  { env, signal, admit }: Opening,
): Promise<Opened> {
  // a start without servers does not load the protocol
  const { connect } = await import('./connection.ts')
  const { describedBy, readersOf, toolOf } = await import('./offered.ts')
  let connection: Connection | undefined
  try {
    connection = await connect(filledIn(name, settings, env), env, signal)
    const { tools: described, left } = describedBy(connection)
    const admitted = admit ? await admit(name, settings, described) : described
    const readers = readersOf(connection)
    const own = admitted.map(each => toolOf(each, connection!, settings))
    const tools = [...own, ...readers.filter(each => !own.some(({ name }) => name === each.name))]
    return { name, tools, described, left, close: connection.close }
  } catch (error) {
    await connection?.close()
    const why = error instanceof Error ? error.message : String(error)
    const failed = why.startsWith('the MCP server') ? why : `the MCP server ${name} ${why}`
    return { name, failed }
  }
}
