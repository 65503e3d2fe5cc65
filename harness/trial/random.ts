// An order by chance that a seed decides: the same seed and items give the same order on any machine.
import { fingerprint } from '../../plans/canonical.ts'

/** The items in an order that hangs on `seed` and on what they are, not on how they stand. */
export function seededOrder<Item>(items: readonly Item[], seed: number): readonly Item[] {
  return items
    .map(item => ({ item, rank: fingerprint([seed, item], 16) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item)
}
