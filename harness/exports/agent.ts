// `intend`: an agent to ask.
import type { World as AgentWorld } from '../../agent/contract.ts'
import type { Event as AgentEvent } from '../../agent/event.ts'
import type { State as AgentState } from '../../agent/state.ts'

export { type Community, createCommunity } from '../../agent/community.ts'
export { createAgent } from '../../agent/create-agent.ts'
export type {
  AgentOptions,
  Asked,
  Asking,
  AskOptions,
  Edit,
  EmbeddedAgent,
} from '../../agent/embedded.ts'
export { ConfigurationError } from '../../plans/configuration.ts'

/**
 * Something that has happened to an agent: all that it knows and does is made of these, in order.
 * @example
 * ```ts
 * import { createAgent, type Event } from 'intend'
 *
 * const seen: Event['type'][] = []
 * const agent = await createAgent({ model: 'offline', onEvent: event => seen.push(event.type) })
 * await agent.ask('How many km are 3 h at 50 km/h?')
 * console.log(seen.includes('plan-selected')) // true
 * agent.close()
 * ```
 */
export type Event = AgentEvent

/**
 * What an agent believes, wants and does at one moment.
 * @example
 * ```ts
 * import { createAgent, type State } from 'intend'
 *
 * const open = ({ intentions }: State) =>
 *   [...intentions.values()].filter(intention => intention.status === 'open').length
 * const agent = await createAgent({ model: 'offline' })
 * console.log(open(agent.state())) // 0
 * agent.close()
 * ```
 */
export type State = AgentState

/**
 * A world the agent acts in. `act` receives a key that is the same when the same step is carried out again
 * after a crash, so that nothing happens twice.
 * @example
 * ```ts
 * import type { World } from 'intend'
 *
 * const lamp: World = {
 *   name: 'lamp',
 *   act: async action => ({ text: `the lamp is ${action}`, accepted: /^(on|off)$/.test(action) }),
 *   observations: async () => [],
 * }
 * console.log((await lamp.act('on', [], 'first')).text) // the lamp is on
 * ```
 */
export type World = AgentWorld
