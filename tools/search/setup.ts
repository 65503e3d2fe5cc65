// Which providers are searched, by the environment: keys, addresses and INTEND_SEARCH.
import type { SearchProvider } from './provider.ts'

/** The providers that are set up; see `searchFrom`. */
interface SearchSetup {
  /** A folder opened with `createCorpus`: searched before everything else. */
  readonly corpus?: SearchProvider
  /**
   * Whether the network may be used though nothing in the environment asks for a search: true when
   * the model is itself asked over it.
   */
  readonly network?: boolean
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * The providers to search, in their order: the corpus; then those that INTEND_SEARCH names
 * (`brave,searxng,wikipedia,duckduckgo,corpus`, or `off`), as far as they have the key or address they
 * need. Without INTEND_SEARCH: those that BRAVE_API_KEY and SEARXNG_URL set up, with Wikipedia and
 * DuckDuckGo behind them; these two alone when the network may be used and there is no corpus; else
 * nothing on the web, so that a machine without network never waits for it. INTEND_WIKIPEDIA is the
 * language, INTEND_CONTACT a mail or web address for Wikipedia. Rejects with one sentence when one
 * of these is wrong.
 */
export async function searchFrom(
  env: Env,
  setup: SearchSetup = {},
): Promise<readonly SearchProvider[]> {
  const { ready } = choice(env, setup)
  return Promise.all(ready.map(name => open(name, env, setup)))
}

/** One sentence on what `searchFrom` sets up, for `intend doctor`; throws as that rejects. */
export function describeSearch(env: Env, setup: SearchSetup = {}): string {
  const { ready, lacking } = choice(env, setup)
  const without = lacking.map(({ name, needs }) => `${name} is named but ${needs} is not set`)
  const way =
    'give a folder with --corpus, or set BRAVE_API_KEY, SEARXNG_URL or INTEND_SEARCH=wikipedia,duckduckgo'
  const none = `nothing can be searched; ${way}`
  return [ready.length > 0 ? `searches ${ready.join(', then ')}` : none, ...without].join('; ')
}

// --- internal ---

const names = ['brave', 'searxng', 'wikipedia', 'duckduckgo', 'corpus'] as const
type Name = (typeof names)[number]

const needs: Readonly<Partial<Record<Name, string>>> = {
  brave: 'BRAVE_API_KEY',
  searxng: 'SEARXNG_URL',
}

function choice(env: Env, setup: SearchSetup) {
  const wanted = named(env.INTEND_SEARCH) ?? usual(env, setup)
  const isNamed = !setup.corpus || wanted.includes('corpus')
  const inOrder: readonly Name[] = isNamed ? wanted : ['corpus', ...wanted]
  const isReady = (name: Name) => {
    const needed = needs[name]
    return name === 'corpus' ? setup.corpus !== undefined : !needed || isSet(env[needed])
  }
  const { ready = [], lacking = [] } = Object.groupBy(inOrder, name =>
    isReady(name) ? 'ready' : 'lacking',
  )
  return { ready, lacking: lacking.map(name => ({ name, needs: needs[name] ?? '--corpus' })) }
}

const isSet = (value: string | undefined) => value !== undefined && value.trim() !== ''

function usual(env: Env, { corpus, network }: SearchSetup): readonly Name[] {
  const own = (['brave', 'searxng'] as const).filter(name => isSet(env[needs[name]!]))
  const web = own.length > 0 || (network === true && corpus === undefined)
  return [...own, ...(web ? (['wikipedia', 'duckduckgo'] as const) : [])]
}

function named(list: string | undefined): readonly Name[] | undefined {
  if (!isSet(list)) return undefined
  const given = list!.split(',').map(name => name.trim().toLowerCase())
  const kept = [...new Set(given)].filter(name => name !== '' && name !== 'off')
  const unknown = kept.find(name => !names.includes(name as Name))
  if (unknown !== undefined)
    throw new Error(`INTEND_SEARCH names "${unknown}"; it is a list of ${names.join(', ')}, or off`)
  return kept as Name[]
}

async function open(name: Name, env: Env, { corpus }: SearchSetup): Promise<SearchProvider> {
  switch (name) {
    case 'corpus':
      return corpus!
    case 'brave':
      return (await import('./providers/brave.ts')).brave({ key: env.BRAVE_API_KEY! })
    case 'searxng':
      return (await import('./providers/searxng.ts')).searxng({ address: env.SEARXNG_URL!.trim() })
    case 'wikipedia': {
      const language = env.INTEND_WIKIPEDIA?.trim().toLowerCase()
      const contact = env.INTEND_CONTACT?.trim()
      const own = { ...(language && { language }), ...(contact && { contact }) }
      return (await import('./providers/wikipedia.ts')).wikipedia(own)
    }
    case 'duckduckgo':
      return (await import('./providers/duckduckgo.ts')).duckduckgo()
  }
}
