// The tool that searches: it asks one provider after the other, and gives passages word for word, so
// that a value can be quoted from them.
import { z } from 'zod'
import { cellText } from './render-table.ts'
import { defineTool, type Tool, type ToolResult } from './tool.ts'

/** One passage that was found. */
export interface Hit {
  readonly title: string
  /** Where it is: an address on the web, or a path inside the folder that was searched. */
  readonly url?: string
  readonly path?: string
  /** The passage itself, word for word. */
  readonly text: string
}

export interface SearchOptions {
  readonly signal: AbortSignal
  /** At most this many hits. */
  readonly limit: number
}

/**
 * Something that can be searched. Contract: `search` gives the best hits first and none when there is
 * nothing; it throws a `SearchError` when it cannot search, and the reason of `signal` when aborted.
 */
export interface SearchProvider {
  /** Names it in results: `corpus`, `brave`. */
  readonly name: string
  readonly search: (query: string, options: SearchOptions) => Promise<readonly Hit[]>
  /** What a reader of its results should know, such as files that were left out. */
  readonly remarks?: () => readonly string[]
}

/** Why a search gave no hits; `empty` means that it worked and there is nothing. */
export type SearchFailure = 'rate_limited' | 'blocked' | 'network' | 'empty'

/** What a provider throws when it cannot search. */
export class SearchError extends Error {
  readonly kind: Exclude<SearchFailure, 'empty'>
  constructor(kind: Exclude<SearchFailure, 'empty'>, message: string) {
    super(message)
    this.name = 'SearchError'
    this.kind = kind
  }
}

export const SearchInput = z.object({
  query: z
    .string()
    .min(1)
    .max(1000)
    .describe('names and rare words that the passage must hold; a whole question also works'),
  limit: z.number().int().positive().max(30).optional().describe('how many passages; usually 10'),
})
export type SearchInput = z.infer<typeof SearchInput>

const usualHits = 10
const mostInHit = 2000

/**
 * The `web_search` tool over `providers`, asked in this order until one has hits. A search that finds
 * nothing is a result that says how to ask otherwise; when no provider could search, it throws.
 */
export function webSearch(providers: readonly SearchProvider[]): Tool {
  return defineTool<SearchInput>({
    name: 'web_search',
    description: [
      'Searches for passages about something and returns them word for word, best first, each with its title and where it is.',
      'Use it for facts that are neither in the question nor in its files. Ask for one fact at a time, by names and rare words; quote values from the passages as they are.',
    ].join(' '),
    input: SearchInput,
    execute: async ({ query, limit = usualHits }, ctx) => {
      const failures: { name: string; kind: SearchFailure; message: string }[] = []
      for (const provider of providers) {
        ctx.signal.throwIfAborted()
        try {
          const hits = await provider.search(query, { signal: ctx.signal, limit })
          if (hits.length > 0) return found(query, provider, hits.slice(0, limit))
          failures.push({ name: provider.name, kind: 'empty', message: 'nothing found' })
        } catch (error) {
          if (!(error instanceof SearchError)) throw error
          failures.push({ name: provider.name, kind: error.kind, message: error.message })
        }
      }
      const each = failures.map(({ name, kind, message }) => `${name}: ${kind} (${message})`)
      if (!failures.some(({ kind }) => kind === 'empty'))
        throw new Error(`Nothing could be searched: ${each.join('; ') || 'no source is set up'}.`)
      return nothing(query, providers, each)
    },
  })
}

// --- internal ---

function found(query: string, provider: SearchProvider, hits: readonly Hit[]): ToolResult {
  const passages = hits.map(({ title, url, path, text }, at) => {
    const place = url ?? path
    const rest = text.length > mostInHit ? ` […]` : ''
    return `[${at + 1}] ${cellText(title)}${place === undefined ? '' : ` (${place})`}\n${text.slice(0, mostInHit)}${rest}`
  })
  const count = `${hits.length} passage${hits.length === 1 ? '' : 's'}`
  return {
    content: [
      `${count} for ${JSON.stringify(query)} from ${provider.name}:`,
      ...passages,
      ...(provider.remarks?.() ?? []),
    ].join('\n\n'),
    details: {
      provider: provider.name,
      hits: hits.map(({ title, url, path }) => ({ title, place: url ?? path ?? null })),
    },
  }
}

function nothing(
  query: string,
  providers: readonly SearchProvider[],
  each: readonly string[],
): ToolResult {
  return {
    content: [
      `Nothing found for ${JSON.stringify(query)} (${each.join('; ')}).`,
      'Ask again with fewer and rarer words: a name alone, another spelling, a synonym, or the thing the fact belongs to.',
      ...providers.flatMap(provider => provider.remarks?.() ?? []),
    ].join('\n'),
    details: { provider: null, hits: [] },
  }
}
