// An agent that lives by rules that people write (BDI Agents in Natural Language Environments, 2024) in a
// world of words: no model is asked unless entailment or the fallback is left to one.
import { deliberate } from '../../phases/deliberate/rules/rules.ts'
import { execute } from '../../phases/execute/act.ts'
import { formalize } from '../../phases/formalize/task.ts'
import { perceive } from '../../phases/perceive/sentences.ts'
import { automate } from '../../phases/review/interactions.ts'
import { review } from '../../phases/review/none.ts'
import { satisfy } from '../../phases/satisfy/world-score.ts'
import { verify } from '../../phases/verify/world-reply.ts'
import type { Agent } from '../contract.ts'
import { defaultPolicy } from '../policy.ts'

/**
 * Takes a goal perception whose text is the task and lives in a world of words. Each cycle is a rule, or
 * one action of the fallback: 50 of them, as in the paper, unless set.
 */
export const rules: Agent = {
  name: 'rules',
  phases: { perceive, formalize, deliberate, execute, verify, satisfy, review, automate },
  policy: { ...defaultPolicy(), reviewIsDue: () => false },
  limits: { cycles: 50, parallel: 1 },
}
