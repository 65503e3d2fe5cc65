// The id of a plan names its content: the same content has the same id on every machine, which is
// what makes merging libraries a join.
import { fingerprint } from './canonical.ts'
import { type Origin, type Plan, PlanDraft, type RunStats } from './plan.ts'

const LONGEST_SLUG = 40

/**
 * Makes a plan of a draft (or of another plan, whose id, stats and origin are left behind). The id
 * is the intention type in lower case with dashes, followed by a fingerprint of the content:
 * everything but id, stats and origin. Throws when the draft does not have the shape of a plan.
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
