// A model provider: `complete` and `runAgentic`, both built from the one `stream` that a wire supplies.
// The whole chain of a request is here: provider, retries, recording, context, budget, bounds, wire.
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigurationError } from '../../plans/configuration.ts'
import { type Bounds, withinBounds } from './limits/bounds.ts'
import type { Budget } from './limits/budget.ts'
import { budgeted } from './limits/budgeted.ts'
import { type ContextLimit, withinContext } from './limits/context.ts'
import { costOf, type Price } from './limits/prices.ts'
import type { Channel, Completion, LLMProvider, Message, Wire } from './provider.ts'
import { type RetrySettings, runTurn, type Turn } from './retry.ts'
import { toolLoop } from './tool-loop.ts'

/**
 * How a model is asked, and within which limits.
 * @example
 * ```ts
 * import { createProvider, type ProviderOptions, scripted } from 'intend/provider'
 *
 * const patient: ProviderOptions = { retries: 5, maxTurns: 30 }
 * console.log(createProvider(scripted(['hello']), patient).name) // scripted
 * ```
 */
export interface ProviderOptions extends Partial<RetrySettings>, Bounds {
  /** Turns of a tool loop, the last one without tools; 12 unless given. At least 2 to use tools at all. */
  readonly maxTurns?: number | undefined
  /** The model to turn to when this one fails. */
  readonly fallback?: LLMProvider | undefined
  /** See `LLMProvider.converses`; true unless given, but of a wire that replies by purpose. */
  readonly converses?: boolean
  /** What the model costs; a completion's `cost` is left out unless given. */
  readonly price?: Price | undefined
  /** Ends calls when its time, its tokens or its money is used up. */
  readonly budget?: Budget
  /** True when the wire uses no tokens, so that only the budget's time counts. */
  readonly tokenless?: boolean
  /**
   * Tokens the model can hold, to which prompts are shortened; `learned` when only refusals tell.
   * Prompts are sent as they are unless given.
   */
  readonly contextTokens?: ContextLimit | 'learned' | undefined
  /** Told of all that the model says, as it arrives. */
  readonly onStream?: Channel | undefined
  /** Put around the limited wire: what is recorded is what the caller asked for. */
  readonly record?: (limited: Wire) => Wire
}

/**
 * A provider that speaks through `wire`. A failed call is a value (`Completion.error`); nothing the
 * wire or a tool does makes a method reject. Retryable failures, before or in the middle of a turn,
 * are asked again up to `retries` times (3 unless given), waiting as long as the server asked for (a
 * minute at most; not at all where it asks for more than the minutes left) or else half a second,
 * doubling, with jitter; not once five minutes have gone into the turn, one where there is a fallback. An aborted
 * signal ends a call at once, even when the wire or a tool hangs.
 * @throws RangeError when `maxTurns` is not a positive integer or `retries` not a natural number.
 * @throws ConfigurationError when the budget limits the cost of a wire whose price is not given.
 * @example
 * ```ts
 * import { createProvider, type Wire } from 'intend/provider'
 *
 * const parrot: Wire = {
 *   name: 'parrot',
 *   async *stream({ messages }) {
 *     yield { type: 'text', delta: messages.at(-1)?.content ?? '' }
 *     yield { type: 'done', stop: 'end' }
 *   },
 * }
 * const provider = createProvider(parrot, { retries: 1 })
 * const call = { purpose: 'talk', reads: null, signal: AbortSignal.timeout(60_000) }
 * console.log((await provider.complete([{ role: 'user', content: 'hello' }], call)).text) // hello
 * ```
 */
export function createProvider(wire: Wire, options: ProviderOptions = {}): LLMProvider {
  const { maxTurns = 12, retries = 3, random = Math.random, onRetry, onStream, fallback } = options
  const { now = () => performance.now(), patienceMs = fallback ? 60_000 : 300_000 } = options
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  if (!Number.isInteger(maxTurns) || maxTurns < 1)
    throw new RangeError(`maxTurns must be a positive integer, not ${maxTurns}`)
  if (!Number.isInteger(retries) || retries < 0)
    throw new RangeError(`retries must be zero or a positive integer, not ${retries}`)
  if (options.budget?.limits.cost !== undefined && !options.price && !options.tokenless)
    throw new ConfigurationError(
      `a budget of cost cannot be kept without the price of ${wire.name}: give createProvider a \`price\`, such as { input: 1, output: 4 } (US dollars per million tokens), or limit tokens`,
    )
  const settings: RetrySettings = { retries, patienceMs, sleep, random, now, onRetry }
  const limited = limitedBy(wire, options)
  const asked = options.record?.(limited) ?? limited
  return {
    name: wire.name,
    ...(fallback && { fallback }),
    converses: options.converses ?? !wire.byPurpose,
    ...(options.budget && { budget: options.budget }),
    complete: (messages, call) =>
      inTime(options.budget, call.signal, async signal => {
        const { heard, cost } = billed(options.price, event => onStream?.(event))
        const request = { ...call, signal, messages, tools: call.tools ?? [] }
        const turn = await runTurn(asked, request, heard, settings)
        return { ...toCompletion(turn, messages), calls: turn.calls, ...cost() }
      }),
    runAgentic: (messages, tools, executor, channel, call) =>
      inTime(options.budget, call.signal, async signal => {
        const { heard, cost } = billed(options.price, event => {
          onStream?.(event)
          channel(event)
        })
        const turn = await toolLoop(
          request => runTurn(asked, request, heard, settings),
          { ...call, signal, messages, tools },
          executor,
          maxTurns,
          channel,
        )
        const completion = { ...toCompletion(turn, turn.messages), ...cost() }
        if (!turn.exhausted) return completion
        const answered = completion.error || completion.text.trim() !== ''
        const message =
          turn.objection === undefined
            ? `the model gave no answer in ${maxTurns} turns; allow more turns or make the step smaller`
            : `the model gave no answer, and called nothing that can be called: ${turn.objection}`
        const error = answered ? completion.error : ({ kind: 'turns', message } as const)
        return { ...completion, exhausted: true, ...(error && { error }) }
      }),
  }
}

// --- internal ---

/** The wire under its limits: a prompt is shortened first, then paid for as it is sent. */
function limitedBy(wire: Wire, options: ProviderOptions): Wire {
  const { budget, price, contextTokens, tokenless } = options
  const bounded = withinBounds(wire, options)
  const paid = budget && !tokenless ? budgeted(bounded, budget, price) : bounded
  if (contextTokens === undefined) return paid
  return withinContext(paid, contextTokens === 'learned' ? undefined : contextTokens)
}

/** Runs a call under the deadline of the budget; what that ends is an error of kind `budget`. */
async function inTime(
  budget: Budget | undefined,
  asked: AbortSignal,
  call: (signal: AbortSignal) => Promise<Completion>,
): Promise<Completion> {
  if (!budget) return call(asked)
  const { signal, end } = budget.watch()
  try {
    const completion = await call(AbortSignal.any([asked, signal]))
    const late = completion.error?.kind === 'aborted' && signal.aborted && !asked.aborted
    const message = budget.ended() ?? 'the time is used up'
    return late ? { ...completion, error: { kind: 'budget', message } } : completion
  } finally {
    end()
  }
}

/** A channel that sums what the requests of a call cost; unknown once it is unknown of one. */
function billed(price: Price | undefined, channel: Channel) {
  let sum: number | undefined = price && 0
  const heard: Channel = event => {
    const charged = event.type === 'done' || (event.type === 'error' && event.usage)
    if (charged && sum !== undefined) {
      const cost = costOf(price, event.usage)
      sum = cost === undefined ? undefined : sum + cost
    }
    channel(event)
  }
  return { heard, cost: () => (sum === undefined ? {} : { cost: sum }) }
}

/** What the caller is told of a turn. */
function toCompletion(turn: Turn, messages: readonly Message[]): Completion {
  const { text, usage, requests, end } = turn
  const heard = { text, usage, requests, messages }
  if ('failed' in end) return { ...heard, error: { kind: end.failed, message: end.message } }
  switch (end.stop) {
    case 'end':
    case 'tools':
      return heard
    case 'length': {
      const message = `the reply was cut off after ${text.length} characters, at the model's length limit; ask for less or raise the limit`
      return { ...heard, error: { kind: 'length', message } }
    }
    case 'refusal':
      return {
        ...heard,
        error: { kind: 'refusal', message: text || 'the model refused to answer' },
      }
  }
}
