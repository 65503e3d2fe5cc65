// Which tools an agent has unless it is given others: files, tables, arithmetic and a shell always; a
// search where there is something to search; pages where the network may be used.

import { ConfigurationError } from '../plans/configuration.ts'
import { bash } from '../tools/bash.ts'
import { calculate } from '../tools/calculate.ts'
import { readFile } from '../tools/read-file.ts'
import { table } from '../tools/table.ts'
import type { Tool } from '../tools/tool.ts'
import type { AgentOptions } from './embedded.ts'

/** What the surroundings allow an agent's tools. */
interface ToolSetup
  extends Pick<AgentOptions, 'corpus' | 'allowHosts' | 'searchCache' | 'shell' | 'shellCache'> {
  /** Where INTEND_SEARCH and the keys and addresses of searches are looked up. */
  readonly env?: AgentOptions['env']
  /** Whether the network may be used though nothing in `env` asks for it. */
  readonly network?: boolean
}

/** The tools that need nothing from their surroundings. */
export const standardTools: readonly Tool[] = [readFile, table, calculate, bash]

/**
 * The standard tools with `web_search` and `read_page` as far as they are set up. Pace, circuits and
 * pages already read belong to the list, so one list serves all questions of a process. Rejects with
 * a ConfigurationError when the corpus or the search is set up wrongly, and when commands cannot run as asked.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { openTools } from 'intend/tools'
 *
 * const tools = await openTools({ env: {}, network: false })
 * console.log(tools.map(({ name }) => name).join()) // read_file,table,calculate,bash
 * const agent = await createAgent({ tools: tools.filter(({ name }) => name !== 'bash') })
 * agent.close()
 * ```
 */
export async function openTools(setup: ToolSetup): Promise<readonly Tool[]> {
  try {
    const standard = setup.shell === 'host' ? await onHost(setup) : standardTools
    return [...standard, ...(await searching(setup)), ...(await reading(setup))]
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error))
  }
}

// --- internal ---

async function onHost({ env = {}, shellCache }: ToolSetup): Promise<readonly Tool[]> {
  const { openHostShell } = await import('../tools/shell/host/host.ts')
  const { tool } = await openHostShell({ env, cache: shellCache })
  return standardTools.map(each => (each === bash ? tool : each))
}

async function searching({
  corpus,
  env = {},
  network = false,
  searchCache,
}: ToolSetup): Promise<Tool[]> {
  // a start without a search does not load one
  const { searchFrom } = await import('../tools/search/setup.ts')
  const own =
    typeof corpus === 'string'
      ? await import('../tools/search/providers/corpus.ts').then(made => made.createCorpus(corpus))
      : corpus
  const providers = await searchFrom(env, { network, ...(own && { corpus: own }) })
  if (providers.length === 0) return []
  const { webSearch } = await import('../tools/search.ts')
  return [webSearch(providers, searchCache === undefined ? {} : { cacheFolder: searchCache })]
}

async function reading({ network = false, env = {}, allowHosts = [] }: ToolSetup): Promise<Tool[]> {
  const wanted = network || allowHosts.length > 0 || /\w/.test(env.INTEND_SEARCH ?? '')
  if (!wanted || env.INTEND_SEARCH?.trim() === 'off') return []
  const { readPage } = await import('../tools/read-page.ts')
  return [readPage({ allowHosts })]
}
