// The libraries that the arms of a trial start from, made of one library: the best plans of it, the
// plans under each other's labels, and the plans as they would be had nobody kept them.
import { seededOrder } from '../../plans/canonical.ts'
import { identify } from '../../plans/identify.ts'
import { contentOf } from '../../plans/library/merge.ts'
import { type Plan, type PlanDraft, type RunStats, type Step, totals } from '../../plans/plan.ts'
import { typeKey } from '../../plans/retrieval/fit.ts'
import { successRate } from '../../plans/retrieval/plan-index.ts'

/** The `limit` plans with the best evidence: by their success rate, then by their uses, then by id. */
export function best(plans: readonly Plan[], limit: number): readonly Plan[] {
  const uses = (plan: Plan) => totals(plan).useCount
  return plans
    .toSorted(
      (a, b) => successRate(b) - successRate(a) || uses(b) - uses(a) || (a.id < b.id ? -1 : 1),
    )
    .slice(0, limit)
}

/**
 * The control that shows that it is the plans and not more of anything else: every plan keeps its steps
 * and gets the label (type, goal, context conditions) and the counts of another type's plan, so that
 * each label stands over steps written for something else. Types whose plans take the same parameters
 * exchange labels first, since a plan whose parameters nobody believes is offered to nobody. The same
 * seed deals the same way. Undefined when all plans are of one type, and there is nothing to exchange.
 */
export function shuffled(plans: readonly Plan[], seed: number): readonly Plan[] | undefined {
  const byType = Map.groupBy(plans, plan => typeKey(plan.intentionType))
  if (byType.size < 2) return undefined
  const slotsOf = ([plan]: readonly Plan[]) =>
    plan!.parameters
      .map(({ role }) => role)
      .sort()
      .join(' ')
  const types = seededOrder([...byType.values()], seed).toSorted((a, b) =>
    slotsOf(a).localeCompare(slotsOf(b), 'en'),
  )
  return unique(
    types.flatMap((own, at) => {
      const labels = types[(at + 1) % types.length]!
      return own.map((plan, index) => relabelled(plan, labels[index % labels.length]!))
    }),
  )
}

/**
 * The library had nobody kept it. A plan that refines others goes back to the oldest version of it that
 * is known: an ancestor among `known`, or the plan without the executable forms that experience gave it
 * (`origin.automated`). A plan with no such past ages with its surroundings: the first tool it calls
 * has been renamed since, as happens to plans that outlive their tools. What has neither stays as it
 * is. No plan keeps its statistics, so nothing tells good from bad. Every plan is counted once.
 */
export function stale(plans: readonly Plan[], known: ReadonlyMap<string, Plan>) {
  const aged = plans.map(plan => {
    const older = oldest(plan, known)
    if (older !== plan) return { plan: older, way: 'reverted' as const }
    const called = plan.steps.findIndex(({ action }) => action && 'tool' in action)
    if (called < 0) return { plan, way: 'forgotten' as const }
    const steps = plan.steps.map((step, at) => (at === called ? renamed(step) : step))
    return { plan: identify({ ...plan, steps }, plan.origin), way: 'renamed' as const }
  })
  const count = (way: (typeof aged)[number]['way']) => aged.filter(each => each.way === way).length
  return {
    plans: unique(
      aged.map(({ plan: { examples: _, released: __, ...rest } }) => ({ ...rest, stats: {} })),
    ),
    /** Plans in whose place an older version of theirs stands. */
    reverted: count('reverted'),
    /** Plans that call a tool by a name it does not have. */
    renamed: count('renamed'),
    /** Plans that have lost nothing but their evidence. */
    forgotten: count('forgotten'),
  }
}

// --- internal ---

function relabelled(plan: Plan, label: Plan): Plan {
  const { intentionType, goal, contextConditions } = label
  const draft: PlanDraft = { ...plan, intentionType, goal, contextConditions }
  // ways belong to steps, and these steps have never been carried out under this label
  const counts = Object.entries(label.stats).map(([run, { ways: _, ...each }]) => [run, each])
  return identify(draft, plan.origin, Object.fromEntries(counts) as Record<string, RunStats>)
}

function oldest(plan: Plan, known: ReadonlyMap<string, Plan>): Plan {
  const seen = new Set([plan.id])
  let older = plan
  for (;;) {
    const { refines, automated } = older.origin
    const next = refines === undefined || seen.has(refines) ? undefined : known.get(refines)
    if (!next) return automated?.length ? unautomated(older, automated) : older
    seen.add(next.id)
    older = next
  }
}

function unautomated(plan: Plan, automated: readonly string[]): Plan {
  const steps = plan.steps.map(({ action, ...step }) =>
    action === undefined || automated.includes(step.id) ? step : { ...step, action },
  )
  const { refines: _, automated: __, reason: ___, ...origin } = plan.origin
  return identify({ ...plan, steps }, origin)
}

function renamed(step: Step): Step {
  const { action } = step
  if (!action || !('tool' in action)) return step
  return { ...step, action: { ...action, tool: `former_${action.tool}` } }
}

/** Plans that have become the same are one. */
const unique = (plans: readonly Plan[]) => [...contentOf(plans).plans.values()]
