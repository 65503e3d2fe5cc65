// What the questions of an experiment share: the model with its budget, the tools, the library.
import { agentNamed } from '../../agent/agents/agents.ts'
import { type Model, openModel } from '../../agent/llm/models.ts'
import type { Spent } from '../../agent/llm/provider.ts'
import { openMemory } from '../../agent/memory/memory.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { spentIn } from '../../agent/runs/spent.ts'
import { openTools } from '../../agent/toolset.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import { configurationError, type Environment } from '../cli/command.ts'
import { personalCache } from '../configuration/own.ts'
import { openPlans } from '../queue/plan-library.ts'
import { journalsBelow } from './experiment.ts'
import type { Bench } from './folder.ts'
import type { OnRetry, Shared } from './work.ts'

/**
 * Opens what the questions share. What was used before, or in that folder, counts in the budget. Without
 * `plans`, each question has a library of its own. Rejects with a CommandError that names what cannot be
 * opened.
 */
export async function openShared(
  asked: Pick<Bench, 'model' | 'settings' | 'budget' | 'agent' | 'memory' | keyof Around> & {
    readonly plans?: string | undefined
  },
  env: Environment,
  before?: Spent | { readonly path: string },
): Promise<Shared> {
  const { model, settings, budget, agent, plans, memory } = asked
  try {
    await agentNamed(agent)
    const usedIn = (path: string) => spentIn(journalsBelow(path).flatMap(file => readJournal(file)))
    const spent = budget && before && ('path' in before ? usedIn(before.path) : before)
    const listeners = new Set<OnRetry>()
    const onRetry: OnRetry = (why, ms) => {
      for (const listener of listeners) listener(why, ms)
    }
    const asking = { ...settings, ...(budget && { budget }), onRetry }
    const opened = await openModel(model, env, asking, spent)
    return {
      model: opened,
      onRetry: listeners,
      library: plans === undefined ? memoryLibrary() : await openPlans(plans, env),
      memory: memory === undefined ? undefined : await openMemory(memory),
      tools: await toolsFor(asked, opened, env),
    }
  } catch (error) {
    throw configurationError(error)
  }
}

export const toolsFor = (
  { corpus, allowHosts, shell }: Around,
  { network }: Pick<Model, 'network'>,
  env: Environment,
): Promise<Shared['tools']> =>
  openTools({
    corpus,
    env,
    network: network ?? false,
    allowHosts,
    shell,
    searchCache: personalCache(env),
    shellCache: personalCache(env, 'shell.json'),
  })

// --- internal ---

interface Around {
  readonly corpus?: string | undefined
  readonly allowHosts?: readonly string[] | undefined
  readonly shell?: Bench['shell'] | undefined
}
