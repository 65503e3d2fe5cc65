// From a bench's folder to its summary on stdout: what `bench` and `resume` share. One process at a
// time works in the folder, or has its workers do so.
import { agentNamed } from '../../agent/agents/agents.ts'
import { openModel } from '../../agent/llm/models.ts'
import type { Spent } from '../../agent/llm/provider.ts'
import { openMemory } from '../../agent/memory/memory.ts'
import { openTools } from '../../agent/toolset.ts'
import { openLibrary } from '../../plans/library/library.ts'
import { CommandError, type ExitCode, exit, type Surroundings } from '../cli/command.ts'
import { lockRun, searchCacheOf } from '../run/runs.ts'
import { harmless, printJson } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import { createScreen, type Screen } from '../terminal/screen.ts'
import { runWorkers } from '../workers/workers.ts'
import { runBench } from './bench.ts'
import { type Bench, type BenchFolder, readResults, spentInBench } from './folder.ts'
import { summaryLines, summaryOf } from './summary.ts'
import { createBenchWatch } from './watch.ts'
import type { Shared, Suite } from './work.ts'

export interface BenchAnswering {
  readonly suite: Suite
  readonly showing: { readonly json: boolean; readonly quiet: boolean; readonly color: boolean }
  readonly around: Surroundings
}

/**
 * Opens what the questions of a bench share; what has been `spent` before, or what those of an
 * earlier bench have used, counts. Rejects with a CommandError that names what cannot be opened.
 */
export async function openShared(
  bench: Pick<
    Bench,
    | 'model'
    | 'settings'
    | 'budget'
    | 'agent'
    | 'plans'
    | 'memory'
    | 'corpus'
    | 'allowHosts'
    | 'folder'
  >,
  env: Surroundings['env'],
  earlier?: BenchFolder | Spent,
): Promise<Shared> {
  const { model, settings, budget, agent, plans, memory, corpus, allowHosts, folder } = bench
  try {
    agentNamed(agent)
    const opened = await openModel(
      model,
      env,
      { ...settings, ...(budget && { budget }) },
      budget && earlier && ('bench' in earlier ? spentInBench(earlier) : earlier),
    )
    const network = opened.network ?? false
    const searchCache = searchCacheOf(folder)
    return {
      model: opened,
      library: await openLibrary(plans),
      ...(memory !== undefined && { memory: await openMemory(memory) }),
      tools: await openTools({ corpus, env, network, allowHosts, searchCache }),
    }
  } catch (error) {
    throw new CommandError((error as Error).message, exit.configuration, { cause: error })
  }
}

/**
 * Runs the questions that have no result yet and prints the summary. Rejects with a CommandError when
 * it is interrupted or the model cannot be asked at all; the bench is kept for `resume`.
 */
export async function answerBench(
  folder: BenchFolder,
  shared: Shared,
  { suite, showing, around }: BenchAnswering,
): Promise<ExitCode> {
  const { questions } = suite
  const screen = createScreen(around, { ...showing, live: true })
  const stopping = new AbortController()
  const onInterrupt = () => {
    screen.status('stopping, what is under way is being written; once more ends at once')
    stopping.abort(interruption(folder))
  }
  around.interrupted.addEventListener('abort', onInterrupt, { once: true })
  if (around.interrupted.aborted) onInterrupt()
  const release = await lockRun(folder, error => stopping.abort(error))
  try {
    const before = readResults(folder)
    introduce(folder, shared, { screen, total: questions.length, done: before.length })
    const done = new Set(before.map(result => result.id))
    const work = {
      questions: questions.filter(({ id }) => !done.has(id)),
      ...{ suite, shared, env: around.env, stopping },
      ...createBenchWatch(screen, { total: questions.length, before }),
    }
    const { workers } = folder.bench
    const why =
      workers === undefined ? await runBench(folder, work) : await runWorkers(folder, work, workers)
    const results = readResults(folder)
    // what the workers have learned is in the file
    const library = workers === undefined ? shared.library : await openLibrary(folder.bench.plans)
    const summary = summaryOf(folder, suite, { results, plansAtEnd: library.plans().length })
    screen.close()
    if (showing.json) around.stdout.write(`${printJson(summary)}\n`)
    else
      around.stdout.write(`${[...suite.table(results), '', ...summaryLines(summary)].join('\n')}\n`)
    if (results.length === questions.length) return exit.satisfied
    const ended = why ?? shared.model.budget?.ended() ?? 'the bench was ended'
    screen.warn(unfinished(folder, ended, questions.length - results.length))
    return exit.notSatisfied
  } finally {
    screen.close()
    around.interrupted.removeEventListener('abort', onInterrupt)
    await release()
  }
}

// --- internal ---

function introduce(
  { name }: BenchFolder,
  { model, library, memory }: Shared,
  now: { readonly screen: Screen; readonly total: number; readonly done: number },
): void {
  const { screen, total, done } = now
  const view = { paint: screen.paint, width: screen.width }
  for (const sentence of [library.setAside, memory?.setAside])
    if (sentence !== undefined) screen.warn(sentence)
  screen.show([
    model.notice === undefined
      ? headline('model', model.provider.name, view)
      : harmless(model.notice),
    headline('bench', name, view),
    ...(done > 0
      ? [headline('', `${done} of ${total} questions have a result already`, view)]
      : []),
  ])
}

function unfinished({ bench, name }: BenchFolder, ended: string, left: number): string {
  const without = left === 1 ? '1 question has' : `${left} questions have`
  const flags = Object.keys(bench.budget ?? {}).map(limit => ` --max-${limit} MORE`)
  return `${ended}; ${without} no result yet, go on with: intend resume ${name}${flags.join('')}`
}

const interruption = ({ name }: BenchFolder) =>
  new CommandError(`interrupted; go on with: intend resume ${name}`, exit.interrupted)
