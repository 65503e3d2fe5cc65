// What was used, in words: tokens and US dollars.
import type { UsageTotals } from '../../agent/runs/usage.ts'

/** `, $0.0123`, or that the price is not known; nothing where there is nothing to pay for. */
export function priced({ inputTokens, outputTokens, cost }: UsageTotals): string {
  if (inputTokens + outputTokens === 0) return ''
  return cost === null ? ', price not known' : `, ${money(cost)}`
}

/** `$0.0123`, for a table. The page of a report writes it alike. */
export function money(cost: number | null): string {
  if (cost === null) return 'unknown'
  return cost === 0 ? '$0' : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`
}

/** `3 model calls, 1,234 tokens, $0.01`. */
export function callsOf(usage: UsageTotals): string {
  const tokens = usage.inputTokens + usage.outputTokens > 0 ? `, ${tokensOf(usage)}` : ''
  return `${counted(usage.calls, 'model call')}${tokens}${priced(usage)}`
}

/** `1 call, 1,234 tokens, $0.01`: what is known of what was used; nothing where no model was asked. */
export function spentOf(usage: UsageTotals): string {
  if (usage.calls === 0) return ''
  const tokens = usage.inputTokens + usage.outputTokens > 0 ? `, ${tokensOf(usage)}` : ''
  return `${counted(usage.calls, 'call')}${tokens}${usage.cost === null ? '' : priced(usage)}`
}

/** `1,234 tokens`, prompts and replies together. */
export const tokensOf = ({ inputTokens, outputTokens }: UsageTotals) =>
  counted(inputTokens + outputTokens, 'token')

/** `1 token`, `1,234 tokens`. */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
