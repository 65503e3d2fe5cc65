// One question from a run's folder to its outcome: the agent is put together, asked or gone on with,
// and the trace lies in the folder at the end. Shared by all that answer questions.
import { apply, emptyState } from '../../agent/apply.ts'
import type { Policy, World } from '../../agent/contract.ts'
import { createAgent } from '../../agent/create-agent.ts'
import type { Asking, EmbeddedAgent } from '../../agent/embedded.ts'
import type { Event } from '../../agent/event.ts'
import type { Model } from '../../agent/llm/models.ts'
import { maskedBy } from '../../agent/llm/secrets.ts'
import type { Memory } from '../../agent/memory/memory.ts'
import { type Journal, readJournal } from '../../agent/runs/journal.ts'
import type { State } from '../../agent/state.ts'
import type { PlanLibrary } from '../../plans/library/library.ts'
import type { Tool } from '../../tools/tool.ts'
import { configurationError, type Environment } from '../cli/command.ts'
import { personalCache, sealFor } from '../configuration/own.ts'
import { readRules } from '../configuration/rules.ts'
import { openPlans } from '../queue/plan-library.ts'
import { writeWhole } from './folders.ts'
import { type Outcome, outcomeOf, traceOf } from './outcome.ts'
import { journalFile, type Run, type RunFolder, traceFile, workspaceOf } from './runs.ts'

export interface Pursuing {
  readonly env: Environment
  /** Ends the pursuit; what had been done by then is in the journal. */
  readonly signal: AbortSignal
  readonly onEvent: (event: Event, state: State) => void
  /** Something to bring about in a world, in place of the run's question. */
  readonly goal?: { readonly world: World; readonly perception: Asking }
  /** Tools of servers that have been opened for it. */
  readonly moreTools?: readonly Tool[]
  /** Replaces parts of the agent's own policy. */
  readonly policy?: Partial<Policy>
  /** Takes what came of the question as soon as that is known, before anything is kept of it. */
  readonly onOutcome?: (outcome: Outcome) => void
  /** Takes the trace in place of the run's folder, for who has more to write into it. */
  readonly onTrace?: (trace: Trace) => void
  /** Keeps the events in place of the run's folder. */
  readonly journal?: Journal
  /** Told why a request failed and in how many milliseconds it is sent again. */
  readonly onRetry?: (why: string, ms: number) => void
  readonly onBegin?: (agent: EmbeddedAgent) => void
  readonly onEnd?: (agent: EmbeddedAgent) => void
  /** What several runs share, opened before; each replaces what the run names. */
  readonly shared?: Opened
}

/** What is opened for a run, or for several that share it. */
export interface Opened {
  readonly model: Model
  readonly library: PlanLibrary
  readonly tools: readonly Tool[]
  /** Left out where nothing is to be remembered. */
  readonly memory?: Memory | undefined
}

export type Trace = ReturnType<typeof traceOf>

/**
 * Asks the question of the run in `folder`, or goes on where its journal stops. Rejects with a
 * CommandError when the agent cannot be put together, and with the signal's reason when aborted; when
 * the library or the memory cannot be written, once the trace is.
 */
export async function pursue(folder: RunFolder, pursuing: Pursuing): Promise<Outcome> {
  const { run } = folder
  const { signal, shared, goal, env } = pursuing
  const journal = pursuing.journal ?? journalFile(folder)
  const events = [...(typeof journal === 'string' ? readJournal(journal) : journal.past)]
  const tell = (state: State) => pursuing.onOutcome?.(outcomeOf(state, traceFile(folder)))
  if (events.some(isRecorded)) tell(events.reduce(apply, emptyState('')))
  let unsaved: Error | undefined
  const agent = await createAgent({
    agent: run.agent,
    model: shared?.model ?? run.model,
    settings: shared
      ? undefined // the model that is shared has its own
      : {
          ...run.settings,
          ...(run.budget && { budget: run.budget }),
          onRetry: pursuing.onRetry,
        },
    plans: shared?.library ?? (await openPlans(run.plans, env, { seal: sealFor(run.plans, env) })),
    memory: shared ? shared.memory : goal ? undefined : run.memory,
    tools: goal ? [] : shared?.tools,
    moreTools: pursuing.moreTools,
    world: goal?.world,
    ...putTogether(run, env),
    fallback: run.fallback,
    policy: pursuing.policy,
    journal,
    workspace: workspaceOf(folder),
    onEvent: (event, state) => {
      events.push(event)
      pursuing.onEvent(event, state)
      if (isRecorded(event)) tell(state)
    },
    onUnsaved: error => {
      unsaved ??= error
    },
  }).catch((error: unknown) => {
    throw configurationError(error)
  })
  try {
    pursuing.onBegin?.(agent)
    await orStopped(workOf(agent, folder, pursuing), signal)
    pursuing.onEnd?.(agent)
    const state = agent.state()
    const outcome = outcomeOf(state, traceFile(folder))
    const trace = maskedBy(env)(traceOf(run, outcome, events, state))
    if (unsaved) throw configurationError(unsaved)
    if (pursuing.onTrace) pursuing.onTrace(trace)
    else writeWhole(traceFile(folder), trace)
    return outcome
  } finally {
    agent.close()
  }
}

/** How the agent of a run or a session is put together, but for its model, its plans and where events are kept. */
export const putTogether = (asked: Omit<Run, 'question'>, env: Environment) => ({
  corpus: asked.corpus,
  allow: asked.allow,
  allowHosts: asked.allowHosts,
  prompts: asked.prompts,
  talk: asked.talk,
  shell: asked.shell,
  entailment: asked.entailment,
  limits: asked.limits,
  run: asked.id,
  rules: readRules(env),
  searchCache: personalCache(env),
  shellCache: personalCache(env, 'shell.json'),
  env,
})

// --- internal ---

const isRecorded = (event: Event) => event.type === 'intention-recorded'

async function workOf(agent: EmbeddedAgent, { run }: RunFolder, { goal, signal }: Pursuing) {
  if (agent.state().roots > 0) await agent.resume()
  else if (goal) await agent.ask(goal.perception, { signal })
  else await agent.ask(run.question, { files: run.files, signal })
}

/** Milliseconds an interrupted pursuit has for ending calls and writing the library. */
const graceMs = 1_000

/** Settles as `work` does, or rejects with the signal's reason when `work` does not heed it in time. */
export function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    const onAbort = () => setTimeout(() => reject(signal.reason), graceMs)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  return Promise.race([work, stopped])
}
