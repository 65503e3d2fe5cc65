// The facts of a memory side by side: which of them still hold, which disagree, and the index that
// finds them by words. Adding a fact costs what the fact is, so that 100,000 of them stay usable.
import { canonical, fingerprint } from '../../plans/canonical.ts'
import { dimensionOf, sameQuantity } from '../../plans/expressions/expression.ts'
import { memoOf } from '../../plans/memo.ts'
import { byAge, type Fact, type MemoryContent, memoryOf } from './fact.ts'
import { type FactIndex, indexFacts } from './index.ts'

/** Whether a fact may be used: `current`, or why it may not. */
export type Standing =
  | {
      readonly current: true
      /** Counts what its source has said of it, this included. */
      readonly version: number
      /** Facts of other sources that say otherwise and hold as well, the newest first. */
      readonly conflicts: readonly Fact[]
    }
  | {
      readonly current: false
      readonly version: number
      /** `superseded` by the fact `by`; `changed`: its file has; `expired`; `unfounded`: what it rests on no longer holds. */
      readonly why: 'superseded' | 'changed' | 'expired' | 'unfounded'
      readonly by?: string
    }

/** What a search gave. */
export interface Found {
  /** Facts that hold, best first. */
  readonly facts: readonly Fact[]
  /** How many of those that fit no longer hold, by why. */
  readonly outdated: Readonly<Record<'replaced' | 'changed', number>>
}

export interface Shelf {
  content(): MemoryContent
  /** Takes `newer` in place of what was there. */
  put(newer: MemoryContent): void
  /** `now` is milliseconds since the epoch. */
  standing(fact: Fact, now: number): Standing
  /** The fact and all that its source said of the same before it. */
  versions(fact: Fact): readonly Fact[]
  /** At most `limit` facts that have words of `query`; the index is built at the first search. */
  search(query: string, limit: number, now: number): Promise<Found>
}

/** An empty shelf. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure over the indexes of one shelf
export function createShelf(): Shelf {
  let content = memoryOf([])
  // by what facts are of, then by source: what one source said of the same, the oldest first
  let alike = new Map<string, Map<string, Fact[]>>()
  let editions = new Map<string, Fact>()
  let index: Promise<FactIndex> | undefined

  const ofSameSource = (fact: Fact): readonly Fact[] => {
    const { keys, source } = identify(fact)
    const lists = keys.flatMap(key => [alike.get(key)?.get(source) ?? []])
    return lists.length === 1 ? lists[0]! : [...new Set(lists.flat())].sort(byAge)
  }
  const ofOtherSources = (fact: Fact): readonly Fact[] => {
    const { keys, source } = identify(fact)
    const others = keys.flatMap(key => [...(alike.get(key) ?? [])])
    const latest = others.flatMap(([from, said]) => (from === source ? [] : [said.at(-1)!]))
    return [...new Set(latest)]
  }
  const place = (fact: Fact) => {
    const { keys, source } = identify(fact)
    for (const key of keys) {
      const bySource = alike.get(key) ?? new Map<string, Fact[]>()
      const said = bySource.get(source) ?? []
      alike.set(key, bySource.set(source, said))
      const last = said.at(-1)
      said.push(fact)
      if (last && byAge(last, fact) > 0) said.sort(byAge)
    }
    for (const { place } of fact.files ?? []) {
      const latest = editions.get(place)
      if (!latest || byAge(latest, fact) < 0) editions.set(place, fact)
    }
  }
  const put = (newer: MemoryContent) => {
    const before = content
    if (newer === before) return
    content = newer
    const added = [...newer.facts.values()].filter(fact => before.facts.get(fact.id) !== fact)
    const grown = added.every(({ id }) => !before.facts.has(id))
    if (grown && newer.facts.size === before.facts.size + added.length) {
      for (const fact of added) place(fact)
      index = index?.then(built => built.add(added).then(() => built))
      return
    }
    alike = new Map()
    editions = new Map()
    index = undefined
    for (const fact of newer.facts.values()) place(fact)
  }

  const hasChanged = (fact: Fact): boolean =>
    (fact.files ?? []).some(({ place, edition }) => {
      const latest = editions.get(place)
      const now = latest?.files?.find(file => file.place === place)
      return latest !== undefined && now?.edition !== edition && byAge(fact, latest) < 0
    })
  const outdated = (
    fact: Fact,
    now: number,
    above: ReadonlySet<string>,
  ): Omit<Extract<Standing, { current: false }>, 'version' | 'current'> | undefined => {
    const newest = ofSameSource(fact).at(-1)
    if (newest && newest !== fact) return { why: 'superseded', by: newest.id }
    if (hasChanged(fact)) return { why: 'changed' }
    if (fact.validUntil !== undefined && Date.parse(fact.validUntil) + day <= now)
      return { why: 'expired' }
    const within = new Set([...above, fact.id])
    const unfounded = (fact.rests ?? []).some(id => {
      const ground = content.facts.get(id)
      // a file edited by hand may go in circles
      return !ground || (!within.has(id) && outdated(ground, now, within) !== undefined)
    })
    return unfounded ? { why: 'unfounded' } : undefined
  }
  const standing = (fact: Fact, now: number): Standing => {
    const version = ofSameSource(fact).indexOf(fact) + 1
    const fault = outdated(fact, now, new Set())
    if (fault) return { current: false, version, ...fault }
    const conflicts = ofOtherSources(fact).filter(
      other => !sameQuantity(fact, other) && !outdated(other, now, new Set()),
    )
    return { current: true, version, conflicts: conflicts.toSorted(byAge).reverse() }
  }

  return {
    content: () => content,
    put,
    standing,
    versions: fact => ofSameSource(fact).filter(other => byAge(other, fact) <= 0),
    async search(query, limit, now) {
      index ??= indexFacts([...content.facts.values()])
      const built = await index
      const facts = new Set<Fact>()
      const count = { replaced: 0, changed: 0 }
      for (const id of built.search(query, 10 * limit)) {
        if (facts.size >= limit) break
        const fact = content.facts.get(id)
        const found = fact && standing(fact, now)
        if (!found) continue
        if (found.current) facts.add(fact)
        else count[found.why === 'superseded' ? 'replaced' : 'changed'] += 1
        // of very many versions the last may not be among what is found
        const newest = found.current ? undefined : content.facts.get(found.by ?? '')
        if (newest && standing(newest, now).current) facts.add(newest)
      }
      return { facts: [...facts], outdated: count }
    },
  }
}

// --- internal ---

const day = 24 * 60 * 60 * 1000

interface Identity {
  /** Facts that share one of these are the same fact. */
  readonly keys: readonly string[]
  /** Equal for facts of the same source. */
  readonly source: string
}

/** The same fact has role, circumstances and dimension in common, or is what one question put to one file gives. */
const identify = memoOf((fact: Fact): Identity => {
  const { name, unit, given, about, asked, source, files = [] } = fact
  const fold = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
  const circumstances = Object.entries(given).map(([role, value]) => [role, fold(value)])
  const dimension = unit === undefined ? '' : (dimensionOf(unit) ?? fold(unit))
  const same = [name, dimension, circumstances.length > 0 ? circumstances.sort() : fold(about)]
  const places = files.map(file => file.place).sort()
  return {
    keys: [fingerprint(same, 16), ...(asked === undefined ? [] : [`asked ${asked}`])],
    source: places.length > 0 ? canonical(places) : `named ${source}`,
  }
})
