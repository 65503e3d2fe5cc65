// The agents there are, by name.
import { ConfigurationError } from '../../plans/configuration.ts'
import type { Agent } from '../contract.ts'
import { agentspeak } from './agentspeak.ts'
import { compiler } from './compiler.ts'
import { direct } from './direct.ts'
import { npc } from './npc.ts'
import { react } from './react.ts'
import { rules } from './rules.ts'
import { selfAware } from './self-aware.ts'

export const agents: readonly Agent[] = [selfAware, react, direct, compiler, npc, rules, agentspeak]

/** The agent called `name`. Throws a ConfigurationError that lists those there are. */
export function agentNamed(name: string): Agent {
  const agent = agents.find(candidate => candidate.name === name)
  if (agent) return agent
  const known = agents.map(candidate => candidate.name).join(', ')
  throw new ConfigurationError(`there is no agent "${name}"; known are: ${known}`)
}
