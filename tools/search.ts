// The tool that searches: it asks a chain of providers, and gives passages word for word, so that a
// value can be quoted from them.
import { z } from 'zod'
import {
  type Asked,
  type ChainResult,
  type ChainSettings,
  type SearchChain,
  searchChain,
} from './search/chain.ts'
import type { SearchProvider } from './search/provider.ts'
import { cellText } from './tables/render.ts'
import { defineTool, type Tool, type ToolResult } from './tool.ts'

const SearchInput = z.object({
  query: z
    .string()
    .min(1)
    .max(1000)
    .describe('names and rare words that the passage must hold; a whole question also works'),
  limit: z
    .number()
    .int()
    .positive()
    .max(30)
    .optional()
    .describe('how many passages; usually 5')
    .meta({ unadvertised: true }),
})

/** How to search, for the prompt of a step that may: what the tool's description has no room for. */
const searchGuidance: readonly string[] = [
  'Search for one fact at a time, by the names and rare words its passage must hold; put a title or an exact phrase in quotation marks.',
  'When a fact hangs on another one, search for the first, then again with the words of the question and the names that the first passages brought up: two searches after each other find more than two put side by side.',
  'When nothing is found, ask with fewer words, another spelling, or the thing the fact belongs to; the same query finds no more.',
  'A passage is a piece of a text and may be old or about a namesake: search again before you rely on it for a count, a list, a date or a comparison.',
]

/**
 * The `web_search` tool over a chain, or over providers that are made into one with `settings`. A
 * search that finds nothing is a result that says how to ask otherwise; when no provider could search,
 * it throws one sentence that names each with what it failed of.
 * @example
 * ```ts
 * import { mkdirSync, writeFileSync } from 'node:fs'
 * import { createCorpus, webSearch } from 'intend/tools'
 *
 * mkdirSync('notes', { recursive: true })
 * writeFileSync('notes/ferry.txt', 'The ferry to Skye leaves at nine.')
 * const search = webSearch([await createCorpus('notes')])
 * const ctx = { roots: [process.cwd()], signal: AbortSignal.timeout(60_000) }
 * console.log(/leaves at nine/.test((await search.execute({ query: 'ferry Skye' }, ctx)).content)) // true
 * ```
 */
export function webSearch(
  over: SearchChain | readonly SearchProvider[],
  settings: ChainSettings = {},
): Tool {
  const chain = 'search' in over ? over : searchChain(over, settings)
  return defineTool({
    name: 'web_search',
    description:
      'Searches for facts beyond the question and its files: passages word for word, best first. A fact each, several searches at once; then again with the names that came up. What only stands in files is no word for a query: that needs permission.',
    guidance: [
      ...searchGuidance,
      ...(chain.providers.some(({ source }) => source !== undefined)
        ? ['Of a passage that has a web address, the whole page can be read there.']
        : []),
    ].join(' '),
    // a corpus on this machine is asked by nobody else
    web: chain.providers.some(({ source }) => source !== undefined),
    arguments: { query: 'content', limit: 'selector' },
    input: SearchInput,
    execute: async ({ query, limit = usualHits }, { signal }) => {
      const result = await chain.search(query, { signal, limit })
      const { asked, hits, leftOut } = result
      const notes = [...omission(leftOut), ...remarksOf(chain.providers, asked)]
      if (hits.length > 0)
        return { content: [...found(query, result), ...notes].join('\n\n'), ...shown(result) }
      if (asked.some(({ outcome }) => outcome === 'empty'))
        return { content: [...nothing(query, asked), ...notes].join('\n'), ...shown(result) }
      throw new Error(`Nothing could be searched: ${reasons(asked) || 'no source is set up'}.`)
    },
  })
}

// --- internal ---

const usualHits = 5
/** Characters of one passage, and of all of them. */
const mostInHit = 2000
const mostInAll = 40_000

function found(query: string, { hits, asked }: ChainResult): readonly string[] {
  const most = Math.min(mostInHit, Math.floor(mostInAll / hits.length))
  const passages = hits.map(({ title, url, path, text, date }, at) => {
    const place = (url ?? path)?.slice(0, 500)
    const head = `[${at + 1}] ${cellText(title).slice(0, 300)}${date ? `, ${date}` : ''}`
    const rest = text.length > most ? ' […]' : ''
    return `${head}${place === undefined ? '' : ` (${place})`}\n${apart(text.slice(0, most))}${rest}`
  })
  const from = [...new Set(hits.map(({ provider }) => provider))]
  const count = `${hits.length} passage${hits.length === 1 ? '' : 's'}`
  const failed = asked.filter(({ outcome }) => outcome !== 'hits' && outcome !== 'empty')
  return [
    `${count} for ${JSON.stringify(query)} from ${from.join(' and ')}:`,
    ...passages,
    ...(failed.length > 0 ? [`(Not searched: ${reasons(failed)}.)`] : []),
  ]
}

function nothing(query: string, asked: readonly Asked[]): readonly string[] {
  return [
    `Nothing found for ${JSON.stringify(query)} (${reasons(asked)}).`,
    'Ask again with fewer and rarer words: a name alone, another spelling, a synonym, or the thing the fact belongs to.',
  ]
}

/** What the trace keeps: what was found where, and what became of each provider. */
function shown({ hits, asked, leftOut }: ChainResult): Pick<ToolResult, 'details' | 'links'> {
  const links = [...new Set(hits.flatMap(({ url }) => (/^https?:/i.test(url ?? '') ? [url!] : [])))]
  return {
    details: {
      provider: hits[0]?.provider ?? null,
      hits: hits.map(({ title, url, path, provider, date }) => ({
        title,
        place: url ?? path ?? null,
        provider,
        ...(date !== undefined && { date }),
      })),
      asked: asked.map(each => ({ ...each })),
      leftOut,
    },
    ...(links.length > 0 && { links }),
  }
}

/** A passage that looks like the next one of the list stays a part of its own. */
const apart = (text: string) => text.replace(/\n\s*\n(?=\[\d+\] )/g, '\n')

function reasons(asked: readonly Asked[]): string {
  const each = asked.map(
    ({ provider, outcome, message = '' }) => `${provider}: ${outcome} (${message.slice(0, 150)})`,
  )
  return each.join('; ')
}

function omission(leftOut: number): readonly string[] {
  if (leftOut === 0) return []
  const [hits, they] = leftOut === 1 ? ['hit', 'it mirrors'] : ['hits', 'they mirror']
  return [
    `(${leftOut} ${hits} left out: ${they} a benchmark's answers, or a site that is blocked.)`,
  ]
}

function remarksOf(providers: readonly SearchProvider[], asked: readonly Asked[]) {
  const names = new Set(asked.map(({ provider }) => provider))
  return providers
    .filter(({ name }) => names.has(name))
    .flatMap(provider => provider.remarks?.() ?? [])
}
