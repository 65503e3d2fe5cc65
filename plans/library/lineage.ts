// Which plans of a library are in force: one whose refinement is there stands back. Nothing is lost by
// it, for the plan serves again as soon as its refinement is removed.
import { practisedPlan } from '../habits/habits.ts'
import type { Plan } from '../plan.ts'

/**
 * Keeps each of `inForce` up to date as plans come and go: it is called with each plan that begins or ceases
 * to be in force. A version that only carries steps out by code (`origin.automated`) stands in for
 * nothing, and stands back with the plan it was made from.
 */
export function createLineage(
  ...inForce: readonly { add(plan: Plan): void; remove(id: string): void }[]
) {
  const plans = new Map<string, Plan>()
  /** By the plan that counts its practice: itself and its automated versions. */
  const versions = new Map<string, Set<string>>()
  /** By plan: the refinements of it that are there. */
  const refinements = new Map<string, Set<string>>()

  const place = (plan: Plan) => {
    const stands = !refinements.has(practisedPlan(plan))
    for (const each of inForce) stands ? each.add(plan) : each.remove(plan.id)
  }
  const placeAll = (id: string) => {
    for (const version of versions.get(id) ?? []) place(plans.get(version)!)
  }
  return {
    add(plan: Plan): void {
      const known = plans.has(plan.id)
      plans.set(plan.id, plan)
      if (!known) {
        put(versions, practisedPlan(plan), plan.id)
        const refined = refinedBy(plan)
        if (refined !== undefined && put(refinements, refined, plan.id)) placeAll(refined)
      }
      place(plan)
    },
    remove(id: string): void {
      const plan = plans.get(id)
      if (!plan) return
      plans.delete(id)
      for (const each of inForce) each.remove(id)
      take(versions, practisedPlan(plan), id)
      const refined = refinedBy(plan)
      if (refined !== undefined && take(refinements, refined, id)) placeAll(refined)
    },
  }
}

/** The plans in their order without those that a refinement among `plans` stands in for. */
export function inForce(plans: readonly Plan[]): readonly Plan[] {
  const serving = new Set<string>()
  const lineage = createLineage({
    add: ({ id }) => void serving.add(id),
    remove: id => void serving.delete(id),
  })
  for (const plan of plans) lineage.add(plan)
  return plans.filter(({ id }) => serving.has(id))
}

// --- internal ---

/** The plan this one stands in for. */
function refinedBy({ id, origin }: Plan): string | undefined {
  return origin.automated || origin.refines === id ? undefined : origin.refines
}

/** True when it is the first under its key. */
function put(sets: Map<string, Set<string>>, key: string, id: string): boolean {
  const set = sets.get(key)
  if (set) set.add(id)
  else sets.set(key, new Set([id]))
  return set === undefined
}

/** True when it was the last under its key. */
function take(sets: Map<string, Set<string>>, key: string, id: string): boolean {
  const set = sets.get(key)
  set?.delete(id)
  return set?.size === 0 && sets.delete(key)
}
