// Plans by structure: those that can fit a query exactly are looked up and never searched for.
import type { Structure, Wanted } from './fit.ts'

/** Members of one structure, best first. */
export interface Shelf<T> {
  readonly structure: Structure
  readonly members: readonly T[]
}

export interface Structures<T> {
  add(structure: Structure, member: T): void
  remove(structure: Structure, member: T): void
  /** Every structure of the wanted type whose anchor the query offers. Whether it fits is left to be checked. */
  near(wanted: Wanted): Iterable<Shelf<T>>
}

/** An empty set of shelves; `better` orders the members of one and is never 0 for two of them. */
export function createStructures<T>(better: (a: T, b: T) => number): Structures<T> {
  const shelves = new Map<string, Filed<T>>()
  const byType = new Map<string, Map<string, Set<Filed<T>>>>()

  const shelfOf = (structure: Structure): Filed<T> => {
    const known = shelves.get(structure.key)
    if (known) return known
    const anchors = byType.get(structure.type) ?? new Map<string, Set<Filed<T>>>()
    byType.set(structure.type, anchors)
    // under what fewest others of its type are filed under, so that a query meets few that do not fit
    const filedUnder = needsOf(structure).reduce((rarest, need) =>
      sizeOf(anchors.get(need)) < sizeOf(anchors.get(rarest)) ? need : rarest,
    )
    const shelf: Filed<T> = { structure, members: [], filedUnder }
    const others = anchors.get(filedUnder)
    if (others) others.add(shelf)
    else anchors.set(filedUnder, new Set([shelf]))
    shelves.set(structure.key, shelf)
    return shelf
  }

  return {
    add(structure, member) {
      const { members } = shelfOf(structure)
      members.splice(placeOf(member, members, better), 0, member)
    },
    remove(structure, member) {
      const shelf = shelves.get(structure.key)
      const at = shelf ? placeOf(member, shelf.members, better) : -1
      if (!shelf || shelf.members[at] !== member) return
      shelf.members.splice(at, 1)
      if (shelf.members.length > 0) return
      shelves.delete(structure.key)
      const anchors = byType.get(structure.type)!
      const others = anchors.get(shelf.filedUnder)!
      others.delete(shelf)
      if (others.size === 0) anchors.delete(shelf.filedUnder)
      if (anchors.size === 0) byType.delete(structure.type)
    },
    *near({ type, conditions, roles }) {
      const anchors = byType.get(type)
      if (!anchors) return
      for (const condition of conditions) yield* anchors.get(`condition ${condition}`) ?? []
      for (const role of roles.keys()) yield* anchors.get(`role ${role}`) ?? []
      yield* anchors.get(nothing) ?? []
    },
  }
}

// --- internal ---

interface Filed<T> extends Shelf<T> {
  readonly members: T[]
  readonly filedUnder: string
}

const nothing = 'nothing'

function needsOf({ conditions, parameters }: Structure): readonly string[] {
  const needs = [
    ...conditions.map(condition => `condition ${condition}`),
    ...parameters.map(({ role }) => `role ${role}`),
  ]
  return needs.length > 0 ? needs : [nothing]
}

const sizeOf = (set: ReadonlySet<unknown> | undefined) => set?.size ?? 0

/** Where `member` is, or belongs, among members in order. */
function placeOf<T>(member: T, members: readonly T[], better: (a: T, b: T) => number): number {
  let [low, high] = [0, members.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (members[middle] !== member && better(members[middle]!, member) < 0) low = middle + 1
    else high = middle
  }
  return low
}
