// The id of a plan names its content: the same content has the same id on every machine, which is
// what makes merging libraries a join.
import { fingerprint } from './canonical.ts'
import { type Origin, type Plan, PlanDraft, type RunStats } from './plan.ts'

const LONGEST_SLUG = 40

/**
 * Makes a plan of a draft (or of another plan, whose id, stats and origin are left behind). The id
 * is the intention type in lower case with dashes, followed by a fingerprint of the content:
 * everything but id, stats and origin. Throws when the draft does not have the shape of a plan.
 * @example
 * ```ts
 * import { identify, memoryLibrary, type PlanDraft } from 'intend/plans'
 *
 * const draft: PlanDraft = {
 *   intentionType: 'travel_time',
 *   goal: 'the time for a distance at a speed',
 *   contextConditions: [],
 *   parameters: [{ role: 'distance' }, { role: 'speed' }],
 *   steps: [
 *     {
 *       id: 's1',
 *       kind: 'compute',
 *       description: 'divide the distance by the speed',
 *       deps: [],
 *       reads: ['distance', 'speed'],
 *       writes: [{ role: 'time' }],
 *       action: { expression: 'distance / speed' },
 *       postcondition: 'ground_belief(time) is known',
 *     },
 *   ],
 * }
 * const origin = { agent: 'person', model: 'none', createdAt: '2026-01-31', seenQuestions: [] }
 * const library = memoryLibrary([identify(draft, origin)])
 * console.log(library.plans().map(plan => plan.intentionType).join()) // travel_time
 * ```
 */
export function identify(
  draft: PlanDraft,
  origin: Origin,
  stats: Readonly<Record<string, RunStats>> = {},
): Plan {
  const content = PlanDraft.parse(draft)
  return { id: planId(content), ...content, stats: { ...stats }, origin }
}

/** The id that this content has; see {@link identify}. */
export function planId(content: PlanDraft): string {
  const { intentionType, goal, contextConditions, parameters, steps } = content
  const slug = intentionType
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '')
  const print = fingerprint({ intentionType, goal, contextConditions, parameters, steps }, 12)
  return `${slug || 'plan'}-${print}`
}
