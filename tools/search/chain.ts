// Several search providers as one: asked in their order, each tried again, paced, cached and left
// alone when it fails; what happened to each is told.

import { isBlocked } from './blocked.ts'
import { openCache } from './cache.ts'
import { createGate, type Gate, pause } from './pace.ts'
import {
  type Hit,
  type Pace,
  SearchError,
  type SearchFailure,
  type SearchOptions,
  type SearchProvider,
} from './provider.ts'

/** How the providers of a chain are asked; every setting has a usual value. */
export interface ChainSettings {
  /** Where results are kept; without it, nothing is kept. */
  readonly cacheFolder?: string
  /** Hosts, with an optional path, whose hits are left out besides the mirrors of benchmarks. */
  readonly block?: readonly string[]
  /** By the provider's name. */
  readonly limits?: Readonly<Record<string, Partial<Pace>>>
  /** How often one search is tried with one provider. Default: 3. */
  readonly attempts?: number
  /** The first wait before trying again, doubled each time, give or take a half. Default: 500. */
  readonly backoffMs?: number
  /** Failed searches in a row after which a provider is left alone. Default: 3. */
  readonly failuresToOpen?: number
  /** Milliseconds for which it is left alone. Default: 60,000. */
  readonly openMs?: number
}

/** What became of one provider in one search. */
export interface Asked {
  readonly provider: string
  readonly outcome: 'hits' | SearchFailure
  /** How many hits it gave, those left out not counted. */
  readonly hits: number
  /** Why there are none. */
  readonly message?: string
  /** Requests for this search; 0 when the cache answered or the circuit is open. */
  readonly attempts: number
  readonly milliseconds: number
  readonly cached: boolean
  readonly circuit: CircuitState
}

/** What was found, and what happened to each provider. */
export interface ChainResult {
  /** Hits of the first providers that had any, in their order. */
  readonly hits: readonly (Hit & { readonly provider: string })[]
  readonly asked: readonly Asked[]
  /** Hits left out because their site mirrors a benchmark's answers or is blocked by settings. */
  readonly leftOut: number
}

/** Several providers as one; see `searchChain`. */
export interface SearchChain {
  readonly providers: readonly SearchProvider[]
  /** Rejects only with the signal's reason, or with a fault that is no `SearchError`. */
  readonly search: (query: string, options: SearchOptions) => Promise<ChainResult>
}

/**
 * Puts providers into a chain. It remembers pace and failures: one chain serves all questions
 * of a process. The next provider is asked when one fails or has fewer than three hits: so few are
 * often the wrong ones, while more of them rarely change an answer and cost a request each time.
 */
export function searchChain(
  providers: readonly SearchProvider[],
  settings: ChainSettings = {},
): SearchChain {
  const links = providers.map(provider => linkOf(provider, settings))
  const search = async (query: string, { signal, limit }: SearchOptions): Promise<ChainResult> => {
    const hits: (Hit & { provider: string })[] = []
    const asked: Asked[] = []
    let leftOut = 0
    for (const link of links) {
      signal.throwIfAborted()
      const found = await ask(link, query, { signal, limit })
      const fit = found.hits.filter(({ url }) => !url || !isBlocked(url, settings.block))
      const { name } = link.provider
      leftOut += found.hits.length - fit.length
      asked.push(toldOf(found, name, fit.length))
      // a page that two providers found is told once; several passages of one are several hits
      const known = new Set(hits.map(({ url }) => url).filter(url => url !== undefined))
      const fresh = fit.filter(({ url }) => url === undefined || !known.has(url))
      hits.push(...fresh.map(hit => ({ ...hit, provider: name })))
      if (hits.length >= Math.min(limit, enoughHits)) break
    }
    return { hits: hits.slice(0, limit), asked, leftOut }
  }
  return { providers, search }
}

// --- internal ---

const enoughHits = 3
/** A longer wait than this is not waited: the provider is left alone for it. */
const longestWaitMs = 10_000

/** A provider of the web with all that is remembered about it; one on this machine needs nothing. */
interface Link {
  readonly provider: SearchProvider
  readonly settings: ChainSettings
  readonly remote?: {
    readonly source: string
    readonly gate: Gate
    readonly circuit: Circuit
    readonly cache?: ReturnType<typeof openCache>
  }
}

interface Found extends Omit<Asked, 'provider' | 'hits' | 'outcome'> {
  readonly hits: readonly Hit[]
  readonly failure?: Exclude<SearchFailure, 'empty'>
}

function linkOf(provider: SearchProvider, settings: ChainSettings): Link {
  const { source, name } = provider
  if (source === undefined) return { provider, settings }
  const { cacheFolder } = settings
  const limits = settings.limits?.[name] ?? {}
  const pace = { atOnce: 2, everyMs: 0, ...provider.pace, ...limits }
  if (!(pace.atOnce >= 1) || !(pace.everyMs >= 0))
    throw new Error(`the limits of ${name} are wrong: atOnce is 1 or more, everyMs 0 or more`)
  return {
    provider,
    settings,
    remote: {
      source,
      gate: createGate(pace),
      circuit: createCircuit(settings),
      ...(cacheFolder && { cache: openCache({ folder: cacheFolder }) }),
    },
  }
}

async function ask(link: Link, query: string, options: SearchOptions): Promise<Found> {
  const begun = performance.now()
  const { provider, remote } = link
  const searched = { provider: provider.name, source: remote?.source ?? '', query }
  const known = await remote?.cache?.get({ ...searched, limit: options.limit })
  if (known) return { ...nothingDone(begun), hits: known, cached: true }
  const circuit = remote?.circuit.enter() ?? 'closed'
  if (circuit === 'open') return { ...nothingDone(begun), ...restOf(remote!.circuit) }
  let attempts = 0
  try {
    const most = circuit === 'half_open' ? 1 : (link.settings.attempts ?? 3)
    const hits = await persistently(link, most, options.signal, () => {
      attempts += 1
      return provider.search(query, options)
    })
    remote?.circuit.succeed()
    await remote?.cache?.set({ ...searched, limit: options.limit }, hits)
    return { ...nothingDone(begun), hits, attempts, circuit }
  } catch (error) {
    if (!(error instanceof SearchError)) {
      remote?.circuit.leave()
      throw error
    }
    const { retryAfterMs = 0 } = error.recovery
    remote?.circuit.fail(error, retryAfterMs > longestWaitMs ? retryAfterMs : 0)
    const told = { failure: error.kind, message: error.message }
    return { ...nothingDone(begun), attempts, circuit, ...told }
  }
}

const nothingDone = (begun: number) => ({
  hits: [],
  attempts: 0,
  milliseconds: Math.round(performance.now() - begun),
  cached: false,
  circuit: 'closed' as CircuitState,
})

function restOf(circuit: Circuit) {
  const { error, ms } = circuit.rest()!
  const message = `not asked for ${Math.ceil(ms / 1000)} s after it failed: ${error.message}`
  return { circuit: 'open' as CircuitState, failure: error.kind, message }
}

/** Tries again what may pass: later each time, and not before the other side wants it. */
async function persistently(
  { remote, settings }: Link,
  most: number,
  signal: AbortSignal,
  search: () => Promise<readonly Hit[]>,
): Promise<readonly Hit[]> {
  if (!remote) return search()
  const { backoffMs = 500 } = settings
  for (let attempt = 1; ; attempt++) {
    try {
      return await remote.gate(signal, search)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof SearchError) || !error.recovery.passing) throw error
      const back = backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random())
      const wait = Math.max(back, error.recovery.retryAfterMs ?? 0)
      if (attempt >= most || wait > longestWaitMs) throw error
      await pause(wait, signal)
    }
  }
}

function toldOf(found: Found, provider: string, fit: number): Asked {
  const { hits, failure, attempts, milliseconds, cached, circuit } = found
  const none = hits.length === 0 ? 'nothing found' : 'nothing found but blocked sites'
  const outcome = failure ?? (fit > 0 ? 'hits' : 'empty')
  const message = found.message ?? (outcome === 'empty' ? none : undefined)
  const why = message !== undefined && { message }
  return { provider, outcome, hits: fit, ...why, attempts, milliseconds, cached, circuit }
}

/** Closed: asked as usual. Open: not asked. Half open: one search tries whether it works again. */
type CircuitState = 'closed' | 'open' | 'half_open'

/** What is known of the failures of one provider. */
type Circuit = ReturnType<typeof createCircuit>

/** A circuit that is closed. */
function createCircuit({ failuresToOpen = 3, openMs = 60_000 }: ChainSettings) {
  let inRow = 0
  let opened: { error: SearchError; until: number } | undefined
  let trying = false
  return {
    /** Its state for the next search; in state `half_open` the caller is the one that tries. */
    enter: (): CircuitState => {
      if (opened === undefined) return 'closed'
      if (Date.now() < opened.until || trying) return 'open'
      trying = true
      return 'half_open'
    },
    succeed: () => {
      inRow = 0
      opened = undefined
      trying = false
    },
    /** `restMs`: how long the other side wants to be left alone. */
    fail: (error: SearchError, restMs: number): void => {
      inRow += 1
      // when nobody is there to answer, once is enough
      if (trying || error.recovery.gone || inRow >= failuresToOpen || restMs > 0)
        opened = { error, until: Date.now() + Math.max(openMs, restMs) }
      trying = false
    },
    /** The search ended without telling anything, as when aborted. */
    leave: () => {
      trying = false
    },
    /** Why it is open, and for how many milliseconds. */
    rest: () => opened && { error: opened.error, ms: Math.max(0, opened.until - Date.now()) },
  }
}
