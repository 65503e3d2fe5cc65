// What an intention offers to plans of the library: the one place where beliefs become a query.
import type { Belief, State } from '../agent/state.ts'
import type { View } from '../agent/view.ts'
import type { PlanQuery } from '../plans/retrieval/retrieval.ts'

/**
 * The query for an intention of this type that sees this much. A part of a question without schema
 * beliefs of its own is a sub-goal, to which those of the whole question need not apply.
 */
export function planQuery(type: string, seen: View, state: State): PlanQuery {
  const { intention, schemaBeliefs, beliefs, answerContract, question } = seen
  const goesOn = (state.groundBeliefs.get('session')?.size ?? 0) > 0
  const part = intention.parent !== undefined && !state.schemaBeliefs.has(intention.id)
  return {
    type,
    schemaBeliefs,
    roles: rolesOf(Object.values(beliefs), intention.id),
    goal: intention.goal,
    ...(answerContract?.unit !== undefined && { unit: answerContract.unit }),
    ...(part && { subGoal: true }),
    ...(intention.parent === undefined && !goesOn && { question }),
  }
}

/** Beliefs as roles a plan may read; what the question `id` itself gives comes with its value. */
export function rolesOf(beliefs: readonly Belief[], id: string): PlanQuery['roles'] {
  return beliefs.map(({ name, value, unit, scope, by, provenance }) => ({
    role: name,
    ...(unit !== undefined && { unit }),
    ...(scope === id && !by && provenance === 'given' && { value }),
  }))
}
