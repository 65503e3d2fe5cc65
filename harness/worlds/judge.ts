// What a model says of an episode that was won, where somebody wants to know.
import { z } from 'zod'
import type { Asking } from '../../agent/contract.ts'
import type { Event } from '../../agent/event.ts'

/** From 0 to 1, or null where nothing could be said; and why. */
export const Judged = z.object({
  score: z.number().min(0).max(1).nullable(),
  reason: z.string(),
})
export type Judged = z.infer<typeof Judged>

export interface Judge {
  /** As `--model` names it. */
  readonly model: string
  /** What its score is called among the measures of an episode. */
  readonly measure: string
  readonly judge: (events: readonly Event[], asking: Asking) => Promise<Judged>
}
