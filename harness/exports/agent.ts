// `intend`: an agent to ask.
import type {
  Limits as AgentLimits,
  Policy as AgentPolicy,
  World as AgentWorld,
} from '../../agent/contract.ts'
import type { Action as AgentAction } from '../../agent/embedded.ts'
import type { Event as AgentEvent } from '../../agent/event.ts'
import type { Memory as AgentMemory } from '../../agent/memory/memory.ts'
import type { Journal as AgentJournal } from '../../agent/runs/journal.ts'
import type { Perception as AgentPerception, State as AgentState } from '../../agent/state.ts'

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

/**
 * What an agent yields while it handles a perception: events as they happen, the answer last.
 * @example
 * ```ts
 * import { type Action, createAgent } from 'intend'
 *
 * const told = (action: Action) => (action.type === 'answer' ? action.answer.answer : undefined)
 * const agent = await createAgent({ model: 'offline' })
 * const text = 'How many km are 3 h at 50 km/h?'
 * for await (const action of agent.handle({ kind: 'question', text, source: 'user' }))
 *   if (action.type === 'answer') console.log(told(action)) // 150
 * agent.close()
 * ```
 */
export type Action = AgentAction

/**
 * What comes to an agent from outside: a question, a goal, or an observation that it takes in.
 * @example
 * ```ts
 * import { createAgent, type Perception } from 'intend'
 *
 * const seen: Perception = { kind: 'observation', text: 'door(open)', source: 'world' }
 * const agent = await createAgent({ agent: 'agentspeak' })
 * for await (const _ of agent.handle(seen));
 * console.log(agent.state().groundBeliefs.get('world')?.has('door(open)')) // true
 * agent.close()
 * ```
 */
export type Perception = AgentPerception

/**
 * What an agent may do at most, and how sure it has to be of an answer.
 * @example
 * ```ts
 * import { createAgent, type Limits } from 'intend'
 *
 * const limits: Partial<Limits> = { cycles: 2, parallel: 4, minConfidence: 0.6 }
 * const agent = await createAgent({ limits })
 * console.log((await agent.ask('How many km are 3 h at 50 km/h?')).answer) // 150
 * agent.close()
 * ```
 */
export type Limits = AgentLimits

/**
 * Plain functions that decide where an agent has a choice; those that are left out are the agent's own.
 * @example
 * ```ts
 * import { createAgent, type Policy } from 'intend'
 *
 * const careful: Partial<Policy> = { permission: async () => 'no', reviewIsDue: () => false }
 * const agent = await createAgent({ policy: careful })
 * console.log((await agent.ask('How many km are 3 h at 50 km/h?')).answer) // 150
 * agent.close()
 * ```
 */
export type Policy = AgentPolicy

/**
 * Facts that outlive a session.
 * @example
 * ```ts
 * import { createAgent, type Memory } from 'intend'
 *
 * const count = (memory: Memory | undefined) => memory?.facts().length
 * const agent = await createAgent({ memory: 'memory.json' })
 * console.log(count(agent.memory)) // 0
 * agent.close()
 * ```
 */
export type Memory = AgentMemory

/**
 * What takes every event when it happens, and gives those of an earlier run to `resume`.
 * @example
 * ```ts
 * import { createAgent, type Event, type Journal } from 'intend'
 *
 * const lines: Event[] = []
 * const add = (event: Event) => void lines.push(event)
 * const nothing = () => undefined
 * const journal: Journal = { past: [], append: add, defer: add, flush: nothing, close: nothing }
 * const agent = await createAgent({ journal })
 * await agent.ask('How many km are 3 h at 50 km/h?')
 * console.log(lines[0]?.type) // perception-received
 * agent.close()
 * ```
 */
export type Journal = AgentJournal
