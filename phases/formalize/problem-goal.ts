// Phase 2 of the plan compiler: the goal of the PDDL problem is what is intended.
import type { IntentionFormed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { printCondition } from '../../plans/pddl/syntax/print.ts'
import { readTask } from '../../plans/pddl/task/task.ts'
import { formed } from '../outcomes.ts'
import { PlanningData } from '../planning/planning.ts'

/**
 * Forms the intention `id` to reach the goal of the problem it was given. The satisfaction condition
 * is the goal as PDDL text. A problem that could not be read is the failure of the intention.
 */
export async function formalize(id: string, state: State): Promise<IntentionFormed> {
  const received = state.perceptions.get(id)
  const goal = state.desires.get(id)?.text ?? received?.perception.text ?? ''
  const failure = received?.failure
  if (failure !== undefined) return { ...formed(id, 'reach_goal', goal), failure }
  const given = PlanningData.required().parse(received?.perception.data)
  const { domain, problem } = readTask(given.domain, given.problem)
  const type = `reach_goal_in_${domain.name.replace(/[^a-z0-9]+/g, '_')}`
  return formed(id, type, goal, printCondition(problem.goal))
}
