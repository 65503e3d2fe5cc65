// What model calls have used.
import type { Usage } from '../llm/provider.ts'

/**
 * What the model calls of a question have used together.
 * @example
 * ```ts
 * import { createAgent, type UsageTotals } from 'intend'
 *
 * const price = ({ calls, cost }: UsageTotals) => `${calls} calls, ${cost === null ? 'price not known' : `$${cost}`}`
 * const agent = await createAgent()
 * const { usage } = await agent.ask('Why do people like ferries?')
 * console.log(price(usage).replace(/^\d+/, 'N')) // N calls, $0
 * agent.close()
 * ```
 */
export interface UsageTotals extends Omit<Usage, 'cacheWriteTokens'> {
  readonly calls: number
  /** US dollars; null when the price of a call is not known. */
  readonly cost: number | null
}

export const noUsageTotals: UsageTotals = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  cost: 0,
}

/** Both together; a cost nobody knows makes the sum unknown. */
export const addTotals = (a: UsageTotals, b: UsageTotals): UsageTotals => ({
  calls: a.calls + b.calls,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
})
