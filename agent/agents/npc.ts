// A non-player character (LLM Reasoner and Automated Planner, 2025): a model reasons about what to do, a
// planner about how. It thinks again when it has perceived something new, and plans again when the problem
// or the goal has changed.

import { deliberate } from '../../phases/deliberate/planner.ts'
import { execute } from '../../phases/execute/act.ts'
import { formalize } from '../../phases/formalize/choose-goal.ts'
import { perceive } from '../../phases/perceive/memories.ts'
import { lastDecision, memories } from '../../phases/planning/character.ts'
import { goalHolds, standing } from '../../phases/planning/planning.ts'
import { review } from '../../phases/review/none.ts'
import { satisfy } from '../../phases/satisfy/goal-holds.ts'
import { verify } from '../../phases/verify/world-reply.ts'
import type { Agent, Policy } from '../contract.ts'
import { defaultPolicy } from '../policy.ts'

/**
 * The paper's iteration (section I-B): new memories, and the goal is thought over; the problem is not
 * as the plan expects, and a new plan is made; otherwise the next action. A plan that has just reached
 * its goal is first brought to its end.
 */
const reconsider: Policy['reconsider'] = (intention, step, verdict, state) => {
  const now = standing(state, intention.id, verdict.passed ? step : undefined)
  const ended = now.left.length === 0 && verdict.passed
  if (ended && (intention.satisfactionCondition === '' || goalHolds(now.task))) return 'continue'
  if (memories(state).length > (lastDecision(state)?.memories ?? 0)) return 'rethink'
  return verdict.passed && now.asExpected ? 'continue' : 'replan'
}

/** Takes goal perceptions whose data are a `Character`; lives in a world that says facts in words. */
export const npc: Agent = {
  name: 'npc',
  phases: { perceive, formalize, deliberate, execute, verify, satisfy, review },
  policy: { ...defaultPolicy(), reconsider, reviewIsDue: () => false },
  limits: { cycles: 100, parallel: 1 },
}
