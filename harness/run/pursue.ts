// One question from a run's folder to its outcome: the agent is put together, asked or gone on with,
// and the trace lies in the folder at the end. Shared by all that answer questions.
import type { Limits, Policy, World } from '../../agent/contract.ts'
import { createAgent, type EmbeddedAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import type { Model } from '../../agent/llm/models.ts'
import type { Memory } from '../../agent/memory/memory.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import type { Perception, State } from '../../agent/state.ts'
import type { PlanLibrary } from '../../plans/library/library.ts'
import type { Tool } from '../../tools/tool.ts'
import { CommandError, exit } from '../cli/command.ts'
import { type Outcome, outcomeOf, traceOf } from './outcome.ts'
import {
  journalFile,
  type RunFolder,
  searchCacheOf,
  traceFile,
  workspaceOf,
  writeWhole,
} from './runs.ts'

export interface Pursuing {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Ends the pursuit; what had been done by then is in the journal. */
  readonly signal: AbortSignal
  readonly onEvent: (event: Event, state: State) => void
  /** Something to bring about in a world, in place of the run's question. */
  readonly goal?: { readonly world: World; readonly perception: Perception }
  /** Gives or refuses leave for what tools may not simply do; refused without it. */
  readonly consent?: Policy['consent'] | undefined
  /** Objects to plans in place of the agent's own policy. */
  readonly objection?: Policy['objection'] | undefined
  /** Takes the trace in place of the run's folder, for who has more to write into it. */
  readonly onTrace?: (trace: Trace) => void
  readonly onBegin?: (agent: EmbeddedAgent) => void
  readonly onEnd?: (agent: EmbeddedAgent) => void
  /** What several runs share, opened before; each replaces what the run names. */
  readonly shared?: {
    readonly model: Model
    readonly library: PlanLibrary
    readonly tools: readonly Tool[]
    readonly memory?: Memory | undefined
  }
}

/** What is kept of a run: see `traceOf`. */
export type Trace = ReturnType<typeof traceOf>

/**
 * Asks the question of the run in `folder`, or goes on where its journal stops. Rejects with a
 * CommandError when the agent cannot be put together, and with the signal's reason when aborted.
 */
export async function pursue(folder: RunFolder, pursuing: Pursuing): Promise<Outcome> {
  const { question, files, model, agent: name, plans, corpus, allow, limits, id } = folder.run
  const { settings, budget, prompts, entailment, allowHosts, memory } = folder.run
  const { env, signal, onBegin, onEnd, onTrace, shared, goal, consent, objection } = pursuing
  const events = [...readJournal(journalFile(folder))]
  const onEvent: Pursuing['onEvent'] = (event, state) => {
    events.push(event)
    pursuing.onEvent(event, state)
  }
  const remembered = shared ? shared.memory : goal ? undefined : memory
  const agent = await createAgent({
    ...{ agent: name, allow, run: id, journal: journalFile(folder), env, onEvent },
    ...(shared
      ? { model: shared.model, plans: shared.library, tools: shared.tools }
      : { model, plans, settings: { ...settings, ...(budget && { budget }) } }),
    ...(remembered !== undefined && { memory: remembered }),
    ...(prompts && { prompts }),
    ...(entailment !== undefined && { entailment }),
    ...(corpus !== undefined && { corpus }),
    ...(allowHosts && { allowHosts }),
    searchCache: searchCacheOf(folder.run.folder),
    ...(goal && { world: goal.world, tools: [] }),
    policy: { ...(consent && { consent }), ...(objection && { objection }) },
    workspace: workspaceOf(folder),
    limits: JSON.parse(JSON.stringify(limits)) as Partial<Limits>, // without what is undefined
  }).catch((error: unknown) => {
    throw new CommandError(messageOf(error), exit.configuration, { cause: error })
  })
  try {
    onBegin?.(agent)
    const work: Promise<unknown> =
      agent.state().roots > 0
        ? agent.resume()
        : goal
          ? reach(agent, goal.perception, signal)
          : agent.ask(question, { files, signal })
    await orStopped(work, signal)
    onEnd?.(agent)
    const state = agent.state()
    const outcome = outcomeOf(state, traceFile(folder))
    const trace = traceOf(folder.run, outcome, events, state)
    if (onTrace) onTrace(trace)
    else writeWhole(traceFile(folder), trace)
    return outcome
  } finally {
    agent.close()
  }
}

// --- internal ---

async function reach(agent: EmbeddedAgent, goal: Perception, signal: AbortSignal): Promise<void> {
  for await (const _ of agent.handle(goal)) signal.throwIfAborted()
}

/** Milliseconds an interrupted pursuit has for ending calls and writing the library. */
const graceMs = 1_000

/** Settles as `work` does, or rejects with the signal's reason when `work` does not heed it in time. */
function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    const onAbort = () => setTimeout(() => reject(signal.reason), graceMs)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  return Promise.race([work, stopped])
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
