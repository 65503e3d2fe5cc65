// The agents there are, by name. Each is loaded when it is named.
import { ConfigurationError } from '../../plans/configuration.ts'
import type { Agent } from '../contract.ts'

/** How each agent is loaded. */
const agents: Readonly<Record<string, () => Promise<Agent>>> = {
  'self-aware': async () => (await import('./self-aware.ts')).selfAware,
  react: async () => (await import('./react.ts')).react,
  direct: async () => (await import('./direct.ts')).direct,
  compiler: async () => (await import('./compiler.ts')).compiler,
  npc: async () => (await import('./npc.ts')).npc,
  rules: async () => (await import('./rules.ts')).rules,
  agentspeak: async () => (await import('./agentspeak.ts')).agentspeak,
}

/** The names there are. */
export const agentNames = Object.keys(agents)

/** The agent called `name`. Rejects with a ConfigurationError that lists those there are. */
export async function agentNamed(name: string): Promise<Agent> {
  const load = Object.hasOwn(agents, name) ? agents[name] : undefined
  if (load) return load()
  throw new ConfigurationError(`there is no agent "${name}"; known are: ${agentNames.join(', ')}`)
}
