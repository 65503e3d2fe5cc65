// What createProvider may be given.
import { z } from 'zod'
import { ConfigurationError } from '../../plans/configuration.ts'
import { count, faultOf, has, listener, may, positive, things, truth } from '../../tools/checked.ts'
import type { Bounds } from './limits/bounds.ts'
import type { Budget } from './limits/budget.ts'
import type { ContextLimit } from './limits/context.ts'
import { Price } from './limits/prices.ts'
import type { Channel, LLMProvider, Wire } from './provider.ts'
import type { RetrySettings } from './retry.ts'

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

/** Throws a ConfigurationError that names the option that cannot be, and what it may be. */
export function checkProvider(wire: Wire, options: ProviderOptions): void {
  const fault =
    faultOf(Speaking, wire, { unknown: '', wrong: 'the wire: its' }) ??
    faultOf(Options, options, { unknown: 'createProvider has no option', wrong: 'the option' })
  if (fault !== undefined) throw new ConfigurationError(fault)
  if (options.budget?.limits.cost !== undefined && !options.price && !options.tokenless)
    throw new ConfigurationError(
      `a budget of cost cannot be kept without the price of ${wire.name}: give createProvider a \`price\`, such as { input: 1, output: 4 } (US dollars per million tokens), or limit tokens`,
    )
}

// --- internal ---

const Speaking = z.looseObject({
  name: may('the name of a model', name => typeof name === 'string' && name !== ''),
  stream: listener,
})

const isProvider = (value: unknown) => has(value, 'complete', 'runAgentic')
const isLimit = (value: unknown) =>
  value === 'learned' || typeof value === 'function' || (typeof value === 'number' && value > 0)
const isRate = (value: unknown) => typeof value === 'number' && value >= 0 && value < Infinity
const rate = may('US dollars per million tokens', isRate)

const Options = z.strictObject({
  maxTurns: count.optional(),
  retries: may('zero or a whole number', n => Number.isInteger(n) && (n as number) >= 0).optional(),
  patienceMs: positive.optional(),
  now: listener.optional(),
  sleep: listener.optional(),
  random: listener.optional(),
  onRetry: listener.optional(),
  onStream: listener.optional(),
  record: listener.optional(),
  fallback: may('a provider, as createProvider makes one', isProvider).optional(),
  converses: truth.optional(),
  tokenless: truth.optional(),
  budget: things.optional(),
  contextTokens: may(
    'a number of tokens, a function that finds it out, or "learned"',
    isLimit,
  ).optional(),
  silenceMs: positive.optional(),
  replyCharacters: positive.optional(),
  price: z
    .strictObject({
      ...Price.shape,
      input: rate,
      output: rate,
      cachedInput: rate.optional(),
      cacheWrite: rate.optional(),
    })
    .optional(),
})
