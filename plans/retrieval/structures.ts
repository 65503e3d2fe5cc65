// Plans by structure: those that can fit a query exactly are looked up and never searched for.
import { firstPlace } from '../bisect.ts'
import type { Structure, Wanted } from './fit.ts'

/** Members of one structure, best first. */
export interface Shelf<T> {
  readonly structure: Structure
  readonly members: readonly T[]
}

export interface Structures<T> {
  add(structure: Structure, member: T): void
  remove(structure: Structure, member: T): void
  /** The structure held under that key. */
  held(key: string): Structure | undefined
  /** Every structure of the wanted type all of whose conditions and parameters the query offers. */
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
    const needs = needsOf(structure)
    const filedUnder = needs.reduce((rarest, need) =>
      sizeOf(anchors.get(need)) < sizeOf(anchors.get(rarest)) ? need : rarest,
    )
    const shelf: Filed<T> = { structure, members: [], needs, filedUnder }
    const others = anchors.get(filedUnder)
    if (others) others.add(shelf)
    else anchors.set(filedUnder, new Set([shelf]))
    shelves.set(structure.key, shelf)
    return shelf
  }

  return {
    held: key => shelves.get(key)?.structure,
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
      const offered = [
        nothing,
        ...[...conditions].map(ofCondition),
        ...[...roles.keys()].map(ofRole),
      ]
      const has = new Set(offered)
      for (const anchor of has)
        for (const shelf of anchors.get(anchor) ?? [])
          if (shelf.needs.every(need => has.has(need))) yield shelf
    },
  }
}

// --- internal ---

interface Filed<T> extends Shelf<T> {
  readonly members: T[]
  readonly needs: readonly string[]
  readonly filedUnder: string
}

const nothing = 'nothing'
const ofCondition = (condition: string) => `condition ${condition}`
const ofRole = (role: string) => `role ${role}`

function needsOf({ conditions, parameters }: Structure): readonly string[] {
  const needs = [...conditions.map(ofCondition), ...parameters.map(({ role }) => ofRole(role))]
  return needs.length > 0 ? needs : [nothing]
}

const sizeOf = (set: ReadonlySet<unknown> | undefined) => set?.size ?? 0

/** Where `member` is, or belongs, among members in order. */
function placeOf<T>(member: T, members: readonly T[], better: (a: T, b: T) => number): number {
  const isBehind = (at: number) => members[at] === member || better(members[at]!, member) >= 0
  return firstPlace(members.length, isBehind)
}
