// What model calls have used.
import type { Usage } from '../llm/provider.ts'

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
