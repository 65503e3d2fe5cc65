// What was done for a task by one-action plans, as it is in the state.
import type { Intention, State } from '../agent/state.ts'
import type { Plan } from '../plans/plan.ts'
import { wordsOf } from '../plans/rules/match.ts'
import type { Deed } from '../plans/rules/ways.ts'

/** The plans that fallbacks make, and no rules of a person. */
export const isFallback = ({ origin }: Plan) => origin.agent === 'fallback'

/** A deed, with the plan of the fallback that it was, if it was one. */
export interface Done extends Deed {
  readonly plan: Plan | undefined
}

/** What was done for the intention, in order, but for what it is at now. */
export function deedsOf({ tried }: Pick<Intention, 'tried'>, state: State): readonly Done[] {
  return tried.map(({ plan: id, values = {}, seen, reached }) => {
    const known = id === undefined ? undefined : state.planLibrary.plans.get(id)
    const plan = known && isFallback(known) ? known : undefined
    const action = plan && wordsOf(plan.steps[0]!.description, values)
    return { plan, action, seen, reached }
  })
}

/** The words of deeds, where they are known. */
export const actionsOf = (deeds: readonly Deed[]): readonly string[] =>
  deeds.flatMap(({ action }) => action ?? [])
