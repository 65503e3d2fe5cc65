// The one plan that the library tests count, and what a run has to say about it.
import { identify } from '../../../plans/identify.ts'
import type { Touched } from '../../../plans/library/library.ts'
import { noStats } from '../../../plans/plan.ts'
import { simpleDraft } from '../simple-draft.ts'

export const counted = identify(simpleDraft('rate_of_change'), {
  agent: 'self-aware',
  model: 'none',
  createdAt: '2026-01-01T00:00:00Z',
  seenQuestions: ['q1'],
})

/** What a run records after it has used the plan `used` times, always with success. */
export function outcome(used: number): Touched {
  return {
    plans: [[counted.id, counted]],
    stats: [[counted.id, { ...noStats, useCount: used, successCount: used }]],
    removed: [],
  }
}
