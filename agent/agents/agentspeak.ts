// An agent that speaks AgentSpeak(L) (Exploiting GenAI for Plan Generation in BDI Agents, 2025): triggers and
// contexts are unified with what is believed, and plans may be written when none applies.
import { byClauses } from '../../phases/deliberate/clauses.ts'
import { execute } from '../../phases/execute/operations.ts'
import { formalize } from '../../phases/formalize/trigger.ts'
import { writePlans } from '../../phases/generate/write-plans.ts'
import { perceive } from '../../phases/perceive/percepts.ts'
import { review } from '../../phases/review/none.ts'
import { satisfy } from '../../phases/satisfy/carried-out.ts'
import { verify } from '../../phases/verify/world-reply.ts'
import type { Agent } from '../contract.ts'
import { defaultPolicy } from '../policy.ts'

const deliberate = byClauses(writePlans)

/**
 * Takes goals such as `reach(home)`, whose data may hold a `program` as text and what has to be believed for
 * the goal to be `reached`; lives in a world whose observations are literals, or in none.
 */
export const agentspeak: Agent = {
  name: 'agentspeak',
  phases: { perceive, formalize, deliberate, execute, verify, satisfy, review },
  policy: { ...defaultPolicy(), reviewIsDue: () => false, objection: () => undefined },
  limits: { cycles: 100, parallel: 1 },
}
