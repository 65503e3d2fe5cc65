// The door for embedding: put an agent together, ask it questions, watch its events, cancel it,
// resume it.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { createProlog } from '../phases/symbolic/engine.ts'
import { createTalk } from '../phases/talk/talk.ts'
import type { Quantity } from '../plans/expressions/expression.ts'
import { memoryLibrary, openLibrary, type PlanLibrary } from '../plans/library/library.ts'
import type { Entail } from '../plans/retrieval/entail.ts'
import { entailmentNamed } from '../plans/retrieval/entail-service.ts'
import { recall } from '../tools/recall.ts'
import type { SearchProvider } from '../tools/search.ts'
import { defineTool, type Tool } from '../tools/tool.ts'
import { agentNamed } from './agents/agents.ts'
import { attach } from './attach.ts'
import { ConfigurationError } from './configuration.ts'
import type {
  Action,
  Agent,
  AgentPlugin,
  Answer,
  Environment,
  Limits,
  Policy,
  PromptStyle,
} from './contract.ts'
import { conversationOf } from './conversation.ts'
import type { Event } from './event.ts'
import { type Model, type ModelSettings, openModel } from './llm/models.ts'
import type { LLMProvider } from './llm/provider.ts'
import { createLoop, type Loop } from './loop.ts'
import { type Memory, openMemory } from './memory/memory.ts'
import { eventQueue } from './runs/event-queue.ts'
import { noJournal, openJournal, readJournal } from './runs/journal.ts'
import { spentIn } from './runs/spent.ts'
import type { NewBelief, Perception, Scope, State } from './state.ts'
import { openTools } from './toolset.ts'

/**
 * How an agent is put together; everything may be left out.
 * @example
 * ```ts
 * import { type AgentOptions, createAgent } from 'intend'
 *
 * const options: AgentOptions = { model: 'offline', limits: { cycles: 1, minConfidence: 0.5 } }
 * const agent = await createAgent(options)
 * console.log((await agent.ask('A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?')).satisfied) // true
 * agent.close()
 * ```
 */
export interface AgentOptions {
  /**
   * As on the command line (`offline`, `openai:MODEL`, `replay:FILE`), a model opened before, or a
   * provider of your own. Default: `offline`.
   */
  readonly model?: string | Model | LLMProvider | undefined
  /** How a model that is named is used, its budget included; what the journal says was used counts. */
  readonly settings?: ModelSettings | undefined
  /** A name (`self-aware`, the default) or your own choice of phases. */
  readonly agent?: string | Agent | undefined
  /** A library file, kept up to date, or an open library; without one, plans live as long as the agent. */
  readonly plans?: string | PlanLibrary | undefined
  /**
   * A memory file, or an open memory: what finished questions establish is kept there for later
   * sessions and found again with the tool `recall`. Nothing outlives the agent unless one is given.
   */
  readonly memory?: string | Memory | undefined
  /** Replaces the tools of `openTools`; `recall` is added with a memory. */
  readonly tools?: readonly Tool[] | undefined
  /** A folder of documents that `web_search` searches, or one opened before (`createCorpus`). */
  readonly corpus?: string | SearchProvider | undefined
  /** Hosts that pages may be read from although their addresses are private. */
  readonly allowHosts?: readonly string[] | undefined
  /** A folder in which results of searches are kept for a week; not kept unless given. */
  readonly searchCache?: string | undefined
  /** Folders and files that tools may read besides what is attached to a question. */
  readonly allow?: readonly string[] | undefined
  readonly world?: Environment['world'] | undefined
  /** Folder for what tools write, one folder in it for each question; a temporary one unless given. */
  readonly workspace?: string | undefined
  readonly policy?: Partial<Policy> | undefined
  readonly limits?: Partial<Limits> | undefined
  /** How contracts are put to the model. Default: `aware`. */
  readonly prompts?: PromptStyle | undefined
  /**
   * Whether the phases that need a model speak in `one` conversation about a question or each in one of its
   * own (`separate`). Default: one, where the model can hold it and prompts are `aware`.
   */
  readonly talk?: 'one' | 'separate' | undefined
  /**
   * How a plan of the library that fits but for its wording is told: by words alone (`lexical`, the
   * default), by the `model`, by the natural language inference service at an address, or in a way of your own.
   */
  readonly entailment?: string | Entail | undefined
  /** File to which every event is appended. When it holds events already, `resume` goes on from them. */
  readonly journal?: string | undefined
  /** Names this run in the library's statistics; give the same name when resuming. */
  readonly run?: string | undefined
  /** Where keys and addresses are looked up. Default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly onEvent?: ((event: Event, state: State) => void) | undefined
  /**
   * Told why the library or the memory could not be written after an answer, which is given all the
   * same; the next question tries again. A warning of the process unless given.
   */
  readonly onUnsaved?: ((error: Error) => void) | undefined
}

/**
 * What belongs to one question: its files, the type of its answer, and how it is stopped.
 * @example
 * ```ts
 * import { type AskOptions, createAgent } from 'intend'
 * import { z } from 'zod'
 *
 * const minutes: AskOptions<number> = { schema: z.number(), signal: AbortSignal.timeout(60_000) }
 * const agent = await createAgent({ model: 'offline' })
 * const { answer } = await agent.ask('A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?', minutes)
 * console.log(answer === undefined ? 'declined' : answer / 60) // 1.5
 * agent.close()
 * ```
 */
export interface AskOptions<T> {
  readonly files?: readonly string[]
  /** The type the answer must have; tried on the answer as printed, as a number, then on the value as believed. */
  readonly schema?: z.ZodType<T>
  readonly signal?: AbortSignal
}

/**
 * What came of a question; `reason` says why there is no answer, `confidence` how likely one is right.
 * @example
 * ```ts
 * import { type Asked, createAgent } from 'intend'
 *
 * const agent = await createAgent({ model: 'offline' })
 * const asked: Asked<string> = await agent.ask('Why do people like ferries?')
 * console.log(asked.satisfied, asked.answer) // false undefined
 * agent.close()
 * ```
 */
export interface Asked<T> extends Omit<Answer, 'answer'> {
  /** `undefined` when not satisfied, or when the answer is not of the schema's type. */
  readonly answer: T | undefined
}

/**
 * What a person says of one belief.
 * @example
 * ```ts
 * import { createAgent, type Edit } from 'intend'
 *
 * const speed: Edit = { name: 'speed', value: 30, unit: 'km/h' }
 * const agent = await createAgent({ model: 'offline' })
 * agent.believe([speed])
 * console.log(agent.state().groundBeliefs.get('session')?.get('speed')?.at(-1)?.value) // 30
 * agent.believe([{ name: 'speed' }]) // without a value it is withdrawn
 * agent.close()
 * ```
 */
export interface Edit extends Partial<Quantity> {
  readonly name: string
}

/**
 * An agent in a program of one's own.
 * @example
 * ```ts
 * import { createAgent, type EmbeddedAgent } from 'intend'
 *
 * const agent: EmbeddedAgent = await createAgent({ model: 'offline' })
 * const text = 'A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?'
 * for await (const action of agent.handle({ kind: 'question', text, files: [], source: 'user' }))
 *   if (action.type === 'answer') console.log(action.answer.answer) // 90
 * agent.close()
 * ```
 */
export interface EmbeddedAgent extends AgentPlugin {
  /** Answers one question. Rejects with the signal's reason when aborted, or when a file cannot be read. */
  ask<T = string>(question: string, options?: AskOptions<T>): Promise<Asked<T>>
  /** Goes on with what a killed run left undone; resolves with the answers of those questions. */
  resume(options?: { readonly signal?: AbortSignal }): Promise<readonly Answer[]>
  /**
   * A person's edit: each belief stands in place of all that is believed under its name; one without
   * a value is withdrawn. What was derived from it is derived again or withdrawn, in the session (the
   * default scope) and in open questions. Throws when the scope is no open question's.
   */
  believe(edits: readonly Edit[], scope?: Scope): void
  state(): State
  readonly model: Model
  readonly library: PlanLibrary
  /** Undefined unless one was given. */
  readonly memory: Memory | undefined
  /** Releases the journal; a temporary workspace goes. */
  close(): void
}

/**
 * Puts an agent together. Rejects with a ConfigurationError that names what is wrong and the way out.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 *
 * const agent = await createAgent({ model: 'offline' })
 * const { answer } = await agent.ask('A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?')
 * console.log(answer) // 90
 * agent.close()
 * ```
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: all that an agent holds is opened and closed here
export async function createAgent(options: AgentOptions = {}): Promise<EmbeddedAgent> {
  const { agent: choice = 'self-aware', model: wanted = 'offline', env = process.env } = options
  const agent = typeof choice === 'string' ? agentNamed(choice) : choice
  const past = options.journal === undefined ? [] : readJournal(options.journal)
  const model =
    typeof wanted === 'string'
      ? await openModel(wanted, env, options.settings, spentIn(past))
      : given(wanted)
  const library = await libraryOf(options.plans)
  const memory =
    typeof options.memory === 'string' ? await openMemory(options.memory) : options.memory
  const recalling = memory ? [recall(memory)] : []
  const journal = options.journal === undefined ? noJournal : openJournal(options.journal)
  const run = options.run ?? randomUUID()
  const watchers = new Set<(event: Event, state: State) => void>()
  if (options.onEvent) watchers.add(options.onEvent)
  const workspace = options.workspace ?? join(tmpdir(), `intend-${randomUUID()}`)
  let environment: Environment = {
    tools:
      options.tools?.map(tool => defineTool(tool)) ??
      (await openTools({ ...options, env, network: model.network ?? false })),
    roots: options.allow ?? [],
    workspace,
    ...(options.world && { world: options.world }),
  }
  const style = options.prompts ?? 'aware'
  const together = options.talk ?? (model.provider.converses ? 'one' : 'separate')
  const sections = together === 'one' && style === 'aware' ? agent.sections : undefined
  const prolog = createProlog() // it starts with its first evaluation
  let loop = begin()

  function begin(): Loop {
    return createLoop({
      phases: agent.phases,
      journal,
      run,
      memory,
      onUnsaved: options.onUnsaved,
      past,
      surroundings: {
        llm: model.provider,
        environment: { ...environment, tools: model.tools([...environment.tools, ...recalling]) },
        library,
        policy: { ...agent.policy, ...options.policy },
        limits: { ...agent.limits, ...options.limits },
        signal: new AbortController().signal,
        agent: agent.name,
        ...(options.prompts && { prompts: options.prompts }),
        ...(options.entailment !== undefined && {
          entailment: entailmentNamed(options.entailment),
        }),
        prolog,
        ...(sections && { talk: createTalk(sections, id => conversationOf(loop.state(), id)) }),
        now: Date.now,
      },
      onEvent: (event, state) => {
        for (const watch of watchers) watch(event, state)
      },
    })
  }

  async function* handle(perception: Perception): AsyncGenerator<Action> {
    const abort = new AbortController()
    const queue = eventQueue()
    watchers.add(queue.push)
    const done = loop.handle(perception, abort.signal).finally(queue.end)
    done.catch(() => undefined) // awaited below, unless the reader has left
    try {
      for await (const event of queue.events) yield { type: 'event', event }
      const id = await done
      if (id !== undefined) yield { type: 'answer', answer: answerOf(loop.state(), id) }
    } finally {
      watchers.delete(queue.push)
      abort.abort(new Error('the reader of the events has left'))
    }
  }

  async function ask<T = string>(question: string, asking: AskOptions<T> = {}): Promise<Asked<T>> {
    if (question.trim() === '') throw new ConfigurationError('the question is empty; ask something')
    const files = await attach(asking.files ?? [])
    const perception: Perception = { kind: 'question', text: question, files, source: 'user' }
    const id = await loop.handle(perception, asking.signal)
    return typed(loop.state(), id!, asking.schema)
  }

  return {
    initialize: async env => {
      if (loop.state().seq > past.length)
        throw new Error('an agent is initialized before its first perception; make another one')
      environment = env
      loop = begin()
    },
    reset: async () => loop.reset(),
    handle,
    ask,
    resume: async ({ signal } = {}) =>
      (await loop.resume(signal)).map(id => answerOf(loop.state(), id)),
    believe: (edits, scope = 'session') => loop.edit(scope, ...edited(edits)),
    state: () => loop.state(),
    model,
    library,
    memory,
    close: () => {
      journal.close()
      void prolog.close()
      if (options.workspace === undefined) rmSync(workspace, { recursive: true, force: true })
    },
  }
}

/** What is believed from now on, and the names of what is withdrawn. */
function edited(edits: readonly Edit[]): [readonly NewBelief[], readonly string[]] {
  const kept = edits.flatMap(({ name, value, unit }): NewBelief[] =>
    value === undefined
      ? []
      : [{ name, value, ...(unit !== undefined && { unit }), source: 'user', provenance: 'given' }],
  )
  return [kept, edits.flatMap(({ name, value }) => (value === undefined ? [name] : []))]
}

const given = (model: Model | LLMProvider): Model =>
  'provider' in model ? model : { provider: model, tools: tools => tools }

async function libraryOf(plans: AgentOptions['plans']): Promise<PlanLibrary> {
  if (plans === undefined) return memoryLibrary()
  return typeof plans === 'string' ? openLibrary(plans) : plans
}

function answerOf(state: State, id: string): Answer {
  const { status, answer, confidence, reason = '' } = state.intentions.get(id)!
  const satisfied = status === 'satisfied'
  return {
    intention: id,
    satisfied,
    answer,
    ...(confidence !== undefined && { confidence }),
    reason,
  }
}

function typed<T>(state: State, id: string, schema: z.ZodType<T> | undefined): Asked<T> {
  const { answer, ...shared } = answerOf(state, id)
  const { satisfied } = shared
  if (!satisfied || answer === undefined) return { ...shared, answer: undefined }
  if (!schema) return { ...shared, answer: answer as T }
  const believed = state.groundBeliefs.get(id)?.get('final_answer')?.at(-1)?.value
  for (const form of [answer, Number(answer), believed]) {
    const parsed = schema.safeParse(form)
    if (parsed.success) return { ...shared, answer: parsed.data }
  }
  const mismatch = `the answer "${answer}" is not of the type asked for`
  return { ...shared, satisfied: false, answer: undefined, reason: mismatch }
}
