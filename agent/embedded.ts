// What a program that embeds an agent holds: how one is put together, and what can be asked of it.
import type { z } from 'zod'
import type { Quantity } from '../plans/expressions/expression.ts'
import type { PlanLibrary } from '../plans/library/library.ts'
import type { Entail } from '../plans/retrieval/entail.ts'
import type { Rule } from '../tools/permission/rules.ts'
import type { SearchProvider } from '../tools/search/provider.ts'
import type { Tool } from '../tools/tool.ts'
import type { Community } from './community.ts'
import type { Agent, Environment, Limits, Policy, PromptStyle } from './contract.ts'
import type { Event } from './event.ts'
import type { RootGoal } from './goals/desires.ts'
import type { Model, ModelSettings } from './llm/models.ts'
import type { LLMProvider } from './llm/provider.ts'
import type { Memory } from './memory/memory.ts'
import type { Ending } from './runs/ending.ts'
import type { Journal } from './runs/journal.ts'
import type { UsageTotals } from './runs/usage.ts'
import type { Perception, Scope, State } from './state.ts'

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
  /** What the agent is called in its community. */
  readonly name?: string | undefined
  /** The agents of this process that it may send messages to, and that may send it some; needs a `name`. */
  readonly community?: Community | undefined
  /** A name (`self-aware`, the default) or your own choice of phases. */
  readonly agent?: string | Agent | undefined
  /** A library file, kept up to date, or an open library; without one, plans live as long as the agent. */
  readonly plans?: string | PlanLibrary | undefined
  /**
   * A memory file, or an open memory: what finished questions establish is kept there for later
   * sessions and found again with the tool `recall`. Nothing outlives the agent unless one is given.
   */
  readonly memory?: string | Memory | undefined
  /** Replaces the tools of `openTools` (of `intend/tools`); `recall` is added with a memory. */
  readonly tools?: readonly Tool[] | undefined
  /** Tools beside those, such as those of MCP servers (`openServers` of `intend/tools`). */
  readonly moreTools?: readonly Tool[] | undefined
  /** A folder of documents that `web_search` searches, or one opened before (`createCorpus`). */
  readonly corpus?: string | SearchProvider | undefined
  /** Hosts that pages may be read from although their addresses are private. */
  readonly allowHosts?: readonly string[] | undefined
  /** A folder in which results of searches are kept for a week; not kept unless given. */
  readonly searchCache?: string | undefined
  /**
   * Where the tool `bash` runs commands: in a `simulated` shell (the default), or with this computer's own
   * programs in a sandbox of bubblewrap (`host`); an error where that cannot be had.
   */
  readonly shell?: 'simulated' | 'host' | undefined
  /** A file in which is kept what was found in the host's shell; found anew by each agent unless given. */
  readonly shellCache?: string | undefined
  /** Folders and files that tools may read besides what is attached to a question. */
  readonly allow?: readonly string[] | undefined
  readonly world?: Environment['world'] | undefined
  /** Folder for what tools write, one folder in it for each question; a temporary one unless given. */
  readonly workspace?: string | undefined
  readonly policy?: Partial<Policy> | undefined
  /** What is allowed and refused without asking, beside what the policy says. */
  readonly rules?: readonly Rule[] | undefined
  readonly limits?: Partial<Limits> | undefined
  /** How contracts are put to the model. Default: `aware`. */
  readonly prompts?: PromptStyle | undefined
  /**
   * Whether the phases that need a model speak in `one` conversation about a question or each in one of its
   * own (`separate`). Default: one, where the model and its fallbacks can hold it and prompts are `aware`.
   */
  readonly talk?: 'one' | 'separate' | undefined
  /**
   * How a plan of the library that fits but for its wording is told: by words alone (`lexical`, the
   * default), by the `model`, by the natural language inference model in a folder (`local:FOLDER`, with
   * `@huggingface/transformers` installed) or the service at an address, or in a way of your own.
   */
  readonly entailment?: string | Entail | undefined
  /** What goes on with a task in a world when no rule is left: `none` (the default), `model` or `learned`. */
  readonly fallback?: string | undefined
  /** File to which every event is appended, or what takes them. When it holds events already, `resume` goes on from them. */
  readonly journal?: string | Journal | undefined
  /** Names this run in the library's statistics, the same when it is resumed. Default: what the journal says, or a new one. */
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
 * A question or a goal with all that `handle` takes, where it is more than words: a goal's arguments, a priority.
 * Where the agent speaks AgentSpeak(L), the `text` of a goal is one such as `reach(home)`, or empty for the first
 * goal of the `program` in its data.
 * @example
 * ```ts
 * import { type Asking, createAgent } from 'intend'
 *
 * const program = '!count(3). +!count(0). +!count(N) : N > 0 <- !count(N - 1).'
 * const goal: Asking = { kind: 'goal', text: '', data: { program }, source: 'user' }
 * const agent = await createAgent({ agent: 'agentspeak' })
 * console.log((await agent.ask(goal)).satisfied) // true
 * agent.close()
 * ```
 */
export interface Asking extends Perception {
  readonly kind: 'question' | 'goal'
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
  /**
   * The type the answer must have; tried on the answer as printed, as a number, on the value as believed, as JSON.
   * For an object or a list that is none of these the model takes the answer apart in one more call, and each
   * part must stand in the answer or in what was found on the way; the question is to ask for every part.
   */
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
 * console.log(asked.ended, asked.answer) // declined undefined
 * console.log(asked.usage.cost) // 0
 * agent.close()
 * ```
 */
export interface Asked<T> {
  readonly intention: string
  readonly satisfied: boolean
  /** How it ended, for a program to decide by. */
  readonly ended: Ending
  /** `undefined` when not satisfied, or when the answer is not of the schema's type. */
  readonly answer: T | undefined
  /** How likely the answer is right, from 0 to 1; absent where the agent does not say. */
  readonly confidence?: number
  /** What the model says that one should know beside the answer: its own words, of which only the numbers are checked. */
  readonly caveat?: string
  readonly reason: string
  /** What the question has used: calls, tokens and US dollars, null when the price of a call is not known. */
  readonly usage: UsageTotals
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
export type Action =
  | { readonly type: 'event'; readonly event: Event }
  | { readonly type: 'answer'; readonly answer: Answer }

export type Answer = Asked<string>

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
export interface EmbeddedAgent {
  /** With `handle` and `reset` the paper's plugin interface: puts the agent elsewhere before it perceives anything. */
  initialize(env: Environment): Promise<void>
  handle(perception: Perception): AsyncGenerator<Action>
  /** Clears the mind and keeps the library. */
  reset(): Promise<void>
  /**
   * Answers one question, or pursues one goal, with whatever belongs to it. Rejects with the signal's reason
   * when aborted, or when a file cannot be read.
   */
  ask<T = string>(asked: string | Asking, options?: AskOptions<T>): Promise<Asked<T>>
  /** Goes on with what a killed run left undone; resolves with the answers of those questions. */
  resume(options?: { readonly signal?: AbortSignal }): Promise<readonly Answer[]>
  /**
   * A person's edit: each belief stands in place of all that is believed under its name; one without
   * a value is withdrawn. What was derived from it is derived again or withdrawn, in the session (the
   * default scope) and in open questions. Throws when the scope is no open question's.
   */
  believe(edits: readonly Edit[], scope?: Scope): void
  /**
   * More about an open question, as its person says it in the middle of the work, by its intention: what is
   * asked of the model next has it in view, and once the steps at work end the question is perceived and
   * planned anew with it. Throws when there is no such question.
   */
  amend(intention: string, text: string): void
  /**
   * Ends a question whose signal was aborted, by its intention: `resume` does not go on with it, and what it
   * established is kept.
   */
  giveUp(intention: string, reason: string): void
  /** Begins nothing more for an open goal until `goOnWith` it. Throws when there is no such goal. */
  suspend(goal: string, reason: string): void
  goOnWith(goal: string): void
  /** From now on the open goal has so many turns to begin a step for each one of a goal of priority 1. */
  prioritise(goal: string, priority: number): void
  /** Gives up an open goal, whatever is under way for it. */
  drop(goal: string, reason: string): void
  /** All goals, and where they stand. */
  goals(): readonly RootGoal[]
  /** Lets a plan serve that another agent has handed over. Throws when there is none of this id. */
  trust(plan: string): void
  /** Resolves when the goals that steps and observations have begun are closed too. */
  idle(): Promise<void>
  state(): State
  readonly model: Model
  readonly library: PlanLibrary
  /** Undefined unless one was given. */
  readonly memory: Memory | undefined
  /**
   * Ends all work: what is under way is aborted, its `ask`, `handle` and `idle` reject with an error that says
   * that the agent is closed, and so does whatever is asked of it later. Releases the journal, so that another
   * agent may go on from it; a temporary workspace goes.
   */
  close(): void
}
