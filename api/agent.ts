// `intend`: an agent to ask.
export { ConfigurationError } from '../agent/configuration.ts'
export type { Answer, Limits, Policy, World } from '../agent/contract.ts'
export {
  type AgentOptions,
  type Asked,
  type AskOptions,
  createAgent,
  type Edit,
  type EmbeddedAgent,
} from '../agent/create-agent.ts'
export type { Event } from '../agent/event.ts'
export type { State } from '../agent/state.ts'
