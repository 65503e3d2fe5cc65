// What came of a planning problem beside its verdict: how long the plan is, who wrote it, what it took.
import { z } from 'zod'
import type { Event } from '../../agent/event.ts'

/** The member `planning` of a line of `results.jsonl`. */
export const Planning = z.object({
  /** Actions that were done in the world. */
  length: z.int(),
  /** The length of a shortest plan, where it is known. */
  optimal: z.number().optional(),
  /** Plans a model wrote, those refused included. */
  attempts: z.int(),
  /** What was wrong with each plan that was refused. */
  refused: z.array(z.string()),
  /** Who wrote the plan that was acted on last; null when there was none. */
  writer: z.enum(['model', 'repair', 'planner']).nullable(),
})
export type Planning = z.infer<typeof Planning>

/** What the events of a run say about its plans; `length` is that of what was done. */
export function planningOf(events: readonly Event[], length: number, optimal?: number): Planning {
  const selected = events.filter(event => event.type === 'plan-selected')
  const refused = selected.flatMap(event => event.refused)
  const last = selected.at(-1)
  return {
    length,
    ...(optimal !== undefined && { optimal }),
    attempts: selected.filter(({ from }) => from === 'generated').length + refused.length,
    refused,
    writer: last === undefined ? null : writerOf(last),
  }
}

// --- internal ---

function writerOf({ from, plan }: Extract<Event, { type: 'plan-selected' }>): Planning['writer'] {
  if (from === 'generated') return 'model'
  return plan.origin.model === 'repair' ? 'repair' : 'planner'
}
