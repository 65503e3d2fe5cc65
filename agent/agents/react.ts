// The baseline with tools: one free tool loop over the question, as in ReAct. No plan, no contract, no
// verification: what planning is worth is measured against it.
import { inOneStep } from '../../phases/deliberate/free.ts'
import { execute } from '../../phases/execute/free.ts'
import { formalize } from '../../phases/formalize/free.ts'
import { perceive } from '../../phases/perceive/free.ts'
import { review } from '../../phases/review/none.ts'
import { satisfy } from '../../phases/satisfy/free.ts'
import { verify } from '../../phases/verify/free.ts'
import type { Agent } from '../contract.ts'
import { defaultPolicy } from '../policy.ts'

/** Answers a question with every tool in one loop of the model's turns (`maxTurns`, 12 unless given). */
export const react: Agent = {
  name: 'react',
  phases: {
    perceive,
    formalize,
    execute,
    verify,
    satisfy,
    review,
    deliberate: inOneStep('Answer the question with any tool, in any order, as often as needed.', {
      tools: true,
    }),
  },
  policy: { ...defaultPolicy(), reconsider: () => 'continue', reviewIsDue: () => false },
  limits: { cycles: 1, parallel: 1 },
}
