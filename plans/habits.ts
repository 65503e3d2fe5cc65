// Habits (DESIGN 5): a step that models have carried out the same way often enough gets that way as its
// executable form, in a version of the plan that is used instead; the plan itself is kept, and counts.
import { canonical } from './canonical.ts'
import { sumOfWays } from './habits/ways.ts'
import { Action, type Plan, type PlanDraft, type WayCounts } from './plan.ts'

export { misplaced } from './habits/slotting.ts'
export { type Done, type MadeCall, wayOf } from './habits/way.ts'
export { counted, type Practice } from './habits/ways.ts'

/** Carrying out a step so many times in one way makes it a habit. */
export const habit = 3

/** One step and the form it is to have. */
export interface Habit {
  readonly step: string
  readonly action: Action
  /** How often models carried the step out this way, over all runs. */
  readonly times: number
}

/**
 * The habits of a plan, by the counts of all its runs: for a step without an executable form the way
 * found `habit` times or more, when no other way was found more than a third of the times and code
 * does not fail at it.
 */
export function habitsOf(plan: Pick<Plan, 'steps' | 'stats'>): readonly Habit[] {
  const ways = waysOf(plan)
  return plan.steps.flatMap(({ id, action }): Habit[] => {
    if (action) return []
    const found = Object.entries(ways[id] ?? {})
    const times = found.reduce((sum, [, counts]) => sum + counts.found, 0)
    const often = found.filter(([, counts]) => 3 * counts.found > times)
    const [only, ...more] = often
    if (!only || more.length > 0 || only[1].found < habit || fails(only[1])) return []
    const read = formOf(only[0])
    return read ? [{ step: id, action: read, times: only[1].found }] : []
  })
}

/**
 * Steps of `version` whose executable form, a habit of `plan`, code fails at: twice, or once before it
 * has ever done it.
 */
export function brokenIn(version: Plan, plan: Pick<Plan, 'stats'>): readonly Habit[] {
  const ways = waysOf(plan)
  return version.steps.flatMap(({ id, action }): Habit[] => {
    if (!action || !version.origin.automated?.includes(id)) return []
    const key = canonical(action)
    const counts = ways[id]?.[key]
    return counts && fails(counts) ? [{ step: id, action, times: counts.failed }] : []
  })
}

/** The content of `plan` with its habits as executable forms. */
export function automated(plan: Plan, habits: readonly Habit[]): PlanDraft {
  const { id: _, stats: __, origin: ___, ...draft } = plan
  const steps = plan.steps.map(step => {
    const found = habits.find(each => each.step === step.id)
    return found ? { ...step, action: found.action } : step
  })
  return { ...draft, steps }
}

/** The id of the plan that habits of this one are counted for: the plan it automates, or itself. */
export function practisedPlan({ id, origin }: Pick<Plan, 'id' | 'origin'>): string {
  return (origin.automated && origin.refines) ?? id
}

/** The plans in their order, each in the most automated version among them. */
export function preferred(plans: readonly Plan[]): readonly Plan[] {
  const best = new Map<string, Plan>()
  const steps = (plan: Plan) => plan.origin.automated?.length ?? 0
  for (const plan of plans) {
    const other = best.get(practisedPlan(plan))
    if (!other || steps(plan) > steps(other)) best.set(practisedPlan(plan), plan)
  }
  return [...best.values()]
}

// --- internal ---

const waysOf = ({ stats }: Pick<Plan, 'stats'>) =>
  sumOfWays(Object.values(stats).flatMap(({ ways }) => (ways ? [ways] : [])))

const fails = ({ done, failed }: WayCounts) => failed > 1 || (failed > 0 && done === 0)

/** A way as it was counted; a file may hold anything. */
function formOf(json: string): Action | undefined {
  try {
    const action = Action.safeParse(JSON.parse(json))
    const known = action.success && ('expression' in action.data || 'tool' in action.data)
    return known ? action.data : undefined
  } catch {
    return undefined
  }
}
