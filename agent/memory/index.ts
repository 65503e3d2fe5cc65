// Finding facts by words: an index that grows with the memory.
import { setImmediate } from 'node:timers/promises'
import { createPostings } from '../../plans/retrieval/postings.ts'
import { termsOf } from '../../plans/text/words.ts'
import type { Fact } from './fact.ts'

/** An index over facts. */
export interface FactIndex {
  /** Other work of the process goes on meanwhile. */
  add(facts: readonly Fact[]): Promise<void>
  /** About `limit` ids of facts that have words of `query`, best first; rare words count for more. */
  search(query: string, limit: number): readonly string[]
}

/** An index over `first` to begin with. */
export async function indexFacts(first: readonly Fact[]): Promise<FactIndex> {
  const postings = createPostings()
  const ids: string[] = []
  const add: FactIndex['add'] = async facts => {
    for (const [at, fact] of facts.entries()) {
      ids[postings.add(wordsOf(fact))] = fact.id
      if (at % 500 === 499) await setImmediate()
    }
  }
  await add(first)
  return {
    add,
    search: (query, limit) => {
      const wanted = new Map(termsOf(query).map(word => [word, 1]))
      return postings.search(wanted, limit).found.map(({ plan }) => ids[plan]!)
    },
  }
}

// --- internal ---

/** What a fact is about counts for more than the words around it. */
function wordsOf({ name, value, about, given, quote = '', source }: Fact): Map<string, number> {
  const text = typeof value === 'object' ? value.join(' ') : String(value)
  const words = new Map(termsOf([quote, source, text].join(' ')).map(word => [word, 0.3]))
  const telling = [about, name.replaceAll('_', ' '), ...Object.values(given)].join(' ')
  for (const word of termsOf(telling)) words.set(word, 1)
  return words
}
