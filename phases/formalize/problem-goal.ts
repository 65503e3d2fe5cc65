// Phase 2 of the plan compiler: the goal of the PDDL problem is what is intended.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionFormed } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { printCondition } from '../../plans/pddl/syntax/print.ts'
import { readTask } from '../../plans/pddl/task/task.ts'
import { PlanningData } from '../planning/planning.ts'

/**
 * Forms the intention `id` to reach the goal of the problem it was given. The satisfaction condition
 * is the goal as PDDL text. A problem that could not be read is the failure of the intention.
 */
export async function formalize(id: string, state: State, _ctx: Ctx): Promise<IntentionFormed> {
  const received = state.perceptions.get(id)
  const event = {
    type: 'intention-formed',
    intention: id,
    intentionType: 'reach_goal',
    goal: state.desires.get(id)?.text ?? received?.perception.text ?? '',
    satisfactionCondition: '',
    openParameters: [],
    bind: {},
  } as const
  const failure = received?.failure
  if (failure !== undefined) return { ...event, failure }
  const given = PlanningData.required().parse(received?.perception.data)
  const { domain, problem } = readTask(given.domain, given.problem)
  return {
    ...event,
    intentionType: `reach_goal_in_${domain.name.replace(/[^a-z0-9]+/g, '_')}`,
    satisfactionCondition: printCondition(problem.goal),
  }
}
