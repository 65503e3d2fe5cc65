// The plans that an agent knows, and what is counted of them. Pure.
import { trustOf } from '../../plans/library/trust.ts'
import { noStats, type Plan, type RunStats } from '../../plans/plan.ts'
import type { LibraryReviewed, PlanSelected } from '../event.ts'
import type { PlanLibraryState, State, Tried } from '../state.ts'

/** The plans, in the order in which they came, where they are chosen from. */
export function offered(state: State, plans: readonly Plan[] = []): State {
  if (plans.length === 0) return state
  let library = state.planLibrary
  for (const plan of plans) {
    const same = library.offered.get(plan.intentionType) ?? []
    const ids = same.includes(plan.id) ? same : [...same, plan.id]
    library = {
      ...library,
      plans: library.plans.set(plan.id, known(library, plan)),
      offered: library.offered.set(plan.intentionType, ids),
    }
  }
  return { ...state, planLibrary: library }
}

/** The library with the plan and one more use of it; a plan that was written for it is counted as new. */
export function used(
  library: PlanLibraryState,
  { plan, from }: Pick<PlanSelected, 'plan' | 'from'>,
): PlanLibraryState {
  const plans = library.plans.set(plan.id, plan)
  // what is carried out and not kept has no statistics, and does not reach the library
  if (from === 'fallback' || from === 'person') return { ...library, plans }
  const stats: RunStats = { ...(library.stats.get(plan.id) ?? noStats) }
  stats.useCount += 1
  if (from === 'generated') stats.freshCount = (stats.freshCount ?? 0) + 1
  return { ...library, plans, stats: library.stats.set(plan.id, stats) }
}

/** The library with one more of a plan it counts, which is one that was used. */
export function count(
  library: PlanLibraryState,
  plan: string,
  counter: 'successCount' | 'failureCount',
): PlanLibraryState {
  const before = library.stats.get(plan)
  if (!before) return library
  const stats: { -readonly [Name in keyof RunStats]: RunStats[Name] } = { ...before }
  stats[counter] += 1
  return { ...library, stats: library.stats.set(plan, stats) }
}

/**
 * The library with a failure more of each plan that was tried in vain for a goal that is over. Where the goal
 * was declined, as what was asked for is nowhere, only those whose own calls could not be made have failed; none
 * has that a person did not permit.
 */
export function blamed(
  library: PlanLibraryState,
  tried: readonly Tried[],
  declined = false,
): PlanLibraryState {
  if (tried.length === 0) return library
  return tried
    .filter(({ denied }) => !denied)
    .filter(({ failures }) => !declined || failures.some(({ mode }) => mode === 'tool_error'))
    .reduce(
      (all, { plan }) => (plan === undefined ? all : count(all, plan, 'failureCount')),
      library,
    )
}

/** The library as a review leaves it. */
export function reviewed(
  library: PlanLibraryState,
  { decisions }: LibraryReviewed,
): PlanLibraryState {
  let { plans, removed, stats } = library
  for (const decision of decisions) {
    if ('refined' in decision) plans = plans.set(decision.refined.id, decision.refined)
    // a refinement stands in for its plan, which serves again should the refinement be removed
    if (decision.decision === 'learn')
      stats = stats.set(decision.plan, judgedBy(stats.get(decision.plan), decision))
    if (decision.decision === 'remove') removed = removed.set(decision.plan, decision.reason)
  }
  return { ...library, plans, removed, stats }
}

// --- internal ---

/** One's own plan stays one's own when somebody hands it over as well. */
function known({ plans }: PlanLibraryState, plan: Plan): Plan {
  const before = plans.get(plan.id)
  return before && trustOf(before) === 'own' ? before : plan
}

/** Counts with those of uses that the world itself has judged. */
function judgedBy(
  before: RunStats | undefined = noStats,
  { led, missed }: { readonly led: number; readonly missed: number },
): RunStats {
  return {
    ...before,
    useCount: before.useCount + led + missed,
    judgedRight: before.judgedRight + led,
    judgedWrong: before.judgedWrong + missed,
  }
}
