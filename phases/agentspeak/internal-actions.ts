// The internal actions that do something, named as in Jason's library; those that only look are in
// `plans/agentspeak/internal-tests.ts`.
import type { Ctx } from '../../agent/contract.ts'
import { stepKey } from '../../agent/state.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import { parseTerm } from '../../plans/agentspeak/reader.ts'
import { resolve, spoken, unify } from '../../plans/agentspeak/unify.ts'
import { done, failed } from '../outcomes.ts'
import type { InternalAction } from './doing.ts'
import { asked } from './messages.ts'
import { waited } from './wait.ts'

/** By name; `true` is the body of a plan that has nothing to do. */
export const internalActions: Readonly<Record<string, InternalAction>> = {
  true: () => done('true'),
  '.print': (args, bindings) => done(args.map(arg => spoken(resolve(arg, bindings))).join('')),
  '.fail': ([why], bindings) =>
    failed('plan_failed', why ? spoken(resolve(why, bindings)) : 'the plan gives up'),
  '.wait': waited,
  '.send': async ([to, performative, content], _bindings, { step, view, ctx }) => {
    const message = asked(performative, content)
    if (!to || !message)
      return failed(
        'name_mismatch',
        'it is .send(NAME, tell, BELIEF), untell or achieve alike, or .send(NAME, askHow, "+!goal(_)")',
      )
    const name = spoken(to)
    const key = stepKey(view.intention, step.id)
    const taken = (await ctx.environment.post?.(name, { key, ...message })) ?? {
      refused: `there is no other agent here, and no ${name}`,
    }
    if ('refused' in taken) return failed('tool_error', taken.refused)
    const said = `${message.performative} ${message.content} to ${name}`
    return { ...done(said), ...(taken.plans.length > 0 && { plans: taken.plans }) }
  },
  '.suspend': toGoals('suspended', ({ goals }, id, why) => goals.suspend(id, why)),
  '.resume': toGoals('gone on with', ({ goals }, id) => goals.goOnWith(id)),
  '.drop_intention': toGoals('dropped', ({ goals }, id, why) => goals.drop(id, why)),
}

// --- internal ---

/** Does something to every open root whose goal unifies with the argument; to the own one without an argument. */
function toGoals(said: string, deed: (ctx: Ctx, id: string, why: string) => void): InternalAction {
  return ([wanted], bindings, { view, ctx }) => {
    const why = `a plan for ${view.intention.goal} says so`
    const found = ctx.goals
      .open()
      .filter(({ id, goal }) =>
        wanted
          ? goal !== '' && unify(wanted, parseTerm(goal), bindings) !== undefined
          : id === view.intention.root,
      )
    for (const { id } of found) deed(ctx, id, why)
    const goals = found.map(({ goal }) => goal).join(', ')
    return done(
      `${said}: ${goals || (wanted ? `nothing, for no goal is ${printTerm(wanted)}` : '')}`,
    )
  }
}
