// Phase 6 of the agents that plan in PDDL: the goal holds in the world as it is
// believed to be, or it does not.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed, PlanSetAside } from '../../agent/event.ts'
import type { State, Verdict } from '../../agent/state.ts'
import { deciding } from '../../plans/pddl/judge/semantics.ts'
import { printLiteral } from '../../plans/pddl/judge/truth.ts'
import { printPlan } from '../../plans/pddl/syntax/print.ts'
import type { Task } from '../../plans/pddl/task/task.ts'
import { goalHolds, taskNow } from '../planning/planning.ts'

/**
 * Closes the intention when its goal holds; the answer is what the last plan did, one action a line.
 * Otherwise the plan is set aside, with what is missing. An intention without a goal condition is
 * satisfied when its plan has been carried out.
 */
export async function satisfy(
  id: string,
  state: State,
  _ctx: Ctx,
): Promise<IntentionClosed | PlanSetAside> {
  const { plan, steps, satisfactionCondition } = state.intentions.get(id)!
  const all = state.planLibrary.plans.get(plan!)?.steps ?? []
  const done = all.filter(step => steps[step.id] === 'done')
  const acts = done.flatMap(({ action }) =>
    action && 'act' in action ? [{ action: action.act, args: action.args }] : [],
  )
  const task = taskNow(state, id)
  const reached = satisfactionCondition === '' ? done.length === all.length : goalHolds(task)
  const why = reached ? 'the goal holds in the world' : missing(task)
  if (!reached) {
    const verdict: Verdict = { passed: false, tier: 'symbolic', why, mode: 'world_refused' }
    return { type: 'plan-set-aside', intention: id, reason: why, verdict }
  }
  return {
    type: 'intention-closed',
    intention: id,
    status: 'satisfied',
    reason: satisfactionCondition === '' ? 'what was intended has been done' : why,
    answer: printPlan(acts).trimEnd(),
    verdict: { passed: true, tier: 'symbolic', why },
  }
}

function missing(task: Task): string {
  const open = deciding(task.problem.goal, true, new Map(), task.init, task)
  return `the goal does not hold: ${open.map(printLiteral).join(' ') || 'a step was not carried out'}`
}
