// The default policy: the paper's choices where it leaves one. Replace a function to get a learned
// filter, another temperament or a person's approval.

import { fingerprint } from '../plans/canonical.ts'
import { preferred } from '../plans/habits/habits.ts'
import { seeded } from '../plans/library/beta.ts'
import { choose } from '../plans/library/select.ts'
import { allows, type Rule } from '../tools/permission/rules.ts'
import { soundness } from './commitment.ts'
import type { Policy } from './contract.ts'
import { createQueues } from './goals/task-group.ts'

/** A review after so many finished root intentions: the paper's N. */
const reviewEvery = 3
/** Another number draws differently where plans are weighed; the same question draws the same. */
const seed = 0

/** Uses plans by their lift, goes on after a passed step, objects to what cannot work and permits nothing. */
export function defaultPolicy(): Policy {
  return {
    choosePlan: (fitting, { root, type, cycle }, state, evidence) => {
      const question = state.perceptions.get(root)?.perception.text
      const drawn = fingerprint([seed, question, type, cycle])
      return choose(preferred(fitting), evidence, seeded(Number.parseInt(drawn.slice(-8), 16)))
    },
    reconsider: (_intention, _step, verdict) => (verdict.passed ? 'continue' : 'replan'),
    fallback: () => undefined,
    reviewIsDue: state => state.intentionHistory.size - state.reviewed >= reviewEvery,
    objection: soundness,
    permission: async () => 'nobody',
    rules: () => [],
  }
}

/**
 * The policy, with the person's own rules, and with those that a person makes of an answer. One question is
 * put at a time.
 */
export function remembering(policy: Policy, own: readonly Rule[]): Policy {
  const made: Rule[] = []
  const inTurn = createQueues()
  const rules = () => [...own, ...policy.rules(), ...made]
  return {
    ...policy,
    rules,
    permission: question =>
      inTurn('permission', async () => {
        // while this question waited another one may have been answered for both
        if (made.some(rule => allows(rule, question.rule))) return 'once'
        const answer = await policy.permission(question)
        if (answer === 'session' || answer === 'always') made.push(question.rule)
        return answer
      }),
  }
}
