// What MCP servers said of their tools when they were first used, kept beside the folders that are trusted. A
// description that changes later is a new word of a stranger.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { canonical, fingerprint } from '../../plans/canonical.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import type { Described } from '../../tools/mcp/offered.ts'
import { identityOf, type ServerSettings } from '../../tools/mcp/settings.ts'
import { personalFolder, writeOwn } from './own.ts'

type Env = Parameters<typeof personalFolder>[0]

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
  env: Env,
): readonly Changed[] | undefined {
  const pinned = readPins(env)[server]
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
  env: Env,
): void {
  const described = tools.map(
    tool => [tool.name, { mark: markOf(tool), description: tool.description }] as const,
  )
  const own = { identity: identityOf(settings), tools: Object.fromEntries(described) }
  write({ ...readPins(env), [server]: own }, env)
}

/** Forgets what the server said, so that its next use is its first; false when it was not used. */
export function unpin(server: string, env: Env): boolean {
  const { [server]: gone, ...others } = readPins(env)
  if (gone) write(others, env)
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
type Pins = z.infer<typeof Pins>

const fileOf = (env: Env) => {
  const folder = personalFolder(env)
  return folder && join(folder, 'mcp.json')
}

/** All that a model, and the policy, are told of a tool by its server. */
const markOf = ({ description, input, claims }: Described) =>
  fingerprint(canonical({ description, input, claims }), 32)

function readPins(env: Env): Pins {
  const file = fileOf(env)
  if (file === undefined || !existsSync(file)) return {}
  try {
    return Pins.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new ConfigurationError(
      `${file} does not say how MCP servers were described; remove it, and their next use is the first`,
    )
  }
}

function write(pins: Pins, env: Env): void {
  const file = fileOf(env)
  if (file !== undefined) writeOwn(file, `${JSON.stringify(pins, undefined, 2)}\n`)
}
