// Plans by structure: those that can fit a query exactly are looked up and never searched for.
import { firstPlace } from '../bisect.ts'
import type { Structure, Wanted } from './fit.ts'

/** Members of one structure, best first. */
interface Shelf<T> {
  readonly structure: Structure
  readonly members: T[]
  /** The type and what fewest others of it need, so that a query meets few that do not fit. */
  readonly filedUnder: string
}

/** An empty set of shelves; `better` orders the members of one and is never 0 for two of them. */
export function createStructures<T>(better: (a: T, b: T) => number) {
  const shelves = new Map<string, Shelf<T>>()
  const byNeed = new Map<string, Set<Shelf<T>>>()
  const shelfOf = (structure: Structure): Shelf<T> => {
    const known = shelves.get(structure.key)
    if (known) return known
    const filedUnder = needsOf(structure).reduce((rarest, need) =>
      (byNeed.get(need)?.size ?? 0) < (byNeed.get(rarest)?.size ?? 0) ? need : rarest,
    )
    const shelf: Shelf<T> = { structure, members: [], filedUnder }
    shelves.set(structure.key, shelf)
    byNeed.set(filedUnder, (byNeed.get(filedUnder) ?? new Set()).add(shelf))
    return shelf
  }
  /** Where `member` is, or belongs, among members in order. */
  const placeOf = (member: T, members: readonly T[]) =>
    firstPlace(members.length, at => members[at] === member || better(members[at]!, member) >= 0)
  return {
    /** The structure held under that key. */
    held: (key: string) => shelves.get(key)?.structure,
    add(structure: Structure, member: T): void {
      const { members } = shelfOf(structure)
      members.splice(placeOf(member, members), 0, member)
    },
    remove(structure: Structure, member: T): void {
      const shelf = shelves.get(structure.key)
      if (!shelf) return
      const at = placeOf(member, shelf.members)
      if (shelf.members[at] !== member) return
      shelf.members.splice(at, 1)
      if (shelf.members.length > 0) return
      shelves.delete(structure.key)
      byNeed.get(shelf.filedUnder)!.delete(shelf)
    },
    /** Every structure of the wanted type all of whose conditions and parameters the query offers. */
    *near({ type, conditions, roles }: Wanted) {
      for (const need of new Set(['', ...conditions, ...roles.keys()]))
        for (const shelf of byNeed.get(`${type}\n${need}`) ?? []) {
          const { structure } = shelf
          const offers =
            structure.conditions.every(each => conditions.has(each)) &&
            structure.parameters.every(({ role }) => roles.has(role))
          if (offers) yield shelf
        }
    },
  }
}

// --- internal ---

function needsOf({ type, conditions, parameters }: Structure): readonly string[] {
  const needs = [...conditions, ...parameters.map(({ role }) => role)]
  return (needs.length > 0 ? needs : ['']).map(need => `${type}\n${need}`)
}
