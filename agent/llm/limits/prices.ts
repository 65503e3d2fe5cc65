// What tokens cost: the dated table beside this file and a person's own. A price that is not in them
// is not known, which is never the same as nothing.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigurationError } from '../../../plans/configuration.ts'
import { reasonOf } from '../../../plans/writable.ts'
import type { Usage } from '../provider.ts'

const dollars = z.number().nonnegative()
const Rates = z.object({
  /** US dollars per million tokens of prompt. */
  input: dollars,
  /** For the part of the prompt that is read from a cache; the price of input unless given. */
  cachedInput: dollars.exactOptional(),
  /** For the part of the prompt that is written to a cache; the price of input unless given. */
  cacheWrite: dollars.exactOptional(),
  output: dollars,
})
type Rates = z.infer<typeof Rates>

/** What a model costs, in US dollars per million tokens, and what it takes. */
export const Price = Rates.extend({
  /** Prices of a whole request whose prompt has more tokens than `over`; not known when left out. */
  longPrompt: Rates.partial().extend({ over: z.int().positive() }).exactOptional(),
  /** Tokens the model can hold, prompt and reply together. */
  contextTokens: z.int().positive().exactOptional(),
  /** Tokens of its longest reply. */
  maxOutputTokens: z.int().positive().exactOptional(),
  /** Where the price was found, and of what date it is. */
  source: z.string().exactOptional(),
})
export type Price = z.infer<typeof Price>

/** A table of prices by model as the command line names it, such as `openai:gpt-5-mini`. */
export const PriceTable = z.object({
  date: z.string(),
  note: z.string().exactOptional(),
  models: z.record(z.string(), Price),
})

/**
 * The prices that hold: those of `file`, which INTEND_PRICES names, before those that come with intend.
 * @throws ConfigurationError when that file cannot be read or is no table of prices.
 */
export function readPrices(file?: string): Readonly<Record<string, Price>> {
  const own = file ? readTable(file, 'INTEND_PRICES') : undefined
  const builtIn = new URL('./prices.json', import.meta.url)
  return { ...readTable(builtIn, 'intend').models, ...own?.models }
}

/** The price of the model `name`; a version with a date has the price of its family unless it has its own. */
export function priceOf(prices: Readonly<Record<string, Price>>, name: string): Price | undefined {
  const family = name.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  for (const each of [name, family]) if (Object.hasOwn(prices, each)) return prices[each]
  return undefined
}

/** US dollars for one request; undefined when the price or, unless it is free, the usage is not known. */
export function costOf(price: Price | undefined, usage: Usage | undefined): number | undefined {
  if (!price) return undefined
  if (!usage) return price.input === 0 && price.output === 0 ? 0 : undefined
  const rates = ratesFor(price, usage.inputTokens)
  if (!rates) return undefined
  const { input, cachedInput = input, cacheWrite = input, output } = rates
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens = 0 } = usage
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens)
  const sum =
    fresh * input +
    cachedTokens * cachedInput +
    cacheWriteTokens * cacheWrite +
    outputTokens * output
  return sum / 1_000_000
}

/** The most that a request may cost: no token of its prompt is in a cache, and all are written to one. */
export function costAtMost(price: Price, inputTokens: number, outputTokens: number): number {
  const rates = ratesFor(price, inputTokens) ?? price
  const { input, cacheWrite = input, output } = rates
  return (inputTokens * Math.max(input, cacheWrite) + outputTokens * output) / 1_000_000
}

// --- internal ---

function ratesFor(price: Price, inputTokens: number): Rates | undefined {
  const { longPrompt } = price
  if (!longPrompt || inputTokens <= longPrompt.over) return price
  const long = Rates.safeParse(longPrompt)
  return long.success ? long.data : undefined
}

function readTable(file: string | URL, where: string): z.infer<typeof PriceTable> {
  try {
    return PriceTable.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new ConfigurationError(
      `the prices in ${file} cannot be used (${reasonOf(error)}); give ${where} a file of the form of agent/llm/limits/prices.json`,
    )
  }
}
