// What a library knows of doing without its plans, kept up to date as plans come, go and are counted.

import type { Plan } from '../plan.ts'
import { typeKey } from '../retrieval/fit.ts'
import type { Beta } from './beta.ts'
import { baselineOf, type WithoutPlan, withoutPlan } from './lift.ts'

/** Sums by type and model: an answer costs what there are of these, not what there are of plans. */
export function createBaselines() {
  const sums = new Map<string, WithoutPlan>()
  const count = (plan: Plan, sign: 1 | -1) => {
    for (const { type, model, right, wrong } of withoutPlan(plan)) {
      const key = JSON.stringify([typeKey(type), model])
      const sum = sums.get(key) ?? { type, model, right: 0, wrong: 0 }
      sums.set(key, { ...sum, right: sum.right + sign * right, wrong: sum.wrong + sign * wrong })
    }
  }
  return {
    /** Counts what the plan's own questions say; a plan counted before is to be removed first. */
    add: (plan: Plan) => count(plan, 1),
    remove: (plan: Plan) => count(plan, -1),
    /** What is known of doing without for one type of intention, with one model when it is given. */
    of: (type: string, model?: string): Beta => baselineOf(sums.values(), type, model),
  }
}
