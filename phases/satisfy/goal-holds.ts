// Phase 6 of the agents that plan in PDDL: the goal holds in the world as it is
// believed to be, or it does not.
import type { IntentionClosed, PlanSetAside } from '../../agent/event.ts'
import { type State, stepsIn } from '../../agent/state.ts'
import { deciding } from '../../plans/pddl/judge/semantics.ts'
import { printLiteral } from '../../plans/pddl/judge/truth.ts'
import { printPlan } from '../../plans/pddl/syntax/print.ts'
import type { Task } from '../../plans/pddl/task/task.ts'
import { closed, refused, setAside } from '../outcomes.ts'
import { goalHolds, pddlStep, taskNow } from '../planning/planning.ts'

/**
 * Closes the intention when its goal holds; the answer is what the last plan did, one action a line.
 * Otherwise the plan is set aside, with what is missing. An intention without a goal condition is
 * satisfied when its plan has been carried out.
 */
export async function satisfy(id: string, state: State): Promise<IntentionClosed | PlanSetAside> {
  const { plan, steps, satisfactionCondition } = state.intentions.get(id)!
  const all = stepsIn(state, plan)
  const done = all.filter(step => steps[step.id] === 'done')
  const task = taskNow(state, id)
  const reached = satisfactionCondition === '' ? done.length === all.length : goalHolds(task)
  if (!reached) return setAside(id, refused('symbolic', missing(task), 'world_refused'))
  const why = 'the goal holds in the world'
  const reason = satisfactionCondition === '' ? 'what was intended has been done' : why
  const verdict = { passed: true, tier: 'symbolic', why } as const
  return {
    ...closed(id, 'satisfied', reason),
    answer: printPlan(done.flatMap(pddlStep)).trimEnd(),
    verdict,
  }
}

function missing(task: Task): string {
  const open = deciding(task.problem.goal, true, new Map(), task.init, task)
  return `the goal does not hold: ${open.map(printLiteral).join(' ') || 'a step was not carried out'}`
}
