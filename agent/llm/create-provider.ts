// A model provider: `complete` and `runAgentic`, both built from the one `stream` that a wire supplies.
// The whole chain of a request is here: provider, retries, recording, context, budget, bounds, wire.
import { setTimeout as wait } from 'node:timers/promises'
import { withinBounds } from './limits/bounds.ts'
import type { Budget } from './limits/budget.ts'
import { budgeted } from './limits/budgeted.ts'
import { withinContext } from './limits/context.ts'
import { costOf, type Price } from './limits/prices.ts'
import type { Channel, Completion, LLMProvider, Message, Wire } from './provider.ts'
import { checkProvider, type ProviderOptions } from './provider-options.ts'
import { type RetrySettings, runTurn, type Turn } from './retry.ts'
import { toolLoop } from './tool-loop.ts'

/**
 * A provider that speaks through `wire`. A failed call is a value (`Completion.error`); nothing the
 * wire or a tool does makes a method reject. Retryable failures, before or in the middle of a turn,
 * are asked again up to `retries` times (3 unless given), waiting as long as the server asked for (a
 * minute at most; not at all where it asks for more than the minutes left) or else half a second,
 * doubling, with jitter; not once five minutes have gone into the turn, one where there is a fallback. An aborted
 * signal ends a call at once, even when the wire or a tool hangs.
 * @throws ConfigurationError when an option is not known or cannot be, or when the budget limits the cost of a wire
 * whose price is not given.
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
  checkProvider(wire, options)
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
