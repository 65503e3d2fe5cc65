// Where goals stand, read off the state: what is left to do for one, and what its root has to say of it. Pure.
import { changedNames } from '../beliefs/revise.ts'
import type { PlanSetAside } from '../event.ts'
import type { Intention, State } from '../state.ts'
import { unwanted } from './intentions.ts'
import type { Progress } from './walk.ts'

interface Standing {
  readonly intention: Intention
  /** Its root is suspended. */
  readonly held: boolean
  /** A root that replans lets its sub-goals come to their end; one that re-thinks stops them. */
  readonly asked: Intention['asked']
}

export function standing(state: State, id: string): Standing {
  const intention = state.intentions.get(id)!
  const root = intention.root === id ? intention : state.intentions.get(intention.root)!
  const rethink = root.asked === 'rethink' || amended(state, root.id)
  return {
    intention,
    held: root.status === 'open' && root.suspended !== undefined,
    asked: rethink ? 'rethink' : intention.asked,
  }
}

/** Whether more was said of a root than has been perceived. */
export const amended = (state: State, root: string): boolean =>
  state.perceptions.get(root)?.perceived === false

/** What is left to do of the plan of a goal; nothing where its root is to be thought about anew. */
export function progress(state: State, id: string): Progress | undefined {
  const { intention, held, asked } = standing(state, id)
  if (asked === 'rethink') return undefined // what was done stays in the state
  const { plan, steps: status } = intention
  const idle = intention.status !== 'open' || held || plan === undefined
  const steps = idle ? [] : state.planLibrary.plans.get(plan)!.steps
  return { steps, status, stopped: idle || asked !== undefined }
}

/** The end of a plan of whose question more was said; it is to blame unless other values are believed than `before`. */
export function outdated(before: State, state: State, id: string): PlanSetAside {
  const remark = before.conversations.get(id)?.findLast(each => 'remark' in each)
  const why = `you said since: ${remark && 'remark' in remark ? remark.remark : ''}`
  const now = [...(state.groundBeliefs.get(id)?.keys() ?? [])]
  return changedNames(before.groundBeliefs, state.groundBeliefs, id, now).length > 0
    ? { type: 'plan-set-aside', intention: id, reason: why, blameless: true }
    : unwanted(id, why)
}
