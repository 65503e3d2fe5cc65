// From a bench's folder to its summary on stdout: what `bench` and `resume` share.
import type { Model } from '../../agent/llm/models.ts'
import { configurationError, type ExitCode } from '../cli/command.ts'
import { openPlans } from '../queue/plan-library.ts'
import { harmless } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import type { Screen } from '../terminal/screen.ts'
import { counted } from '../terminal/spending.ts'
import { type BenchFolder, forgetUnheard, readResults } from './folder.ts'
import { type Attended, answerMissing, perform } from './perform.ts'
import type { Result } from './result.ts'
import { plansAtEndIn, summaryLines, summaryOf } from './summary.ts'
import type { Shared, Suite } from './work.ts'

/**
 * Answers the questions that have no result yet and prints the summary, as `perform` does. The suite is
 * closed at the end.
 */
export function answerBench(
  folder: BenchFolder,
  shared: Shared,
  { suite, ...attended }: Attended & { readonly suite: Suite },
): Promise<ExitCode> {
  const { bench } = folder
  return perform(folder, bench.budget, attended, async work => {
    const { env, screen } = work
    const models = await suite.models?.(folder, { env, shared }).catch(error => {
      throw configurationError(error)
    })
    const opened = models && models.length > 0 ? models : [shared.model]
    forgetUnheard(folder)
    introduce(folder, suite, shared, { screen, models: opened })
    const left = await answerMissing(folder, suite, shared, work)
    for (const sentence of new Set(opened.flatMap(refusalsOf))) screen.warn(sentence)
    const results = readResults(folder)
    // it is opened again, as workers have learned as well
    const plansAtEnd = plansAtEndIn(folder) ?? (await openPlans(bench.plans, env)).plans().length
    const summary = summaryOf(folder, suite, { results, plansAtEnd })
    const lines = (width: number) => [
      ...suite.table(results, width),
      '',
      ...summaryLines(summary, width),
    ]
    return { summary, lines, left, faults: unheardIn(results, folder) }
  }).finally(suite.close)
}

// --- internal ---

function unheardIn(results: readonly Result[], { name }: BenchFolder): readonly string[] {
  const count = results.filter(({ unheard }) => unheard).length
  const who = counted(count, 'question')
  const said = `to ${who} the model gave no reply that could be used; ask again with: intend resume ${name}`
  return count === 0 ? [] : [said]
}

/** What was measured is not what was asked for where a server refused a setting. */
const refusalsOf = ({ refused }: Model) =>
  (refused?.() ?? []).map(
    ({ model, setting }) =>
      `${model} takes no ${setting}: its server refused it, and was asked without`,
  )

function introduce(
  folder: BenchFolder,
  { questions }: Suite,
  shared: Shared,
  { screen, models }: { readonly screen: Screen; readonly models: readonly Model[] },
): void {
  for (const sentence of [shared.library.setAside, shared.memory?.setAside])
    if (sentence !== undefined) screen.warn(sentence)
  const told = models.map(({ notice, provider }) =>
    notice === undefined ? headline('model', provider.name, screen) : harmless(notice),
  )
  const done = readResults(folder).length
  const before = `${done} of ${questions.length} questions have a result already`
  screen.show([
    ...new Set(told),
    headline('bench', folder.name, screen),
    ...(done > 0 ? [headline('', before, screen)] : []),
  ])
}
