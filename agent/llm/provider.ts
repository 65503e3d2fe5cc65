// What a language model is to this agent: one stream of events per call. A wire file supplies
// `stream`; `createProvider` builds the paper's two methods from it.
import type { Json, Picture, Tool, ToolResult } from '../../tools/tool.ts'

/**
 * One message of a conversation with a model.
 * @example
 * ```ts
 * import type { Message } from 'intend/provider'
 *
 * const conversation: readonly Message[] = [
 *   { role: 'system', content: 'Answer in one word.' },
 *   { role: 'user', content: 'Which animal barks?' },
 * ]
 * console.log(conversation.length) // 2
 * ```
 */
export type Message =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly Picture[] }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
  | {
      readonly role: 'tool'
      readonly call: string
      readonly content: string
      /** Set when the call has failed; `content` then says why. */
      readonly failed?: true
    }

/**
 * A tool call as the model wrote it: `input` is the raw text of its arguments, not yet parsed.
 * @example
 * ```ts
 * import type { ToolCall } from 'intend/provider'
 *
 * const call: ToolCall = { id: 'first', name: 'calculate', input: '{"expression":"6 * 7"}' }
 * console.log(JSON.parse(call.input).expression) // 6 * 7
 * ```
 */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: string
}

/**
 * Tokens of one request.
 * @example
 * ```ts
 * import type { Usage } from 'intend/provider'
 *
 * const usage: Usage = { inputTokens: 900, outputTokens: 40, cachedTokens: 800 }
 * console.log(usage.inputTokens - usage.cachedTokens) // 100
 * ```
 */
export interface Usage {
  /** All of the prompt, what was read from a cache or written to one included. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** The part of the prompt that was read from a cache. */
  readonly cachedTokens: number
  /** The part of the prompt that was written to a cache, where that has a price of its own. */
  readonly cacheWriteTokens?: number
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }

/** Why the model stopped. `refusal` and `length` are endings the caller must handle, not errors. */
export type StopReason = 'end' | 'tools' | 'length' | 'refusal'

/**
 * Contract: after `stream` is called nothing throws. The last event is exactly one of `done`,
 * `error`, `aborted`. `retryable` says whether the same request may succeed later. Among errors,
 * `unavailable` means that no other request would fare better (the server cannot be reached, refuses
 * the key, does not know the model), `overflow` that the prompt is too long for the model, `budget`
 * that a limit a person set does not allow the call. `requests` is how many were sent to the model
 * for this one stream, when that is not one.
 * @example
 * ```ts
 * import type { ModelEvent } from 'intend/provider'
 *
 * const busy: ModelEvent = { type: 'error', message: 'too many requests', retryable: true }
 * console.log(busy.type) // error
 * ```
 */
export type ModelEvent =
  | { readonly type: 'text' | 'reasoning'; readonly delta: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | {
      readonly type: 'done'
      readonly stop: StopReason
      readonly usage?: Usage
      readonly requests?: number
    }
  | {
      readonly type: 'error'
      readonly message: string
      readonly retryable: boolean
      readonly retryAfterMs?: number
      readonly kind?: 'unavailable' | 'overflow' | 'budget'
      /** What the request used up to here, when that is known or has been estimated. */
      readonly usage?: Usage
      readonly requests?: number
    }
  | { readonly type: 'aborted'; readonly requests?: number }

/**
 * What belongs to one call of a model, beside its messages.
 * @example
 * ```ts
 * import { type CallOptions, createProvider, scripted } from 'intend/provider'
 *
 * const call: CallOptions = { purpose: 'talk', reads: null, signal: AbortSignal.timeout(60_000) }
 * const provider = createProvider(scripted(['hello']))
 * console.log((await provider.complete([{ role: 'user', content: 'hi' }], call)).text) // hello
 * ```
 */
export interface CallOptions {
  /** The contract's name: perceive, formalize, execute, ... Rule-based and replaying providers key on it. */
  readonly purpose: string
  /** The contract's typed input, before it was rendered into the prompt. */
  readonly reads: Json
  /** What no prompt tells, for a provider that reads none; a recorded turn is not known by it. */
  readonly aside?: unknown
  /** JSON Schema of the reply. */
  readonly schema?: Json
  /** Tools the model may call in `complete`: its calls come back in `calls` and are not carried out. */
  readonly tools?: readonly Tool[]
  readonly signal: AbortSignal
}

/**
 * One request to a model.
 * @example
 * ```ts
 * import { createProvider, type Request, type Wire } from 'intend/provider'
 *
 * const seen: Request[] = []
 * const wire: Wire = {
 *   name: 'quiet',
 *   async *stream(request) {
 *     seen.push(request)
 *     yield { type: 'done', stop: 'end' }
 *   },
 * }
 * await createProvider(wire).complete([{ role: 'user', content: 'hello' }], { purpose: 'talk', reads: null, signal: AbortSignal.timeout(60_000) })
 * console.log(seen[0]?.purpose) // talk
 * ```
 */
export interface Request extends Omit<CallOptions, 'tools'> {
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
  /** The reply may be no longer than this; as long as the model allows unless given. */
  readonly maxOutputTokens?: number
  /** Told of each piece of a tool call's arguments as it arrives: the call is an event once it is whole. */
  readonly onArguments?: (piece: string) => void
}

/** How a model is to choose its words; each left out is the server's own choice. */
export interface Sampling {
  readonly temperature?: number
  readonly topP?: number
  readonly seed?: number
  /** How much a reasoning model is to think. */
  readonly effort?: 'low' | 'medium' | 'high'
}

/**
 * One protocol or one way of answering.
 * @example
 * ```ts
 * import type { Wire } from 'intend/provider'
 *
 * const parrot: Wire = {
 *   name: 'parrot',
 *   async *stream({ messages }) {
 *     yield { type: 'text', delta: messages.at(-1)?.content ?? '' }
 *     yield { type: 'done', stop: 'end' }
 *   },
 * }
 * console.log(parrot.name) // parrot
 * ```
 */
export interface Wire {
  /** How the model is named on the command line and in traces, such as `openai:gpt-5`. Holds no secret. */
  readonly name: string
  stream(request: Request): AsyncIterable<ModelEvent>
  /** True when it replies by the `purpose` of a request, as a script does: then each phase asks by itself. */
  readonly byPurpose?: true
  /** Settings of the sampling that its server has refused, and that requests are sent without since. */
  refused?(): readonly string[]
}

/**
 * Why there is no reply to use. `unavailable`: the model cannot be asked at all until a person mends
 * what the message names. `overflow`: the prompt is too long for it. `budget`: a limit set by a person
 * is reached. `length`: the reply was cut off.
 * @example
 * ```ts
 * import { type CallError, createProvider, scripted } from 'intend/provider'
 *
 * const told = ({ kind, message }: CallError) => `${kind}: ${message}`
 * const provider = createProvider(scripted([{ error: { message: 'closed', retryable: false } }]))
 * const { error } = await provider.complete([{ role: 'user', content: 'hi' }], { purpose: 'talk', reads: null, signal: AbortSignal.timeout(60_000) })
 * console.log(error && told(error)) // error: closed
 * ```
 */
export interface CallError {
  readonly kind:
    | 'error'
    | 'unavailable'
    | 'overflow'
    | 'budget'
    | 'aborted'
    | 'refusal'
    | 'turns'
    | 'length'
  readonly message: string
}

/**
 * What came of one call. A failed call is a value: `error` is set and `text` holds what had arrived.
 * @example
 * ```ts
 * import { type Completion, createProvider, scripted } from 'intend/provider'
 *
 * const provider = createProvider(scripted(['hello']))
 * const reply: Completion = await provider.complete([{ role: 'user', content: 'hi' }], { purpose: 'talk', reads: null, signal: AbortSignal.timeout(60_000) })
 * console.log(reply.error?.message ?? reply.text) // hello
 * ```
 */
export interface Completion {
  readonly text: string
  readonly usage: Usage
  /** US dollars; left out when the model's price is not known. */
  readonly cost?: number
  /** Requests sent to the model for this completion: turns of the tool loop, retries included. */
  readonly requests: number
  /** The conversation that led to `text`, tool results included; a re-ask goes on from here. */
  readonly messages: readonly Message[]
  /** What the model wants called, of the tools that `complete` was given; none of it was carried out. */
  readonly calls?: readonly ToolCall[]
  /** Set when the turns of a tool loop ran out: the model has been told that it can call no more tools. */
  readonly exhausted?: true
  readonly error?: CallError
}

/**
 * Runs one tool call of the model; `content` is what the model is told. A call that fails resolves
 * with `failed` and says why in `content`, or rejects.
 * @example
 * ```ts
 * import type { ToolExecutor } from 'intend/provider'
 *
 * const clock: ToolExecutor = async ({ name }) =>
 *   name === 'clock' ? { content: 'noon' } : { content: `there is no ${name}`, failed: true }
 * console.log((await clock({ id: '1', name: 'clock', input: '{}' })).content) // noon
 * ```
 */
export type ToolExecutor = (call: ToolCall) => Promise<ToolResult & { readonly failed?: boolean }>

/**
 * Receives what a running call produces, as it arrives.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { type Channel, createProvider, scripted } from 'intend/provider'
 *
 * const heard: string[] = []
 * const onStream: Channel = event => void (event.type === 'text' && heard.push(event.delta))
 * const model = createProvider(scripted([{ text: ['FINAL ANSWER: ', '42'] }]), { onStream })
 * const agent = await createAgent({ agent: 'direct', model })
 * await agent.ask('What is 6 times 7?')
 * console.log(heard.length) // 2
 * agent.close()
 * ```
 */
export type Channel = (event: ModelEvent) => void

/**
 * What may be used at most; each left out is not limited.
 * @example
 * ```ts
 * import { type BudgetLimits, createBudget } from 'intend/provider'
 *
 * const limits: BudgetLimits = { tokens: 100_000, seconds: 600 }
 * console.log(createBudget(limits).spent().tokens) // 0
 * ```
 */
export interface BudgetLimits {
  /** Of prompts and replies together. */
  readonly tokens?: number
  /** US dollars. */
  readonly cost?: number
  /** From the first call on. */
  readonly seconds?: number
}

/**
 * What has been used.
 * @example
 * ```ts
 * import { createBudget, type Spent } from 'intend/provider'
 *
 * const before: Spent = { tokens: 900, cost: 0.1, seconds: 12 }
 * console.log(createBudget({ tokens: 1000 }, before).spent().tokens) // 900
 * ```
 */
export interface Spent {
  /** Of prompts and replies together. */
  readonly tokens: number
  /** US dollars; null when the price of a call is not known. */
  readonly cost: number | null
  /** From the first call on. */
  readonly seconds: number
}

/**
 * A model as an agent uses it; `createProvider` makes one from a `Wire`.
 * @example
 * ```ts
 * import { createProvider, type LLMProvider, scripted } from 'intend/provider'
 *
 * const provider: LLMProvider = createProvider(scripted(['hello']))
 * console.log(provider.name) // scripted
 * ```
 */
export interface LLMProvider {
  readonly name: string
  /** The model to turn to when this one fails or its replies stay unusable. */
  readonly fallback?: LLMProvider
  /** True when it can hold one conversation about a question, which costs a third of a request for each phase. */
  readonly converses?: boolean
  /** What may be used and has been; absent where nobody keeps account. */
  readonly budget?: { readonly limits: BudgetLimits; readonly spent: () => Spent }
  /** One turn; `options.tools` are offered and their calls are not carried out. */
  complete(messages: readonly Message[], options: CallOptions): Promise<Completion>
  /** The inner tool loop of a step: calls the model until it answers without asking for a tool. */
  runAgentic(
    messages: readonly Message[],
    tools: readonly Tool[],
    executor: ToolExecutor,
    channel: Channel,
    options: CallOptions,
  ): Promise<Completion>
}
