// What a belief was made from, as far as the state tells: an answer is followed so to what it rests on.

import { type Belief, childId, type State, stepBy, stepOf } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { readBy } from '../../plans/expressions/derive.ts'

/** A belief by the intention that holds it and the name that its plan uses. */
export interface Held {
  readonly id: string
  readonly role: string
}

/** Names a belief of any intention once. */
export const keyOf = ({ id, role }: Held): string => `${id} ${role}`

/**
 * The beliefs that `belief`, which `seen` holds as `role`, was made from: those its derivation names or its step has
 * read, what a sub-goal has found, and of what a sub-goal was given the belief above. None of what was given.
 */
export function madeOf(
  { by, derivation }: Belief,
  role: string,
  { intention, beliefs }: Pick<View, 'intention' | 'beliefs'>,
  state: State,
): readonly Held[] {
  const { id, parent } = intention
  const readBelow = (of: string) =>
    readBy(of, Object.keys(beliefs)).map(each => ({ id, role: each }))
  if (!by) {
    // what an earlier question of the session has worked out
    if (derivation !== undefined) return readBelow(derivation)
    const asking = parent && state.intentions.get(parent.intention)!
    const step = asking && stepOf(state, asking.id, parent.step)
    const above = step?.bind?.[role]
    return parent && above !== undefined ? [{ id: parent.intention, role: above }] : []
  }
  const step = stepBy(state, intention, by)
  if (step?.kind === 'achieve') {
    const child = childId({ ...intention, cycle: by.cycle }, by.step)
    const below = Object.entries(step.bind ?? {}).filter(([, outer]) => outer === role)
    return state.intentions.has(child) ? below.map(([inner]) => ({ id: child, role: inner })) : []
  }
  return derivation === undefined
    ? (step?.reads ?? []).map(each => ({ id, role: each }))
    : readBelow(derivation)
}
