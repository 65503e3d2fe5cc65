// What two libraries know that the other does not.
import { canonical } from '../../plans/canonical.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import { seenBy } from '../../plans/library/seen.ts'
import { trustOf } from '../../plans/library/trust.ts'
import { type Plan, totals } from '../../plans/plan.ts'
import { type NearDuplicate, nearDuplicates } from '../../plans/retrieval/near.ts'

/** How a plan that both have is known differently. */
export interface Difference {
  readonly plan: string
  /** Each in a phrase, the first library's word before the second's. */
  readonly differs: readonly string[]
}

/** Everything in which two libraries differ; plans and ids are sorted. */
export interface LibraryDiff {
  readonly onlyFirst: readonly Plan[]
  readonly onlySecond: readonly Plan[]
  /** Removed in one of them: in which, why, and whether the other still has it. */
  readonly removed: readonly {
    readonly plan: string
    readonly in: 'first' | 'second'
    readonly reason: string
    readonly kept: boolean
  }[]
  readonly differing: readonly Difference[]
  /** Plans of one that resemble a plan of the other. */
  readonly near: readonly NearDuplicate[]
}

/** Compares two libraries. */
export function diffOf(first: LibraryContent, second: LibraryContent): LibraryDiff {
  const only = (a: LibraryContent, b: LibraryContent) =>
    [...a.plans.values()].filter(({ id }) => !b.plans.has(id) && !b.removed.has(id)).sort(byId)
  const gone = (a: LibraryContent, b: LibraryContent, place: 'first' | 'second') =>
    [...a.removed]
      .filter(([id]) => !b.removed.has(id))
      .map(([plan, reason]) => ({ plan, in: place, reason, kept: b.plans.has(plan) }))
  const onlyFirst = only(first, second)
  const onlySecond = only(second, first)
  const mine = new Set(onlyFirst.map(({ id }) => id))
  const theirs = new Set(onlySecond.map(({ id }) => id))
  const all = new Map([...first.plans, ...second.plans])
  const across = ({ plans: [a, b] }: NearDuplicate) =>
    (mine.has(a) && !mine.has(b)) ||
    (theirs.has(a) && !theirs.has(b)) ||
    mine.has(b) ||
    theirs.has(b)
  return {
    onlyFirst,
    onlySecond,
    removed: [...gone(first, second, 'first'), ...gone(second, first, 'second')].sort((a, b) =>
      a.plan < b.plan ? -1 : 1,
    ),
    differing: [...first.plans.values()].sort(byId).flatMap(plan => {
      const differs = differences(plan, second.plans.get(plan.id))
      return differs.length > 0 ? [{ plan: plan.id, differs }] : []
    }),
    near: nearDuplicates(all.values()).filter(across),
  }
}

/** Whether nothing at all differs; near-duplicates of one library are no difference. */
export function isSame({ onlyFirst, onlySecond, removed, differing }: LibraryDiff): boolean {
  return onlyFirst.length + onlySecond.length + removed.length + differing.length === 0
}

// --- internal ---

const byId = (a: Plan, b: Plan) => (a.id < b.id ? -1 : 1)

function differences(a: Plan, b: Plan | undefined): readonly string[] {
  if (!b || a === b) return []
  const found: string[] = []
  const [before, after] = [totals(a), totals(b)]
  const counters = { useCount: 'uses', judgedRight: 'right', judgedWrong: 'wrong' } as const
  for (const [key, name] of Object.entries(counters) as [keyof typeof counters, string][])
    if (before[key] !== after[key]) found.push(`${name} ${before[key]} and ${after[key]}`)
  const same = canonical(a.stats) === canonical(b.stats)
  if (found.length === 0 && !same) found.push('the runs that were counted')
  if (trustOf(a) !== trustOf(b)) found.push(`trust ${trustOf(a)} and ${trustOf(b)}`)
  if (canonical(a.released ?? {}) !== canonical(b.released ?? {})) found.push('what it is forgiven')
  const examples = [a, b].map(plan => plan.examples?.length ?? 0)
  if (examples[0] !== examples[1]) found.push(`examples ${examples[0]} and ${examples[1]}`)
  const [mine, theirs] = [seenBy(a), seenBy(b)]
  if (canonical([...mine].sort()) !== canonical([...theirs].sort()))
    found.push(`questions seen ${mine.size} and ${theirs.size}`)
  return found
}
