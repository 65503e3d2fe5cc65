// A memory that outlives a session: what finished questions established, in a file that several
// processes write and people can read. Off unless one is given.

import { coalesced } from '../../plans/awaitable.ts'
import { canonical } from '../../plans/canonical.ts'
import { sameQuantity } from '../../plans/expressions/expression.ts'
import { given } from '../../plans/given.ts'
import { openVersionedFile, type StoreOptions } from '../../plans/library/versioned-file.ts'
import type { Recalled, Recollection } from '../../tools/recall.ts'
import {
  byAge,
  type Fact,
  type MemoryContent,
  memoryOf,
  mergeMemories,
  parseMemory,
  printMemory,
} from './fact.ts'
import { createShelf, type Shelf, type Standing } from './shelf.ts'

/**
 * Facts that outlive a session.
 * @example
 * ```ts
 * import { createAgent, type Memory } from 'intend'
 *
 * const count = (memory: Memory | undefined) => memory?.facts().length
 * const agent = await createAgent({ memory: 'memory.json' })
 * console.log(count(agent.memory)) // 0
 * agent.close()
 * ```
 */
export interface Memory extends Recollection {
  /** A sentence for the user when a file that did not parse has been set aside. */
  readonly setAside: string | undefined
  /** Every fact with where it stands now, in the order they were learned. */
  facts(): readonly { readonly fact: Fact; readonly standing: Standing }[]
  /**
   * Adds what was learned, each fact after those it rests on; what its source has said before and
   * still says is no news. Remembering the same again changes nothing. Resolves when it is on disk.
   */
  remember(facts: readonly Fact[]): Promise<void>
  /**
   * Withdraws a fact with the older versions of it that the same source gave; what they said leaves
   * the file. Resolves to the ids withdrawn: none for an id that is not there.
   */
  forget(id: string, reason: string): Promise<readonly string[]>
}

/**
 * Opens the memory in `file`; one that does not exist is empty and is created by the first fact. One
 * that is damaged is renamed to `FILE.corrupt-TIME` and named in `setAside`. Rejects with a ConfigurationError as
 * `openVersionedFile` does.
 */
export async function openMemory(
  file: string,
  options: Partial<StoreOptions> = {},
): Promise<Memory> {
  const { now } = { now: Date.now, ...options }
  const shelf = createShelf()
  const printed = new WeakMap()
  const format = {
    noun: 'memory',
    option: '--memory FILE',
    empty: memoryOf([]),
    parse: parseMemory,
    print: (content: MemoryContent) => {
      shelf.put(content)
      return printMemory(content, fact => shown(fact, shelf, now()), printed)
    },
  }
  const store = await openVersionedFile(file, format, { stale: 10_000, now, ...options })
  shelf.put(store.content())
  // all this handle has learned goes into every write: should a lock be lost, the next write mends it
  let mine = memoryOf([])
  const write = coalesced(async () =>
    shelf.put(await store.update(content => mergeMemories(content, mine))),
  )

  return {
    get setAside() {
      return store.setAside()
    },
    facts: () =>
      [...shelf.content().facts.values()]
        .sort(byAge)
        .map(fact => ({ fact, standing: shelf.standing(fact, now()) })),
    async remember(facts) {
      const news = newsIn(facts, shelf, now())
      if (news.length === 0) return
      mine = mergeMemories(mine, memoryOf(news))
      await write()
    },
    async forget(id, reason) {
      const fact = shelf.content().facts.get(id)
      if (!fact) return []
      const ids = shelf.versions(fact).map(version => version.id)
      const gone = ids.map(each => [each, reason] as const)
      mine = mergeMemories(mine, memoryOf([], gone))
      await write()
      return ids
    },
    async search(query, limit) {
      const at = now()
      // another session may have learned something newer
      shelf.put(await store.read())
      const { facts, outdated } = await shelf.search(query, limit, at)
      return { facts: facts.map(fact => recalled(fact, shelf.standing(fact, at))), outdated }
    },
  }
}

// --- internal ---

function shown(fact: Fact, shelf: Shelf, now: number) {
  const standing = shelf.standing(fact, now)
  const supersededBy = standing.current ? undefined : standing.by
  return given({ version: standing.version, supersededBy })
}

/**
 * The facts without those known already and those that their source has said before just so and still
 * says; what rests on one of these rests on the one that is there.
 */
function newsIn(learned: readonly Fact[], shelf: Shelf, now: number): readonly Fact[] {
  const { facts, forgotten } = shelf.content()
  const before = new Map<string, string>()
  return learned.flatMap(({ rests, ...rest }): Fact[] => {
    const ground = rests?.map(id => before.get(id) ?? id)
    const fact: Fact = { ...rest, ...(ground && { rests: ground }) }
    if (facts.has(fact.id) || forgotten.has(fact.id)) return []
    const same = shelf.versions(fact).find(other => saysTheSame(fact, other))
    if (!same || !shelf.standing(same, now).current) return [fact]
    before.set(fact.id, same.id)
    return []
  })
}

function saysTheSame(a: Fact, b: Fact): boolean {
  const grounds = ({ files = [], rests = [] }: Fact) => canonical([files, rests])
  return sameQuantity(a, b) && grounds(a) === grounds(b)
}

function recalled(fact: Fact, standing: Standing): Recalled {
  const { id, name, value, unit, about, answers, quote, asOf, learnedAt } = fact
  return {
    id,
    name,
    value,
    about,
    given: fact.given,
    source: fact.source,
    by: fact.by ?? 'tool',
    learned: learnedAt.slice(0, 10),
    answers: answers ?? false,
    version: standing.version,
    conflicts: standing.current ? standing.conflicts.map(other => other.id) : [],
    ...given({ unit, quote, asOf }),
  }
}
