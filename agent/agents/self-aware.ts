// The self-aware agent (A Self-Aware BDI Agent, 2026): a choice of one way for each of the seven phases.
import { deliberateSection } from '../../phases/deliberate/contract.ts'
import { freePlan } from '../../phases/deliberate/free.ts'
import { deliberate } from '../../phases/deliberate/self-aware.ts'
import { executeSection } from '../../phases/execute/contract.ts'
import { execute } from '../../phases/execute/self-aware.ts'
import { formalize, formalizeSection } from '../../phases/formalize/self-aware.ts'
import { perceiveSection } from '../../phases/perceive/contract.ts'
import { recognizeSection } from '../../phases/perceive/recognize.ts'
import { perceive } from '../../phases/perceive/self-aware.ts'
import { automate } from '../../phases/review/habits.ts'
import { review } from '../../phases/review/self-aware.ts'
import { satisfy } from '../../phases/satisfy/self-aware.ts'
import { shape } from '../../phases/satisfy/shape.ts'
import { verify } from '../../phases/verify/self-aware.ts'
import type { Agent } from '../contract.ts'
import { defaultPolicy } from '../policy.ts'

export const selfAware: Agent = {
  name: 'self-aware',
  phases: { perceive, formalize, deliberate, execute, verify, satisfy, shape, review, automate },
  policy: { ...defaultPolicy(), fallback: freePlan },
  limits: { cycles: 3, parallel: 4 },
  sections: [
    ...[recognizeSection, perceiveSection, formalizeSection],
    ...[deliberateSection, executeSection],
  ],
}
