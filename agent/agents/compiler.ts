// The plan compiler (BDI-LLM): a model writes a plan DAG for a PDDL problem, code validates it and has
// it repaired, and it is acted one step at a time in the problem's world.
import { deliberate } from '../../phases/deliberate/compile.ts'
import { execute } from '../../phases/execute/act.ts'
import { formalize } from '../../phases/formalize/problem-goal.ts'
import { perceive } from '../../phases/perceive/problem.ts'
import { standing, stillLeads } from '../../phases/planning/planning.ts'
import { review } from '../../phases/review/none.ts'
import { satisfy } from '../../phases/satisfy/goal-holds.ts'
import { verify } from '../../phases/verify/world-reply.ts'
import type { Agent } from '../contract.ts'
import { defaultPolicy } from '../policy.ts'

/**
 * Takes a goal perception with the data `{ domain, problem }` (PDDL text) and lives in a world such as
 * `pddlWorld`. Plans again when a step fails, or when what is left of the plan no longer leads to the
 * goal because the world has turned out otherwise.
 */
export const compiler: Agent = {
  name: 'compiler',
  phases: { perceive, formalize, deliberate, execute, verify, satisfy, review },
  policy: {
    ...defaultPolicy(),
    reconsider: (intention, step, verdict, state) =>
      verdict.passed && stillLeads(standing(state, intention.id, step)) ? 'continue' : 'replan',
    reviewIsDue: () => false,
  },
  limits: { cycles: 5, parallel: 1 },
}
