// What `intend doctor` says of MCP servers: which tools they have, which the person says only read, and what
// they describe otherwise than at their first use.
import { closeAll, openServers } from '../../tools/mcp/servers.ts'
import type { ServerSettings } from '../../tools/mcp/settings.ts'
import type { Surroundings } from '../cli/command.ts'
import { type Check, checkOf } from './doctor-model.ts'
import { changedSince } from './pins.ts'

/** Starts every server, asks what it has and ends it. Rejects with the signal's reason when aborted. */
export async function lookAtServers(
  servers: Readonly<Record<string, ServerSettings>> = {},
  { env, interrupted }: Pick<Surroundings, 'env' | 'interrupted'>,
): Promise<readonly Check[]> {
  const opened = await openServers(servers, { env, signal: interrupted })
  await closeAll(opened)
  return opened.flatMap((each): readonly Check[] => {
    const check = checkOf('mcp')
    if (each.failed !== undefined) return [check(false, each.failed)]
    const settings = servers[each.name]!
    const { reads = [] } = settings
    const shown = each.described.map(({ own, claims }) => {
      const claim = claims.length > 0 ? `says that it ${claims.join(' and ')}` : ''
      const said = [...(reads.includes(own) ? ['reads'] : []), ...(claim ? [claim] : [])]
      return said.length > 0 ? `${own} (${said.join('; ')})` : own
    })
    const others = each.tools.length - each.described.length
    const offers = [...shown, ...(others > 0 ? ['resources and prompts'] : [])].join(', ')
    const unknown = reads.filter(name => !each.described.some(({ own }) => own === name))
    const odd = unknown.length > 0 ? `; it has no ${unknown.join(', ')}` : ''
    const changed = changedSince(each.name, settings, each.described, env) ?? []
    return [
      check(true, `${each.name} offers ${offers || 'nothing'}${odd}`),
      ...each.left.map(sentence => check(true, sentence)),
      ...changed.map(({ tool, before }) =>
        check(
          false,
          before === undefined
            ? `${each.name}: ${tool.own} is new since its first use: ${tool.description}`
            : `${each.name}: ${tool.own} was described as: ${before}; now as: ${tool.description}; intend trust --mcp ${each.name} takes it`,
        ),
      ),
    ]
  })
}
