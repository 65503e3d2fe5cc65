// `intend`: an agent to ask.
export { type Community, createCommunity } from '../../agent/community.ts'
export type { Limits, Policy, World } from '../../agent/contract.ts'
export { createAgent } from '../../agent/create-agent.ts'
export type {
  Action,
  AgentOptions,
  Asked,
  Asking,
  AskOptions,
  Edit,
  EmbeddedAgent,
} from '../../agent/embedded.ts'
export type { Event } from '../../agent/event.ts'
export type { Memory } from '../../agent/memory/memory.ts'
export type { Ending } from '../../agent/runs/ending.ts'
export type { Journal } from '../../agent/runs/journal.ts'
export type { UsageTotals } from '../../agent/runs/usage.ts'
export type { Perception, State } from '../../agent/state.ts'
export { ConfigurationError } from '../../plans/configuration.ts'
