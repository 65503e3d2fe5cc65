// Phase 4 of the agents that live in a world: a step is one action there.
import type { Ctx } from '../../agent/contract.ts'
import { type StepResult, stepKey } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import type { Step } from '../../plans/plan.ts'
import { fill, fillInput } from '../../plans/template.ts'
import { done, failed } from '../outcomes.ts'

/**
 * Carries out a step of kind `act`, its slots filled from what is believed. The key it hands over is
 * the same when the step is carried out again after a crash, and another one in another cycle. What
 * the world refuses, and a step that is no action, is in the result, for verify to judge.
 */
export async function execute(
  _id: string,
  step: Step,
  { intention, beliefs }: View,
  ctx: Ctx,
): Promise<StepResult> {
  const { world } = ctx.environment
  if (!world) return failed('tool_error', 'the agent is in no world; put it in one to act')
  if (!step.action || !('act' in step.action))
    return failed('tool_error', `step ${step.id} (${step.kind}) is no action of a world`)
  const { over, won } = beliefs
  // a task that is done is done, whatever is left of the plan
  if (won?.value === true) return done('the world says it is done')
  if (over?.value === true) return failed('world_refused', 'the world is over')
  const { act, args } = step.action
  const values = Object.fromEntries(Object.entries(beliefs).map(([name, b]) => [name, b.value]))
  const filled = fillInput(args, values)
  const action = fill(act, values)
  const missing = [action, filled].flatMap(each => ('missing' in each ? each.missing : []))
  if ('missing' in filled || 'missing' in action)
    return failed('name_mismatch', `${act} needs ${missing.join(', ')}, not believed yet`)
  const key = stepKey(intention, step.id)
  const { text, accepted } = await world.act(action.filled, filled.filled as string[], key)
  return accepted ? done(text) : failed('world_refused', text)
}
