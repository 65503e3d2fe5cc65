// What MCP servers said of their tools when they were first used, kept beside the folders that are trusted. A
// description that changes later is a new word of a stranger.
import { z } from 'zod'
import { canonical, fingerprint } from '../../plans/canonical.ts'
import type { Described } from '../../tools/mcp/offered.ts'
import { identityOf, type ServerSettings } from '../../tools/mcp/settings.ts'
import type { Environment } from '../cli/command.ts'
import { ownFile } from './own.ts'

/** A tool that is not described as it was: `before` is undefined for one that is new. */
export interface Changed {
  readonly tool: Described
  readonly before: string | undefined
}

/**
 * The tools that this server describes otherwise than at its first use; undefined when it has not been used.
 * @throws ConfigurationError naming the file when it cannot be read.
 */
export function changedSince(
  server: string,
  settings: ServerSettings,
  tools: readonly Described[],
  env: Environment,
): readonly Changed[] | undefined {
  const pinned = pins.read(env)?.[server]
  if (pinned?.identity !== identityOf(settings)) return undefined
  return tools.flatMap(tool => {
    const before = pinned.tools[tool.name]
    return before?.mark === markOf(tool) ? [] : [{ tool, before: before?.description }]
  })
}

/** Keeps what the server says of its tools now. Nowhere when there is no home folder. */
export function pin(
  server: string,
  settings: ServerSettings,
  tools: readonly Described[],
  env: Environment,
): void {
  const described = tools.map(
    tool => [tool.name, { mark: markOf(tool), description: tool.description }] as const,
  )
  const own = { identity: identityOf(settings), tools: Object.fromEntries(described) }
  pins.write({ ...pins.read(env), [server]: own }, env)
}

/** Forgets what the server said, so that its next use is its first; false when it was not used. */
export function unpin(server: string, env: Environment): boolean {
  const { [server]: gone, ...others } = pins.read(env) ?? {}
  if (gone) pins.write(others, env)
  return gone !== undefined
}

// --- internal ---

const Pins = z.record(
  z.string(),
  z.object({
    identity: z.string(),
    tools: z.record(z.string(), z.object({ mark: z.string(), description: z.string() })),
  }),
)

const pins = ownFile(
  'mcp.json',
  Pins,
  file =>
    `${file} does not say how MCP servers were described; remove it, and their next use is the first`,
)

/** All that a model, and the policy, are told of a tool by its server. */
const markOf = ({ description, input, claims }: Described) =>
  fingerprint(canonical({ description, input, claims }), 32)
