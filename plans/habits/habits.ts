// Habits: a step that models have carried out the same way often enough gets that way as its
// executable form, in a version of the plan that is used instead; the plan itself is kept, and counts.
import { z } from 'zod'
import { canonical, jsonOf } from '../canonical.ts'
import { Action, type Plan, type PlanDraft, type Role, totals } from '../plan.ts'
import { type Form, sumOfWays, type Ways } from './ways.ts'

export { misplaced } from './slotting.ts'
export { type Done, wayOf } from './way.ts'
export { counted, type Form, type Practice } from './ways.ts'

/** One step and the form it is to have. */
export interface Habit {
  readonly step: string
  readonly action: Action
  /** Units the plan has to fix with it, by role. */
  readonly units?: Readonly<Record<string, string>>
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
  return plan.steps.flatMap(({ id, ...step }): Habit[] => {
    const found = Object.entries(ways[id] ?? {})
    const all = found.reduce((sum, [, counts]) => sum + counts.found, 0)
    const [only, ...more] = found.filter(([, counts]) => 3 * counts.found > all)
    const form = only && formOf(only[0])
    if (step.action || !form || more.length > 0 || only[1].found < habit) return []
    const one = habitOf(id, form, only[1].found)
    return fails(ways, id, one.action) ? [] : [one]
  })
}

/**
 * Steps of `version` whose executable form, a habit of `plan`, code fails at: twice, or once before it
 * has ever done it.
 */
export function brokenIn(version: Plan, plan: Pick<Plan, 'stats'>): readonly Habit[] {
  const ways = waysOf(plan)
  return version.steps.flatMap(({ id, action }): Habit[] => {
    const failed = action && version.origin.automated?.includes(id) && fails(ways, id, action)
    return failed ? [{ step: id, action, times: failed }] : []
  })
}

/** Steps whose written form code fails at: in every use of the plan, or more than once. */
export function failingSteps({ steps, stats }: Pick<Plan, 'steps' | 'stats'>): readonly Habit[] {
  const ways = waysOf({ stats })
  const { useCount } = totals({ stats })
  return steps.flatMap(({ id, action }): Habit[] => {
    const times = (action && ways[id]?.[canonical(action)]?.failed) ?? 0
    return action && times > 0 && (times > 1 || times >= useCount)
      ? [{ step: id, action, times }]
      : []
  })
}

/**
 * The content of `plan` with these steps carried out as a model did in their place, where it found one way,
 * or else left to a model, which is free in how it carries them out.
 */
export function mended(plan: Plan, failing: readonly Pick<Habit, 'step'>[]): PlanDraft {
  const ways = waysOf(plan)
  const free = new Set(failing.map(({ step }) => step))
  const steps = plan.steps.map(({ action, ...step }) =>
    action && !free.has(step.id) ? { ...step, action } : step,
  )
  const found = failing.flatMap(({ step }): Habit[] => {
    const [only, ...more] = Object.entries(ways[step] ?? {}).filter(([, way]) => way.found > 0)
    const form = only && more.length === 0 ? formOf(only[0]) : undefined
    return form && only ? [habitOf(step, form, only[1].found)] : []
  })
  return automated({ ...plan, steps }, found)
}

/** The content of `plan` with its habits as executable forms, and the units these take for granted. */
export function automated(plan: Plan, habits: readonly Habit[]): PlanDraft {
  const { id: _, stats: __, origin: ___, ...draft } = plan
  const units: Readonly<Record<string, string>> = Object.assign({}, ...habits.map(h => h.units))
  const fixed = (role: Role): Role =>
    role.unit === undefined && Object.hasOwn(units, role.role)
      ? { ...role, unit: units[role.role] }
      : role
  const steps = plan.steps.map(step => {
    const found = habits.find(each => each.step === step.id)
    const writes = step.writes.map(fixed)
    return { ...step, writes, ...(found && { action: found.action }) }
  })
  return { ...draft, parameters: plan.parameters.map(fixed), steps }
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

/** Carrying out a step so many times in one way makes it a habit. */
const habit = 3

const waysOf = ({ stats }: Pick<Plan, 'stats'>) =>
  sumOfWays(Object.values(stats).map(({ ways = {} }) => ways))

function habitOf(step: string, { units, ...action }: Form, times: number): Habit {
  return { step, action, ...(units && { units }), times }
}

/** How often code failed at a form, when that is too often; what code did is counted by the form alone. */
function fails(ways: Ways, step: string, action: Action): number | undefined {
  const { done, failed = 0 } = ways[step]?.[canonical(action)] ?? {}
  return failed > 1 || (failed > 0 && done === 0) ? failed : undefined
}

/** A way as it was counted; a file may hold anything. */
function formOf(json: string): Form | undefined {
  const read = jsonOf(json)
  const [action, told] = [Action.safeParse(read).data, Units.safeParse(read).data]
  if (!action || !told || !('expression' in action || 'tool' in action)) return undefined
  return { ...action, ...(told.units && { units: told.units }) }
}

const Units = z.object({ units: z.record(z.string(), z.string()).optional() })
