// One agent over many questions: what a question established is believed in the ones after it.
import { agentNamed } from '../../agent/agents/agents.ts'
import { restingOn } from '../../agent/beliefs/revise.ts'
import type { Agent } from '../../agent/contract.ts'
import { type AgentOptions, createAgent, type EmbeddedAgent } from '../../agent/create-agent.ts'
import type { NewBelief, State } from '../../agent/state.ts'
import { type Outcome, outcomeOf } from '../run/outcome.ts'

export interface Session {
  readonly agent: EmbeddedAgent
  /** Whether the model takes up what was said before; the rules of `offline` take every question by itself. */
  readonly followsUp: boolean
  /**
   * Asks the question and, when it is satisfied, keeps its beliefs for a follow-up. Rejects with the
   * signal's reason when aborted, and with a ConfigurationError when a file cannot be read.
   */
  ask(question: string, files: readonly string[], signal: AbortSignal): Promise<Outcome>
}

/** The name under which the answer to the question before is believed; `final_answer` is each question's own. */
export const previousAnswer = 'previous_answer'

/** Opens a session with the agent called `name`. Rejects with a ConfigurationError as `createAgent` does. */
export async function openSession(
  name: string,
  options: Omit<AgentOptions, 'agent'>,
): Promise<Session> {
  const agent = await createAgent({ ...options, agent: remembering(agentNamed(name)) })
  const followsUp = agent.model.provider.name !== 'offline'
  return {
    agent,
    followsUp,
    async ask(question, files, signal) {
      const { intention, satisfied } = await agent.ask(question, { files, signal })
      const outcome = outcomeOf(agent.state(), '')
      if (satisfied && followsUp) await remember(agent, intention)
      return outcome
    },
  }
}

// --- internal ---

const source = 'session'

/** The agent, able to take in what a question established as beliefs of the session. */
function remembering(agent: Agent): Agent {
  return {
    ...agent,
    phases: {
      ...agent.phases,
      perceive: async (received, state, ctx) => {
        const { id, intention, perception } = received
        if (perception.kind !== 'observation' || perception.source !== source)
          return agent.phases.perceive(received, state, ctx)
        const beliefs = perception.data as readonly NewBelief[]
        const names = beliefs.map(belief => belief.name)
        const before = [...(state.groundBeliefs.get('session')?.values() ?? [])].flat()
        return {
          ...{ type: 'beliefs-perceived', intention, perception: id, schemaBeliefs: [] },
          scope: 'session',
          beliefs,
          withdrawn: [...names, ...restingOn(before, names)], // what an earlier question said of it is over
        }
      },
    },
  }
}

async function remember(agent: EmbeddedAgent, intention: string): Promise<void> {
  const data = established(agent.state(), intention)
  const text = `established: ${data.map(belief => belief.name).join(', ')}`
  for await (const _ of agent.handle({ kind: 'observation', source, text, data }));
}

/** The newest beliefs of a question. */
function established(state: State, intention: string): readonly NewBelief[] {
  const { answer } = state.intentions.get(intention)!
  const newest = [...(state.groundBeliefs.get(intention)?.values() ?? [])].map(all => all.at(-1)!)
  const beliefs = newest.map(
    ({ name, value, unit, source, provenance, evidence, derivation }): NewBelief => ({
      name: name === 'final_answer' ? previousAnswer : name,
      ...{ value, source, provenance },
      ...(unit !== undefined && { unit }),
      ...(evidence && { evidence }),
      ...(derivation !== undefined && { derivation }),
    }),
  )
  if (answer === undefined || beliefs.some(belief => belief.name === previousAnswer)) return beliefs
  return [...beliefs, { name: previousAnswer, value: answer, source, provenance: 'derived' }]
}
