// What a run has used by the events of its journal: where the budget of a resumed run begins.
import type { Event } from '../event.ts'
import type { Spent } from '../llm/provider.ts'

/**
 * Tokens and US dollars of all model calls, and the seconds in which a call of a model or a tool was
 * under way: the time between a crash and going on is not counted. A cost that is not known counts
 * as none. Journals of several runs may be given one after the other.
 */
export function spentIn(events: readonly Event[]): Spent {
  const calls = events.flatMap(event => (event.type === 'model-called' ? [event.usage] : []))
  return {
    tokens: calls.reduce((sum, usage) => sum + usage.inputTokens + usage.outputTokens, 0),
    cost: calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    seconds: covered(events.flatMap(timeOf)) / 1000,
  }
}

// --- internal ---

type Span = readonly [from: number, to: number]

const timeOf = (event: Event): readonly Span[] =>
  event.type === 'model-called' || event.type === 'tool-called'
    ? [[event.at - event.ms, event.at]]
    : []

/** Milliseconds that lie in at least one of the spans. */
function covered(spans: readonly Span[]): number {
  let end = Number.NEGATIVE_INFINITY
  let sum = 0
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}
