// How two libraries differ.
import { canonical } from '../../plans/canonical.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import { seenBy } from '../../plans/library/seen.ts'
import { trustOf } from '../../plans/library/trust.ts'
import { type Plan, totals } from '../../plans/plan.ts'
import { nearDuplicates } from '../../plans/retrieval/near-duplicates.ts'

/** Everything in which two libraries differ; plans and ids are sorted. */
export type LibraryDiff = ReturnType<typeof diffOf>

export function diffOf(first: LibraryContent, second: LibraryContent) {
  const only = (a: LibraryContent, b: LibraryContent) =>
    [...a.plans.values()].filter(({ id }) => !b.plans.has(id) && !b.removed.has(id)).sort(byId)
  const gone = (a: LibraryContent, b: LibraryContent, place: 'first' | 'second') =>
    [...a.removed]
      .filter(([id]) => !b.removed.has(id))
      .map(([plan, reason]) => ({ plan, in: place, reason, kept: b.plans.has(plan) }))
  const [onlyFirst, onlySecond] = [only(first, second), only(second, first)]
  const alone = new Set([...onlyFirst, ...onlySecond].map(({ id }) => id))
  const all = new Map([...first.plans, ...second.plans])
  return {
    onlyFirst,
    onlySecond,
    /** Removed in one of them: in which, why, and whether the other still has it. */
    removed: [...gone(first, second, 'first'), ...gone(second, first, 'second')].sort((a, b) =>
      a.plan < b.plan ? -1 : 1,
    ),
    /** How plans that both have are known differently: each in a phrase, the first library's word before the second's. */
    differing: [...first.plans.values()].sort(byId).flatMap(plan => {
      const differs = differences(plan, second.plans.get(plan.id))
      return differs.length > 0 ? [{ plan: plan.id, differs }] : []
    }),
    /** Plans that only one of them has, and those that they resemble. */
    near: nearDuplicates(all.values()).filter(({ plans }) => plans.some(id => alone.has(id))),
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
  const counts = [totals(a), totals(b)] as const
  const [seenA, seenB] = [[...seenBy(a)].sort(), [...seenBy(b)].sort()]
  const differ = (one: unknown, other: unknown, phrase: string) =>
    canonical(one) === canonical(other) ? [] : [phrase]
  const both = (name: string, one: number | string, other: number | string) =>
    differ(one, other, `${name} ${one} and ${other}`)
  const counted = [
    ...both('uses', counts[0].useCount, counts[1].useCount),
    ...both('right', counts[0].judgedRight, counts[1].judgedRight),
    ...both('wrong', counts[0].judgedWrong, counts[1].judgedWrong),
  ]
  return [
    ...(counted.length > 0 ? counted : differ(a.stats, b.stats, 'the runs that were counted')),
    ...both('trust', trustOf(a), trustOf(b)),
    ...differ(a.released ?? {}, b.released ?? {}, 'what it is forgiven'),
    ...both('examples', a.examples?.length ?? 0, b.examples?.length ?? 0),
    ...differ(seenA, seenB, `questions seen ${seenA.length} and ${seenB.length}`),
  ]
}
