// What can be searched, what it gives, and how it says that it could not.

/** One passage that was found. */
export interface Hit {
  readonly title: string
  /** Where it is: an address on the web, or a path inside the folder that was searched. */
  readonly url?: string
  readonly path?: string
  /** The passage itself, word for word. */
  readonly text: string
  /** When it was published, as far as the source says: `2024-05-31`. */
  readonly date?: string
}

/** How a provider is asked. */
export interface SearchOptions {
  readonly signal: AbortSignal
  /** At most this many hits. */
  readonly limit: number
}

/**
 * Something that can be searched. Contract: `search` gives the best hits first and none when there is
 * nothing; it throws a `SearchError` when it cannot search, and the reason of `signal` when aborted.
 * It tries once: trying again, waiting and giving up are the chain's.
 * @example
 * ```ts
 * import { type SearchProvider, webSearch } from 'intend/tools'
 *
 * const glossary: SearchProvider = {
 *   name: 'glossary',
 *   search: async query => [{ title: query, text: `${query}: a ship that crosses and comes back` }],
 * }
 * console.log(webSearch([glossary]).name) // web_search
 * ```
 */
export interface SearchProvider {
  /** Names it in results and settings: `corpus`, `brave`. */
  readonly name: string
  readonly search: (query: string, options: SearchOptions) => Promise<readonly Hit[]>
  /** What a reader of its results should know, such as files that were left out. */
  readonly remarks?: () => readonly string[]
  /**
   * The address it asks, which tells its cached results from those of another one. Left out, it is
   * searched on this machine: nothing is cached, paced or given up.
   */
  readonly source?: string
  /** How fast it may be asked, unless the settings say otherwise. */
  readonly pace?: Pace
}

/** How fast a provider may be asked. */
export interface Pace {
  /** Searches under way at the same time. */
  readonly atOnce: number
  /** Milliseconds from the beginning of one search to that of the next, at least. */
  readonly everyMs: number
}

/** Why a search gave no hits; `empty` means that it worked and there is nothing. */
export type SearchFailure = 'rate_limited' | 'blocked' | 'network' | 'empty'

/** What may follow from a failure. */
interface Recovery {
  /** True when the same search may work a moment later. */
  readonly passing?: boolean
  /** True when nobody is there to answer: asking for something else will not help either. */
  readonly gone?: boolean
  /** How many milliseconds the other side asks to be left alone. */
  readonly retryAfterMs?: number
}

/** What a provider throws when it cannot search. The message never holds a key. */
export class SearchError extends Error {
  readonly kind: Exclude<SearchFailure, 'empty'>
  readonly recovery: Recovery
  constructor(kind: Exclude<SearchFailure, 'empty'>, message: string, recovery: Recovery = {}) {
    super(message)
    this.name = 'SearchError'
    this.kind = kind
    this.recovery = recovery
  }
}
