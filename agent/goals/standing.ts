// Where goals stand, read off the state: what is left to do for one, and what its root has to say of it. Pure.
import { changedNames } from '../beliefs/revise.ts'
import type { PlanSetAside } from '../event.ts'
import type { Intention, State } from '../state.ts'
import { none, unwanted } from './intentions.ts'
import type { Progress } from './walk.ts'

/** How far a goal has come, and what is left to do of its plan. */
export interface Standing extends Progress {
  readonly intention: Intention
  readonly root: Intention
  /** Its root is suspended. */
  readonly held: boolean
  /** A root that replans lets its sub-goals come to their end; one that re-thinks stops them. */
  readonly asked: Intention['asked']
}

export function standing(state: State, id: string): Standing {
  const intention = state.intentions.get(id)!
  const root = intention.root === id ? intention : state.intentions.get(intention.root)!
  const rethink = root.asked === 'rethink' || amended(state, root.id)
  const held = root.status === 'open' && root.suspended !== undefined
  const asked = rethink ? 'rethink' : intention.asked
  const { plan, steps: status } = intention
  const idle = intention.status !== 'open' || held || plan === undefined
  const steps = idle ? none : state.planLibrary.plans.get(plan)!.steps
  return { intention, root, held, asked, steps, status, stopped: idle || asked !== undefined }
}

/** Where a goal stands, unless its root is to be thought about anew: what was done stays in the state. */
export function progress(state: State, id: string): Standing | undefined {
  const now = standing(state, id)
  return now.asked === 'rethink' ? undefined : now
}

/** Whether more was said of a root than has been perceived. */
export const amended = (state: State, root: string): boolean =>
  state.perceptions.get(root)?.perceived === false

/** The end of a plan of whose question more was said; it is to blame unless other values are believed than `before`. */
export function outdated(before: State, state: State, id: string): PlanSetAside {
  const remark = before.conversations.get(id)?.findLast(each => 'remark' in each)
  const why = `you said since: ${remark && 'remark' in remark ? remark.remark : ''}`
  const now = [...(state.groundBeliefs.get(id)?.keys() ?? [])]
  return changedNames(before.groundBeliefs, state.groundBeliefs, id, now).length > 0
    ? { type: 'plan-set-aside', intention: id, reason: why, blameless: true }
    : unwanted(id, why)
}
