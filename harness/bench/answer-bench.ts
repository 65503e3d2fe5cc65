// From a bench's folder to its summary on stdout: what `bench` and `resume` share. One process at a
// time works in the folder, or has its workers do so.
import { agentNamed } from '../../agent/agents/agents.ts'
import { type Model, openModel } from '../../agent/llm/models.ts'
import type { Spent } from '../../agent/llm/provider.ts'
import { openMemory } from '../../agent/memory/memory.ts'
import { openTools } from '../../agent/toolset.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import { configurationError, type ExitCode, exit, type Surroundings } from '../cli/command.ts'
import { personalCache } from '../configuration/own.ts'
import { openPlans } from '../queue/plan-library.ts'
import { harmless } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Attended, attended, printSummary, spentBelow, wayOn } from './experiment.ts'
import { type Bench, type BenchFolder, readResults } from './folder.ts'
import { summaryLines, summaryOf } from './summary.ts'
import { createBenchWatch } from './watch/bench-watch.ts'
import { keepSight } from './watch/elsewhere.ts'
import { again } from './watch/sight.ts'
import type { Jobs, Shared, Suite } from './work.ts'

export interface BenchAnswering extends Attended {
  readonly suite: Suite
  /** Where the questions are answered; they are closed at the end. */
  readonly jobs: Jobs
}

/**
 * Opens what the questions of an experiment share; what was used `earlier`, or in that folder, counts.
 * Without `plans`, each question has a library of its own. Rejects with a CommandError that names what
 * cannot be opened.
 */
export async function openShared(
  asked: Shareable & { readonly plans?: string | undefined },
  env: Surroundings['env'],
  earlier?: Spent | { readonly path: string },
): Promise<Shared> {
  const { model, settings, budget, agent, plans, memory, corpus, allowHosts, shell } = asked
  try {
    agentNamed(agent)
    const spent = budget && earlier && ('path' in earlier ? spentBelow(earlier) : earlier)
    const told: NonNullable<Shared['onRetry']> = new Set()
    const onRetry = (why: string, ms: number) => {
      for (const tell of told) tell(why, ms)
    }
    const chosen = { ...settings, ...(budget && { budget }), onRetry }
    const opened = await openModel(model, env, chosen, spent)
    const network = opened.network ?? false
    const [searchCache, shellCache] = [personalCache(env), personalCache(env, 'shell.json')]
    const found = { searchCache, shellCache, shell }
    return {
      model: opened,
      onRetry: told,
      library: plans === undefined ? memoryLibrary() : await openPlans(plans, env),
      memory: memory === undefined ? undefined : await openMemory(memory),
      tools: await openTools({ corpus, env, network, allowHosts, ...found }),
    }
  } catch (error) {
    throw configurationError(error)
  }
}

/**
 * Runs the questions that have no result yet and prints the summary. Rejects with a CommandError when
 * it is interrupted or the model cannot be asked at all; the bench is kept for `resume`.
 */
export function answerBench(
  folder: BenchFolder,
  shared: Shared,
  { suite, jobs, ...attending }: BenchAnswering,
): Promise<ExitCode> {
  const { questions } = suite
  return attended(folder, attending, async (screen, stopping) => {
    const before = readResults(folder)
    const { env } = attending.around
    const models = await suite.models?.(folder, { env, shared }).catch(error => {
      throw configurationError(error)
    })
    const opened = models && models.length > 0 ? models : [shared.model]
    introduce(folder, shared, {
      screen,
      models: opened,
      total: questions.length,
      done: before.length,
    })
    const watch = createBenchWatch(screen, { total: questions.length, before })
    shared.onRetry?.add((why, ms) => watch.onTrouble(again(why, ms)))
    const work = { questions, suite, shared, env, stopping, ...watch }
    using _ = keepSight(folder, watch.sight) // who watches finds the summary once it is gone
    await jobs.run(folder, work)
    for (const sentence of new Set(opened.flatMap(refusalsOf))) screen.warn(sentence)
    const results = readResults(folder)
    const library = await openPlans(folder.bench.plans, env) // workers have learned as well
    const summary = summaryOf(folder, suite, { results, plansAtEnd: library.plans().length })
    screen.close()
    printSummary(summary, () => [...suite.table(results), '', ...summaryLines(summary)], attending)
    const left = questions.length - results.length
    if (left === 0) return exit.satisfied
    const without = left === 1 ? '1 question has' : `${left} questions have`
    screen.warn(
      `${shared.model.budget?.ended() ?? 'the bench was ended'}; ${without} no result yet, ${wayOn(folder.name, folder.bench.budget)}`,
    )
    return exit.notSatisfied
  })
    .finally(jobs.close)
    .finally(suite.close)
}

// --- internal ---

type Shareable = Pick<
  Bench,
  | 'model'
  | 'settings'
  | 'budget'
  | 'agent'
  | 'memory'
  | 'corpus'
  | 'allowHosts'
  | 'folder'
  | 'shell'
>

/** What was measured is not what was asked for where a server would not have it. */
const refusalsOf = ({ refused }: Model) =>
  (refused?.() ?? []).map(
    ({ model, setting }) =>
      `${model} takes no ${setting}: its server refused it, and was asked without`,
  )

function introduce(
  { name }: BenchFolder,
  { library, memory }: Shared,
  now: {
    readonly screen: Screen
    readonly models: readonly Model[]
    readonly total: number
    readonly done: number
  },
): void {
  const { screen, models, total, done } = now
  for (const sentence of [library.setAside, memory?.setAside])
    if (sentence !== undefined) screen.warn(sentence)
  const told = models.map(({ notice, provider }) =>
    notice === undefined ? headline('model', provider.name, screen) : harmless(notice),
  )
  screen.show([
    ...new Set(told),
    headline('bench', name, screen),
    ...(done > 0
      ? [headline('', `${done} of ${total} questions have a result already`, screen)]
      : []),
  ])
}
