// The default policy: the paper's choices where it leaves one. Replace a function to get a learned
// filter, another temperament or a person's approval.
import { preferred } from '../plans/habits.ts'
import { soundness } from './commitment.ts'
import type { Policy } from './contract.ts'

/** Reviews every `reviewEvery` finished root intentions (seed 001, section 4.7: N = 3). */
export function defaultPolicy(options: { readonly reviewEvery?: number } = {}): Policy {
  const { reviewEvery = 3 } = options
  return {
    choosePlan: fitting => preferred(fitting)[0],
    reconsider: (_intention, _step, verdict) => (verdict.passed ? 'continue' : 'replan'),
    fallback: () => undefined,
    reviewIsDue: state => state.intentionHistory.size - state.reviewed >= reviewEvery,
    objection: soundness,
    consent: async ({ act }) => `nobody has given leave to ${act}; do without it`,
  }
}
