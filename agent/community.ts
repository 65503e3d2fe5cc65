// Agents of one process that speak to each other by name.
import { ConfigurationError } from '../plans/configuration.ts'
import { strange } from '../plans/library/trust.ts'
import type { Plan } from '../plans/plan.ts'
import type { Message, Post } from './contract.ts'

/** What a community knows of one of its agents. */
export interface Member {
  /** Takes a message in, one of the same key once. Resolves when it is believed or its goal has begun. */
  readonly receive: (message: Message) => Promise<void>
  /** The plans that the agent has for a trigger such as `+!reach/1`. */
  readonly plansFor: (type: string) => readonly Plan[]
}

/**
 * Agents that may send messages to each other: `createAgent({ name, community })` joins.
 * @example
 * ```ts
 * import { createAgent, createCommunity } from 'intend'
 *
 * const community = createCommunity()
 * const [ann, bob] = await Promise.all(
 *   ['ann', 'bob'].map(name => createAgent({ agent: 'agentspeak', name, community })),
 * )
 * const data = { program: '!greet. +!greet <- .send(bob, tell, hello(3)).' }
 * for await (const _ of ann!.handle({ kind: 'goal', text: '', data, source: 'user' }));
 * console.log(bob!.state().groundBeliefs.get('session')?.get('hello(3)')?.[0]?.source) // ann
 * ann!.close()
 * bob!.close()
 * ```
 */
export interface Community {
  /** Makes an agent known under a name. Throws a ConfigurationError when another one has it. */
  join(name: string, member: Member): { readonly post: Post; readonly leave: () => void }
}

/**
 * A community without members.
 * @example
 * ```ts
 * import { createAgent, createCommunity } from 'intend'
 *
 * const community = createCommunity()
 * const ann = await createAgent({ agent: 'agentspeak', name: 'ann', community })
 * const bob = await createAgent({ agent: 'agentspeak', name: 'ann', community }).catch(error => error.message)
 * console.log(bob) // there is an agent ann already; choose another name
 * ann.close()
 * ```
 */
export function createCommunity(): Community {
  const members = new Map<string, Member>()
  return {
    join(from, member) {
      if (members.has(from))
        throw new ConfigurationError(`there is an agent ${from} already; choose another name`)
      members.set(from, member)
      return {
        leave: () => void members.delete(from),
        post: async (to, message) => {
          const other = members.get(to)
          if (!other) return { refused: `there is no agent ${to} here` }
          if (message.performative === 'askHow')
            return { plans: other.plansFor(message.content).map(strange) }
          await other.receive({ ...message, from })
          return { plans: [] }
        },
      }
    },
  }
}
