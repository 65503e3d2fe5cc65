// Phase 3 of a non-player character: a classical planner works out how the
// chosen goal is reached from the situation as it is now.
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed, PlanSelected } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { unsolvable } from '../../plans/pddl/search/certificate.ts'
import { solve } from '../../plans/pddl/search/solve.ts'
import { closed, originOf, selected } from '../outcomes.ts'
import { characterOf } from '../planning/character.ts'
import { taskNow } from '../planning/planning.ts'
import { actPlan } from './act-plan.ts'

/** Enough for a character's errands, and the same plan on every machine. */
const expansions = 20_000

/**
 * Plans for the goal of the intention. One that has no goal condition is one action, done once.
 * Without a plan the intention is closed: satisfied when its goal holds already, else failed with why.
 */
export async function deliberate(
  id: string,
  state: State,
  ctx: Ctx,
): Promise<PlanSelected | IntentionClosed> {
  const intention = state.intentions.get(id)!
  const task = taskNow(state, id)
  const planned = (steps: Parameters<typeof actPlan>[1]) =>
    selected(id, actPlan(task, steps, intention, originOf(ctx, 'planner')), 'generated')
  if (intention.satisfactionCondition === '') {
    const { goals, name } = characterOf(state, id)
    const { act: [action = '', ...args] = [] } = goals.find(g => g.name === intention.type) ?? {}
    const filled = args.map(arg => (arg === '{me}' ? name : arg))
    return planned([{ action, args: filled }])
  }
  const found = solve(task, { mode: 'anytime', expansions, signal: ctx.signal })
  switch (found.status) {
    case 'solved':
      return found.plan.length > 0
        ? planned(found.plan)
        : closed(id, 'satisfied', 'the goal holds already')
    case 'unsolvable':
      return closed(id, 'failed', unsolvable(found.certificate))
    case 'stopped':
      return closed(id, 'failed', `the planner found no plan within its limits (${found.reason})`)
  }
}
