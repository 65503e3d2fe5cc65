// Finding facts by words: an index that is built at the first search and grows with the memory.
import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import { terms } from '../tools/search/terms.ts'
import type { Fact } from './memory-fact.ts'

/** An index over facts. */
export interface FactIndex {
  add(facts: readonly Fact[]): Promise<void>
  /** Ids of the facts that have words of `query`, best first; common words count only beside rare ones. */
  search(query: string): readonly string[]
}

/** An index without facts. */
export function createFactIndex(): FactIndex {
  const frequency = new Map<string, number>()
  const index = new MiniSearch({
    fields: ['about', 'rest'],
    // words arrive as terms already, one a line
    tokenize: text => text.split('\n'),
    processTerm: term => (term === '' ? null : term),
    searchOptions: { boost: { about: 2 } },
  })
  return {
    add: async facts => {
      for (const [at, fact] of facts.entries()) {
        const { about, rest } = wordsOf(fact)
        for (const word of new Set([...about, ...rest]))
          frequency.set(word, (frequency.get(word) ?? 0) + 1)
        index.add({ id: fact.id, about: about.join('\n'), rest: rest.join('\n') })
        // whoever else works in this process goes on working
        if (at % 500 === 499) await setImmediate()
      }
    },
    search: query => index.search(telling(query, frequency)).map(({ id }) => id as string),
  }
}

// --- internal ---

function wordsOf({ name, value, about, given, quote = '', source }: Fact) {
  const text = typeof value === 'object' ? value.join(' ') : String(value)
  return {
    about: terms([about, name.replaceAll('_', ' '), ...Object.values(given)].join(' ')),
    rest: terms([quote, source, text].join(' ')),
  }
}

/** Of the words asked for, the ones that tell facts apart: the rarest, while they are few to look up. */
function telling(query: string, frequency: ReadonlyMap<string, number>): string {
  const often = (word: string) => frequency.get(word) ?? 0
  const words = [...new Set(terms(query))].slice(0, mostTerms)
  const present = words.filter(word => often(word) > 0).sort((a, b) => often(a) - often(b))
  let found = 0
  const affordable = present.filter(word => {
    found += often(word)
    return found <= mostHits
  })
  return (affordable.length > 0 ? affordable : present.slice(0, 1)).join('\n')
}

const mostTerms = 100
/** How many places in the index one search may touch. */
const mostHits = 10_000
