// The baseline without tools: one call of the model, the least that an answer can cost.
import { inOneStep } from '../../phases/deliberate/free.ts'
import { execute } from '../../phases/execute/direct.ts'
import { formalize } from '../../phases/formalize/free.ts'
import { perceive } from '../../phases/perceive/free.ts'
import { review } from '../../phases/review/none.ts'
import { satisfy } from '../../phases/satisfy/free.ts'
import { shape } from '../../phases/satisfy/shape.ts'
import { verify } from '../../phases/verify/free.ts'
import type { Agent } from '../contract.ts'
import { defaultPolicy } from '../policy.ts'

/** Answers a question in one call, with what code has read of its files in the prompt. */
export const direct: Agent = {
  name: 'direct',
  phases: {
    perceive,
    formalize,
    execute,
    verify,
    satisfy,
    shape,
    review,
    deliberate: inOneStep('Answer the question in one call, without tools.', { tools: false }),
  },
  policy: { ...defaultPolicy(), reconsider: () => 'continue', reviewIsDue: () => false },
  limits: { cycles: 1, parallel: 1 },
}
