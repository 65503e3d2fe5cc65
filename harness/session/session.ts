// One agent over many questions: what a question established is believed in the ones after it.
import { resolve } from 'node:path'
import { agentNamed } from '../../agent/agents/agents.ts'
import { restingOn } from '../../agent/beliefs/revise.ts'
import type { Agent } from '../../agent/contract.ts'
import { createAgent } from '../../agent/create-agent.ts'
import type { AgentOptions, EmbeddedAgent } from '../../agent/embedded.ts'
import { askedBefore } from '../../agent/llm/offline/follow-ups.ts'
import { readBy } from '../../agent/memory/sources.ts'
import { type Belief, type NewBelief, newestIn, type State } from '../../agent/state.ts'
import { evaluate, type Quantity } from '../../plans/expressions/expression.ts'
import { given } from '../../plans/given.ts'
import type { Value } from '../../plans/plan.ts'
import { editionOf } from '../../tools/files/edition.ts'
import { type Outcome, outcomeOf, unitOf } from '../run/outcome.ts'
import { orStopped } from '../run/pursue.ts'

/** The name under which the answer to the question before is believed; `final_answer` is each question's own. */
export const previousAnswer = 'previous_answer'

/** The source of what a session takes in of itself. */
export const takenIn = 'session'

interface SessionOptions extends Omit<AgentOptions, 'agent'> {
  /** Told the names of files that have changed since they were read: what stood in them is believed no longer. */
  readonly onChanged?: (names: readonly string[]) => void
}

/** Opens a session with the agent called `name`. Rejects with a ConfigurationError as `createAgent` does. */
export async function openSession(name: string, { onChanged, ...options }: SessionOptions) {
  const agent = await createAgent({ ...options, agent: remembering(await agentNamed(name)) })
  const byRules = agent.model.provider.name === 'offline'
  const pursued = async (work: Promise<unknown>, signal: AbortSignal): Promise<Outcome> => {
    const recorded = agent.state().intentionHistory.size
    try {
      await orStopped(work, signal)
    } catch (error) {
      // what is stopped after the answer is only the review
      const isAnswered = agent.state().intentionHistory.size > recorded
      const root = isAnswered ? undefined : [...agent.state().begun.keys()].at(-1)
      if (signal.aborted && root !== undefined) {
        agent.giveUp(root, 'stopped by you')
        if (!byRules) await remember(agent, root)
      }
      if (!signal.aborted || !isAnswered) throw error
    }
    const outcome = outcomeOf(agent.state(), '')
    const { question, intention } = agent.state().intentionHistory.last()!
    if (outcome.satisfied && byRules)
      agent.believe([{ name: askedBefore, value: [...asked(agent.state()), question] }])
    // what is asked next may go on from a question that has no answer
    if (!byRules) await remember(agent, intention)
    return outcome
  }
  return {
    agent,
    /**
     * Asks the question and keeps what it established for a follow-up (the rules of `offline` keep its words).
     * Rejects with the signal's reason when aborted: then the question is given up, and what it had established
     * is kept; with a ConfigurationError when a file cannot be read.
     */
    async ask(question: string, files: readonly string[], signal: AbortSignal) {
      const changed = await changedSince(agent.state(), files)
      if (changed.length > 0) {
        onChanged?.(changed)
        await note(agent, `changed: ${changed.join(', ')}`, {
          beliefs: [],
          withdrawn: readIn(changed, agent.state()),
        })
      }
      return pursued(agent.ask(question, { files, signal }), signal)
    },
    /** Goes on with the question in whose midst the session was killed; undefined when there is none. */
    goOn: async (signal: AbortSignal) =>
      agent.state().begun.size === 0 ? undefined : pursued(agent.resume({ signal }), signal),
  }
}

// --- internal ---

/** The questions that the rules of `offline` go on from. */
function asked(state: State): readonly string[] {
  const held = state.groundBeliefs.get('session')?.get(askedBefore)?.at(-1)?.value
  return [held ?? []].flat().map(String)
}

/** The agent, able to take in what a question established as beliefs of the session. */
function remembering(agent: Agent): Agent {
  return {
    ...agent,
    phases: {
      ...agent.phases,
      perceive: async (received, state, ctx) => {
        const { id, intention, perception } = received
        if (perception.kind !== 'observation' || perception.source !== takenIn)
          return agent.phases.perceive(received, state, ctx)
        const { beliefs, withdrawn } = perception.data as Noted
        const names = [...withdrawn, ...beliefs.map(belief => belief.name)]
        const before = [...(state.groundBeliefs.get('session')?.values() ?? [])].flat()
        return {
          type: 'beliefs-perceived',
          intention,
          perception: id,
          schemaBeliefs: [],
          scope: 'session',
          beliefs,
          // what an earlier question said of it is over, and so is its answer
          withdrawn: [...names, ...restingOn(before, names)],
        }
      },
    },
  }
}

async function remember(agent: EmbeddedAgent, intention: string): Promise<void> {
  const data = established(agent.state(), intention)
  if (data.length === 0) return
  const text = `established: ${data.map(belief => belief.name).join(', ')}`
  await note(agent, text, { beliefs: data, withdrawn: [previousAnswer] })
}

/** What a session takes in of itself. */
interface Noted {
  readonly beliefs: readonly NewBelief[]
  /** Names of what is believed no longer, with all that rests on it. */
  readonly withdrawn: readonly string[]
}

async function note(agent: EmbeddedAgent, text: string, data: Noted): Promise<void> {
  for await (const _ of agent.handle({ kind: 'observation', source: takenIn, text, data }));
}

/** The names of the files in which something else stands than when they were last attached; what is gone says nothing. */
async function changedSince(state: State, paths: readonly string[]): Promise<readonly string[]> {
  const files = [...state.perceptions.values()].flatMap(({ perception }) => perception.files ?? [])
  const before = new Map(files.map(file => [file.path, file]))
  const known = paths.flatMap(path => before.get(resolve(path)) ?? [])
  const now = await Promise.all(known.map(({ path }) => editionOf(path)))
  const isOther = (before?: string, after?: string) =>
    before !== undefined && after !== undefined && before !== after
  return known.filter(({ edition }, at) => isOther(edition, now[at])).map(({ name }) => name)
}

/** What the session believes because it stood in one of the files called `names`. */
function readIn(names: readonly string[], state: State): readonly string[] {
  const files = names.map(name => ({ name }))
  const isRead = ({ evidence, furtherEvidence = [] }: Belief) => {
    const found = [...(evidence ? [evidence] : []), ...furtherEvidence]
    const calls = found.flatMap(({ call }) => state.toolCalls.get(call) ?? [])
    return readBy(calls, files).length > 0
  }
  const held = [...(state.groundBeliefs.get('session')?.values() ?? [])].flat()
  return held.filter(isRead).map(({ name }) => name)
}

/**
 * The newest beliefs of a question, its answer as the one before the next. What rests on the answer before keeps
 * resting on that: it has the name of its own question from now on.
 */
function established(state: State, intention: string): readonly NewBelief[] {
  const answer = state.intentions.get(intention)?.answer
  const earlier = state.groundBeliefs.get('session')?.get(previousAnswer)?.at(-1)
  const kept = `answer_${state.intentionHistory.size - 1}`
  const named = (name: string) => (name === 'final_answer' ? previousAnswer : name)
  const { files = [] } = state.perceptions.get(intention)?.perception ?? {}
  // the clock goes on, and files that nobody named are handed over anew
  const isOver = ({ name, value, source }: Belief) =>
    source === 'clock' || (/^file_\d+$/.test(name) && files.some(file => file.name === value))
  const newest = newestIn(state, intention).filter(each => !isOver(each))
  const unit = unitOf(state, intention)
  const beliefs = newest.map(({ name, derivation, ...belief }) =>
    toKeep({
      ...belief,
      ...(name === 'final_answer' && unit !== null && inUnit(belief, unit)),
      name: named(name),
      derivation: derivation?.replaceAll(before, kept),
    }),
  )
  if (answer !== undefined && beliefs.every(({ name }) => name !== previousAnswer))
    beliefs.push({ name: previousAnswer, value: answer, source: takenIn, provenance: 'derived' })
  const isRead = newest.some(({ derivation }) => derivation?.match(before))
  return earlier && isRead ? [toKeep({ ...earlier, name: kept }), ...beliefs] : beliefs
}

/** The answer as it was given: in the unit that was asked for. */
function inUnit(
  { value, unit }: Quantity,
  asked: string,
): { readonly value: Value; readonly unit: string } | undefined {
  if (unit === undefined || unit === asked) return undefined
  const told = evaluate('answer', { answer: { value, unit } }, asked)
  return told.ok ? { value: told.value, unit: asked } : undefined
}

const before = new RegExp(String.raw`\b${previousAnswer}\b`, 'g')

const toKeep = (belief: Kept): NewBelief => {
  const { name, value, unit, source, provenance, evidence, furtherEvidence, derivation } = belief
  return given({ name, value, unit, source, provenance, evidence, furtherEvidence, derivation })
}

type Kept = Omit<NewBelief, 'derivation'> & { readonly derivation?: string | undefined }
