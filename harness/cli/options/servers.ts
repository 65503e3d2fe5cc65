// Which MCP servers a question may use.
import { readSettings } from '../../configuration/file.ts'
import { serverOf } from '../../run/servers.ts'
import type { Options, Surroundings } from '../command.ts'

/**
 * The servers as a run keeps them: names of the configuration, and those of the command line as they were written.
 * @throws CommandError for a form that is none, ConfigurationError for a bad file.
 */
export function serversOf(
  options: Options,
  around: Pick<Surroundings, 'folder' | 'env'>,
): string[] | undefined {
  if (options.mcp === false) return undefined
  const named = (options.mcp ?? []) as readonly string[]
  const names = named.map(form => serverOf(form)[0])
  const configured = Object.keys(readSettings(around).settings.mcpServers ?? {})
  const all = [...configured.filter(name => !names.includes(name)), ...named]
  return all.length > 0 ? all : undefined
}
